import CPlatform

/// A lock that one process holds on a file of its own, such as a document's `lock`: it goes with
/// the process, however that ends, and the file stays.
///
/// It is `flock`'s lock, which belongs to an open file: a second one of the same process is refused
/// like anybody's.
package final class FileLock {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes the lock, making the file when it is not there; nil when somebody else holds it.
  package static func take(_ path: String) throws(StoreError) -> FileLock? {
    var descriptor: Int32 = -1
    let code = unsafe cplatform_lock(path, &descriptor)
    if cplatform_is_lock_held(code) { return nil }
    try FileAccess.check(code, path)
    return FileLock(descriptor: descriptor)
  }

  /// The number of the process that took the lock last, for a message; nil when it cannot be told.
  package static func holder(of path: String) -> Int32? {
    guard let bytes = try? OpenFile(path).prefix(24) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  deinit { cplatform_close(descriptor) }
}
