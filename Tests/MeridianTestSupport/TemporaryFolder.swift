import Foundation

/// A folder of a test's own, removed when the last reference goes.
public final class TemporaryFolder {
  /// The folder's path, without a slash at the end.
  public let path: String

  /// Makes the folder; in memory where the system has room for files there, for tests that bring
  /// thousands of small files to the disk.
  public init(inMemory: Bool = false) throws {
    let memory = "/dev/shm/"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? memory : NSTemporaryDirectory()
    path = parent + "meridian-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
