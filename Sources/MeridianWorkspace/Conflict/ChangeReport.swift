/// What has become of a document: a base and another file, compared as values by layer, row and
/// column.
///
/// Every count is exact; of the rows themselves the first of each table are listed.
/// ```swift
/// let report = try ChangeReport(base: "base.gpkg", other: "document.gpkg", cacheFolder: cache)
/// for table in report.tables { print(table.name, table.changes.total) }
/// ```
public struct ChangeReport: Hashable, Sendable {
  /// One column of a row that differs.
  public struct Cell: Hashable, Sendable {
    /// The column's name.
    public var column: String
    /// The value in the base; nil where the row or the column is not there.
    public var base: ReportedValue?
    /// The value in the other file; nil where the row or the column is not there.
    public var other: ReportedValue?
  }

  /// One row that differs.
  public struct Row: Hashable, Sendable {
    /// What tells it from the others.
    public var key: RowKey
    /// What became of it.
    public var change: RowChange
    /// The columns that differ; of a row that was added or deleted all that are not NULL, without
    /// those of the key.
    public var cells: [Cell]
    /// How many rows like it the base and the other file have, in a table without a key.
    public var copies: [Int]?
  }

  /// One table that differs.
  public struct Table: Hashable, Sendable {
    /// The table's name.
    public var name: String
    /// What it is for.
    public var role: TableRole
    /// Rows in the base and in the other file; nil where the table is not there.
    public var rowCounts: [Int?]
    /// What became of them.
    public var changes: ChangeCounts
    /// The first of the rows that differ, in the order of their keys.
    public var rows: [Row]
    /// Rows that differ and are not listed.
    public var omitted: Int
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
    /// What the other file says; nil where it has no such thing.
    public var other: String?
  }

  /// Differences of schema, the first of them.
  public var schema: [Schema]
  /// All differences of schema.
  public var schemaCount: Int
  /// The tables that differ: layers first, the format's own last.
  public var tables: [Table]
  /// The tables that are the same in both files.
  public var untouched: [UntouchedTable]
  /// What differs and only keeps book.
  public var bookkeeping: [BookkeepingDifference]
  /// Tables that are no content, and were not compared.
  public var leftOut: [String]

  /// Compares two files; nothing is written to them or beside them, and what is no content is left
  /// out (sessions, cameras, R-trees, counts, times of change).
  ///
  /// A file that this process is writing at the moment must not be among them.
  ///
  /// - Parameter cacheFolder: where a file with unfinished changes is copied to be read.
  public init(
    base: String, other: String, cacheFolder: String, options: ReportOptions = ReportOptions()
  ) throws(WorkspaceError) {
    try self.init(
      base: ComparedFile(path: base, cacheFolder: cacheFolder),
      other: ComparedFile(path: other, cacheFolder: cacheFolder), options: options)
  }

  /// Compares two files that are held, and lets go of them.
  package init(
    base: ComparedFile, other: ComparedFile, options: ReportOptions = ReportOptions()
  ) throws(WorkspaceError) {
    let compared = try StoreComparison([base, other], options)
    for file in [base, other] { try file.finish() }
    schema = compared.schema.map { difference in
      Schema(
        subject: difference.subject, table: difference.table, name: difference.name,
        base: difference.texts[0], other: difference.texts[1])
    }
    schemaCount = compared.schemaCount
    tables = compared.tables.map(Table.init)
    untouched = compared.untouched
    bookkeeping = compared.bookkeeping
    leftOut = compared.leftOut
  }

  /// Whether nothing has changed.
  public var isEmpty: Bool { schemaCount == 0 && tables.isEmpty }
}

extension ChangeReport.Table {
  fileprivate init(_ result: TableResult) {
    name = result.name
    role = result.role
    rowCounts = result.rows
    changes = result.changes[1]
    rows = result.listed.map { row in
      ChangeReport.Row(
        key: row.key, change: row.changes[1],
        cells: row.cells.map { cell in
          ChangeReport.Cell(column: cell.column, base: cell.values[0], other: cell.values[1])
        }, copies: row.copies)
    }
    omitted = result.agreements.values.reduce(0, +) - result.listed.count
  }
}
