internal import MeridianStore

/// The local copy of a document that takes its changes, made at the first one.
struct WorkingCopy {
  let folder: StateFolder
  let record: BaseRecord

  /// The working copy that is in a folder.
  ///
  /// Where the note of what it was made from is lost, the bytes that were read tell it: if they too
  /// are damaged, their digest is that of no source, which makes a conflict and never an overwrite.
  /// Throws when both are lost.
  init(in folder: StateFolder) throws(StoreError) {
    if let record = BaseRecord(in: folder) {
      self.record = record
    } else if FileAccess.exists(folder.base) {
      record = BaseRecord(digest: try OpenFile(folder.base).digest(), identity: nil)
    } else {
      throw .damaged(path: folder.record, detail: "nothing tells what they were made from")
    }
    self.folder = folder
  }

  /// Lets SQLite take back what a process has left half done that is no more; nothing happens while
  /// another one is at work.
  func recover() throws {
    guard FileNames.size(folder.document + "-journal") ?? 0 > 0,
      let lock = try FileLock.take(folder.lock)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    let connection = try Self.openForWriting(folder.document)
    _ = try connection.prepare("SELECT count(*) FROM sqlite_schema").step()
  }

  /// Copies a source's own bytes while SQLite keeps others from writing it, hashing them on the
  /// way, and makes of them a working copy with the workspace's tables.
  ///
  /// The working copy appears as a whole: what a crash leaves behind is made anew next time. The
  /// caller holds the folder's lock.
  static func make(
    of source: String, shownAs path: String, identity: StoreIdentity?, in folder: StateFolder
  ) throws(WorkspaceError) {
    do {
      // One that is there holds nothing, and must not be found beside another base.
      for side in ["", "-journal"] { _ = FileAccess.remove(folder.document + side) }
      let digest = try copySource(source, shownAs: path, to: folder.base)
      guard let identity, identity.isStill(at: source) else {
        throw StoreError.changedWhileReading(path: path)
      }
      try BaseRecord.write(digest, to: folder)
      try BaseRecord.note(identity.text, of: digest, source: source, in: folder)
      let part = folder.document + ".part"
      _ = FileAccess.remove(part)
      _ = try OpenFile(folder.base).copy(to: part, isPrivate: true)
      try furnish(part)
      try FileNames.rename(part, over: folder.document)
      try FileNames.sync(folder: folder.path)
    } catch {
      throw WorkspaceError(error, path: path)
    }
  }

  /// Copies the bytes of a source that nobody has half written.
  private static func copySource(
    _ source: String, shownAs path: String, to target: String
  ) throws -> ContentDigest {
    for side in ["-wal", "-journal"] where FileNames.size(source + side) ?? 0 > 0 {
      throw WorkspaceError.sourceInUse(
        path: path, detail: "unfinished changes in its \(side) file")
    }
    // A file in WAL mode would get side files from a reader that takes locks.
    let isWAL = FileAccess.isInWALMode(source)
    let connection = try Connection(path: source, mode: isWAL ? .immutable : .readOnly)
    try connection.execute("BEGIN")
    _ = try connection.prepare("SELECT count(*) FROM sqlite_schema").step()
    let part = target + ".part"
    _ = FileAccess.remove(part)
    // Closing the descriptor that is read from ends the lock, after the last byte.
    let digest = try OpenFile(source).copy(to: part, isPrivate: true).digest
    try FileNames.rename(part, over: target)
    return digest
  }

  /// Brings a copy into the journal mode in which it lives, and gives it the workspace's tables.
  private static func furnish(_ path: String) throws {
    let connection = try openForWriting(path)
    try connection.transaction { () throws(SQLiteError) in
      try WorkspaceTables.prepare(connection)
    }
  }

  /// Opens a working copy for changes that are on the disk when they are told to be done.
  static func openForWriting(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, mode: .update)
    _ = try connection.prepare("PRAGMA journal_mode = DELETE").step()
    // A rollback journal that reappears after a power loss would take back what it belongs to: the
    // folder is brought to the disk too.
    try connection.execute("PRAGMA synchronous = EXTRA")
    // What was taken back or is no longer there must not lie in a published file's free pages.
    try connection.execute("PRAGMA secure_delete = ON")
    return connection
  }
}

extension WorkspaceError {
  /// What any error below a document means for it.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as WorkspaceError: self = error
    case let error as StoreError: self = .store(error)
    case let error as SQLiteError: self = .store(error.storeError(path: path))
    default: self = .store(.inputOutput(path: path, detail: "\(error)"))
    }
  }
}
