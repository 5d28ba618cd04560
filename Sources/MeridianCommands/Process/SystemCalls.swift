// The one file of the command line that names the platform's C library: descriptors and settings.
#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif
private import CPlatform

/// What the operating system refused, as a sentence and a kind.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the program can do about it.
  package enum Kind: Hashable, Sendable {
    /// Nobody reads the pipe any more; the program ends quietly.
    case closedPipe
    /// The user asked to stop while the program was waiting.
    case interrupted
    /// No such file or folder.
    case missing
    /// Anything else.
    case failed
  }

  /// What the program can do about it.
  package var kind: Kind
  /// What failed, on what, what to do.
  package var description: String

  /// Makes an error of its parts.
  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// Thin, checked calls of the operating system.
enum SystemCalls {
  static func error(_ doing: String, _ name: String, code: Int32 = errno) -> SystemError {
    let reason =
      switch code {
      case ENOSPC: "no space is left on the device; free some and run it again"
      case EDQUOT: "the disk quota is used up; free some space and run it again"
      case EIO: "the device reports an error; check the disk or the connection"
      case ENOENT: "there is no such file; check the path"
      case EACCES, EPERM: "permission is denied; check the file's permissions"
      case EISDIR: "it is a folder; name a file"
      default: unsafe String(cString: strerror(code))
      }
    let kind: SystemError.Kind =
      code == EPIPE ? .closedPipe : code == ENOENT ? .missing : .failed
    return SystemError(kind, "Cannot \(doing) \(name): \(reason).")
  }

  /// Writes every byte; interrupted and partial writes go on.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32, name: String)
    throws(SystemError)
  {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        _ = wait(for: Int16(POLLOUT), on: descriptor, milliseconds: 500)
      } else if errno != EINTR {
        throw error("write to", name)
      }
    }
  }

  /// Reads at most `count` bytes to `offset` of `buffer`; 0 at the end of the input.
  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], at offset: Int, count: Int, name: String
  ) throws(SystemError) -> Int {
    while true {
      // Waiting in short steps: a signal that comes just before a read would not end that read.
      while !wait(for: Int16(POLLIN), on: descriptor, milliseconds: 250) {
        if cplatform_interrupted() { throw SystemError(.interrupted, "Interrupted.") }
      }
      let got = unsafe buffer.withUnsafeMutableBytes { bytes in
        let part = unsafe bytes[offset..<offset + count]
        return unsafe readOnce(descriptor, UnsafeMutableRawBufferPointer(rebasing: part))
      }
      if got >= 0 { return got }
      if errno != EINTR && errno != EAGAIN { throw error("read", name) }
    }
  }

  private static func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Whether the descriptor is ready (or at its end) within the time; −1 waits for ever.
  static func wait(for events: Int16, on descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// The whole content of a file, of at most `limit` bytes.
  static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("read", path) }
    defer { close(descriptor) }
    return try readToEnd(descriptor, limit: limit, name: path)
  }

  /// Everything a descriptor gives, at most `limit` bytes.
  static func readToEnd(_ descriptor: Int32, limit: Int, name: String) throws(SystemError)
    -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var filled = 0
    while true {
      let room = bytes.count - filled
      let count = try read(descriptor, into: &bytes, at: filled, count: room, name: name)
      if count == 0 { break }
      filled += count
      if filled > limit {
        throw SystemError(
          .failed, "Cannot read \(name): it is longer than the limit of \(limit >> 20) MiB.")
      }
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: filled)) }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal behind a descriptor, if it is one and says so.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func environmentValue(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Nanoseconds of a clock that never goes back, from some moment of the past.
  static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The path of the running program without links; nil where the system does not tell.
  static func programPath() -> String? { absolutePath(of: "/proc/self/exe") }

  /// A path from the root and without links; nil when there is nothing.
  static func absolutePath(of path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Calls `body` with a NULL-terminated list of C strings; nil when there is no memory for it.
  static func withWords<Result>(
    _ words: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result? {
    let copies = unsafe words.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { copy in unsafe free(copy) } }
    let list = unsafe copies.map { unsafe UnsafePointer<CChar>($0) } + [nil]
    return unsafe list.withUnsafeBufferPointer { pointers in
      unsafe pointers.baseAddress.map { unsafe body($0) }
    }
  }

  static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// Opens a file to read from.
  static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("read", path) }
    return descriptor
  }

  /// Opens a file to write to, made when it is not there; `appends` keeps what it holds and makes
  /// every write go behind the end.
  static func openForWriting(_ path: String, appends: Bool) throws(SystemError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : 0)
    let descriptor = unsafe open(path, flags, 0o666)
    guard descriptor >= 0 else { throw error("write to", path) }
    return descriptor
  }

  /// Cuts a file to nothing; what has no length, such as a pipe, is left alone.
  static func empty(_ descriptor: Int32) { _ = ftruncate(descriptor, 0) }

  /// What the file system says of a path; nil when there is nothing.
  static func status(of path: String) -> FileStatus? {
    var status = cplatform_file_status()
    guard unsafe cplatform_status(path, &status) == 0 else { return nil }
    return FileStatus(
      device: status.device, inode: status.inode, size: status.size,
      modified: status.modified_ns)
  }

  /// The most memory this process has held resident so far, in bytes; nil if it cannot be told.
  static func peakMemory() -> UInt64? {
    let bytes = cplatform_peak_memory()
    return bytes == 0 ? nil : bytes
  }

  /// How often this thread has been taken off its processor so far; 0 where it cannot be told.
  static func preemptions() -> UInt64 { cplatform_preemptions() }

  /// Starts a program with pipes to its standard input and from its standard output.
  static func start(
    _ program: String, _ arguments: [String]
  ) throws(SystemError) -> (input: Int32, output: Int32, process: Int64) {
    var (input, output, process): (Int32, Int32, Int64) = (0, 0, 0)
    let failure = unsafe withWords([program] + arguments) { list in
      unsafe cplatform_start(program, list, &input, &output, &process)
    }
    guard let failure, failure == 0 else { throw error("start", program, code: failure ?? ENOMEM) }
    return (input, output, process)
  }

  /// Waits for a program to end: its exit code, or 128 and the signal that ended it.
  static func waitForEnd(of process: Int64) -> Int32 { cplatform_wait(process) }
}

