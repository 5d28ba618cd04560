package final class FileLock {
  package init?(_ path: String) throws(StoreError) {}
}
package enum FileCopy {
  package static func copy(_ a: String, to b: String) throws(StoreError) -> ContentDigest {
    try FileAccess.copy(a, to: b)
    return try ContentDigest(of: FileAccess.contents(of: b, limit: 1 << 30) ?? [])
  }
  package static func clone(_ a: String, to b: String) throws(StoreError) { try FileAccess.copy(a, to: b) }
}
extension FileAccess {
  package static func synchronizeFolder(_ path: String) throws(StoreError) {}
}
