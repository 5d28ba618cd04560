/// Why a store was not repaired; it is as it was before.
public enum RepairError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or its folder may not be written.
  case readOnly(path: String)
  /// Another program has left changes in a `-wal` or `-journal` beside the file.
  case unfinishedChanges(path: String, side: String)
  /// The file is no longer the one that was examined.
  case changed(path: String)
  /// A statement of the plan failed; `detail` is what SQLite said.
  case failed(path: String, sql: String, detail: String)
  /// Reading or writing failed, or the person asked to stop.
  case store(StoreError)

  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .readOnly(let path):
      "\(path) or its folder is read-only, so nothing was repaired; make both writable first."
    case .unfinishedChanges(let path, let side):
      "\(path) has unfinished changes in \(path)\(side), so nothing was repaired; close the "
        + "program that has it open, or open it once and close it."
    case .changed(let path):
      "\(path) was changed by another program after it was examined, so nothing was repaired; "
        + "examine it again."
    case .failed(let path, let sql, let detail):
      "\(path) was not repaired and is as before: \(detail), at “\(sql.prefix(120))”; "
        + "restore it from a copy, or repair the rest by hand."
    case .store(let error):
      error.description
    }
  }
}
