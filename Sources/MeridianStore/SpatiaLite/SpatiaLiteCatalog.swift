import MeridianKernel

/// Reads the metadata tables of SpatiaLite 4 and 5 (and the older text form) by plain SQL.
struct SpatiaLiteCatalog {
  let connection: Connection
  let catalog: SchemaCatalog
  let path: String

  /// The version of the library that made the file.
  func version() -> String {
    guard catalog.entry("spatialite_history") != nil,
      let row = try? connection.prepare(
        "SELECT ver_splite FROM spatialite_history WHERE ver_splite IS NOT NULL LIMIT 1"),
      (try? row.step()) == true, let text = row.text(0), !text.isEmpty, text.utf8.count < 40
    else { return "unknown" }
    return text
  }

  /// Adds the spatial tables and the registered views.
  func read(into builder: inout LayerBuilder) throws(SQLiteError) {
    let systems = try referenceSystems()
    let columns = try names(of: "geometry_columns")
    guard !columns.contains("geometry_format") else {
      throw SQLiteError(code: 1, message: "geometry_columns is of the FDO kind, not SpatiaLite's")
    }
    let isModern = columns.contains("geometry_type")
    let type = isModern ? "geometry_type" : columns.contains("type") ? "type" : "NULL"
    let indexed = columns.contains("spatial_index_enabled") ? "spatial_index_enabled" : "0"
    let rows = try connection.prepare(
      """
      SELECT f_table_name, f_geometry_column, \(type), srid, \(indexed)
      FROM geometry_columns LIMIT \(GeoPackageCatalog.mostLayers)
      """)
    var seen: Set<String> = []
    var declared: [String: LayerDeclaration] = [:]
    while try rows.step() {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      let real = catalog.entry(table)?.name ?? table
      let isFirst = seen.insert(real).inserted
      let srid = rows.integer(3)
      let layer = LayerDeclaration(
        name: isFirst ? real : "\(real)(\(column))", table: real, title: nil,
        geometryColumn: column,
        geometryTypeName: rows.storage(2) == .integer
          ? Self.typeName(rows.integer(2)) : rows.text(2)?.uppercased(),
        srsID: srid, crs: crs(srid, systems), keyCandidate: nil,
        index: (.spatiaLite, Self.declaration(rows.integer(4))))
      declared[SchemaCatalog.folding(table) + "\0" + SchemaCatalog.folding(column)] = layer
      builder.add(layer)
    }
    try readViews(declared, into: &builder)
  }

  private func readViews(
    _ tables: [String: LayerDeclaration], into builder: inout LayerBuilder
  ) throws(SQLiteError) {
    guard catalog.entry("views_geometry_columns") != nil else { return }
    let rows = try connection.prepare(
      """
      SELECT view_name, view_geometry, view_rowid, f_table_name, f_geometry_column
      FROM views_geometry_columns LIMIT \(GeoPackageCatalog.mostLayers)
      """)
    while try rows.step() {
      guard let view = rows.text(0), let column = rows.text(1) else { continue }
      let key =
        SchemaCatalog.folding(rows.text(3) ?? "") + "\0" + SchemaCatalog.folding(rows.text(4) ?? "")
      let base = tables[key]
      let real = catalog.entry(view)?.name ?? view
      builder.add(
        LayerDeclaration(
          name: real, table: real, title: nil, geometryColumn: column,
          geometryTypeName: base?.geometryTypeName, srsID: base?.srsID ?? -1,
          crs: base?.crs ?? .undefined(id: -1), keyCandidate: rows.text(2)))
    }
  }

  private func names(of table: String) throws(SQLiteError) -> Set<String> {
    Set(try connection.columns(of: table).map { SchemaCatalog.folding($0.name) })
  }

  private func crs(_ id: Int64, _ systems: [Int64: CRS]) -> CRS {
    if id == -1 || id == 0 {
      return StoredCRS.crs(id: id, authority: nil, code: nil, definition: nil)
    }
    return systems[id] ?? .undefined(id: id)
  }

  /// Only systems that layers use are read: a full table has six thousand rows.
  private func referenceSystems() throws(SQLiteError) -> [Int64: CRS] {
    let columns = try names(of: "spatial_ref_sys")
    let text = ["srtext", "srs_wkt"].first { columns.contains($0) } ?? "NULL"
    let proj = columns.contains("proj4text") ? "proj4text" : "NULL"
    let rows = try connection.prepare(
      """
      SELECT srid, auth_name, auth_srid, \(text), \(proj) FROM spatial_ref_sys
      WHERE srid IN (SELECT srid FROM geometry_columns) LIMIT \(GeoPackageCatalog.mostLayers)
      """)
    var found: [Int64: CRS] = [:]
    while try rows.step() {
      let id = rows.integer(0)
      found[id] = StoredCRS.crs(
        id: id, authority: rows.text(1), code: rows.text(2),
        definition: StoredCRS.useful(rows.text(3)) ?? rows.text(4))
    }
    return found
  }

  /// What `spatial_index_enabled` says.
  private static func declaration(_ kind: Int64) -> LayerIndex.Declaration {
    switch kind {
    case 1: .rTree
    case 2: .mbrCache
    default: .none
    }
  }

  /// The OGC name of a type code; the thousands tell Z and M.
  private static func typeName(_ code: Int64) -> String {
    guard (0..<4000).contains(code), code % 1000 > 0,
      let type = GeometryType(rawValue: UInt8(truncatingIfNeeded: code % 1000))
    else { return "GEOMETRY" }
    return type.name.uppercased()
  }
}
