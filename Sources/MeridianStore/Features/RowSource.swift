/// How the rows of a layer are told apart and fetched in SQL.
struct RowSource {
  /// The column that is the feature id, and whether the table declares or the rows prove it.
  var key = FeatureKey.none
  /// The name by which SQLite answers the rowid, nil in views and tables without.
  var rowid: String?
  /// Whether the key column is the rowid itself.
  var isKeyRowid = false
}

/// Why a layer is left out.
struct LayerRefusal: Error {
  var code: String
  var message: String
}

/// Finds out what identifies the rows of a table or view.
struct KeyFinder {
  let connection: Connection

  /// Determines the row source of a table or view, reading all its rows where only they can tell.
  ///
  /// A view is read to its end here: one that never ends, or fails, is refused.
  func source(
    of entry: SchemaCatalog.Entry, columns: [Connection.ColumnInfo], candidate: String?
  ) throws(LayerRefusal) -> RowSource {
    switch entry.kind {
    case .virtualTable:
      throw LayerRefusal(code: "virtual-table", message: "it is a virtual table")
    case .view: return try viewSource(entry.name, columns, candidate: candidate)
    case .table: return tableSource(entry.name, columns)
    }
  }

  private func tableSource(
    _ table: String, _ columns: [Connection.ColumnInfo]
  ) -> RowSource {
    var source = RowSource()
    let taken = Set(columns.map { SchemaCatalog.folding($0.name) })
    source.rowid = ["rowid", "_rowid_", "oid"].first { name in
      !taken.contains(name)
        && (try? connection.prepare("SELECT \(name) FROM \(Connection.quoted(table))")) != nil
    }
    let keys = columns.filter { $0.keyPosition > 0 }
    guard keys.count == 1, let key = keys.first else { return source }
    if isRowidAlias(key, of: table) {
      source.key = .primaryKey(key.name)
      source.rowid = Connection.quoted(key.name)
      source.isKeyRowid = true
    } else if AttributeType(declared: key.declaredType) == .integer,
      case .unique? = try? proof(of: key.name, in: table)
    {
      source.key = .proven(key.name)
    }
    return source
  }

  /// A column declared exactly INTEGER PRIMARY KEY is the rowid, and then has no index of its own
  /// (which `INTEGER PRIMARY KEY DESC` and tables without rowids have).
  private func isRowidAlias(_ key: Connection.ColumnInfo, of table: String) -> Bool {
    guard SchemaCatalog.folding(key.declaredType) == "integer",
      let indexes = try? connection.prepare("PRAGMA index_list(\(Connection.quoted(table)))")
    else { return false }
    while (try? indexes.step()) == true {
      if indexes.text(3) == "pk" { return false }
    }
    return true
  }

  private func viewSource(
    _ view: String, _ columns: [Connection.ColumnInfo], candidate: String?
  ) throws(LayerRefusal) -> RowSource {
    let wanted = candidate.map(SchemaCatalog.folding)
    let key =
      wanted.map { wanted in
        columns.first { SchemaCatalog.folding($0.name) == wanted }
      } ?? columns.first
    guard let key else { throw LayerRefusal(code: "broken-view", message: "it has no columns") }
    do {
      var source = RowSource()
      if case .unique = try proof(of: key.name, in: view) { source.key = .proven(key.name) }
      return source
    } catch {
      throw LayerRefusal(
        code: "broken-view",
        message: connection.isWorkUsedUp ? "reading it takes too long" : error.message)
    }
  }

  private enum Proof { case unique, ambiguous }

  /// Reads a column to its end: unique when every value is an integer and none occurs twice.
  private func proof(of column: String, in table: String) throws(SQLiteError) -> Proof {
    let rows = try connection.prepare(
      "SELECT \(Connection.quoted(column)) FROM \(Connection.quoted(table))")
    var seen: [Int64] = []
    var isInteger = true
    while try rows.step() {
      if isInteger && rows.storage(0) == .integer {
        seen.append(rows.integer(0))
      } else {
        isInteger = false
        seen = []
      }
    }
    guard isInteger else { return .ambiguous }
    seen.sort()
    for index in seen.indices.dropFirst() where seen[index] == seen[index - 1] {
      return .ambiguous
    }
    return .unique
  }
}
