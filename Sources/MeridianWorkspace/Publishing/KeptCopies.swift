import MeridianStore

/// Copies of other programs' versions that a publish has given names of their own, and of which
/// nobody may have been told yet: a list in the state folder, one path a line, written before a
/// copy gets its name and removed when the publish's outcome tells of it.
struct KeptCopies {
  let state: String
  private var list: String { state + "/kept" }

  /// Those that are there.
  func read() throws(StoreError) -> [String] {
    guard FileIdentity(list) != nil else { return [] }
    let bytes = try OpenFile(list).prefix(1 << 16)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap(PublishRecord.unescaped).filter { FileIdentity($0) != nil }
  }

  /// Gives a file the first name that nobody has, and notes it.
  func keep(_ file: String, as name: (Int) -> String) throws(StoreError) {
    let known = try read()
    var number = 1
    while true {
      let path = name(number)
      if FileIdentity(path) == nil {
        let lines = (known + [path]).map { PublishRecord.escaped($0) + "\n" }
        try FileNames.replace(list, with: lines.joined())
        if try FileNames.rename(file, new: path) == .done { return }
      }
      number += 1
    }
  }

  /// The copies, which are told of now.
  func tell() throws(StoreError) -> [String] {
    let copies = try read()
    try FileNames.remove(list)
    return copies
  }

  /// Whether there are copies to tell of.
  var isEmpty: Bool { FileIdentity(list) == nil }
}
