/// The statements that make one layer's R-tree and triggers right, in either format's words.
///
/// The functions are those of the standard for GeoPackage, which SpatiaLite has too, so that the
/// plan runs there as well.
struct IndexRepair {
  private let store: FileStore
  private let layer: StoredLayer
  private let index: LayerIndex
  /// What SQL calls the number by which entries name rows.
  private let rowID: String

  /// nil for what cannot be repaired: views, tables whose rows have no lasting number.
  init?(store: FileStore, layer: StoredLayer) {
    guard let index = layer.index, let rowID = index.rowID(of: layer) else { return nil }
    self.store = store
    self.layer = layer
    self.index = index
    self.rowID = rowID
  }

  private var name: String { layer.schema.name }
  private var tree: String { Connection.quoted(index.name) }

  /// Whether an index of this layer lasts: without a key, SQLite may number rows anew.
  var canCreate: Bool { layer.source.isKeyRowid }

  /// The boxes of rows as entries; what is no geometry has none.
  private func selection(_ condition: String) -> String {
    let column = Connection.quoted(index.geometry)
    let sides = ["MinX", "MaxX", "MinY", "MaxY"].map { "ST_\($0)(\(column))" }
    return "INSERT INTO \(tree) SELECT \(rowID), "
      + sides.joined(separator: ", ") + " FROM \(Connection.quoted(index.table)) WHERE "
      + condition + "\(column) NOTNULL AND NOT ST_IsEmpty(\(column))"
  }

  /// Adds entries for rows.
  func addition(_ ids: [Int64]) -> [String] {
    ids.isEmpty ? [] : [selection("\(rowID) IN (\(Self.list(ids))) AND ")]
  }

  /// Removes entries.
  func removal(_ ids: [Int64]) -> [String] {
    ids.isEmpty ? [] : ["DELETE FROM \(tree) WHERE \(index.id) IN (\(Self.list(ids)))"]
  }

  private static func list(_ ids: [Int64]) -> String {
    Set(ids).sorted().map(String.init).joined(separator: ", ")
  }

  /// Makes the tree of all rows, and the triggers that keep it.
  var creation: [String] {
    ["CREATE VIRTUAL TABLE \(tree) USING rtree(\(index.columns))", selection("")] + triggers
  }

  /// Drops the tree.
  var dropping: [String] { ["DROP TABLE \(tree)"] }

  /// Drops the tree and makes it anew; the triggers stay.
  var rebuilding: [String] {
    dropping + ["CREATE VIRTUAL TABLE \(tree) USING rtree(\(index.columns))", selection("")]
  }

  /// Declares the tree in the file's tables of contents.
  var declaration: [String] {
    switch index.format {
    case .geoPackage:
      let words = [name, index.geometry, "gpkg_rtree_index"].map(Connection.literal)
      let row =
        "INSERT INTO gpkg_extensions VALUES (\(words.joined(separator: ", ")), "
        + "'http://www.geopackage.org/spec140/#extension_rtree', 'write-only')"
      return store.catalog.entry("gpkg_extensions") == nil ? [Self.extensions, row] : [row]
    case .spatiaLite:
      return [
        "UPDATE geometry_columns SET spatial_index_enabled = 1 WHERE lower(f_table_name) = "
          + "lower(\(Connection.literal(index.table))) AND lower(f_geometry_column) = "
          + "lower(\(Connection.literal(index.geometry)))"
      ]
    }
  }

  private static let extensions =
    "CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, "
    + "extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL, "
    + "CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))"

  // MARK: Triggers

  private var wanted: [LayerIndex.Trigger] {
    index.triggers(key: layer.source.key.column ?? "")
  }

  /// The triggers of today, one statement each, after those of their names are gone.
  private var triggers: [String] {
    let present = (try? existing()) ?? []
    return present.map { "DROP TRIGGER \(Connection.quoted($0.name))" }
      + wanted.compactMap(\.wordings.first)
  }

  /// The index's triggers that are there; one of another name is somebody's own.
  private func existing() throws(SQLiteError) -> [(name: String, sql: String)] {
    let names = Set((wanted.map(\.name) + index.oldTriggers).map(SchemaCatalog.folding))
    return try store.file.connection.triggers(of: index.table).filter {
      names.contains(SchemaCatalog.folding($0.name))
    }
  }

  /// Tells triggers that are missing, or of older versions.
  func checkTriggers(_ report: inout DoctorReport) throws(SQLiteError) {
    let found = try existing()
    let names = Set(found.map { SchemaCatalog.folding($0.name) })
    let old = index.oldTriggers.filter { names.contains(SchemaCatalog.folding($0)) }
    let lacking = wanted.filter { !names.contains(SchemaCatalog.folding($0.name)) }
    switch index.format {
    case .geoPackage:
      if lacking.isEmpty && old.isEmpty { return }
      // Those of version 1.4 that versions before did not have.
      let isNew = { ["update5", "update6", "update7"].contains($0) }
      if !old.isEmpty && lacking.map(\.kind).allSatisfy(isNew) {
        return tellLegacy(found.count, &report)
      }
    case .spatiaLite:
      let odd = found.filter { trigger in
        let words = LayerIndex.words(trigger.sql)
        return !wanted.contains { $0.wordings.contains { LayerIndex.words($0) == words } }
      }
      if lacking.isEmpty && odd.isEmpty { return }
      if lacking.isEmpty { return tellLegacy(odd.count, &report) }
    }
    report.add(
      StoreFinding(
        .triggersMissing, name, count: Int64(lacking.count), isPlanned: true,
        "Triggers that keep its spatial index in step are missing or old: "
          + "\(lacking.map(\.kind).joined(separator: ", "))."),
      triggers)
  }

  private func tellLegacy(_ count: Int, _ report: inout DoctorReport) {
    let message =
      switch index.format {
      case .geoPackage:
        "Its index's triggers are those before GeoPackage 1.4: an id changed alone leaves the "
          + "index behind."
      case .spatiaLite:
        "Its index's triggers are not in the words of SpatiaLite 3 to 5, so that nothing is known "
          + "of what they do."
      }
    report.add(
      StoreFinding(.triggersLegacy, name, count: Int64(count), isPlanned: true, message), triggers)
  }
}
