import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the operating system says about files, in the few calls that opening a store needs.
package enum FileAccess {
  /// Whether the user has asked to stop.
  package static var isInterrupted: Bool { cplatform_interrupted() }

  /// The status of a path, or nil and the errno.
  static func status(_ path: String) -> (status: cplatform_file_status?, code: Int32) {
    var found = cplatform_file_status()
    let code = unsafe cplatform_status(path, &found)
    return code == 0 ? (found, 0) : (nil, code)
  }

  /// The system's text for an errno.
  static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// The first bytes of a file; never waits for the other end of a pipe.
  static func prefix(of path: String, count: Int) throws(StoreError) -> [UInt8] {
    try head(of: path, count: count).bytes
  }

  /// The first bytes of a file, and how many that same file has.
  static func head(
    of path: String, count: Int
  ) throws(StoreError) -> (bytes: [UInt8], size: UInt64) {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { _ = closeFile(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(file, $0.baseAddress?.advanced(by: filled), count - filled)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw failure(path) }
      if got == 0 { break }
      filled += got
    }
    var (device, inode, size): (UInt64, UInt64, UInt64) = (0, 0, 0)
    try check(unsafe cplatform_identity(file, &device, &inode, &size), path)
    return (Array(bytes.prefix(filled)), size)
  }

  /// Whether a file and its folder may be written. Mode bits count even for those who may ignore
  /// them: a file marked read-only is meant to be left alone.
  package static func isWritable(_ path: String) -> Bool {
    let folder = folder(of: path)
    guard unsafe access(path, W_OK) == 0, unsafe access(folder, W_OK) == 0 else { return false }
    for place in [path, folder] {
      var found = stat()
      guard unsafe stat(place, &found) == 0, found.st_mode & 0o222 != 0 else { return false }
    }
    return true
  }

  /// The folder part of a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without links, dots and doubled slashes: of the file where there is one, else of the
  /// nearest folder above it that is there, with the names below.
  package static func canonical(_ path: String) -> String {
    if let found = try? FileNames.realPath(path) { return found }
    let parts = path.split(separator: "/")
    guard let name = parts.last, path != "/" else { return path }
    let above = parts.dropLast().joined(separator: "/")
    let folder = canonical(path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above)
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Whether there is anything at a path; links are followed.
  package static func exists(_ path: String) -> Bool { status(path).status != nil }

  /// Whether a database keeps its changes in a write-ahead log (SQLite's file format, clause
  /// 1.3.3); false for what is none.
  package static func isInWALMode(_ path: String) -> Bool {
    guard let head = try? prefix(of: path, count: 20), head.count == 20 else { return false }
    return head[18] == 2 || head[19] == 2
  }

  /// All bytes of a file of at most `limit` bytes; nil when it cannot be read or is longer.
  package static func contents(of path: String, limit: Int = 1 << 16) -> [UInt8]? {
    guard let size = status(path).status?.size, size <= UInt64(limit),
      let bytes = try? prefix(of: path, count: limit)
    else { return nil }
    return bytes
  }

  /// Makes a folder of its own for this process inside `parent`, which is made too if need be.
  package static func makeUniqueFolder(in parent: String) throws(StoreError) -> String {
    // Folders that exist, or that only look at us read-only, refuse; the last call tells.
    for end in parent.indices where parent[end] == "/" && end != parent.startIndex {
      unsafe mkdir(String(parent[..<end]), 0o700)
    }
    unsafe mkdir(parent, 0o700)
    var template = Array((parent + "/XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw failure(parent) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes one folder that only its owner may enter.
  static func makeFolder(_ path: String) throws(StoreError) {
    guard unsafe mkdir(path, 0o700) == 0 else { throw failure(path) }
  }

  /// Copies a file's bytes into a new file.
  static func copy(_ source: String, to target: String) throws(StoreError) {
    let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure(source) }
    defer { _ = closeFile(input) }
    let output = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure(target) }
    defer { _ = closeFile(output) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      if cplatform_interrupted() { throw .interrupted }
      let got = unsafe block.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw failure(source) }
      if got == 0 { return }
      var written = 0
      while written < got {
        let count = unsafe block.withUnsafeBytes {
          unsafe write(output, $0.baseAddress?.advanced(by: written), got - written)
        }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw failure(target) }
        written += count
      }
    }
  }

  /// Makes a folder that only its owner may enter, and those above it; one that is there is fine.
  package static func makeFolders(_ path: String) {
    for end in path.indices where path[end] == "/" && end != path.startIndex {
      unsafe mkdir(String(path[..<end]), 0o700)
    }
    unsafe mkdir(path, 0o700)
  }

  /// The names in a folder, in any order, its own and its parent's left out.
  package static func names(in folder: String) throws(StoreError) -> [String] {
    guard let handle = unsafe opendir(folder) else { throw failure(folder) }
    defer { _ = unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Writes a new file as a whole: under another name first, brought to the disk, then renamed over
  /// what was there. What `fill` throws leaves nothing behind.
  package static func replace(
    _ path: String, _ fill: ((UnsafeRawBufferPointer) throws(StoreError) -> Void) throws -> Void
  ) throws(StoreError) {
    var name = Array((path + ".XXXXXX").utf8CString)
    let file = unsafe mkstemp(&name)
    guard file >= 0 else {
      // A folder that could not be made is no missing file of the user's.
      throw .inputOutput(path: folder(of: path), detail: text(errno))
    }
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var isDone = false
    defer { if !isDone { _ = remove(temporary) } }
    do {
      defer { _ = closeFile(file) }
      try unsafe fill { bytes throws(StoreError) in try unsafe writeAll(bytes, to: file, path) }
      guard fsync(file) == 0 else { throw failure(path) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
    guard unsafe rename(temporary, path) == 0 else { throw failure(path) }
    isDone = true
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, _ path: String
  ) throws(StoreError) {
    var rest = unsafe bytes
    while let start = rest.baseAddress, unsafe !rest.isEmpty {
      if cplatform_interrupted() { throw .interrupted }
      // In pieces, so that an interrupt is heard.
      let count = unsafe write(file, start, min(rest.count, 1 << 24))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Removes a file; whether it was there.
  package static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

  /// Removes files of a folder by name, then the folder.
  package static func removeFolder(_ folder: String, holding names: [String]) {
    for name in names { unsafe unlink(folder + "/" + name) }
    unsafe rmdir(folder)
  }

  private static func failure(_ path: String) -> StoreError { failure(path, errno) }

  /// The error that an errno means.
  static func failure(_ path: String, _ code: Int32) -> StoreError {
    code == ENOENT
      ? .notFound(path: path) : .inputOutput(path: path, detail: text(code))
  }

  /// Throws what an errno means unless it is none.
  static func check(_ code: Int32, _ path: String) throws(StoreError) {
    if code != 0 { throw failure(path, code) }
  }

  /// Whether an errno says that a file system cannot do what was asked.
  static func isUnsupported(_ code: Int32) -> Bool { code == ENOTSUP }
  /// Whether an errno says that two names are in different file systems.
  static func isElsewhere(_ code: Int32) -> Bool { code == EXDEV }
  /// Whether an errno says that a name is in use.
  static func isTaken(_ code: Int32) -> Bool { code == EEXIST }
  /// Whether an errno says that nothing has a name.
  static func isMissing(_ code: Int32) -> Bool { code == ENOENT }
}

/// What the system says of a file that changes whenever the file does.
struct FileStamp: Hashable, Sendable {
  /// Device, inode, size, and the times of modification and change in nanoseconds.
  let numbers: [UInt64]
  /// Whether it is a plain file that belongs to the user, and nobody else may write to it.
  let isPrivate: Bool

  var device: UInt64 { numbers[0] }
  var inode: UInt64 { numbers[1] }
  var size: UInt64 { numbers[2] }

  /// nil when there is no such file.
  init?(_ path: String) {
    guard let file = FileAccess.status(path).status else { return nil }
    numbers = [
      file.device, file.inode, file.size, UInt64(bitPattern: file.modified_ns),
      UInt64(bitPattern: file.changed_ns),
    ]
    isPrivate = file.is_private && (file.is_regular || file.is_directory)
  }
}

extension [UInt64] {
  /// The words as bytes, the lowest first.
  var littleEndianBytes: [UInt8] {
    flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}

/// The system's `close`, by a name that no method hides.
private func closeFile(_ file: Int32) -> Int32 { close(file) }
