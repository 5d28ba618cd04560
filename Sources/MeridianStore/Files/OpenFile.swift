import CPlatform

/// Which file a name is for, whatever the name: the file system and the number it keeps the file
/// under.
package struct FileIdentity: Hashable, Sendable {
  let device, inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// The file that a path is for now, a link itself rather than what it leads to; nil when there is
  /// none or it cannot be told.
  package init?(_ path: String) {
    var (device, inode, size): (UInt64, UInt64, UInt64) = (0, 0, 0)
    guard unsafe cplatform_link_status(path, &device, &inode, &size) == 0 else { return nil }
    self.init(device: device, inode: inode)
  }
}

/// A regular file that is open for reading, whatever becomes of its name meanwhile.
///
/// SQLite's locks belong to a process and a file, and go with the first descriptor of that file
/// that the process closes. While a connection of this process holds a lock that matters, whoever
/// reads the same file keeps its `OpenFile` until after.
package final class OpenFile {
  /// The path it was opened by, for messages.
  package let path: String
  /// Which file it is.
  package let identity: FileIdentity
  let descriptor: Int32
  /// How many bytes are read at a time: not more than the file had when it was opened.
  private let blockSize: Int

  /// Opens a file; links are not followed. Throws `notFound` when nothing is there.
  package init(_ path: String) throws(StoreError) {
    var descriptor: Int32 = -1
    try FileAccess.check(unsafe cplatform_open(path, &descriptor), path)
    (self.path, self.descriptor) = (path, descriptor)
    (identity, blockSize) = try Self.describe(descriptor, path)
  }

  /// Makes a new file, for writing too; throws `inputOutput` when the name is taken.
  init(creating path: String, isPrivate: Bool) throws(StoreError) {
    var descriptor: Int32 = -1
    try FileAccess.check(unsafe cplatform_create(path, isPrivate, &descriptor), path)
    (self.path, self.descriptor) = (path, descriptor)
    (identity, blockSize) = try Self.describe(descriptor, path)
  }

  deinit { cplatform_close(descriptor) }

  private static func describe(
    _ descriptor: Int32, _ path: String
  ) throws(StoreError) -> (FileIdentity, Int) {
    var (device, inode, size): (UInt64, UInt64, UInt64) = (0, 0, 0)
    try FileAccess.check(
      unsafe cplatform_identity(descriptor, &device, &inode, &size), path)
    let blockSize = Int(min(max(size, 4096), 1 << 20))
    return (FileIdentity(device: device, inode: inode), blockSize)
  }

  /// The SHA-256 of all its bytes, read from the first to the last.
  ///
  /// An interrupt ends it unless `isUrgent`: what has been begun on a user's file is finished.
  package func digest(isUrgent: Bool = false) throws(StoreError) -> ContentDigest {
    var running = try ContentDigest.Running()
    var block = emptyBlock
    var offset: UInt64 = 0
    while let count = try read(into: &block, at: offset, isUrgent: isUrgent) {
      unsafe block.withUnsafeBytes {
        unsafe running.add(UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
      offset += UInt64(count)
    }
    return running.finish()
  }

  private var emptyBlock: [UInt8] { [UInt8](repeating: 0, count: blockSize) }

  /// Fills the front of a block from an offset: how many bytes, nil at the end.
  private func read(
    into block: inout [UInt8], at offset: UInt64, isUrgent: Bool
  ) throws(StoreError) -> Int? {
    if !isUrgent && FileAccess.isInterrupted { throw .interrupted }
    let count = unsafe block.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return Int64(0) }
      return unsafe cplatform_read(descriptor, start, $0.count, offset)
    }
    guard count >= 0 else { throw FileAccess.failure(path, Int32(truncatingIfNeeded: -count)) }
    return count == 0 ? nil : Int(count)
  }

  /// The first bytes, at most so many.
  package func prefix(_ count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try read(into: &bytes, at: 0, isUrgent: true) ?? 0
    return Array(bytes.prefix(got))
  }

  /// Brings its bytes to the disk.
  package func sync() throws(StoreError) {
    try FileAccess.check(cplatform_sync(descriptor), path)
  }

  /// Adds the first bytes of a block to a new file.
  func write(_ block: [UInt8], count: Int) throws(StoreError) {
    let code = unsafe block.withUnsafeBytes {
      unsafe cplatform_write(descriptor, $0.baseAddress, count)
    }
    try FileAccess.check(code, path)
  }

  /// Gives a new file the mode of another, and its owner and group as far as this user may.
  package func copyAccess(from other: String) throws(StoreError) {
    try FileAccess.check(unsafe cplatform_copy_access(other, descriptor), path)
  }
}

extension OpenFile {
  /// Makes a new file of this one's bytes and brings it to the disk: by sharing its blocks where
  /// the file system can, else by copying them. The digest is of the bytes that the new file has.
  ///
  /// Throws, and leaves no file, when the name is taken or the disk is full. While it runs, nobody
  /// may change this file but by replacing it, or the copy is of neither state. An interrupt ends
  /// it unless `isUrgent`.
  package func copy(
    to path: String, isPrivate: Bool, isUrgent: Bool = false
  ) throws(StoreError) -> (file: OpenFile, digest: ContentDigest) {
    if let clone = try clone(to: path, isPrivate: isPrivate) {
      return try Self.removing(path) { () throws(StoreError) in
        (clone, try clone.finished(isUrgent))
      }
    }
    let target = try OpenFile(creating: path, isPrivate: isPrivate)
    return try Self.removing(path) { () throws(StoreError) in
      var running = try ContentDigest.Running()
      var block = emptyBlock
      var offset: UInt64 = 0
      while let count = try read(into: &block, at: offset, isUrgent: isUrgent) {
        unsafe block.withUnsafeBytes {
          unsafe running.add(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        try target.write(block, count: count)
        offset += UInt64(count)
      }
      try target.sync()
      return (target, running.finish())
    }
  }

  private func finished(_ isUrgent: Bool) throws(StoreError) -> ContentDigest {
    try sync()
    return try digest(isUrgent: isUrgent)
  }

  /// A new file with shared blocks; nil when it has to be copied.
  private func clone(to path: String, isPrivate: Bool) throws(StoreError) -> OpenFile? {
    let code = unsafe cplatform_clone(descriptor, path)
    if code == 0 { return try OpenFile(path) }
    guard FileAccess.isUnsupported(code) else { throw FileAccess.failure(path, code) }
    let target = try OpenFile(creating: path, isPrivate: isPrivate)
    if cplatform_share_blocks(descriptor, target.descriptor) { return target }
    _ = FileAccess.remove(path)
    return nil
  }

  private static func removing<Result>(
    _ path: String, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      _ = FileAccess.remove(path)
      throw error
    }
  }
}
