import MeridianKernel

/// Reads GeoPackage's metadata tables, versions 1.0 to 1.4.
struct GeoPackageCatalog {
  let connection: Connection
  let catalog: SchemaCatalog
  let path: String

  /// More layers than this in one file are not read.
  static let mostLayers = 100_000

  private struct GeometryColumn {
    var name: String
    var typeName: String?
    var srsID: Int64
  }

  /// The version that the file's header claims.
  func version() throws(SQLiteError) -> String {
    let application = try integer("PRAGMA application_id")
    let user = try integer("PRAGMA user_version")
    switch application {
    case 0x4750_3130: return "1.0"
    case 0x4750_3131: return "1.1"
    case 0x4750_4B47 where user >= 10200 && user < 100_000:
      return "\(user / 10000).\(user / 100 % 100)"
    default: return "unknown"
    }
  }

  private func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    let row = try connection.prepare(sql)
    return try row.step() ? row.integer(0) : 0
  }

  /// Adds every feature and attribute layer of the file.
  func read(into builder: inout LayerBuilder) throws(SQLiteError) {
    let geometries = try geometryColumns(&builder)
    let systems = try referenceSystems(&builder)
    let indexes = indexedColumns()
    let counts = declaredCounts()
    let contents = try connection.prepare(
      """
      SELECT table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id
      FROM gpkg_contents LIMIT \(Self.mostLayers)
      """)
    while try contents.step() {
      guard let name = contents.text(0), let type = contents.text(1) else {
        builder.note("odd-contents", nil, "a row of gpkg_contents has no name or type")
        continue
      }
      let isFeatures = SchemaCatalog.folding(type) == "features"
      // Tiles, coverages and unknown extensions hold no features.
      guard isFeatures || ["attributes", "aspatial"].contains(SchemaCatalog.folding(type)) else {
        continue
      }
      let folded = SchemaCatalog.folding(name)
      let geometry = geometries[folded]
      if isFeatures && geometry == nil {
        builder.note(
          "no-geometry-column", name,
          "layer \"\(name)\" was left out: gpkg_geometry_columns does not name its geometry")
        continue
      }
      let srs = geometry?.srsID ?? contents.integer(7)
      builder.add(
        LayerDeclaration(
          name: name, table: name, title: contents.text(2), geometryColumn: geometry?.name,
          geometryTypeName: geometry?.typeName?.uppercased(), srsID: srs,
          crs: crs(srs, systems), keyCandidate: nil, extent: extent(contents),
          count: counts[folded],
          index: geometry.map {
            let isDeclared = indexes.contains(folded + "\0" + SchemaCatalog.folding($0.name))
            return (.geoPackage, isDeclared ? .rTree : .none)
          }))
    }
  }

  private func crs(_ id: Int64, _ systems: [Int64: CRS]) -> CRS {
    if id == -1 || id == 0 {
      return StoredCRS.crs(id: id, authority: nil, code: nil, definition: nil)
    }
    return systems[id] ?? .undefined(id: id)
  }

  private func extent(_ row: Statement) -> Envelope? {
    for column in 3...6 where row.storage(column) != .real && row.storage(column) != .integer {
      return nil
    }
    let box = Envelope(
      minX: row.real(3), minY: row.real(4), maxX: row.real(5), maxY: row.real(6))
    return box.isEmpty ? nil : box
  }

  private func geometryColumns(
    _ builder: inout LayerBuilder
  ) throws(SQLiteError) -> [String: GeometryColumn] {
    guard catalog.entry("gpkg_geometry_columns") != nil else { return [:] }
    let rows = try connection.prepare(
      """
      SELECT table_name, column_name, geometry_type_name, srs_id
      FROM gpkg_geometry_columns LIMIT \(Self.mostLayers)
      """)
    var found: [String: GeometryColumn] = [:]
    while try rows.step() {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      let key = SchemaCatalog.folding(table)
      if found[key] != nil {
        builder.note(
          "second-geometry", table, "only the first geometry column of \"\(table)\" is read")
        continue
      }
      found[key] = GeometryColumn(name: column, typeName: rows.text(2), srsID: rows.integer(3))
    }
    return found
  }

  private func referenceSystems(
    _ builder: inout LayerBuilder
  ) throws(SQLiteError) -> [Int64: CRS] {
    guard catalog.entry("gpkg_spatial_ref_sys") != nil else {
      builder.note("no-reference-systems", nil, "the file has no gpkg_spatial_ref_sys table")
      return [:]
    }
    let hasWKT2 = try connection.columns(of: "gpkg_spatial_ref_sys").contains {
      SchemaCatalog.folding($0.name) == "definition_12_063"
    }
    let rows = try connection.prepare(
      """
      SELECT srs_id, organization, organization_coordsys_id, definition,
        \(hasWKT2 ? "definition_12_063" : "NULL")
      FROM gpkg_spatial_ref_sys LIMIT \(Self.mostLayers)
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

  /// Tables and columns with a declared R-tree, as `table NUL column`; optional, so never an error.
  private func indexedColumns() -> Set<String> {
    var found: Set<String> = []
    guard catalog.entry("gpkg_extensions") != nil,
      let rows = try? connection.prepare(
        """
        SELECT table_name, column_name FROM gpkg_extensions
        WHERE extension_name IN ('gpkg_rtree_index', 'rtree_index') LIMIT \(Self.mostLayers)
        """)
    else { return found }
    while (try? rows.step()) == true {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      found.insert(SchemaCatalog.folding(table) + "\0" + SchemaCatalog.folding(column))
    }
    return found
  }

  /// The counts that GDAL keeps; they may be anything, and are only ever shown as declared.
  private func declaredCounts() -> [String: Int64] {
    var found: [String: Int64] = [:]
    guard catalog.entry("gpkg_ogr_contents") != nil,
      let rows = try? connection.prepare(
        """
        SELECT table_name, feature_count FROM gpkg_ogr_contents LIMIT \(Self.mostLayers)
        """)
    else { return found }
    while (try? rows.step()) == true {
      guard let table = rows.text(0), rows.storage(1) == .integer else { continue }
      found[SchemaCatalog.folding(table)] = rows.integer(1)
    }
    return found
  }
}
