/// What both sides have made of a document since they had the same: base, theirs and ours, compared
/// as values by layer, row and column.
///
/// Every count is exact; of the rows themselves the first are listed for each table and each
/// ``Agreement``. Rows of tables with a key are paired by it; rows of others are each all that they
/// hold, and a changed one is one deleted and one added.
/// ```swift
/// let report = try ConflictReport(
///   base: "base.gpkg", theirs: "shared.gpkg", ours: "document.gpkg", cacheFolder: cache)
/// if report.theirsHoldsAllOfOurs { print("nothing to publish") }
/// for row in report.tables.flatMap(\.rows) where row.agreement == .conflict { print(row.key) }
/// ```
public struct ConflictReport: Hashable, Sendable {
  /// One column of a row, or one whole row, that differs on some side.
  public struct Cell: Hashable, Sendable {
    /// The column's name.
    public var column: String
    /// The value in the base; nil where the row or the column is not there.
    public var base: ReportedValue?
    /// The value in theirs; nil where the row or the column is not there.
    public var theirs: ReportedValue?
    /// The value in ours; nil where the row or the column is not there.
    public var ours: ReportedValue?
    /// Who changed it.
    public var agreement: Agreement
  }

  /// One row that differs on some side.
  public struct Row: Hashable, Sendable {
    /// What tells it from the others.
    public var key: RowKey
    /// What theirs did to it.
    public var theirs: RowChange
    /// What ours did to it.
    public var ours: RowChange
    /// How that goes together.
    public var agreement: Agreement
    /// The columns that differ; of a row that was added or deleted all that are not NULL, without
    /// those of the key.
    public var cells: [Cell]
    /// How many rows like it base, theirs and ours have, in a table without a key.
    public var copies: [Int]?
  }

  /// Two rows that cannot both be kept: theirs and ours have each added one, or changed one to it,
  /// with values that a unique index allows once.
  public struct Collision: Hashable, Sendable {
    /// The columns of the index.
    public var columns: [String]
    /// Their values.
    public var values: [ReportedValue]
    /// The row of theirs.
    public var theirs: RowKey
    /// The row of ours.
    public var ours: RowKey
  }

  /// One table that differs on some side.
  public struct Table: Hashable, Sendable {
    /// The table's name.
    public var name: String
    /// What it is for.
    public var role: TableRole
    /// Rows in base, theirs and ours; nil where the table is not there.
    public var rowCounts: [Int?]
    /// What theirs did.
    public var theirs: ChangeCounts
    /// What ours did.
    public var ours: ChangeCounts
    /// Rows that differ, by how the sides go together: all of them.
    public var counts: [Agreement: Int]
    /// The first of these rows for each agreement, in the order of their keys.
    public var rows: [Row]
    /// The first collisions in unique indexes.
    public var collisions: [Collision]
    /// All collisions in unique indexes.
    public var collisionCount: Int

    /// Rows that differ and are not listed.
    public var omitted: Int { counts.values.reduce(0, +) - rows.count }
    /// Rows and pairs of rows that cannot be kept from both sides.
    public var conflictCount: Int { counts[.conflict, default: 0] + collisionCount }
  }

  /// One difference of schema.
  public struct Schema: Hashable, Sendable {
    /// What it is about.
    public var subject: SchemaSubject
    /// The table it belongs to; empty for the file itself.
    public var table: String
    /// Its name; empty for the table itself.
    public var name: String
    /// What the base says; nil where it has no such thing.
    public var base: String?
    /// What theirs says; nil where it has no such thing.
    public var theirs: String?
    /// What ours says; nil where it has no such thing.
    public var ours: String?
    /// Who changed it.
    public var agreement: Agreement
  }

  /// Differences of schema, the first of them.
  public var schema: [Schema]
  /// All differences of schema.
  public var schemaCount: Int
  /// The tables that differ: layers first, the format's own last.
  public var tables: [Table]
  /// The tables that are the same in all three files.
  public var untouched: [UntouchedTable]
  /// What differs and only keeps book.
  public var bookkeeping: [BookkeepingDifference]
  /// Tables that are no content, and were not compared.
  public var leftOut: [String]
  /// Whether every change of ours is in theirs already, so that nothing is left to publish.
  public var theirsHoldsAllOfOurs: Bool
  /// Rows, pairs of rows and parts of the schema that cannot be kept from both sides.
  public var conflictCount: Int

  /// Compares three files; nothing is written to them or beside them. What is no content is left
  /// out (sessions, cameras, R-trees, counts, times of change).
  ///
  /// A file that this process is writing at the moment must not be among them.
  ///
  /// - Parameter cacheFolder: where a file with unfinished changes is copied to be read.
  public init(
    base: String, theirs: String, ours: String, cacheFolder: String,
    options: ReportOptions = ReportOptions()
  ) throws(WorkspaceError) {
    try self.init(
      base: ComparedFile(path: base, cacheFolder: cacheFolder),
      theirs: ComparedFile(path: theirs, cacheFolder: cacheFolder),
      ours: ComparedFile(path: ours, cacheFolder: cacheFolder), options: options)
  }

  /// Compares three files that are held, and lets go of them.
  package init(
    base: ComparedFile, theirs: ComparedFile, ours: ComparedFile,
    options: ReportOptions = ReportOptions()
  ) throws(WorkspaceError) {
    let compared = try StoreComparison([base, theirs, ours], options)
    for file in [base, theirs, ours] { try file.finish() }
    self.init(compared)
  }

  private init(_ compared: StoreComparison) {
    schema = compared.schema.map { difference in
      Schema(
        subject: difference.subject, table: difference.table, name: difference.name,
        base: difference.texts[0], theirs: difference.texts[1], ours: difference.texts[2],
        agreement: difference.agreement)
    }
    schemaCount = compared.schemaCount
    tables = compared.tables.map(Table.init)
    untouched = compared.untouched
    bookkeeping = compared.bookkeeping
    leftOut = compared.leftOut
    theirsHoldsAllOfOurs = compared.holdsAllOfOurs
    conflictCount = tables.reduce(compared.schemaConflicts) { $0 + $1.conflictCount }
  }

  /// Whether neither side has changed anything.
  public var isUntouched: Bool { schemaCount == 0 && tables.isEmpty }
}

extension ConflictReport.Table {
  fileprivate init(_ result: TableResult) {
    name = result.name
    role = result.role
    rowCounts = result.rows
    theirs = result.changes[1]
    ours = result.changes[2]
    counts = result.agreements
    rows = result.listed.map { row in
      ConflictReport.Row(
        key: row.key, theirs: row.changes[1], ours: row.changes[2], agreement: row.agreement,
        cells: row.cells.map { cell in
          ConflictReport.Cell(
            column: cell.column, base: cell.values[0], theirs: cell.values[1],
            ours: cell.values[2], agreement: cell.agreement)
        }, copies: row.copies)
    }
    collisions = result.collisions.map { found in
      ConflictReport.Collision(
        columns: found.columns, values: found.values, theirs: found.theirs, ours: found.ours)
    }
    collisionCount = result.collisionCount
  }
}
