/// The tables and views of a database, as its schema table names them.
struct SchemaCatalog {
  /// What a schema entry is.
  enum Kind { case table, view, virtualTable }

  /// One table or view.
  struct Entry {
    var name: String
    var kind: Kind
  }

  private var exact: [String: Entry] = [:]
  private var folded: [String: Entry] = [:]

  /// Reads the schema table.
  init(_ connection: Connection) throws(SQLiteError) {
    let rows = try connection.prepare(
      "SELECT name, type, substr(sql, 1, 40) FROM sqlite_schema WHERE type IN ('table', 'view')")
    while try rows.step() {
      guard let name = rows.text(0) else { continue }
      let isVirtual = Self.folding(rows.text(2) ?? "").hasPrefix("create virtual")
      let kind: Kind = rows.text(1) == "view" ? .view : isVirtual ? .virtualTable : .table
      exact[name] = Entry(name: name, kind: kind)
      folded[Self.folding(name)] = Entry(name: name, kind: kind)
    }
  }

  /// The table or view of a name; SQLite ignores the case of ASCII letters.
  func entry(_ name: String) -> Entry? { exact[name] ?? folded[Self.folding(name)] }

  /// The name of an ordinary table, as the schema spells it, or nil.
  func table(_ name: String) -> String? {
    guard let entry = entry(name), entry.kind == .table else { return nil }
    return entry.name
  }

  /// A name with ASCII capitals made small, as SQLite compares names.
  static func folding(_ name: String) -> String {
    var bytes = Array(name.utf8)
    for index in bytes.indices where (65...90).contains(bytes[index]) { bytes[index] += 32 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Connection {
  /// A column as `PRAGMA table_xinfo` tells it, hidden ones left out, generated ones kept.
  struct ColumnInfo {
    var name: String
    var declaredType: String
    var isNotNull: Bool
    /// The position in the primary key, 0 outside of it.
    var keyPosition: Int64
  }

  /// The columns of a table or view.
  func columns(of table: String) throws(SQLiteError) -> [ColumnInfo] {
    let rows = try prepare("PRAGMA table_xinfo(\(Self.quoted(table)))")
    var found: [ColumnInfo] = []
    while try rows.step() {
      // 1 is a hidden column of a virtual table; 2 and 3 are generated columns.
      guard rows.integer(6) != 1, let name = rows.text(1) else { continue }
      found.append(
        ColumnInfo(
          name: name, declaredType: rows.text(2) ?? "", isNotNull: rows.integer(3) != 0,
          keyPosition: rows.integer(5)))
    }
    return found
  }
}
