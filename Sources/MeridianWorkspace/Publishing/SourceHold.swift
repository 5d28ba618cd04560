import MeridianStore

/// A source that is held: open, and locked against everybody who asks for SQLite's locks.
struct SourceHold {
  /// Its path without links.
  let path: String
  /// The file, whatever becomes of its name. It is not closed before the lock may go.
  let file: OpenFile
  private let connection: Connection
  /// Whether readers are kept out too, as they have to be of a file in WAL mode.
  private(set) var isExclusive = false

  /// Opens the source for writing; nothing is written.
  init(_ source: String) throws(WorkspaceError) {
    let found: String
    do throws(StoreError) {
      found = try FileNames.realPath(source)
    } catch {
      guard case .notFound = error else { throw .store(error) }
      throw .unavailable(path: source, reason: "there is no such file; publish it under a new name")
    }
    path = found
    guard FileAccess.isWritable(found) else { throw .readOnly(path: source) }
    file = try WorkspaceError.storing { () throws(StoreError) in try OpenFile(found) }
    do throws(SQLiteError) {
      connection = try Connection(path: found, mode: .update)
    } catch {
      throw .store(error.storeError(path: found))
    }
  }

  /// What came of an attempt to lock.
  enum Attempt: Hashable {
    case locked
    /// The path is for another file by now.
    case moved
    /// Another program is in the way.
    case inUse(String)
  }

  /// Takes the lock that keeps writers out, and finds out whether the file is all there is.
  mutating func lock() throws(WorkspaceError) -> Attempt {
    do {
      guard try connection.lockFile(.shared), try connection.lockFile(.reserved) else {
        return .inUse("another program is writing it")
      }
      // A connection in WAL mode writes beside the file and would go on doing so beside the new
      // one: there must be none, and none may come. Each one holds a shared lock as long as it is
      // open.
      if try isInWALMode() {
        guard try connection.lockFile(.exclusive) else {
          return .inUse("another program has it open")
        }
        isExclusive = true
      }
    } catch let error as SQLiteError {
      throw .store(error.storeError(path: path))
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.inputOutput(path: path, detail: "\(error)"))
    }
    if let side = unfinished { return .inUse(side) }
    return isInPlace ? .locked : .moved
  }

  private func isInWALMode() throws(StoreError) -> Bool {
    let header = try file.prefix(20)
    return (header.count == 20 && (header[18] == 2 || header[19] == 2))
      || FileNames.size(path + "-wal") != nil
  }

  /// Why what is in the file is not all there is; nil when it is.
  var unfinished: String? {
    if (FileNames.size(path + "-wal") ?? 0) > 0 || (!isExclusive && hasLog) {
      return "changes of another program wait in its -wal file"
    }
    let journal = path + "-journal"
    guard (FileNames.size(journal) ?? 0) > 0 else { return nil }
    // A journal that is kept for the next time begins with zeros.
    let first = (try? OpenFile(journal).prefix(1))?.first
    return first == 0 ? nil : "changes of another program wait in its -journal file"
  }

  private var hasLog: Bool { FileNames.size(path + "-wal") != nil }

  /// Whether the path is for the file that is held.
  var isInPlace: Bool { FileIdentity(path) == file.identity && !connection.hasMoved }

  /// Removes the empty log of a file in WAL mode: the new file is not in that mode, and who opened
  /// it beside a log would take it to be.
  func removeEmptyLog() throws(StoreError) {
    guard isExclusive else { return }
    for side in ["-wal", "-shm"] { try FileNames.remove(path + side) }
  }
}
