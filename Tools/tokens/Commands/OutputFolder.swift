/// The folder of one set's generated files: what is in it, compared with what should be.
struct OutputFolder {
  let path: String
  /// Files that would be written over, in order of their paths.
  private(set) var stale: [OutputFile] = []
  /// Files that are not there.
  private(set) var missing: [OutputFile] = []
  /// Paths of files that say they are generated and are generated no more.
  private(set) var extra: [String] = []
  private(set) var unchanged = 0

  /// Every generated file names the program near its beginning or its end.
  private static let mark = "meridian-tokens"
  private static let margin = 1024
  /// Folders in folders that are looked through; ours go less deep.
  private static let depth = 16

  /// Compares; reads only.
  init(_ path: String, _ files: [OutputFile]) throws(FileProblem) {
    self.path = path
    for file in files.sorted(by: { $0.path < $1.path }) {
      switch try FileSystem.contents(of: "\(path)/\(file.path)") {
      case nil: missing.append(file)
      case .some(let bytes) where bytes == Array(file.text.utf8): unchanged += 1
      case .some: stale.append(file)
      }
    }
    try findExtra(in: path, below: "", Set(files.map(\.path)), depth: 0)
  }

  private mutating func findExtra(
    in folder: String, below prefix: String, _ known: Set<String>, depth: Int
  ) throws(FileProblem) {
    guard depth < Self.depth else { return }
    for name in try FileSystem.names(in: folder) {
      if known.contains(prefix + name) { continue }
      let place = "\(folder)/\(name)"
      if FileSystem.isFolder(place) {
        try findExtra(in: place, below: prefix + name + "/", known, depth: depth + 1)
      } else if try Self.isGenerated(place) {
        extra.append(prefix + name)
      }
    }
  }

  private static func isGenerated(_ path: String) throws(FileProblem) -> Bool {
    // A link or a device is none of ours, and neither is what cannot be read.
    guard let bytes = try? FileSystem.contents(of: path) else { return false }
    return [bytes.prefix(margin), bytes.suffix(margin)].contains { part in
      String(decoding: part, as: UTF8.self).contains(mark)
    }
  }

  var isCurrent: Bool { stale.isEmpty && missing.isEmpty && extra.isEmpty }

  /// Writes what is missing or stale as drafts; asks before each file whether to go on.
  func write(
    into drafts: inout Drafts, unless interrupted: () -> Bool
  ) throws(CommandFailure) {
    for file in missing + stale {
      if interrupted() { throw .interrupted }
      do throws(FileProblem) {
        try drafts.add("\(path)/\(file.path)", Array(file.text.utf8))
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Removes what is generated no more.
  func removeExtra() throws(FileProblem) {
    for file in extra {
      try FileSystem.remove("\(path)/\(file)")
      FileSystem.removeEmptyFolder(FileSystem.split("\(path)/\(file)").folder)
    }
  }
}
