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
  /// What `base.gpkg` is.
  var record: String { path + "/base" }
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

/// What a working copy was made from: the file `base` of the state folder.
struct BaseRecord: Hashable, Sendable {
  /// The digest of all bytes of the source.
  var digest: ContentDigest
  /// The source's canonical path.
  var source: String
  /// The source's status when it was read, as far as the system tells it without reading: when it
  /// still is the same, the content is; when it is not, only the digest tells.
  var identity: String

  /// Reads a record; nil when it is not whole.
  init?(at path: String) {
    guard let bytes = FileAccess.contents(of: path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var found: [Substring: Substring] = [:]
    for line in lines {
      guard let blank = line.firstIndex(of: " ") else { continue }
      found[line[..<blank]] = line[line.index(after: blank)...]
    }
    guard let digest = found["sha256"].flatMap({ ContentDigest($0) }),
      let identity = found["identity"], let source = found["source"]
    else { return nil }
    self.init(digest: digest, source: String(source), identity: String(identity))
  }

  init(digest: ContentDigest, source: String, identity: String) {
    self.digest = digest
    self.source = source
    self.identity = identity
  }

  /// Writes the record, brought to the disk.
  func write(to path: String) throws(StoreError) {
    // A line feed in a path would end its line; the path is there for people only.
    let shown = source.replacing("\n", with: "?")
    let text = "sha256 \(digest)\nidentity \(identity)\nsource \(shown)\n"
    try FileNames.replace(path, with: text)
  }
}
