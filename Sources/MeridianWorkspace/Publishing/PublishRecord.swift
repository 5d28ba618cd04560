import MeridianStore

/// What a publish is about to do, kept in the state folder from before it touches the source's
/// folder until it is over, so that the next process can finish or undo it.
///
/// It is a text of one `key value` a line. Its file's name tells how far the publish is: a rename,
/// which needs no room on the disk, is what moves it on.
struct PublishRecord: Hashable {
  /// How far a publish is, by the name of its record's file.
  enum Stage: String, CaseIterable {
    /// The files are being written or exchanged.
    case publishing
    /// The source is the new file, checked; what is left to do is in the state folder.
    case settling
    /// Done. It stays to tell what `previous.gpkg` is.
    case published
  }

  /// The path of the source, without links.
  var source: String
  /// The path beside it of the new file, and after the exchange of what was there before.
  var beside: String
  /// The digest of the source as it was read; nil where nothing is to be replaced.
  var base: ContentDigest?
  /// The digest of the new file; nil until it is complete.
  var fresh: ContentDigest?

  private static let heading = "meridian publish "
  private static let version = 1

  static func path(_ stage: Stage, in state: String) -> String { "\(state)/\(stage.rawValue)" }

  /// Whether a publish has been begun and not ended, or nobody has been told how.
  static func isOpen(in state: String) -> Bool {
    [.publishing, .settling].contains { FileIdentity(path($0, in: state)) != nil }
      || !KeptCopies(state: state).isEmpty
  }

  /// The record of a stage; nil when there is none, or none that can be understood.
  static func read(
    _ stage: Stage, in state: String
  ) throws(WorkspaceError) -> PublishRecord? {
    let path = path(stage, in: state)
    guard FileIdentity(path) != nil else { return nil }
    let bytes = try WorkspaceError.storing { () throws(StoreError) in
      try OpenFile(path).prefix(1 << 16)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let first = lines.first, first.hasPrefix(heading),
      let found = Int64(first.dropFirst(heading.count))
    else { return nil }
    guard found <= version else { throw .newerFormat(path: path, version: found) }
    return PublishRecord(lines: lines.dropFirst())
  }

  /// Writes the record and brings it to the disk.
  func write(_ stage: Stage, in state: String) throws(WorkspaceError) {
    try WorkspaceError.storing { () throws(StoreError) in
      try FileNames.replace(Self.path(stage, in: state), with: text)
    }
  }

  /// Moves a record on to another stage and brings that to the disk.
  static func move(_ stage: Stage, to next: Stage, in state: String) throws(StoreError) {
    try FileNames.rename(path(stage, in: state), over: path(next, in: state))
    try FileNames.sync(folder: state)
  }

  /// Removes the record of a publish that did not come to anything.
  static func remove(in state: String) throws(StoreError) {
    try FileNames.remove(path(.publishing, in: state))
    try FileNames.sync(folder: state)
  }
}

extension PublishRecord {
  private var text: String {
    var lines = ["\(Self.heading)\(Self.version)"]
    lines.append("source \(Self.escaped(source))")
    lines.append("beside \(Self.escaped(beside))")
    if let base { lines.append("base \(base)") }
    if let fresh { lines.append("new \(fresh)") }
    return lines.map { $0 + "\n" }.joined()
  }

  private init?(lines: some Sequence<Substring>) {
    var values: [Substring: String] = [:]
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let value = Self.unescaped(parts[1]) else { return nil }
      values[parts[0]] = value
    }
    guard let source = values["source"], let beside = values["beside"],
      BesideName.isHidden(beside, for: source)
    else { return nil }
    (self.source, self.beside) = (source, beside)
    for (key, field) in [("base", \PublishRecord.base), ("new", \PublishRecord.fresh)] {
      guard let text = values[Substring(key)] else { continue }
      guard let digest = ContentDigest(text) else { return nil }
      self[keyPath: field] = digest
    }
  }

  /// A path in one line: control characters and `%` as `%XX`.
  static func escaped(_ path: String) -> String {
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
