import MeridianStore

/// Walks over the rows of one file's table in the order of their key.
final class RowCursor {
  let file: ComparedFile
  /// The current row's columns are those of the layout; only to be looked at while ``hasRow``.
  let rows: Statement?
  private(set) var hasRow = false
  /// Rows met so far.
  private(set) var count = 0
  private let sorts: Bool
  /// Ranges of the key that are still to be walked over; nil for all rows at once.
  private var gaps: ArraySlice<ClosedRange<Int64>>?

  /// Prepares to walk; a table that the file does not have is one without rows.
  ///
  /// - Parameter gaps: ranges of an integer key to walk over; nil for all rows.
  init(
    _ layout: TableLayout, _ index: Int, of file: ComparedFile,
    gaps: [ClosedRange<Int64>]? = nil
  ) throws(WorkspaceError) {
    self.file = file
    self.gaps = gaps.map { $0[...] }
    guard let sql = layout.select(from: index, isRanged: gaps != nil),
      let table = layout.names[index]
    else {
      rows = nil
      sorts = false
      return
    }
    do throws(SQLiteError) {
      rows = try file.connection.prepare(sql)
      sorts = try Self.sorts(sql, file.connection)
      if sorts { try Self.checkOrder(of: table, layout, file.connection) }
      if sorts || layout.filter != nil {
        file.limitWork(columns: layout.columns.count, slack: sorts ? 0 : 1_000_000_000)
      }
    } catch {
      throw file.error(error)
    }
  }

  /// Moves to the next row.
  @inline(__always)
  func advance() throws(WorkspaceError) {
    guard let rows else { return }
    do throws(SQLiteError) {
      hasRow = gaps == nil || count > 0 ? try rows.step() : false
      if gaps != nil, !hasRow { try enterGap(rows) }
    } catch {
      hasRow = false
      throw file.error(error)
    }
    // All rows have been read by now: what follows comes from the sorter.
    if sorts && count == 0 { file.connection.limitWork(steps: nil) }
    if hasRow { count += 1 }
  }

  /// Moves to the first row of the next gap that has one.
  private func enterGap(_ rows: Statement) throws(SQLiteError) {
    while !hasRow, let gap = gaps?.popFirst() {
      rows.reset()
      try rows.bind(.integer(gap.lowerBound), to: 1)
      try rows.bind(.integer(gap.upperBound), to: 2)
      hasRow = try rows.step()
    }
  }

  /// Whether SQLite has to sort the rows of a query before it gives the first.
  private static func sorts(
    _ sql: String, _ connection: Connection
  ) throws(SQLiteError) -> Bool {
    let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
    var sorts = false
    while try plan.step() {
      if plan.text(3)?.holds("TEMP B-TREE") == true { sorts = true }
    }
    return sorts
  }

  /// Checks that a table's rowids ascend, before its rows are sorted: a damaged tree can lead to
  /// the same page again and again, and no sorter would ever be full.
  private static func checkOrder(
    of table: String, _ layout: TableLayout, _ connection: Connection
  ) throws(SQLiteError) {
    let taken = Set(layout.columns.map { ASCII.folding($0.name) })
    // A table without rowids refuses.
    guard let name = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }),
      let ids = try? connection.prepare(
        "SELECT \(name) FROM \(Connection.quoted(table)) ORDER BY \(name)")
    else { return }
    var last: Int64?
    while try ids.step() {
      let id = ids.integer(0)
      if let last, id <= last { throw SQLiteError(code: 11, message: "rows are out of order") }
      last = id
    }
  }
}
