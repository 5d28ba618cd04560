/// What differs in one table of two or three files; arrays hold one element for each file, the base
/// first and ours last.
struct TableResult {
  /// One column of a row.
  struct Cell {
    var column: String
    /// nil where the row, or the column, is not there.
    var values: [ReportedValue?]
    var agreement: Agreement
  }

  /// One row.
  struct Row {
    var key: RowKey
    var changes: [RowChange]
    var agreement: Agreement
    var cells: [Cell]
    /// How many rows like it there are, in a table without a key.
    var copies: [Int]?
  }

  /// Two rows that a unique index cannot hold both.
  struct Collision {
    var columns: [String]
    var values: [ReportedValue]
    var theirs: RowKey
    var ours: RowKey
  }

  let name: String
  let role: TableRole
  /// nil where the table is not there.
  var rows: [Int?]
  var changes: [ChangeCounts]
  /// How many rows differ in each way.
  var agreements: [Agreement: Int] = [:]
  var listed: [Row] = []
  var collisions: [Collision] = []
  var collisionCount = 0
  /// Columns that keep book and differ.
  var bookkeeping: Set<Int> = []
  /// Whether theirs has every change of ours.
  var holdsAllOfOurs = true

  init(_ layout: TableLayout) {
    name = layout.name
    role = layout.role
    rows = layout.names.map { _ in nil }
    changes = layout.names.map { _ in ChangeCounts() }
  }

  /// Whether the rows of all files are the same.
  var isUntouched: Bool { agreements.isEmpty }

  /// Whether a row that differs so is still to be listed.
  func lists(_ agreement: Agreement, most: Int) -> Bool { agreements[agreement, default: 0] < most }

  /// Counts one row, or several that are alike.
  mutating func count(_ change: RowChange, of file: Int, times: Int = 1) {
    switch change {
    case .unchanged: break
    case .added: changes[file].added += times
    case .changed: changes[file].changed += times
    case .deleted: changes[file].deleted += times
    }
  }
}
