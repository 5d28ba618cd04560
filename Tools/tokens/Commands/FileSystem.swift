// The one file of the program that names the platform's C library: folders, and what errors mean.
#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif
private import CPlatform

/// What the operating system refused: one sentence, and the program's exit code for it.
struct FileProblem: Error, Hashable, Sendable {
  var text: String
  var exit: ExitCode

  /// `doing` with its object, `write Data/tokens/a.css` for instance; `code` is an errno.
  init(_ doing: String, code: Int32) {
    let isReading = doing.hasPrefix("read ")
    let (reason, exit): (String, ExitCode) =
      switch code {
      case ENOENT: ("there is no such file; check the path", .missing)
      case ENOSPC: ("no space is left on the device; free some and run it again", .inputOutput)
      case EDQUOT: ("the disk quota is used up; free some space and run it again", .inputOutput)
      case EIO: ("the device reports an error; check the disk or the connection", .inputOutput)
      case EACCES, EPERM:
        ("permission is denied; check who may \(isReading ? "read" : "write") there", .notAllowed)
      case EROFS: ("the file system is read-only; choose another folder with --out", .notAllowed)
      case EISDIR: ("it is a folder; move it away", .inputOutput)
      case ENOTDIR, EEXIST: ("a file has the name of a folder; move it away", .inputOutput)
      case ELOOP: ("it is a link; name the file itself", .inputOutput)
      case EFBIG where isReading: ("it has more than 64 MiB; move it away", .inputOutput)
      case EFBIG: ("it is larger than a file may become here; raise the limit", .inputOutput)
      default: (unsafe String(cString: strerror(code)), .inputOutput)
      }
    text = "Cannot \(doing): \(reason)."
    self.exit = exit
  }
}

/// Thin, checked calls of the operating system.
enum FileSystem {
  /// Files above this many bytes are none of ours.
  private static let limit: UInt64 = 64 << 20

  static func isFolder(_ path: String) -> Bool {
    var status = cplatform_file_status()
    return unsafe cplatform_status(path, &status) == 0 && status.is_directory
  }

  /// Why a file cannot be read, if it is not there or is no file.
  static func problem(reading path: String) -> FileProblem? {
    var status = cplatform_file_status()
    let code = unsafe cplatform_status(path, &status)
    if code != 0 { return FileProblem("read \(path)", code: code) }
    if status.is_directory {
      var problem = FileProblem("read \(path)", code: EISDIR)
      problem.text = "Cannot read \(path): it is a folder; name a file in it."
      return problem
    }
    if unsafe access(path, R_OK) != 0 { return FileProblem("read \(path)", code: errno) }
    return nil
  }

  /// The bytes of a file; `nil` when there is none.
  static func contents(of path: String) throws(FileProblem) -> [UInt8]? {
    var file: Int32 = -1
    let code = unsafe cplatform_open(path, &file)
    if code == ENOENT { return nil }
    guard code == 0 else { throw FileProblem("read \(path)", code: code) }
    defer { cplatform_close(file) }
    var (device, inode, size): (UInt64, UInt64, UInt64) = (0, 0, 0)
    let found = unsafe cplatform_identity(file, &device, &inode, &size)
    guard found == 0 else { throw FileProblem("read \(path)", code: found) }
    guard size <= limit else { throw FileProblem("read \(path)", code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int64 in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe cplatform_read(file, start + done, buffer.count - done, UInt64(done))
      }
      guard count >= 0 else { throw FileProblem("read \(path)", code: Int32(-count)) }
      if count == 0 { break }
      done += Int(count)
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// Writes the draft of a file beside it. One that is there was left by a run that was killed.
  static func write(
    _ bytes: [UInt8], draft: String, of path: String
  ) throws(FileProblem) {
    var file: Int32 = -1
    var code = unsafe cplatform_create(draft, false, &file)
    if code == EEXIST {
      _ = unsafe cplatform_remove(draft)
      code = unsafe cplatform_create(draft, false, &file)
    }
    guard code == 0 else { throw FileProblem("write \(path)", code: code) }
    code = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cplatform_write(file, buffer.baseAddress, buffer.count)
    }
    cplatform_close(file)
    guard code == 0 else { throw FileProblem("write \(path)", code: code) }
  }

  /// A draft takes the name of its file in one step, so that nobody ever finds half of one.
  static func rename(_ draft: String, to path: String) throws(FileProblem) {
    let code = unsafe cplatform_rename(draft, path)
    guard code == 0 else { throw FileProblem("write \(path)", code: code) }
  }

  static func remove(_ path: String) throws(FileProblem) {
    let code = unsafe cplatform_remove(path)
    guard code == 0 || code == ENOENT else { throw FileProblem("remove \(path)", code: code) }
  }

  /// Removes a folder if nothing is in it; that something is there is no error.
  static func removeEmptyFolder(_ path: String) { _ = unsafe rmdir(path) }

  /// Makes a folder and those around it, as far as they are not there, and notes them.
  static func makeFolder(_ path: String, made: inout [String]) throws(FileProblem) {
    guard !isFolder(path) else { return }
    let (parent, _) = split(path)
    if parent != path, parent != ".", parent != "" { try makeFolder(parent, made: &made) }
    if unsafe mkdir(path, 0o777) == 0 {
      made.append(path)
      return
    }
    guard errno == EEXIST && isFolder(path) else {
      throw FileProblem("make the folder \(path)", code: errno)
    }
  }

  /// The names in a folder in order of their bytes, without those that begin with a period; none
  /// when there is no such folder.
  static func names(in folder: String) throws(FileProblem) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      if errno == ENOENT { return [] }
      throw FileProblem("read the folder \(folder)", code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes to standard output (1) or error (2). That nobody reads it any more is no problem.
  static func write(_ text: String, to descriptor: Int32) throws(FileProblem) {
    let bytes = Array(text.utf8)
    let code = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cplatform_write(descriptor, buffer.baseAddress, buffer.count)
    }
    guard code == 0 || code == EPIPE else { throw FileProblem("write the result", code: code) }
  }

  static func end(_ code: Int32) -> Never { exit(code) }

  /// The folder of a path and the name in it.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    let name = path[path.index(after: slash)...]
    return (folder.isEmpty ? "/" : String(folder), String(name))
  }

  static var isInterrupted: Bool { cplatform_interrupted() }
  static func catchSignals() { cplatform_catch_signals() }
}
