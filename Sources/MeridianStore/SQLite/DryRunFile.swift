import CSQLite

/// A database file on which everything may be tried and nothing is kept: reads come from the file
/// where it lies, pages that are written stay in memory and are gone when it is closed.
///
/// It is the system's own file layer of SQLite (a VFS) but for what opening a database gives. The
/// file is opened read-only and under SQLite's shared lock while it is read; no side file is made.
/// A log that has been emptied is passed over: the header is shown as one of rollback mode.
enum DryRunFile {
  /// The name by which a connection asks for it.
  static let name = "meridian-dry-run"
  /// Bytes of written pages that are kept at most; more than that is a full disk.
  static let limit = 1 << 28
  /// `SQLITE_IOERR_SHORT_READ`, a macro that the importer cannot see.
  static let shortRead = SQLITE_IOERR | 2 << 8

  /// Makes it known to SQLite once in a process; false when SQLite refuses.
  static func register() -> Bool { isRegistered }

  private static let isRegistered: Bool = {
    // Both live as long as the process: SQLite keeps the addresses.
    guard let system = unsafe sqlite3_vfs_find(nil) else { return false }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe layer.initialize(to: system.pointee)
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
    for (index, byte) in name.utf8CString.enumerated() { unsafe text[index] = byte }
    unsafe layer.pointee.zName = UnsafePointer(text)
    unsafe layer.pointee.pNext = nil
    unsafe layer.pointee.szOsFile = max(
      layer.pointee.szOsFile, Int32(MemoryLayout<Handle>.size))
    unsafe layer.pointee.xOpen = openFile
    unsafe layer.pointee.xDelete = deleteFile
    return unsafe sqlite3_vfs_register(layer, 0) == SQLITE_OK
  }()

  /// What SQLite holds of an open file.
  @safe struct Handle {
    var base: sqlite3_file
    var overlay: UnsafeMutableRawPointer?
  }
}

/// The pages written over one file.
@safe private final class Overlay {
  /// The file as the system has opened it.
  @safe let file: UnsafeMutablePointer<sqlite3_file>
  private let memory: UnsafeMutableRawPointer
  private var pages: [Int64: [UInt8]] = [:]
  private var pageSize: Int64 = 0
  /// Bytes of the file that still count.
  private var reach: Int64
  /// Bytes of the whole.
  private(set) var size: Int64

  /// Opens a file read-only; nil with SQLite's code when that fails.
  init?(_ name: UnsafePointer<CChar>?, _ flags: Int32, _ code: inout Int32) {
    guard let system = unsafe sqlite3_vfs_find(nil), let open = unsafe system.pointee.xOpen else {
      code = SQLITE_CANTOPEN
      return nil
    }
    let room = Int(unsafe system.pointee.szOsFile)
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: room)
    unsafe file = memory.assumingMemoryBound(to: sqlite3_file.self)
    (reach, size) = (0, 0)
    let kept = flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
    code = unsafe open(system, name, file, kept, nil)
    guard code == SQLITE_OK else { return nil }
    var length: Int64 = 0
    code = unsafe file.pointee.pMethods.pointee.xFileSize(file, &length)
    guard code == SQLITE_OK else { return nil }
    (reach, size) = (length, length)
  }

  deinit {
    if let methods = unsafe file.pointee.pMethods { _ = unsafe methods.pointee.xClose(file) }
    unsafe memory.deallocate()
  }

  func read(_ out: UnsafeMutableRawPointer, _ count: Int, _ offset: Int64) -> Int32 {
    let fromFile = Int(min(max(reach - offset, 0), Int64(count)))
    if fromFile > 0 {
      let code = unsafe file.pointee.pMethods.pointee.xRead(file, out, Int32(fromFile), offset)
      guard code == SQLITE_OK || code == DryRunFile.shortRead else { return code }
    }
    if fromFile < count {
      unsafe (out + fromFile).initializeMemory(
        as: UInt8.self, repeating: 0, count: count - fromFile)
    }
    unsafe patch(out, count, offset)
    // Bytes 18 and 19 say 2 where a log may hold pages (SQLite's file format, section 1.3.3).
    for place: Int64 in [18, 19] where offset <= place && place < offset + Int64(count) {
      let byte = unsafe out.assumingMemoryBound(to: UInt8.self) + Int(place - offset)
      if unsafe byte.pointee == 2 { unsafe byte.pointee = 1 }
    }
    return offset + Int64(count) <= size ? SQLITE_OK : DryRunFile.shortRead
  }

  /// Lays the written pages over what was read.
  private func patch(_ out: UnsafeMutableRawPointer, _ count: Int, _ offset: Int64) {
    guard pageSize > 0, count > 0 else { return }
    for page in offset / pageSize...(offset + Int64(count) - 1) / pageSize {
      guard let bytes = pages[page] else { continue }
      let start = max(offset, page * pageSize)
      let end = min(offset + Int64(count), (page + 1) * pageSize)
      unsafe bytes.withUnsafeBytes { source in
        guard let base = source.baseAddress else { return }
        unsafe (out + Int(start - offset)).copyMemory(
          from: base + Int(start - page * pageSize), byteCount: Int(end - start))
      }
    }
  }

  /// Keeps one page: SQLite writes whole pages of one size.
  func write(_ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int64) -> Int32 {
    if pageSize == 0 { pageSize = Int64(count) }
    guard Int64(count) == pageSize, offset % pageSize == 0 else { return SQLITE_IOERR }
    let page = offset / pageSize
    if pages[page] == nil, (pages.count + 1) * count > DryRunFile.limit { return SQLITE_FULL }
    pages[page] = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    size = max(size, offset + Int64(count))
    return SQLITE_OK
  }

  func truncate(_ length: Int64) {
    size = length
    reach = min(reach, length)
    if pageSize > 0 { pages = pages.filter { $0.key * pageSize < length } }
  }
}

