/// What a table asks of its rows, as SQLite enforces it or would if it were asked to.
package struct TableRules: Hashable, Sendable {
  /// Columns whose values together occur once.
  package struct Unique: Hashable, Sendable {
    /// The index that SQLite keeps for it.
    package var index: String
    /// The columns, without expressions.
    package var columns: [String]
    /// How each column's texts are compared.
    package var collations: [String]
    /// Whether only some rows are in the index, or expressions are: only SQLite can tell then.
    package var isPartial: Bool
  }

  /// Columns that name a row of another table.
  package struct Reference: Hashable, Sendable {
    /// The table with the referring columns, and they.
    package var table: String
    package var columns: [String]
    /// The table that is referred to, and its columns.
    package var target: String
    package var targetColumns: [String]
  }

  /// The table or view.
  package var table: String
  /// Columns that are computed, as the table spells them.
  package var generated: Set<String> = []
  /// All columns, hidden ones left out.
  package var columns: [String] = []
  package var uniques: [Unique] = []
  package var checks: [TableCheck] = []
  /// What the table's own columns refer to.
  package var references: [Reference] = []
  /// What refers to the table.
  package var referrers: [Reference] = []
  /// The name by which the rowid is asked for; nil where there is none.
  package var rowid: String?

  /// Reads the rules of a table or view.
  package init(of table: String, on connection: Connection) throws(SQLiteError) {
    self.table = table
    let rows = try connection.prepare("PRAGMA table_xinfo(\(Connection.quoted(table)))")
    while try rows.step() {
      guard rows.integer(6) != 1, let name = rows.text(1) else { continue }
      columns.append(name)
      if rows.integer(6) != 0 { generated.insert(name) }
    }
    let entry = try connection.prepare(
      "SELECT type, sql FROM sqlite_schema WHERE name = ?1 AND type IN ('table', 'view')")
    try entry.bind(.text(table), to: 1)
    guard try entry.step(), entry.text(0) == "table" else { return }
    checks = TableText.checks(in: entry.text(1) ?? "")
    uniques = try Self.uniques(of: table, on: connection)
    references = try Self.references(from: table, on: connection)
    referrers = try Self.referrers(of: table, on: connection)
    rowid = Self.rowidName(of: table, columns, on: connection)
  }

  /// The name by which a table's rowid is asked for; nil where it has none.
  private static func rowidName(
    of table: String, _ columns: [String], on connection: Connection
  ) -> String? {
    let taken = Set(columns.map(SchemaCatalog.folding))
    return ["rowid", "_rowid_", "oid"].first { name in
      !taken.contains(name)
        && (try? connection.prepare("SELECT \(name) FROM \(Connection.quoted(table))")) != nil
    }
  }

  /// Whether a table keeps its rows under its key, so that SQLite does not tell of their changes.
  package static func isWithoutRowid(_ table: String, on connection: Connection) -> Bool {
    guard let columns = try? connection.columns(of: table), !columns.isEmpty else { return false }
    return rowidName(of: table, columns.map(\.name), on: connection) == nil
  }

  private static func uniques(
    of table: String, on connection: Connection
  ) throws(SQLiteError) -> [Unique] {
    let list = try connection.prepare("PRAGMA index_list(\(Connection.quoted(table)))")
    var found: [Unique] = []
    while try list.step() {
      guard list.integer(2) != 0, let index = list.text(1) else { continue }
      var unique = Unique(
        index: index, columns: [], collations: [], isPartial: list.integer(4) != 0)
      let parts = try connection.prepare("PRAGMA index_xinfo(\(Connection.quoted(index)))")
      while try parts.step() {
        guard parts.integer(5) != 0 else { continue }
        if let name = parts.text(2) {
          unique.columns.append(name)
          unique.collations.append(parts.text(4) ?? "BINARY")
        } else {
          unique.isPartial = true
        }
      }
      found.append(unique)
    }
    // SQLite lists the newest first.
    return found.reversed()
  }

  private static func references(
    from table: String, on connection: Connection
  ) throws(SQLiteError) -> [Reference] {
    let rows = try connection.prepare("PRAGMA foreign_key_list(\(Connection.quoted(table)))")
    var found: [(id: Int64, reference: Reference)] = []
    while try rows.step() {
      guard let target = rows.text(2), let column = rows.text(3) else { continue }
      let id = rows.integer(0)
      if found.last?.id != id {
        found.append(
          (id, Reference(table: table, columns: [], target: target, targetColumns: [])))
      }
      found[found.count - 1].reference.columns.append(column)
      if let to = rows.text(4) { found[found.count - 1].reference.targetColumns.append(to) }
    }
    for index in found.indices where found[index].reference.targetColumns.isEmpty {
      let target = found[index].reference.target
      found[index].reference.targetColumns = try key(of: target, on: connection)
    }
    // A reference to a table that is not there, or to no columns, is nobody's to check.
    return found.map(\.reference).filter { $0.columns.count == $0.targetColumns.count }.reversed()
  }

  private static func key(
    of table: String, on connection: Connection
  ) throws(SQLiteError) -> [String] {
    try connection.columns(of: table).filter { $0.keyPosition > 0 }
      .sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  private static func referrers(
    of table: String, on connection: Connection
  ) throws(SQLiteError) -> [Reference] {
    let folded = SchemaCatalog.folding(table)
    let rows = try connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%references%'")
    var found: [Reference] = []
    while try rows.step() {
      guard let name = rows.text(0) else { continue }
      found += try references(from: name, on: connection)
        .filter { SchemaCatalog.folding($0.target) == folded }
    }
    return found
  }
}

/// What the schema tells of names that turn up when rows change.
package struct SchemaFacts: Sendable {
  /// The tables that triggers watch, by the triggers' names.
  package private(set) var triggers: [String: String] = [:]
  /// R-trees, as the schema spells them.
  package private(set) var trees: Set<String> = []
  /// The tables in which R-trees keep their content, with the tree of each.
  package private(set) var shadows: [String: String] = [:]

  /// Reads the schema table.
  package init(_ connection: Connection) throws(SQLiteError) {
    let rows = try connection.prepare(
      """
      SELECT type, name, tbl_name, substr(sql, 1, 4000) FROM sqlite_schema
      WHERE type = 'trigger' OR (type = 'table' AND sql LIKE 'create virtual table%')
      """)
    while try rows.step() {
      guard let name = rows.text(1), let table = rows.text(2) else { continue }
      if rows.text(0) == "trigger" {
        triggers[name] = table
      } else if SchemaCatalog.folding(rows.text(3) ?? "").holds("using rtree") {
        trees.insert(name)
        for part in ["node", "parent", "rowid"] { shadows["\(name)_\(part)"] = name }
      }
    }
  }
}
