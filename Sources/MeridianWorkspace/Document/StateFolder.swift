internal import MeridianStore

/// The folder in which everything lies that belongs to a document and is not in its file: named by
/// the SHA-256 of the source's canonical path.
struct StateFolder: Hashable, Sendable {
  /// The folder's path.
  let path: String

  /// The working copy: a whole document with the session in it.
  var document: String { path + "/document.gpkg" }
  /// The source's bytes as they were read, which nothing changes.
  var base: String { path + "/base.gpkg" }
  /// The digest of `base.gpkg`.
  var record: String { path + "/base" }
  /// The source's path, and its status when it had those bytes.
  var origin: String { path + "/source" }
  /// Held by a process that writes.
  var lock: String { path + "/lock" }
  /// The camera, which never makes a document dirty.
  var camera: String { path + "/camera" }
  /// The bytes that the last publish has replaced.
  var previous: String { path + "/previous.gpkg" }
  /// A working copy that was given up for the source.
  var discarded: String { path + "/discarded.gpkg" }

  /// Whether there is a working copy.
  var hasDocument: Bool { FileAccess.exists(document) }

  /// The folder for a source at its canonical path, whether or not it is there; nil when nothing is
  /// kept for any document, which costs one look at the disk.
  init?(existingFor source: String, in root: String) throws(StoreError) {
    guard FileAccess.exists(root) else { return nil }
    try self.init(for: source, in: root)
  }

  /// The same where it will be needed.
  init(for source: String, in root: String) throws(StoreError) {
    path = root + "/" + (try ContentDigest(of: Array(source.utf8)).description)
  }
}

/// What a working copy was made from: the files `base` and `source` of the state folder.
struct BaseRecord: Hashable, Sendable {
  /// The digest of all bytes of the source.
  var digest: ContentDigest
  /// The source's status when it had these bytes, as far as the system tells it without reading:
  /// when it still is the same, the content is; when it is not, or nothing is known of it, only the
  /// digest tells.
  var identity: String?

  /// Makes a record of its parts.
  init(digest: ContentDigest, identity: String?) {
    (self.digest, self.identity) = (digest, identity)
  }

  /// Reads what a folder says; nil when it does not say it.
  init?(in folder: StateFolder) {
    guard let bytes = FileAccess.contents(of: folder.record),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first,
      let digest = ContentDigest(line)
    else { return nil }
    self.digest = digest
    guard let bytes = FileAccess.contents(of: folder.origin) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("\(digest) ") {
      identity = String(line.dropFirst(65))
    }
  }

  /// Notes the digest of the base, brought to the disk.
  static func write(_ digest: ContentDigest, to folder: StateFolder) throws(StoreError) {
    try FileNames.replace(folder.record, with: "\(digest)\n")
  }

  /// Notes the status in which a source had the bytes of a digest, and its path for people.
  static func note(
    _ identity: String, of digest: ContentDigest, source: String, in folder: StateFolder
  ) throws(StoreError) {
    // A line feed in a path would end its line.
    let shown = source.replacing(every: "\n", by: "?")
    try FileNames.replace(folder.origin, with: "path \(shown)\n\(digest) \(identity)\n")
  }
}
