import MeridianKernel

/// What adding to a file needs that is not of our own making: its tables may be fewer or wider than
/// those of a new one.
extension GeoPackageWriter {
  /// Brings a file back to what it was before a transaction that has failed and whose writer is
  /// gone. After some failures, such as a full disk, SQLite leaves that to whoever opens the file
  /// next.
  package static func takeBack(_ path: String) {
    guard FileAccess.status(path + "-journal").status != nil,
      let connection = try? Connection(path: path, mode: .update)
    else { return }
    // The first look at the file plays the journal back; where even that fails, the next one will.
    _ = try? connection.prepare("SELECT count(*) FROM sqlite_schema").step()
  }

  /// Whether the database has a table, view or index of a name already.
  package func hasTable(_ name: String) throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      return try connection.hasTable(name)
    } catch {
      throw error.storeError(path: path)
    }
  }

  /// Makes the tables that layers need where an older or barer file lacks them.
  func prepareCatalog() throws(SQLiteError) {
    for table in GeoPackageSQL.tables where try !connection.hasTable(table.name) {
      try connection.execute(table.sql)
    }
    for system in GeoPackageSQL.systems {
      try addSystem(system, code: system.id, resolution: "IGNORE")
    }
  }

  /// Adds a reference system, with the second definition where the file has a column for it
  /// (GeoPackage, annex F.10).
  func addSystem(
    _ system: (id: Int64, name: String, organization: String, definition: String), code: Int64,
    resolution: String
  ) throws(SQLiteError) {
    let columns = try connection.columns(of: "gpkg_spatial_ref_sys").map(\.name)
    let hasSecond = columns.contains { SchemaCatalog.folding($0) == "definition_12_063" }
    try connection.run(
      """
      INSERT OR \(resolution) INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization,
        organization_coordsys_id, definition\(hasSecond ? ", definition_12_063" : ""))
      VALUES (?, ?, ?, ?, ?\(hasSecond ? ", 'undefined'" : ""))
      """,
      [
        .text(system.name), .integer(system.id), .text(system.organization), .integer(code),
        .text(system.definition),
      ])
  }
}

extension Connection {
  /// The time now in UTC as GeoPackage writes it, to the millisecond.
  package func realTime() throws(SQLiteError) -> String {
    let row = try prepare("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
    return try row.step() ? row.text(0) ?? "" : ""
  }

  /// Whether the schema has an entry of a name; letters' case does not count, as in SQLite.
  package func hasTable(_ name: String) throws(SQLiteError) -> Bool {
    let row = try prepare("SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE")
    try row.bind(.text(name), to: 1)
    return try row.step()
  }

  /// Runs one statement with values for its parameters.
  package func run(_ sql: String, _ values: [AttributeValue]) throws(SQLiteError) {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { try statement.bind(value, to: index + 1) }
    _ = try statement.step()
  }
}
