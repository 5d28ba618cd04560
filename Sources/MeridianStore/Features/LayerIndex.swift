/// A table's own R-tree: a virtual table of SQLite's rtree module, and triggers on the table that
/// keep its entries those of the rows.
///
/// GeoPackage (extension `gpkg_rtree_index`, clause F.3) and SpatiaLite (a spatial index of its
/// kind 1) have names and words of their own for the same thing; what differs stands here.
struct LayerIndex {
  /// Whose rules it follows.
  enum Format: Hashable { case geoPackage, spatiaLite }

  /// What the file says of it.
  enum Declaration: Hashable {
    /// Nothing, or that there is none.
    case none
    /// That there is an R-tree.
    case rTree
    /// SpatiaLite's kind 2: boxes that a module of its own keeps in memory, and no R-tree.
    case mbrCache
  }

  /// One of the triggers.
  struct Trigger {
    /// A word for people, such as `insert`.
    var kind: String
    /// Its name in the file.
    var name: String
    /// The statements that make it, the one written today first: versions differ in words that do
    /// not matter.
    var wordings: [String]
  }

  let format: Format
  /// The table as the file spells it.
  let table: String
  /// The geometry column as the file spells it.
  let geometry: String
  let declaration: Declaration

  /// Whether the file says that there is one.
  var isDeclared: Bool { declaration == .rTree }

  /// The virtual table's name.
  var name: String {
    switch format {
    case .geoPackage: "rtree_\(table)_\(geometry)"
    case .spatiaLite: "idx_\(table)_\(geometry)"
    }
  }

  /// The tables in which the module keeps nodes, the places of entries, and nodes' parents.
  var nodes: String { name + "_node" }
  var entries: String { name + "_rowid" }
  var parents: String { name + "_parent" }

  /// The columns of the virtual table: the row's id, then the sides.
  var columns: String {
    switch format {
    case .geoPackage: "id, minx, maxx, miny, maxy"
    case .spatiaLite: "pkid, xmin, xmax, ymin, ymax"
    }
  }

  /// The column of the row's id.
  var id: String { format == .geoPackage ? "id" : "pkid" }

  /// What a side may lie inside of the row's, in units of the layer, besides what rounding to 32
  /// bits does: SpatiaLite's triggers write sides with twelve decimals.
  var slack: Double { format == .geoPackage ? 0 : 1e-12 }

  /// Whether its triggers notice that a row's id alone changes.
  var followsIDs: Bool { format == .geoPackage }

  /// What SQL calls the number by which entries name rows; nil where the rows have none.
  func rowID(of layer: StoredLayer) -> String? {
    let source = layer.source
    switch format {
    case .geoPackage: return source.isKeyRowid ? source.rowid : nil
    case .spatiaLite:
      // The triggers say ROWID, which may be a column that is something else.
      let column = layer.schema.columns.first { SchemaCatalog.folding($0.name) == "rowid" }
      guard column == nil || source.isKeyRowid && source.key.column == column?.name
      else { return nil }
      return source.rowid
    }
  }

  /// The triggers that keep it, for rows that a key column names.
  func triggers(key: String) -> [Trigger] {
    switch format {
    case .geoPackage:
      GeoPackageSQL.indexTriggers(table: table, geometry: geometry, key: key).map {
        Trigger(kind: $0.kind, name: "\(name)_\($0.kind)", wordings: [$0.sql])
      }
    case .spatiaLite: SpatiaLiteSQL.indexTriggers(table: table, geometry: geometry)
    }
  }

  /// The names of triggers that older versions had besides.
  var oldTriggers: [String] {
    format == .geoPackage ? ["\(name)_update1", "\(name)_update3"] : []
  }

  /// SQL without what may differ between writers: white space, quotes, capitals and the semicolons
  /// at the end.
  static func words(_ sql: String) -> String {
    var bytes: [UInt8] = []
    for byte in sql.utf8 where byte > 0x20 && byte != UInt8(ascii: "\"") {
      bytes.append((65...90).contains(byte) ? byte + 32 : byte)
    }
    while bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Connection {
  /// The triggers of a table: their names and the statements that made them.
  func triggers(of table: String) throws(SQLiteError) -> [(name: String, sql: String)] {
    let rows = try prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?1)")
    try rows.bind(.text(table), to: 1)
    var found: [(name: String, sql: String)] = []
    while try rows.step() {
      if let name = rows.text(0) { found.append((name, rows.text(1) ?? "")) }
    }
    return found
  }
}
