import MeridianKernel

/// Rows of a GeoPackage's tables of contents that name nothing, or name it twice.
struct ContentsAudit {
  let store: FileStore

  func examine(_ report: inout DoctorReport) throws(SQLiteError) {
    try examineContents(&report)
    guard store.catalog.entry("gpkg_geometry_columns") != nil else { return }
    try examineGeometryColumns(&report)
  }

  private var connection: Connection { store.file.connection }

  /// Rows of `gpkg_contents` for features and attributes; tiles and unknown kinds are left alone.
  private func examineContents(_ report: inout DoctorReport) throws(SQLiteError) {
    let rows = try connection.prepare(
      "SELECT table_name, data_type, rowid FROM gpkg_contents LIMIT \(GeoPackageCatalog.mostLayers)"
    )
    var seen: Set<String> = []
    while try rows.step() {
      guard let name = rows.text(0), let type = rows.text(1),
        ["features", "attributes", "aspatial"].contains(SchemaCatalog.folding(type))
      else { continue }
      if store.catalog.entry(name) == nil {
        report.add(
          StoreFinding(
            .danglingContents, name, isPlanned: true,
            "gpkg_contents names a table “\(name)” that does not exist."),
          Self.removal(of: name, store.catalog))
      } else if !seen.insert(SchemaCatalog.folding(name)).inserted {
        report.add(
          StoreFinding(
            .duplicateContents, name, advice: "remove all but one of the rows in gpkg_contents",
            "gpkg_contents names the table “\(name)” more than once."))
      }
    }
  }

  /// Everything that the tables of contents say of a table that does not exist.
  private static func removal(of name: String, _ catalog: SchemaCatalog) -> [String] {
    [
      "gpkg_extensions", "gpkg_data_columns", "gpkg_ogr_contents", "gpkg_geometry_columns",
      "gpkg_contents",
    ].compactMap(catalog.table).map {
      "DELETE FROM \($0) WHERE table_name = \(Connection.literal(name))"
    }
  }

  private func examineGeometryColumns(_ report: inout DoctorReport) throws(SQLiteError) {
    let rows = try connection.prepare(
      """
      SELECT g.table_name, g.column_name, g.srs_id, c.srs_id, c.table_name IS NULL
      FROM gpkg_geometry_columns g LEFT JOIN gpkg_contents c
      ON lower(c.table_name) = lower(g.table_name) LIMIT \(GeoPackageCatalog.mostLayers)
      """)
    while try rows.step() {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      let isListed = rows.integer(4) == 0
      if store.catalog.entry(table) == nil {
        // With a row in gpkg_contents it is repaired there.
        if isListed { continue }
        report.add(
          StoreFinding(
            .danglingGeometryColumn, table, isPlanned: true,
            "gpkg_geometry_columns names a table “\(table)” that does not exist."),
          Self.removal(of: table, store.catalog))
      } else if !isListed {
        report.add(
          StoreFinding(
            .danglingGeometryColumn, table,
            advice: "add a row to gpkg_contents, or remove the one in gpkg_geometry_columns",
            "gpkg_geometry_columns names “\(table)”, which gpkg_contents does not list."))
      } else if !hasColumn(column, table) {
        // The catalog has left the layer out and said so.
        continue
      } else if rows.storage(3) == .integer, rows.integer(2) != rows.integer(3) {
        report.add(
          StoreFinding(
            .contentsSRS, table, advice: "set both to the system that the coordinates are in",
            "gpkg_contents says reference system \(rows.integer(3)), gpkg_geometry_columns "
              + "\(rows.integer(2)); the latter is used."))
      }
    }
  }

  /// Whether a table has a column; a view of what is gone has none.
  private func hasColumn(_ column: String, _ table: String) -> Bool {
    let wanted = SchemaCatalog.folding(column)
    let columns = (try? connection.columns(of: table)) ?? []
    return columns.contains { SchemaCatalog.folding($0.name) == wanted }
  }
}

/// What a GeoPackage declares of a layer, against what reading it found.
struct DeclarationAudit {
  let schema: LayerSchema
  let rows: Int64
  let extent: Envelope

  func examine(_ report: inout DoctorReport) {
    if let declared = schema.declaredCount, declared != rows {
      report.add(
        StoreFinding(
          .count, schema.name, count: rows, isPlanned: true,
          "gpkg_ogr_contents declares \(DoctorReport.number(declared, "row")), there "
            + (rows == 1 ? "is 1." : "are \(rows).")),
        [
          "UPDATE gpkg_ogr_contents SET feature_count = \(rows) WHERE lower(table_name) = "
            + "lower(\(Connection.literal(schema.name)))"
        ])
    }
    guard schema.geometryColumn != nil, !extent.isEmpty else { return }
    guard let declared = schema.declaredExtent else {
      return add(.extentMissing, "gpkg_contents declares no extent.", &report)
    }
    // Writers round to fifteen digits, or to 32 bits when they take the extent from the index.
    let span = max(abs(extent.minX), abs(extent.maxX), abs(extent.minY), abs(extent.maxY))
    let exact = max(span * 1.2e-7, .leastNormalMagnitude)
    let coarse = max(span * 1e-6, max(extent.width, extent.height) * 1e-3)
    let short = max(
      declared.minX - extent.minX, declared.minY - extent.minY, extent.maxX - declared.maxX,
      extent.maxY - declared.maxY)
    let long = max(
      extent.minX - declared.minX, extent.minY - declared.minY, declared.maxX - extent.maxX,
      declared.maxY - extent.maxY)
    if short > exact {
      add(
        .extentTooSmall, "The extent declared in gpkg_contents leaves rows outside, by \(short).",
        &report)
    } else if long > coarse {
      add(
        .extentTooLarge,
        "The extent declared in gpkg_contents reaches beyond the rows, by \(long).",
        &report)
    }
  }

  private func add(_ code: StoreFinding.Code, _ message: String, _ report: inout DoctorReport) {
    report.add(
      StoreFinding(code, schema.name, isPlanned: true, message),
      [
        "UPDATE gpkg_contents SET min_x = \(extent.minX), min_y = \(extent.minY), "
          + "max_x = \(extent.maxX), max_y = \(extent.maxY) WHERE lower(table_name) = "
          + "lower(\(Connection.literal(schema.name)))"
      ])
  }
}
