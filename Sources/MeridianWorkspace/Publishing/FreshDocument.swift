import MeridianStore

/// A complete new file made of a working copy.
enum FreshDocument {
  /// Makes the file and brings it to the disk: one file in rollback mode, with nothing beside it,
  /// whose pages SQLite finds whole. The name must be free; what fails may leave a file behind.
  static func make(
    of working: String, at path: String,
    prepare: (Connection) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    try copyPages(of: working, to: path)
    do {
      let connection = try Connection(path: path, mode: .update)
      try configure(connection)
      // What is deleted here must not be found in the file that others get.
      try connection.execute("PRAGMA secure_delete = ON")
      try prepare(connection)
      if let fault = try connection.pageFaults().first {
        throw StoreError.damaged(path: working, detail: fault)
      }
    } catch let error as WorkspaceError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch let error as SQLiteError {
      throw .store(error.storeError(path: path))
    } catch {
      throw .store(.inputOutput(path: path, detail: "\(error)"))
    }
    try WorkspaceError.storing { () throws(StoreError) in
      let file = try OpenFile(path)
      try file.sync()
      let header = try file.prefix(20)
      guard header.count == 20, header[18] == 1, header[19] == 1 else {
        throw .damaged(path: working, detail: "it is not one file in rollback mode")
      }
    }
  }

  private static func copyPages(
    of working: String, to path: String
  ) throws(WorkspaceError) {
    // Read under SQLite's lock, and mended first where a process was ended in the middle of a save.
    guard FileIdentity(working) != nil else {
      throw .unavailable(path: working, reason: "the working copy is gone")
    }
    do throws(SQLiteError) {
      let source = try Connection(path: working, mode: .update)
      let target = try Connection(path: path, mode: .create)
      try configure(target)
      try source.copyPages(to: target)
      try target.execute("PRAGMA journal_mode = DELETE")
    } catch {
      // A full disk is the target's; everything else is told of what the user knows.
      throw .store(error.storeError(path: error.primary == 13 ? path : working))
    }
  }

  /// The file is thrown away if this process ends, so nothing is written twice or brought to the
  /// disk before the end.
  private static func configure(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
  }
}
