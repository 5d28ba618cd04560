import MeridianKernel
import MeridianStore

/// Reads the schema of one file: what SQLite's own table says, then what the catalogs say of it.
struct SchemaReader {
  private let connection: Connection
  private var schema = FileSchema()
  /// Spatial indexes by the names of the virtual tables that hold them.
  private var trees: [String: String] = [:]

  /// More entries than this are refused, as a store's layers are.
  private static let mostEntries = 200_000

  private struct Entry {
    var type: String
    var name: String
    var table: String
    var sql: String?
  }

  /// Reads it. O(entries of the schema).
  static func read(_ connection: Connection) throws(SQLiteError) -> FileSchema {
    var reader = SchemaReader(connection: connection)
    let entries = try reader.entries()
    try reader.readNumbers()
    try reader.readTables(entries)
    let contents = reader.readContents()
    try reader.readGeometries()
    for name in reader.schema.order {
      reader.schema.update(name) { table in
        // A table with a registered geometry is a layer in SpatiaLite too, which has no contents.
        let type = contents[name] ?? (table.geometries.isEmpty ? nil : "features")
        table.role = ContentRules.role(of: name, dataType: type)
      }
    }
    reader.readOthers(entries)
    return reader.schema
  }

  private init(connection: Connection) { self.connection = connection }

  private func entries() throws(SQLiteError) -> [Entry] {
    let rows = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
    var found: [Entry] = []
    while try rows.step() {
      guard let type = rows.text(0), let name = rows.text(1), let table = rows.text(2) else {
        continue
      }
      guard found.count < Self.mostEntries else {
        throw SQLiteError(code: 1, message: "its schema has too many entries")
      }
      found.append(Entry(type: type, name: name, table: table, sql: rows.text(3)))
    }
    return found
  }

  private mutating func readNumbers() throws(SQLiteError) {
    for name in ["application_id", "user_version", "encoding"] {
      let row = try connection.prepare("PRAGMA \(name)")
      let text = try row.step() ? row.text(0) ?? "" : ""
      schema.add(.file, table: "", name: name, display: text, normal: text)
      if name == "encoding" { schema.encoding = TextEncoding(rawValue: text) }
    }
  }

  // MARK: Tables

  private mutating func readTables(_ entries: [Entry]) throws(SQLiteError) {
    let shadows = Self.shadows(of: entries)
    for entry in entries where entry.type == "table" && entry.table == entry.name {
      let folded = ASCII.folding(entry.name)
      if ContentRules.isLeftOut(folded) || shadows.contains(folded) {
        schema.leaveOut(entry.name)
        continue
      }
      guard !Self.isVirtual(entry) else {
        schema.others.insert(folded)
        continue
      }
      try readTable(entry)
    }
    for entry in entries where entry.type == "view" {
      schema.others.insert(ASCII.folding(entry.name))
    }
  }

  private static func isVirtual(_ entry: Entry) -> Bool {
    let start = SQLTokens(String((entry.sql ?? "").prefix(64))).tokens.prefix(2)
    return start.map(\.normal) == ["CREATE", "VIRTUAL"]
  }

  /// Whether a virtual table is an R-tree.
  private static func isTree(_ entry: Entry) -> Bool {
    let words = SQLTokens(entry.sql ?? "").tokens
    guard let using = words.firstIndex(where: { $0.isBare && $0.normal == "USING" }),
      using + 1 < words.count
    else { return false }
    return ["rtree", "rtree_i32"].contains(ASCII.folding(words[using + 1].name))
  }

  /// The names of the tables in which R-trees keep their content.
  private static func shadows(of entries: [Entry]) -> Set<String> {
    var names: Set<String> = []
    for entry in entries where entry.type == "table" && isVirtual(entry) && isTree(entry) {
      let name = ASCII.folding(entry.name)
      names.formUnion(["_node", "_rowid", "_parent"].map { name + $0 })
    }
    return names
  }

  private mutating func readTable(_ entry: Entry) throws(SQLiteError) {
    var table = FileSchema.Table(name: entry.name, sql: entry.sql ?? "")
    var types: [String] = []
    let definition = entry.sql.flatMap { TableDefinition($0) }
    let declared = Dictionary(
      (definition?.columns ?? []).map { (ASCII.folding($0.name), $0.declaration) },
      uniquingKeysWith: { first, _ in first })
    let rows = try connection.prepare("PRAGMA table_xinfo(\(Connection.quoted(entry.name)))")
    while try rows.step() {
      guard let name = rows.text(1) else { continue }
      let part = declared[ASCII.folding(name)]
      let type = rows.text(2) ?? ""
      schema.add(
        .column, table: entry.name, name: name,
        display: part.map { $0.written.isEmpty ? "no type" : $0.written } ?? type,
        normal: part?.normal ?? ASCII.capitals(type))
      // What is generated follows from the other columns.
      guard rows.integer(6) == 0 else { continue }
      types.append(ASCII.folding(type))
      table.columns.append(
        FileSchema.Column(
          name: name, keyPosition: rows.integer(5), isNotNull: rows.integer(3) != 0))
    }
    try readIndexes(of: &table)
    // A column declared exactly INTEGER PRIMARY KEY is the rowid, and has no index of its own.
    let keys = table.columns.indices.filter { table.columns[$0].keyPosition > 0 }
    table.hasRowidKey = table.hasRowidKey && keys.count == 1 && types[keys[0]] == "integer"
    let options = definition?.options
    let count = table.columns.count
    schema.add(
      .table, table: entry.name, name: "",
      display: "table, \(count) column\(count == 1 ? "" : "s")"
        + (options.map { $0.written.isEmpty ? "" : ", " + $0.written } ?? ""),
      normal: definition == nil
        ? "table " + SQLTokens(entry.sql ?? "").normal
        : "table " + (options?.normal ?? ""))
    for constraint in definition?.constraints ?? [] {
      // Constraints have no names to go by: each is named by what it says.
      schema.add(
        .constraint, table: entry.name, name: constraint.normal, display: constraint.written,
        normal: constraint.normal)
    }
    schema.add(table)
  }

