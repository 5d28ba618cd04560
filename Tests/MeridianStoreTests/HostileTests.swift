import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Hostile files` {
  private func fixture(_ sql: String) throws -> StoreFixture {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("good", geometryType: "POINT")
      for number in 0..<5 { try writer.add("POINT (\(number) 1)", to: layer) }
    }
    try fixture.sql(sql)
    return fixture
  }

  /// Registers a table or view as a layer of points.
  private static func register(_ name: String, column: String = "geom") -> String {
    """
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
      VALUES ('\(name)', 'features', '\(name)', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('\(name)', '\(column)', 'POINT', 4326, 0, 0);
    """
  }

  /// The good layer is served, the bad one is left out with this notice; the doctor, who says so
  /// too, examines the good one all the same.
  private func expectLeftOut(
    _ sql: String, code: String, source: SourceLocation = #_sourceLocation
  ) throws {
    let fixture = try fixture(sql + Self.register("bad"))
    let examination = try StoreDoctor(cacheFolder: fixture.cache.path).examine(fixture.path)
    #expect(examination.rows == 5, sourceLocation: source)
    #expect(
      examination.findings.contains { $0.layer == "bad" && $0.severity == .warning },
      sourceLocation: source)
    let store = try fixture.open()
    #expect(store.layers.map(\.name) == ["good"], sourceLocation: source)
    #expect(store.codes("bad") == [code], sourceLocation: source)
    #expect(try store.rows("good").count == 5, sourceLocation: source)
  }

  @Test func `a layer without its table is left out`() throws {
    try expectLeftOut("", code: "missing-table")
    try expectLeftOut("CREATE TABLE bad (fid INTEGER PRIMARY KEY);", code: "missing-column")
  }

  @Test func `a view that fails is left out`() throws {
    try expectLeftOut("CREATE VIEW bad AS SELECT fid, geom FROM nowhere;", code: "broken-view")
    try expectLeftOut(
      "CREATE VIEW bad AS SELECT ST_MinX(geom) AS fid, geom FROM good;", code: "broken-view")
    try expectLeftOut(
      "CREATE VIEW bad AS SELECT load_extension('x') AS fid, geom FROM good;", code: "broken-view")
  }

  @Test func `a view that is defined by itself is left out`() throws {
    try expectLeftOut(
      """
      CREATE VIEW bad AS SELECT * FROM worse;
      CREATE VIEW worse AS SELECT * FROM bad;
      """, code: "broken-view")
  }

  @Test func `a view that never ends is left out in bounded time`() throws {
    let start = ContinuousClock.now
    try expectLeftOut(
      """
      CREATE VIEW bad AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS fid, (SELECT geom FROM good LIMIT 1) AS geom FROM n;
      """, code: "broken-view")
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `a virtual table is left out and its module never runs`() throws {
    try expectLeftOut(
      "CREATE VIRTUAL TABLE bad USING rtree(fid, a, b);", code: "virtual-table")
    try expectLeftOut(
      """
      CREATE VIRTUAL TABLE tree USING rtree(id, a, b);
      CREATE VIEW bad AS SELECT id AS fid, a AS geom FROM tree;
      """, code: "broken-view")
  }

  @Test func `values of other types in the metadata do no harm`() throws {
    let fixture = try fixture(
      """
      CREATE TABLE odd (fid INTEGER PRIMARY KEY, geom POINT);
      INSERT INTO odd SELECT fid, geom FROM good;
      INSERT INTO gpkg_contents VALUES
        ('odd', 'features', x'00ff', x'00', x'01', 'west', 'south', x'02', 1e308, 'EPSG:4326'),
        (x'ff00', 'features', 'x', '', '', 1, 2, 3, 4, 5),
        ('sqlite_schema', 'features', 's', '', '', 1, 2, 3, 4, 5),
        ('gone', x'ff', 'y', '', '', 1, 2, 3, 4, 5);
      INSERT INTO gpkg_geometry_columns VALUES ('odd', 'geom', x'ff', 'four', 'z', 'm'),
        ('sqlite_schema', 'rootpage', 'POINT', 0, 0, 0);
      UPDATE gpkg_spatial_ref_sys SET organization = x'ff', organization_coordsys_id = 'text',
        definition = x'00' WHERE srs_id = 3857;
      INSERT INTO gpkg_extensions VALUES (1, 2, 'gpkg_rtree_index', 4, 5);
      """)
    let store = try fixture.open()
    #expect(store.layers.map(\.name) == ["good", "odd"])
    let odd = try store.layer(named: "odd")
    #expect(odd.declaredExtent == nil && odd.crs == .unknownGeographic)
    #expect(try store.rows("odd").count == 5)
    #expect(store.codes("sqlite_schema") == ["missing-table"])
  }

  @Test func `geometry columns may hold anything`() throws {
    let fixture = try fixture(
      """
      DROP TRIGGER rtree_good_geom_insert;
      INSERT INTO good (geom) VALUES (17), (1.5), ('text'), (x''), (zeroblob(100)), (x'4750'),
        (x'47500001000000000101000000000000000000f03f');
      """)
    let store = try fixture.open()
    let rows = try store.rows("good")
    #expect(rows.count == 12)
    for row in rows.dropFirst(5) {
      guard case .malformed = row.status else {
        Issue.record("\(row.id): \(row.status)")
        continue
      }
      #expect(row.geometry.isEmpty)
    }
    #expect(try store.health("good").malformed == 7)
  }

  @Test func `metadata tables that lack columns are damage told in a sentence`() throws {
    for sql in [
      "DROP TABLE gpkg_contents; CREATE TABLE gpkg_contents (a);",
      "DROP TABLE gpkg_contents; CREATE VIEW gpkg_contents AS SELECT * FROM nowhere;",
      "DROP TABLE gpkg_geometry_columns; CREATE TABLE gpkg_geometry_columns (b);",
      "DROP TABLE gpkg_spatial_ref_sys; CREATE TABLE gpkg_spatial_ref_sys (c);",
    ] {
      let error = #expect(throws: StoreError.self) { try fixture(sql).open() }
      guard case .damaged? = error else {
        Issue.record("\(sql): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `metadata tables that are missing cost only what they describe`() throws {
    for table in ["gpkg_geometry_columns", "gpkg_spatial_ref_sys", "gpkg_extensions"] {
      let store = try fixture("DROP TABLE \(table);").open()
      #expect(store.layers.count == (table == "gpkg_geometry_columns" ? 0 : 1))
      #expect(!store.notices.isEmpty || table == "gpkg_extensions")
    }
  }

  @Test func `contents that never end are refused in bounded time`() throws {
    let error = #expect(throws: StoreError.self) {
      try fixture(
        """
        DROP TABLE gpkg_contents;
        CREATE VIEW gpkg_contents AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT 'l' || i AS table_name, 'tiles' AS data_type, '' AS identifier, 0 AS min_x,
          0 AS min_y, 0 AS max_x, 0 AS max_y, 0 AS srs_id FROM n WHERE i < 0;
        """
      ).open()
    }
    guard case .unsupported? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a generated column is read as any other`() throws {
    let store = try fixture(
      "ALTER TABLE good ADD COLUMN twice INTEGER GENERATED ALWAYS AS (fid * 2) VIRTUAL;"
    ).open()
    #expect(store.layers[0].columns.map(\.name) == ["fid", "twice"])
    #expect(try store.rows("good", ["twice"])[2].values == [.integer(6)])
  }
}
