import CPlatform

/// A database opened so that reading leaves no trace: neither in the file nor beside it.
///
/// - A file in rollback mode is read under SQLite's own locks.
/// - A file in WAL mode whose `-wal` is absent or empty is read as immutable, since SQLite would
///   otherwise create `-wal` and `-shm` beside it, and is checked to be unchanged afterwards.
/// - A file with a non-empty `-wal` or a hot `-journal` is copied together with it into the cache
///   folder, where SQLite may recover it.
///
/// The header is read through a descriptor of our own before SQLite opens the file. Closing it
/// drops this process's POSIX locks on the file, so a file that this process is writing through
/// another connection must not be opened here.
package final class StoreFile {
  /// The path as given.
  package let path: String
  /// The connection that reads it.
  package let connection: Connection
  /// How further connections to the same bytes are opened.
  let mode: Connection.Mode
  private(set) var notices: [StoreNotice] = []
  private var snapshotFolder: String?
  private var untouched: Fingerprint?
  /// The file as it was when it was opened.
  let opened: Fingerprint?
  /// The same with the head of the database, for what is kept of it elsewhere.
  let identity: StoreIdentity?

  /// The file that is read: the path's, or the copy.
  var readPath: String { connection.path }

  /// What must not change while a file is read without locks.
  package struct Fingerprint: Hashable, Sendable {
    var device, inode, size: UInt64
    var modified, changed: Int64
    /// Bytes in the `-wal` beside it.
    var logSize: UInt64

    /// Of the file at a path; nil when there is none.
    package init?(_ path: String) {
      guard let file = FileAccess.status(path).status else { return nil }
      device = file.device
      inode = file.inode
      size = file.size
      modified = file.modified_ns
      changed = file.changed_ns
      logSize = FileAccess.status(path + "-wal").status?.size ?? 0
    }
  }

  private static let copyName = "store.db"

  /// Opens the file at a path; a copy, where one is needed, goes into `cacheFolder`.
  package convenience init(path: String, cacheFolder: String) throws(StoreError) {
    self.init(try Self.steady(path, cacheFolder), path: path)
  }

  private init(_ opening: Opening, path: String) {
    self.path = path
    connection = opening.connection
    mode = opening.mode
    notices = opening.notices
    snapshotFolder = opening.snapshotFolder
    untouched = opening.untouched
    opened = opening.opened
    identity = opening.identity
  }

  /// What opening finds out.
  private struct Opening {
    var connection: Connection
    var mode: Connection.Mode
    var identity: StoreIdentity?
    var opened: Fingerprint?
    var untouched: Fingerprint?
    var snapshotFolder: String?
    var notices: [StoreNotice] = []
  }

  /// Opens again when another program has put its file in place of this one meanwhile: header,
  /// length and connection must be of one file.
  private static func steady(
    _ path: String, _ cacheFolder: String
  ) throws(StoreError) -> Opening {
    for _ in 0..<5 {
      let before = Fingerprint(path)
      do throws(StoreError) {
        let opening = try open(path, cacheFolder)
        if Fingerprint(path)?.inode == before?.inode { return opening }
        if let folder = opening.snapshotFolder { removeSnapshot(folder) }
      } catch {
        if Fingerprint(path) == before { throw error }
      }
    }
    return try open(path, cacheFolder)
  }

  private static func open(_ path: String, _ cacheFolder: String) throws(StoreError) -> Opening {
    let header = try header(of: path)
    let identity = StoreIdentity(path: path, header: header)
    let isWAL = header[18] == 2 || header[19] == 2
    let logSize = FileAccess.status(path + "-wal").status?.size ?? 0
    var side: String? = logSize > 0 ? "-wal" : nil
    if side == nil && isWAL && isHot(path + "-journal") { side = "-journal" }
    if side == nil, let opened = try openInPlace(path, isWAL: isWAL) {
      return Opening(
        connection: opened.0, mode: isWAL ? .immutable : .readOnly, identity: identity,
        opened: opened.1, untouched: isWAL ? opened.1 : nil)
    }
    let suffix = side ?? "-journal"
    let (connection, folder) = try openCopy(path, side: suffix, cacheFolder: cacheFolder)
    let notice = StoreNotice(
      code: suffix == "-wal" ? "wal-copied" : "journal-copied",
      message: "\(path) has unfinished changes in its \(suffix) file; a copy of both was read")
    return Opening(
      connection: connection, mode: .recoveredCopy, identity: identity,
      opened: Fingerprint(connection.path), snapshotFolder: folder, notices: [notice])
  }

  /// Whether everything there is to read stands in the file itself, and nothing in a side file.
  var isSelfContained: Bool { snapshotFolder == nil }

  deinit { removeSnapshot() }

  /// Checks that what was read without locks stayed as it was, and removes the copy.
  package func finish() throws(StoreError) {
    removeSnapshot()
    if let untouched, Fingerprint(path) != untouched { throw .changedWhileReading(path: path) }
  }

  private func removeSnapshot() {
    guard let folder = snapshotFolder else { return }
    snapshotFolder = nil
    Self.removeSnapshot(folder)
  }

  private static func removeSnapshot(_ folder: String) {
    let name = copyName
    // Unlinking under an open connection is safe here: nobody else knows the folder.
    FileAccess.removeFolder(
      folder, holding: [name, name + "-wal", name + "-shm", name + "-journal"])
  }

  /// The database header, after everything that is not a database has been told apart.
  private static func header(of path: String) throws(StoreError) -> [UInt8] {
    let (status, code) = FileAccess.status(path)
    guard let status else {
      // ENOENT and ENOTDIR
      if code == 2 || code == 20 { throw .notFound(path: path) }
      throw .inputOutput(path: path, detail: FileAccess.text(code))
    }
    if status.is_directory { throw .notAStore(path: path, reason: "it is a folder") }
    if !status.is_regular { throw .notAStore(path: path, reason: "it is not a regular file") }
    if status.size == 0 { throw .notAStore(path: path, reason: "it is empty") }
    let header = try FileAccess.prefix(of: path, count: 100)
    guard header.count >= 16, header.prefix(16).elementsEqual("SQLite format 3\0".utf8) else {
      throw .notAStore(path: path, reason: "it is not an SQLite database")
    }
    guard header.count == 100 else {
      throw .damaged(path: path, detail: "it ends inside its header")
    }
    return header
  }

  /// Opens without a copy; nil when a hot journal asks for one.
  private static func openInPlace(
    _ path: String, isWAL: Bool
  ) throws(StoreError) -> (Connection, Fingerprint?)? {
    let before = Fingerprint(path)
    do {
      let connection = try Connection(path: path, mode: isWAL ? .immutable : .readOnly)
      // The first read takes the lock and finds a hot journal.
      connection.limitWork(steps: openingWork)
      try connection.execute("BEGIN")
      _ = try connection.prepare("SELECT count(*) FROM sqlite_schema").step()
      // Under SQLite's lock nobody is in the middle of writing what is compared here.
      let head = try FileAccess.head(of: path, count: 100)
      try connection.execute("COMMIT")
      try checkLength(path, head)
      return (connection, before)
    } catch let error as SQLiteError {
      // SQLITE_READONLY_ROLLBACK and SQLITE_READONLY_RECOVERY: a journal or log must be played
      // back.
      if error.code == 776 || error.code == 264 { return nil }
      throw error.storeError(path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }

  /// Steps of SQLite's machine allowed to opening a store, its views' proofs included: two to
  /// four seconds. A schema that costs more is an attack or a mistake.
  static let openingWork = 40_000_000

  /// Whether a journal holds changes to be taken back.
  static func isHot(_ journal: String) -> Bool {
    guard let status = FileAccess.status(journal).status, status.is_regular, status.size > 0
    else { return false }
    return (try? FileAccess.prefix(of: journal, count: 1))?.first ?? 0 != 0
  }

  /// A file shorter than its header says has lost its end.
  private static func checkLength(
    _ path: String, _ head: (bytes: [UInt8], size: UInt64)
  ) throws(StoreError) {
    guard head.bytes.count == 100 else { return }
    let big = { (offset: Int) in
      head.bytes[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    // The page count is only good when it was written with the last change.
    guard big(24) == big(92) else { return }
    let stored = UInt64(head.bytes[16]) << 8 | UInt64(head.bytes[17])
    let pageSize = stored == 1 ? 65536 : stored
    guard head.size >= big(28) * pageSize else {
      throw .damaged(
        path: path, detail: "it ends after \(head.size) of \(big(28) * pageSize) bytes")
    }
  }

  /// Copies the database and its side file until neither changed meanwhile, and opens the copy.
  private static func openCopy(
    _ path: String, side: String, cacheFolder: String
  ) throws(StoreError) -> (Connection, String) {
    let folder = try FileAccess.makeUniqueFolder(in: cacheFolder + "/snapshots")
    let copy = folder + "/" + copyName
    let names = [copyName, copyName + "-wal", copyName + "-shm", copyName + "-journal"]
    do {
      for _ in 0..<5 {
        let before = [Fingerprint(path), Fingerprint(path + side)]
        try FileAccess.copy(path, to: copy)
        try FileAccess.copy(path + side, to: copy + side)
        if before == [Fingerprint(path), Fingerprint(path + side)] {
          let connection = try Connection(path: copy, mode: .recoveredCopy)
          connection.limitWork(steps: openingWork)
          _ = try connection.prepare("SELECT count(*) FROM sqlite_schema").step()
          return (connection, folder)
        }
        FileAccess.removeFolder(folder, holding: names)
        try FileAccess.makeFolder(folder)
      }
      throw StoreError.busy(path: path)
    } catch {
      FileAccess.removeFolder(folder, holding: names)
      if let error = error as? SQLiteError { throw error.storeError(path: path) }
      if let error = error as? StoreError { throw error }
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }
}