  /// Reads the unique indexes of a table, and whether one of them is that of its primary key.
  private func readIndexes(of table: inout FileSchema.Table) throws(SQLiteError) {
    let indexes = try connection.prepare("PRAGMA index_list(\(Connection.quoted(table.name)))")
    var names: [String] = []
    table.hasRowidKey = true
    while try indexes.step() {
      if indexes.text(3) == "pk" { table.hasRowidKey = false }
      // Partial indexes say nothing of all rows.
      guard indexes.integer(2) == 1, indexes.integer(4) == 0, let name = indexes.text(1)
      else { continue }
      names.append(name)
    }
    var found: [[(column: String, collation: String)]] = []
    for name in names {
      let rows = try connection.prepare("PRAGMA index_xinfo(\(Connection.quoted(name)))")
      var columns: [(column: String, collation: String)] = []
      var isPlain = true
      while try rows.step() {
        // The rowid, or the key of a table without rowids, stands behind the index's own columns.
        guard rows.integer(5) == 1 else { continue }
        // An expression has no column.
        guard rows.integer(1) >= 0, let column = rows.text(2) else {
          isPlain = false
          continue
        }
        columns.append((ASCII.folding(column), rows.text(4) ?? "BINARY"))
      }
      if isPlain && !columns.isEmpty { found.append(columns) }
    }
    table.uniques = found.reversed()
  }

  // MARK: Catalogs

  /// The data types that the contents give to tables; whatever is odd there says nothing.
  private func readContents() -> [String: String] {
    var types: [String: String] = [:]
    guard schema.has("gpkg_contents"),
      let rows = try? connection.prepare(
        "SELECT table_name, data_type FROM gpkg_contents LIMIT \(Self.mostEntries)")
    else { return types }
    while (try? rows.step()) == true {
      if let table = rows.text(0), let type = rows.text(1) { types[ASCII.folding(table)] = type }
    }
    return types
  }

  private mutating func readGeometries() throws(SQLiteError) {
    if schema.has("gpkg_contents") || schema.has("gpkg_geometry_columns") {
      schema.isGeoPackage = true
      for column in try GeometryColumns.geoPackage(connection) { add(column) }
    } else if schema.has("geometry_columns") {
      for column in try GeometryColumns.spatiaLite(connection) { add(column) }
    }
  }

  private mutating func add(_ column: GeometryColumns.Column) {
    let folded = ASCII.folding(column.table)
    let table = schema.tables[folded]?.name ?? column.table
    schema.update(folded) { $0.geometries.insert(ASCII.folding(column.column)) }
    schema.add(
      .geometryType, table: table, name: column.column, display: column.type,
      normal: column.typeNormal)
    schema.add(
      .crs, table: table, name: column.column, display: column.crs, normal: column.crsNormal)
    if let index = column.indexFlag {
      schema.add(
        .spatialIndex, table: table, name: column.column, display: index, normal: index)
    }
    for prefix in ["rtree_", "idx_"] {
      trees[ASCII.folding(prefix + table + "_" + column.column)] = table
    }
  }

  // MARK: What else the schema names

  private mutating func readOthers(_ entries: [Entry]) {
    let leftOut = Set(schema.leftOut.map(ASCII.folding))
    for entry in entries {
      let folded = ASCII.folding(entry.name)
      let owner = ASCII.folding(entry.table)
      guard let sql = entry.sql, !leftOut.contains(owner) else { continue }
      let words = SQLTokens(sql)
      switch entry.type {
      case "index", "trigger":
        schema.add(
          entry.type == "index" ? .index : .trigger, table: entry.table, name: entry.name,
          display: words.written, normal: words.normal)
      case "view":
        schema.add(
          .view, table: entry.name, name: "", display: words.written, normal: words.normal)
      case "table" where schema.others.contains(folded):
        let isTree = Self.isTree(entry)
        schema.add(
          isTree ? .spatialIndex : .table, table: isTree ? trees[folded] ?? entry.name : entry.name,
          name: isTree ? entry.name : "", display: words.written, normal: words.normal)
      default: break
      }
    }
  }
}