// MARK: - Who and when

extension SystemCalls {
  /// What the machine is called; `this device` where it has no name.
  static func hostName() -> String {
    var room = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&room, room.count - 1) == 0 else { return "this device" }
    let bytes = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? "this device" : String(decoding: bytes, as: UTF8.self)
  }

  /// The day in UTC, as `2026-08-01`.
  static func today() -> String {
    var (now, parts) = (time(nil), unsafe tm())
    guard unsafe gmtime_r(&now, &parts) != nil else { return "" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return unsafe "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }
}

// MARK: - Files made as a whole

extension SystemCalls {
  /// Makes an empty file of a name of its own beside a path, to become that path's file later.
  static func makeFile(beside path: String) throws(SystemError) -> (descriptor: Int32, name: String)
  {
    for number in 0..<1000 {
      let name = "\(path).\(getpid())-\(number).part"
      let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, name) }
      // A missing folder is no missing file of the user's.
      if errno == ENOENT {
        throw SystemError(
          .failed, "Cannot write to \(path): its folder does not exist; check the path.")
      }
      if errno != EEXIST { throw error("write to", path) }
    }
    throw error("write to", path, code: EEXIST)
  }

  /// Brings a file to the disk and gives it a name, instead of what had that name; the folder too.
  static func settle(_ temporary: String, as path: String) throws(SystemError) {
    try synchronize(temporary, name: path)
    guard unsafe rename(temporary, path) == 0 else { throw error("write to", path) }
    // The file is there now; a folder that cannot be brought to the disk takes nothing back.
    try? synchronize(folder(of: path), name: path)
  }

  private static func synchronize(_ path: String, name: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("write to", name) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw error("write to", name) }
  }

  /// The folder part of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Removes a file; nothing happens where there is none.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Goes to the start of a file; false for what has none, such as a pipe.
  static func rewind(_ descriptor: Int32) -> Bool { lseek(descriptor, 0, SEEK_SET) == 0 }
}

/// What tells a file from another, and whether it is still the same.
struct FileStatus: Hashable, Sendable {
  /// The device and the number on it: one file, whatever its path.
  var device: UInt64
  var inode: UInt64
  /// In bytes.
  var size: UInt64
  /// In nanoseconds since 1970.
  var modified: Int64
}
