import CSQLite

/// A database as a file: locks, copies, damage.
extension Connection {
  /// SQLite's locks on a whole file, each one including those before it.
  package enum FileLockLevel: Sendable {
    /// Others may read.
    case shared
    /// Others may read, and nobody else may begin to write.
    case reserved
    /// Nobody else may have it open for reading or in WAL mode.
    case exclusive

    fileprivate var code: Int32 {
      switch self {
      case .shared: SQLITE_LOCK_SHARED
      case .reserved: SQLITE_LOCK_RESERVED
      case .exclusive: SQLITE_LOCK_EXCLUSIVE
      }
    }
  }

  /// Takes a lock on the file as `BEGIN IMMEDIATE` would, but without reading it: a journal beside
  /// it is not played back, and what is in it may be anything. The lock stays until the connection
  /// goes, which runs no statements meanwhile. False when somebody else's lock is in the way.
  package func lockFile(_ level: FileLockLevel) throws(SQLiteError) -> Bool {
    guard let file = unsafe csqlite_file(handle) else {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "the file is not open")
    }
    let code = unsafe csqlite_lock(file, level.code)
    if code & 0xFF == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
    }
    return true
  }

  /// Whether the path that the database was opened by is for another file, or none, by now.
  package var hasMoved: Bool { unsafe csqlite_has_moved(handle) != 0 }

  /// Copies all pages into another, empty database (SQLite's backup), as they are at one moment.
  package func copyPages(to target: Connection) throws(SQLiteError) {
    // With a read transaction the pages stay as they are between the rounds below.
    try execute("BEGIN")
    defer { try? execute("ROLLBACK") }
    _ = try prepare("SELECT count(*) FROM sqlite_schema").step()
    guard
      let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main")
    else { throw target.failure(unsafe sqlite3_errcode(target.handle)) }
    var code = SQLITE_OK
    while code == SQLITE_OK {
      if FileAccess.isInterrupted {
        code = SQLITE_INTERRUPT
      } else {
        code = unsafe sqlite3_backup_step(backup, 4096)
      }
    }
    let end = unsafe sqlite3_backup_finish(backup)
    if code == SQLITE_INTERRUPT { throw SQLiteError(code: code, message: "interrupted") }
    guard code == SQLITE_DONE else {
      throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
    }
    try target.check(end)
  }

  /// What SQLite's quick check says about the file's pages; what it says about values that a
  /// constraint forbids is left out. Throws when interrupted.
  package func pageFaults() throws(StoreError) -> [String] {
    var faults: [String] = []
    do {
      let rows = try prepare("PRAGMA quick_check(100)")
      while try rows.step() {
        let text = rows.text(0) ?? ""
        if text != "ok", !Self.isAboutValues(text) { faults.append(text) }
      }
    } catch {
      if FileAccess.isInterrupted { throw .interrupted }
      // 11 is damage. Anything else, such as a function that a CHECK calls and that is not here,
      // only keeps SQLite from looking.
      if error.primary == 11 { faults.append(error.message) }
    }
    return faults
  }

  private static func isAboutValues(_ line: String) -> Bool {
    line.hasPrefix("CHECK constraint failed") || line.holds(" value in ")
      || line.holds("no such module")
  }
}
