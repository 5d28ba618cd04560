package import MeridianStore

/// One of the files of a comparison, held as it is now until the comparison ends.
package final class ComparedFile {
  /// The path as given.
  package let path: String
  let connection: Connection
  let schema: FileSchema
  /// Bytes of its pages.
  private let size: Int64
  /// The file as it was opened; nil for a connection of somebody else's.
  let file: StoreFile?
  private var isHeld = true

  /// Opens a file for reading; as everywhere, nothing is written to it or beside it.
  ///
  /// Not for a file that this process is writing at the moment: opening and closing it would drop
  /// that connection's locks. Such a one is compared by the connection that is there.
  package init(path: String, cacheFolder: String) throws(WorkspaceError) {
    self.path = path
    do throws(StoreError) {
      let file = try StoreFile(path: path, cacheFolder: cacheFolder)
      self.file = file
      connection = file.connection
    } catch {
      throw .store(error)
    }
    do throws(SQLiteError) {
      // What has no key is sorted, and that may be more than memory holds.
      try connection.execute("PRAGMA temp_store = FILE")
      (schema, size) = try Self.hold(connection)
    } catch {
      throw Self.error(error, connection, path)
    }
  }

  /// Takes a connection that is open, in a transaction or not; it stays open afterwards.
  package init(connection: Connection) throws(WorkspaceError) {
    path = connection.path
    self.connection = connection
    file = nil
    do throws(SQLiteError) {
      (schema, size) = try Self.hold(connection)
    } catch {
      throw Self.error(error, connection, path)
    }
  }

  deinit { release() }

  /// Lets go of the file; throws when it changed while it was read without locks.
  package func finish() throws(WorkspaceError) {
    release()
    do throws(StoreError) { try file?.finish() } catch { throw .store(error) }
  }

  private func release() {
    guard isHeld else { return }
    isHeld = false
    connection.limitWork(steps: nil)
    // Nothing was written: there is nothing that could fail and matter.
    try? connection.execute("RELEASE meridian_comparison")
  }

  /// Begins to read one version of the file, within the transaction if there is one.
  private static func hold(
    _ connection: Connection
  ) throws(SQLiteError) -> (FileSchema, Int64) {
    try connection.execute("SAVEPOINT meridian_comparison")
    do throws(SQLiteError) {
      let schema = try SchemaReader.read(connection)
      let size = try ["page_count", "page_size"].map { name throws(SQLiteError) -> Int64 in
        let row = try connection.prepare("PRAGMA \(name)")
        return try row.step() ? row.integer(0) : 0
      }.reduce(1, &*)
      connection.limitWork(steps: nil)
      return (schema, size)
    } catch {
      let isEndless = connection.isWorkUsedUp
      try? connection.execute("RELEASE meridian_comparison")
      throw isEndless
        ? SQLiteError(code: 11, message: "reading its schema takes too long") : error
    }
  }

  /// Allows the following statements to cost what reading a table of so many columns may cost:
  /// more rows than there is room for in the file mean that its pages lead in circles.
  func limitWork(columns: Int, slack: Int) {
    // No row takes less than four bytes: a place in its page, a length and a header.
    let most = Int(clamping: size / 4) &+ 1000
    let (steps, overflows) = most.multipliedReportingOverflow(by: 64 + 8 * columns)
    connection.limitWork(steps: overflows ? nil : steps &+ slack)
  }

  /// An error of this file's connection, as the document tells it.
  func error(_ error: SQLiteError) -> WorkspaceError { Self.error(error, connection, path) }

  private static func error(
    _ error: SQLiteError, _ connection: Connection, _ path: String
  ) -> WorkspaceError {
    if error.primary == 9, connection.isWorkUsedUp {
      return .store(.damaged(path: path, detail: "reading its rows does not end"))
    }
    return .store(error.storeError(path: path))
  }
}
