package import MeridianStore

/// How a publish ended. Whatever it says, nobody's update has been overwritten, and the edits of
/// the working copy are as they were.
package enum PublishOutcome: Hashable, Sendable {
  /// The source holds the edits; the digest is of its bytes now.
  case published(ContentDigest, kept: [String])
  /// Theirs holds every edit already, so nothing was written and theirs is the new base. A
  /// publisher never answers this: whoever reads a conflict's report decides it.
  case adopted(ContentDigest)
  /// The source is not what was read; the digest is of its bytes. Nothing of ours is in it.
  case conflict(theirs: ContentDigest, kept: [String])
  /// Another program is working on the source: why, as the inside of a parenthesis.
  case sourceInUse(String)

  /// Copies of versions that other programs wrote at the very moment of the publish, and that are
  /// neither at the source's path nor anywhere else: where they lie now.
  package var kept: [String] {
    switch self {
    case .published(_, let kept), .conflict(_, let kept): kept
    case .adopted, .sourceInUse: []
    }
  }

  /// The outcome as the error that ends a command; nil when the edits are in the source.
  package func error(path: String) -> WorkspaceError? {
    switch self {
    case .published, .adopted: nil
    case .conflict: .conflict(path: path)
    case .sourceInUse(let detail): .sourceInUse(path: path, detail: detail)
    }
  }
}

/// What a publish starts from.
package struct PublishJob {
  /// The path of the file to publish to, as the user gave it; links are followed.
  package var source: String
  /// The path of the working copy.
  package var working: String
  /// The digest of the source's bytes when they were read.
  package var base: ContentDigest
  /// The state folder, which one process at a time writes (its `lock` is held).
  package var state: String
  /// Makes a complete copy of the working copy fit for the source, such as by emptying the tables
  /// of the session.
  package var prepare: (Connection) throws(WorkspaceError) -> Void
  /// Notes in the working copy that its content is published. Runs again after a crash, so doing it
  /// twice is as good as once.
  package var settle: (ContentDigest) throws(WorkspaceError) -> Void

  /// Makes a job of its parts.
  package init(
    source: String, working: String, base: ContentDigest, state: String,
    prepare: @escaping (Connection) throws(WorkspaceError) -> Void,
    settle: @escaping (ContentDigest) throws(WorkspaceError) -> Void
  ) {
    (self.source, self.working, self.base, self.state) = (source, working, base, state)
    (self.prepare, self.settle) = (prepare, settle)
  }
}

/// The files of a state folder that publishing reads and writes.
struct PublishFolder {
  let path: String

  /// The source's bytes as last read or published, and their digest as text.
  var base: String { path + "/base.gpkg" }
  var baseDigest: String { path + "/base" }
  /// The bytes being published, which become the base, and their digest.
  var next: String { path + "/next.gpkg" }
  var nextDigest: String { path + "/next" }
  /// What the last publish took the place of.
  var previous: String { path + "/previous.gpkg" }

  /// Removes the bytes that were to be published.
  func removeNext() throws(StoreError) {
    for side in ["-journal", "-wal", "-shm", ""] { try FileNames.remove(next + side) }
    try FileNames.remove(nextDigest)
  }
}

/// Names beside a file: hidden ones while it is being replaced, and those of copies that are kept.
enum BesideName {
  /// A hidden name in the same folder that nobody else takes:
  /// `.town.gpkg.meridian-0123456789abcdef`.
  static func hidden(for path: String) -> String {
    let token = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let zeros = String(repeating: "0", count: 16 - token.count)
    return "\(folder(of: path))/.\(shortened(name(of: path)))\(mark)\(zeros)\(token)"
  }

  private static let mark = ".meridian-"

  /// Whether a path is such a name beside another.
  static func isHidden(_ hidden: String, for path: String) -> Bool {
    folder(of: hidden) == folder(of: path)
      && name(of: hidden).hasPrefix(".\(shortened(name(of: path)))\(mark)")
  }

  /// Names for a copy that is kept, the nicest first: `town (recovered 1a2b3c4d).gpkg`.
  static func recovered(_ path: String, _ digest: ContentDigest?, number: Int) -> String {
    let name = name(of: path)
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    let mark = digest?.description.prefix(8) ?? "unread"
    let count = number == 1 ? "" : " \(number)"
    let stem = shortened(String(name[..<dot]))
    return "\(folder(of: path))/\(stem) (recovered \(mark)\(count))\(name[dot...])"
  }

  static func folder(of path: String) -> String {
    let folder = FileAccess.folder(of: path)
    return folder == "/" ? "" : folder
  }

  private static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The front of a name that leaves room for more within the 255 bytes of most file systems.
  private static func shortened(_ name: String) -> String {
    var result = name
    while result.utf8.count > 180 { result.removeLast() }
    return result
  }
}

extension WorkspaceError {
  /// Runs calls of the store, whose errors are the document's.
  static func storing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result {
    do { return try body() } catch { throw .store(error) }
  }
}
