import CPlatform
import CSQLite

/// One SQLite database handle, confined to whoever opened it (no mutex).
///
/// Files are hostile until proven otherwise: the schema is untrusted, cells are checked, limits are
/// set, and reading connections have no virtual-table modules at all, so a shadow table full of
/// cycles can never keep a module busy.
@safe package final class Connection {
  /// What a connection may do.
  package enum Mode: Hashable, Sendable {
    /// Reads under SQLite's own locks.
    case readOnly
    /// Reads a file that nothing writes, without locks and without side files.
    case immutable
    /// Reads a private copy that SQLite may have to recover first.
    case recoveredCopy
    /// Writes a file that is there already, such as a user's: with the functions that the triggers
    /// of its R-trees call, and with SQLite's guards up.
    case update
    /// The same, but nothing reaches the file: what is written is gone when the connection is.
    case dryRun
    /// Writes; creates the file when it is not there.
    case create
  }

  /// The path as given.
  package let path: String
  @safe let handle: OpaquePointer
  /// Whether SQLite's guard of the schema and of the tables of its modules is up.
  private let isGuarded: Bool
  /// What stops a statement between its rows and inside long ones.
  private let guardian: Guardian

  /// Lets connections of several threads work without waiting for each other's memory: for a
  /// program to call before it opens a database, never for a library in somebody's application.
  package static func prepareForThreads() { _ = csqlite_stop_counting_memory() }

  /// Opens a database.
  package init(path: String, mode: Mode) throws(SQLiteError) {
    self.path = path
    let (suffix, flags): (String, Int32) =
      switch mode {
      case .readOnly: ("?mode=ro", SQLITE_OPEN_READONLY)
      case .immutable: ("?mode=ro&immutable=1", SQLITE_OPEN_READONLY)
      case .recoveredCopy, .update: ("?mode=rw", SQLITE_OPEN_READWRITE)
      case .dryRun: ("?mode=rw&vfs=" + DryRunFile.name, SQLITE_OPEN_READWRITE)
      case .create: ("?mode=rwc", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      }
    if mode == .dryRun, !DryRunFile.register() {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "no file layer for a dry run")
    }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      Self.uri(path) + suffix, &opened,
      flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let error = SQLiteError(
        code: code, message: unsafe String(cString: sqlite3_errstr(code)))
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = opened
    guardian = Guardian()
    // A file of our own making is trusted: its R-trees are filled through the module's tables.
    isGuarded = mode != .create
    configure(mode)
    guard mode == .update || mode == .dryRun else { return }
    try addSpatialFunctions()
    if mode == .dryRun { try execute("PRAGMA journal_mode = MEMORY") }
  }

  deinit {
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    unsafe sqlite3_close_v2(handle)
  }

  private func configure(_ mode: Mode) {
    let isReader = mode != .create && mode != .update && mode != .dryRun
    unsafe sqlite3_busy_timeout(handle, 5000)
    if isGuarded { unsafe csqlite_set_defensive(handle) }
    for (limit, value): (Int32, Int32) in [
      (SQLITE_LIMIT_LENGTH, 1_000_000_000), (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 100),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 10), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      unsafe sqlite3_limit(handle, limit, value)
    }
    if isReader { unsafe sqlite3_drop_modules(handle, nil) }
    if mode == .update || mode == .dryRun { unsafe csqlite_allow_rtree_triggers(handle) }
    let context = unsafe Unmanaged.passUnretained(guardian).toOpaque()
    unsafe sqlite3_progress_handler(handle, Guardian.stride, isWatchedStatementOver, context)
    // No memory mapping: a program that truncates a mapped file ends this process with a signal
    // that no sentence can explain. Reading through the page cache costs a quarter more.
    try? execute("PRAGMA mmap_size = 0")
    try? execute("PRAGMA cell_size_check = ON")
    try? execute("PRAGMA temp_store = MEMORY")
    if isReader { try? execute("PRAGMA query_only = ON") }
  }

  /// Runs what fills a virtual table that it has just made itself through the tables in which the
  /// module keeps its content. Statements of `body` must not outlive it.
  func withShadowTables<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard isGuarded else { return try body() }
    try check(unsafe csqlite_allow_shadow_writes(handle, 1))
    defer { _ = unsafe csqlite_allow_shadow_writes(handle, 0) }
    return try body()
  }

  /// Allows all following statements together about this many steps of SQLite's machine; nil lifts
  /// the limit.
  package func limitWork(steps: Int?) { guardian.left = steps ?? .max }

  /// Whether the allowance of ``limitWork(steps:)`` is used up.
  package var isWorkUsedUp: Bool { guardian.left <= 0 }

  /// Prepares a statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, on: self)
  }

  /// Runs statements that answer no rows of interest.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// The rowid of the last row inserted.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// The header's change counter and page count as they stand in the file now, nil when they cannot
  /// be read: equal as long as no commit of another program has reached the file.
  package var changeMark: UInt64? {
    var mark = [UInt8](repeating: 0, count: 8)
    guard let reader = fileReader, reader.read(8, at: 24, into: &mark) else { return nil }
    return mark.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Throws what SQLite says about the last call unless the code means success.
  package func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
      throw failure(code)
    }
  }

  /// SQLite's message for a code just returned.
  package func failure(_ code: Int32) -> SQLiteError {
    let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
    return SQLiteError(code: code, message: message ?? "unknown error")
  }

  /// The path as a `file:` URI: everything but unreserved characters and `/` percent-encoded.
  package static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    // Two slashes at the front would be read as a host name.
    var uri = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri.append("%")
        uri.append(digits[Int(byte >> 4)])
        uri.append(digits[Int(byte & 15)])
      }
    }
    return uri
  }

  /// A name as a quoted SQL identifier.
  package static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append("\"") }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

extension Connection {
  /// Reads the database's bytes as they lie in its file, while a transaction keeps others from
  /// changing it; on any thread, as files are read by position.
  struct FileReader: Sendable {
    /// The address of SQLite's file: whoever reads keeps the connection open.
    private let address: UInt

    fileprivate init?(_ database: OpaquePointer) {
      guard let file = unsafe csqlite_file(database) else { return nil }
      address = UInt(bitPattern: file)
    }

    /// Fills the front of `bytes` from an offset of the file; false when that fails.
    func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) -> Bool {
      precondition(count <= bytes.count, "the buffer holds what is read")
      return unsafe bytes.withUnsafeMutableBytes {
        guard let start = $0.baseAddress,
          let file = unsafe UnsafeMutablePointer<sqlite3_file>(bitPattern: address)
        else { return false }
        return unsafe csqlite_read(file, start, Int32(count), Int64(offset)) == SQLITE_OK
      }
    }
  }

  /// The file as it lies on the disk; nil when it is not there.
  var fileReader: FileReader? { unsafe FileReader(handle) }
}

/// Counts down what statements may cost and listens for an interrupt.
private final class Guardian {
  /// Steps of SQLite's machine between two looks.
  static let stride: Int32 = 5000
  var left = Int.max
}

/// A free function: SQLite calls it, and a closure formed elsewhere may trap on another thread.
private func isWatchedStatementOver(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 0 }
  let guardian = unsafe Unmanaged<Guardian>.fromOpaque(context).takeUnretainedValue()
  if guardian.left != .max { guardian.left -= Int(Guardian.stride) }
  return guardian.left <= 0 || cplatform_interrupted() ? 1 : 0
}
