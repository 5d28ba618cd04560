/// A file as a baseline knows it: where it is, and what tells whether it is still the same.
struct FileIdentity: Hashable, Sendable {
  /// From the root and without links.
  var path: String
  /// In bytes.
  var size: UInt64
  /// In nanoseconds since 1970.
  var modified: Int64

  /// The file at a path as it is now; nil when there is none.
  init?(at path: String) {
    guard let whole = SystemCalls.absolutePath(of: path),
      let status = SystemCalls.status(of: whole)
    else { return nil }
    self.path = whole
    size = status.size
    modified = status.modified
  }

  /// Reads what ``write(to:)`` wrote; nil for anything else.
  init?(_ record: JSONValue?) {
    guard let path = record?["path"]?.string, let size = record?["sizeBytes"]?.uint64,
      let modified = record?["modifiedNs"]?.int64
    else { return nil }
    self.path = path
    self.size = size
    self.modified = modified
  }

  /// Writes an object.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("path", path)
    json.member("sizeBytes", size)
    json.member("modifiedNs", modified)
    json.endObject()
  }
}
