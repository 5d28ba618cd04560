/// The statements that make one GeoPackage layer's R-tree and triggers right.
struct IndexRepair {
  private let store: FileStore
  private let name: String
  private let table: String
  private let geometry: String
  private let key: String

  /// nil for what cannot be repaired here: SpatiaLite's files, views, tables without an integer
  /// primary key.
  init?(store: FileStore, layer: StoredLayer) {
    guard store.isGeoPackage, !layer.schema.isView, layer.source.isKeyRowid,
      let geometry = layer.schema.geometryColumn, let key = layer.source.key.column
    else { return nil }
    self.store = store
    name = layer.schema.name
    table = layer.schema.tableName
    self.geometry = geometry
    self.key = key
  }

  private var tree: String { Connection.quoted("rtree_\(table)_\(geometry)") }

  /// The boxes of rows as entries; what is no geometry has none.
  private func selection(_ condition: String) -> String {
    let column = Connection.quoted(geometry)
    let sides = ["MinX", "MaxX", "MinY", "MaxY"].map { "ST_\($0)(\(column))" }
    return "INSERT INTO \(tree) SELECT \(Connection.quoted(key)), "
      + sides.joined(separator: ", ") + " FROM \(Connection.quoted(table)) WHERE "
      + condition + "\(column) NOTNULL AND NOT ST_IsEmpty(\(column))"
  }

  /// Adds entries for rows.
  func addition(_ ids: [Int64]) -> [String] {
    ids.isEmpty ? [] : [selection("\(Connection.quoted(key)) IN (\(Self.list(ids))) AND ")]
  }

  /// Removes entries.
  func removal(_ ids: [Int64]) -> [String] {
    ids.isEmpty ? [] : ["DELETE FROM \(tree) WHERE id IN (\(Self.list(ids)))"]
  }

  private static func list(_ ids: [Int64]) -> String {
    Set(ids).sorted().map(String.init).joined(separator: ", ")
  }

  /// Makes the tree of all rows, and the triggers that keep it.
  var creation: [String] {
    let made = "CREATE VIRTUAL TABLE \(tree) USING rtree(id, minx, maxx, miny, maxy)"
    return [made, selection("")] + triggers
  }

  /// Drops the tree and makes it anew; the triggers stay.
  var rebuilding: [String] {
    [
      "DROP TABLE \(tree)",
      "CREATE VIRTUAL TABLE \(tree) USING rtree(id, minx, maxx, miny, maxy)", selection(""),
    ]
  }

  /// Declares the tree in `gpkg_extensions`.
  var declaration: [String] {
    let words = [name, geometry, "gpkg_rtree_index"].map(Connection.literal)
    let row =
      "INSERT INTO gpkg_extensions VALUES (\(words.joined(separator: ", ")), "
      + "'http://www.geopackage.org/spec140/#extension_rtree', 'write-only')"
    return store.catalog.entry("gpkg_extensions") == nil ? [Self.extensions, row] : [row]
  }

  private static let extensions =
    "CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, "
    + "extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL, "
    + "CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))"

  // MARK: Triggers

  private static let current = [
    "insert", "update6", "update7", "update2", "update5", "update4", "delete",
  ]
  private static let legacy = ["insert", "update1", "update2", "update3", "update4", "delete"]

  /// The seven triggers of version 1.4, one statement each, after those of their names are gone.
  private var triggers: [String] {
    let present = (try? existing()) ?? []
    let made = GeoPackageSQL.indexTriggers(table: table, geometry: geometry, key: key)
    return present.map { "DROP TRIGGER \(Connection.quoted($0.name))" }
      + made.split(separator: "\nCREATE").map {
        let text = $0.hasPrefix("CREATE") ? "\($0)" : "CREATE\($0)"
        return text.hasSuffix(";") ? String(text.dropLast()) : text
      }
  }

  /// The index's triggers that are there: their names, and what follows the index's name in them.
  private func existing() throws(SQLiteError) -> [(name: String, kind: String)] {
    let rows = try store.file.connection.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?1)")
    try rows.bind(.text(table), to: 1)
    let front = SchemaCatalog.folding("rtree_\(table)_\(geometry)_")
    var found: [(name: String, kind: String)] = []
    while try rows.step() {
      guard let name = rows.text(0) else { continue }
      let folded = SchemaCatalog.folding(name)
      guard folded.hasPrefix(front) else { continue }
      let kind = String(folded.dropFirst(front.count))
      // A trigger of another name is somebody's own.
      if Self.current.contains(kind) || Self.legacy.contains(kind) { found.append((name, kind)) }
    }
    return found
  }

  /// Tells triggers that are missing, or of versions before 1.4.
  func checkTriggers(_ report: inout DoctorReport) throws(SQLiteError) {
    let kinds = Set(try existing().map(\.kind))
    if Set(Self.current).isSubset(of: kinds), kinds.isDisjoint(with: ["update1", "update3"]) {
      return
    }
    if Set(Self.legacy).isSubset(of: kinds) {
      report.add(
        StoreFinding(
          .triggersLegacy, name, count: Int64(kinds.count), isPlanned: true,
          "Its index's triggers are those before GeoPackage 1.4: an id changed alone leaves the "
            + "index behind."),
        triggers)
      return
    }
    let lacking = Self.current.filter { !kinds.contains($0) }
    report.add(
      StoreFinding(
        .triggersMissing, name, count: Int64(lacking.count), isPlanned: true,
        "Triggers that keep its spatial index in step are missing or old: "
          + "\(lacking.joined(separator: ", "))."),
      triggers)
  }
}