// Free functions: SQLite calls them, and a closure formed elsewhere may trap on another thread.

private func overlay(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Overlay? {
  guard let file = unsafe file else { return nil }
  let handle = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: DryRunFile.Handle.self)
  guard let address = unsafe handle.pointee.overlay else { return nil }
  return unsafe Unmanaged<Overlay>.fromOpaque(address).takeUnretainedValue()
}

private func openFile(
  _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ out: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let file = unsafe file else { return SQLITE_CANTOPEN }
  unsafe file.pointee.pMethods = nil
  guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
    // A journal that may be hot is looked at; nothing else is opened, and nothing is made.
    guard flags & SQLITE_OPEN_MAIN_JOURNAL != 0, flags & SQLITE_OPEN_READONLY != 0,
      let system = unsafe sqlite3_vfs_find(nil), let open = unsafe system.pointee.xOpen
    else { return SQLITE_CANTOPEN }
    return unsafe open(system, name, file, flags, out)
  }
  var code = SQLITE_OK
  guard let overlay = unsafe Overlay(name, flags, &code) else { return code }
  let handle = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: DryRunFile.Handle.self)
  unsafe handle.pointee.overlay = Unmanaged.passRetained(overlay).toOpaque()
  unsafe handle.pointee.base.pMethods = fileMethods.pointer
  unsafe out?.pointee = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB
  return SQLITE_OK
}

private func deleteFile(
  _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ sync: Int32
) -> Int32 { SQLITE_OK }

private func closeFile(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
  guard let file = unsafe file else { return SQLITE_OK }
  let handle = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: DryRunFile.Handle.self)
  if let address = unsafe handle.pointee.overlay {
    unsafe Unmanaged<Overlay>.fromOpaque(address).release()
    unsafe handle.pointee.overlay = nil
  }
  return SQLITE_OK
}

private func readFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ out: UnsafeMutableRawPointer?, _ count: Int32,
  _ offset: Int64
) -> Int32 {
  guard let overlay = unsafe overlay(file), let out = unsafe out, count > 0, offset >= 0 else {
    return SQLITE_IOERR
  }
  return unsafe overlay.read(out, Int(count), offset)
}

private func writeFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32,
  _ offset: Int64
) -> Int32 {
  guard let overlay = unsafe overlay(file), let bytes = unsafe bytes, count > 0, offset >= 0 else {
    return SQLITE_IOERR
  }
  return unsafe overlay.write(bytes, Int(count), offset)
}

private func truncateFile(_ file: UnsafeMutablePointer<sqlite3_file>?, _ length: Int64) -> Int32 {
  unsafe overlay(file)?.truncate(length)
  return SQLITE_OK
}

private func syncFile(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
  SQLITE_OK
}

private func sizeOfFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ out: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let overlay = unsafe overlay(file) else { return SQLITE_IOERR }
  unsafe out?.pointee = overlay.size
  return SQLITE_OK
}

/// Only the shared lock is real: nothing is written that others would have to be kept from.
private func lockFile(_ file: UnsafeMutablePointer<sqlite3_file>?, _ level: Int32) -> Int32 {
  guard let overlay = unsafe overlay(file) else { return SQLITE_IOERR }
  guard level == SQLITE_LOCK_SHARED else { return SQLITE_OK }
  return unsafe overlay.file.pointee.pMethods.pointee.xLock(overlay.file, level)
}

private func unlockFile(_ file: UnsafeMutablePointer<sqlite3_file>?, _ level: Int32) -> Int32 {
  guard let overlay = unsafe overlay(file) else { return SQLITE_IOERR }
  guard level == SQLITE_LOCK_NONE else { return SQLITE_OK }
  return unsafe overlay.file.pointee.pMethods.pointee.xUnlock(overlay.file, level)
}

private func lookForReservedLock(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ out: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let overlay = unsafe overlay(file) else { return SQLITE_IOERR }
  return unsafe overlay.file.pointee.pMethods.pointee.xCheckReservedLock(overlay.file, out)
}

private func controlFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ operation: Int32, _ value: UnsafeMutableRawPointer?
) -> Int32 { SQLITE_NOTFOUND }

private func sectorSize(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 { 512 }

private func characteristics(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 { 0 }

/// The table of functions that every file of this kind has; it lives as long as the process.
@safe private struct FileMethods: Sendable {
  private let address: UInt

  var pointer: UnsafePointer<sqlite3_io_methods>? {
    unsafe UnsafePointer(bitPattern: address)
  }

  init() {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var table = sqlite3_io_methods()
    table.iVersion = 1
    unsafe table.xClose = closeFile
    unsafe table.xRead = readFile
    unsafe table.xWrite = writeFile
    unsafe table.xTruncate = truncateFile
    unsafe table.xSync = syncFile
    unsafe table.xFileSize = sizeOfFile
    unsafe table.xLock = lockFile
    unsafe table.xUnlock = unlockFile
    unsafe table.xCheckReservedLock = lookForReservedLock
    unsafe table.xFileControl = controlFile
    unsafe table.xSectorSize = sectorSize
    unsafe table.xDeviceCharacteristics = characteristics
    unsafe methods.initialize(to: table)
    address = UInt(bitPattern: methods)
  }
}

private let fileMethods = FileMethods()
