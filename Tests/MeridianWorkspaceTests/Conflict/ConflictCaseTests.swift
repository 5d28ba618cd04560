import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// What a conflict report says of two sides that have gone apart.
@Suite("Conflict reports")
struct ConflictCaseTests {
  @Test
  func `geodiff's base, A and B differ in one row's geometry and rating, and in nothing else`()
    throws
  {
    guard let base = OraclePath.file("conflict/geodiff_base.gpkg"),
      let theirs = OraclePath.file("conflict/geodiff_A.gpkg"),
      let ours = OraclePath.file("conflict/geodiff_B.gpkg")
    else { return }
    let folder = try TemporaryFolder()
    let report = try ConflictReport(
      base: base, theirs: theirs, ours: ours, cacheFolder: folder.path)
    #expect(report.schemaCount == 0)
    #expect(report.tables.map(\.name) == ["simple"])
    let table = try #require(report.tables.first)
    #expect(table.role == .features)
    #expect(table.rowCounts == [3, 3, 3])
    #expect(table.theirs == ChangeCounts(changed: 1) && table.ours == ChangeCounts(changed: 1))
    #expect(table.counts == [.conflict: 1])
    #expect(
      table.lines == [
        "simple 2 geometry: "
          + "gPoint/1@-0.3638850889192886,0.5622435020519836,-0.3638850889192886,0.5622435020519836 > "
          + "gPoint/1@-0.928369782359334,0.23787002896191123,-0.928369782359334,0.23787002896191123 | "
          + "gPoint/1@0.17529503857641995,2.046386323782231,0.17529503857641995,2.046386323782231 "
          + "conflict",
        "simple 2 rating: i2 > i9999 | i2 theirs",
      ])
    #expect(report.conflictCount == 1)
    #expect(!report.theirsHoldsAllOfOurs)
    #expect(
      report.untouched.map { "\($0.name) \($0.rows)" } == [
        "gpkg_spatial_ref_sys 3", "gpkg_contents 1", "gpkg_geometry_columns 1",
        "gpkg_tile_matrix_set 0", "gpkg_tile_matrix 0", "gpkg_extensions 1",
      ])
    #expect(
      report.bookkeeping.map { "\($0.table).\($0.column)" } == [
        "gpkg_contents.last_change", "gpkg_contents.max_x", "gpkg_contents.max_y",
      ])
    #expect(
      report.leftOut == [
        "gpkg_ogr_contents", "rtree_simple_geometry_node", "rtree_simple_geometry_parent",
        "rtree_simple_geometry_rowid", "sqlite_sequence",
      ])
  }

  @Test func `geodiff's files two by two`() throws {
    guard let base = OraclePath.file("conflict/geodiff_base.gpkg"),
      let other = OraclePath.file("conflict/geodiff_A.gpkg")
    else { return }
    let folder = try TemporaryFolder()
    let report = try ChangeReport(base: base, other: other, cacheFolder: folder.path)
    #expect(
      report.lines == [
        "simple 2 geometry: "
          + "gPoint/1@-0.3638850889192886,0.5622435020519836,-0.3638850889192886,0.5622435020519836 > "
          + "gPoint/1@-0.928369782359334,0.23787002896191123,-0.928369782359334,0.23787002896191123",
        "simple 2 rating: i2 > i9999",
      ])
    #expect(report.tables.first?.changes == ChangeCounts(changed: 1))
    let none = try ChangeReport(base: base, other: base, cacheFolder: folder.path)
    #expect(none.isEmpty && none.untouched.count == 7 && none.bookkeeping.isEmpty)
  }

  @Test func `a SpatiaLite file is compared without its statistics, times and R-trees`() throws {
    let folder = try TemporaryFolder()
    let base = OraclePath.package + "/Data/samples/soho.sqlite"
    for (name, statement) in [
      ("theirs", "UPDATE pumps SET name = 'Oxford' WHERE fid = 1;"),
      ("ours", "DELETE FROM pumps WHERE fid = 2; UPDATE pumps SET id = 7 WHERE fid = 1;"),
    ] {
      try FileManager.default.copyItem(atPath: base, toPath: folder.file(name))
      try ThreeFiles.run(statement, on: folder.file(name))
    }
    let report = try ConflictReport(
      base: base, theirs: folder.file("theirs"), ours: folder.file("ours"),
      cacheFolder: folder.file("cache"))
    let place = try #require(report.tables.first?.rows.last?.cells.last?.base?.word)
    #expect(place.hasPrefix("gPoint/1@-0.13"))
    #expect(
      report.lines == [
        "pumps 1 id: i0 > i0 | i7 ours",
        "pumps 1 name: tOxford Market > tOxford | tOxford Market theirs",
        "pumps 2 id: i0 > i0 | – ours",
        "pumps 2 name: tGreat Marlborough Street > tGreat Marlborough Street | – ours",
        "pumps 2 geom: \(place) > \(place) | – ours",
      ])
    #expect(report.tables.map(\.role) == [.features])
    #expect(
      report.untouched.filter { $0.role == .features }.map(\.name) == [
        "buildings", "streets", "deaths",
      ])
    #expect(report.leftOut.contains("geometry_columns_time"))
  }

  @Test func `A110 the same change on both sides is no conflict, and theirs holds it`() throws {
    let change = "UPDATE places SET rating = 42 WHERE fid = 1;"
    let files = try ThreeFiles(
      theirs: change + "UPDATE places SET name = 'Old gate' WHERE fid = 2;", ours: change)
    let report = try files.conflicts()
    #expect(
      report.lines == [
        "places 1 rating: i40 > i42 | i42 same", "places 2 name: tGate > tOld gate | tGate theirs",
      ])
    #expect(report.conflictCount == 0)
    #expect(report.theirsHoldsAllOfOurs)
    #expect(report.tables.first?.counts == [.same: 1, .theirs: 1])
  }

  @Test func `A110 Meridian's own tables in ours alone do not keep theirs from holding all`() throws
  {
    let change = "UPDATE places SET rating = 42 WHERE fid = 1;"
    let own = """
      CREATE TABLE gpkg_extensions2(a); DROP TABLE gpkg_extensions2;
      CREATE TABLE meridian_layer(name TEXT PRIMARY KEY, visible INTEGER);
      CREATE TABLE meridian_edit(id INTEGER PRIMARY KEY, step BLOB);
      INSERT INTO meridian_edit VALUES (1, x'00');
      CREATE TABLE meridian_document(key TEXT PRIMARY KEY, value);
      INSERT INTO meridian_document VALUES ('format', 1);
      CREATE TABLE meridian_markup(fid INTEGER PRIMARY KEY, geom POINT, text TEXT);
      INSERT INTO gpkg_contents(table_name, data_type, identifier)
        VALUES ('meridian_markup', 'features', 'Notes');
      INSERT INTO gpkg_geometry_columns VALUES ('meridian_markup', 'geom', 'POINT', 4326, 0, 0);
      INSERT INTO gpkg_extensions
        VALUES ('meridian_layer', NULL, 'meridian_workspace', 'page', 'write-only');
      """
    let report = try ThreeFiles(theirs: change, ours: change + own).conflicts()
    #expect(report.lines == ["places 1 rating: i40 > i42 | i42 same"])
    #expect(report.theirsHoldsAllOfOurs)
    // A setting is content.
    let set = try ThreeFiles(
      theirs: change, ours: change + own + "INSERT INTO meridian_layer VALUES ('places', 0);"
    ).conflicts()
    #expect(!set.theirsHoldsAllOfOurs)
    #expect(
      set.tables.flatMap(\.lines).suffix(1) == [
        "meridian_layer name=tplaces visible: – > – | i0 ours"
      ])
    #expect(set.schemaCount == 0)
  }

  @Test func `A111 rows that both sides added under the same ids are listed with both contents`()
    throws
  {
    func note(_ id: Int, _ text: String) -> String {
      "INSERT INTO places VALUES (\(id), x'\(ThreeFiles.point(0, 0))', '\(text)', NULL);"
    }
    let files = try ThreeFiles(
      theirs: note(101, "Tree") + note(102, "Bank"),
      ours: note(101, "Gate") + note(102, "Bank") + note(103, "Sign") + note(104, "Step"))
    let report = try files.conflicts()
    let table = try #require(report.tables.first)
    #expect(table.rows.map(\.key) == [.fid(101), .fid(102), .fid(103), .fid(104)])
    #expect(table.rows.map(\.theirs) == [.added, .added, .unchanged, .unchanged])
    #expect(table.rows.map(\.ours) == [.added, .added, .added, .added])
    #expect(table.rows.map(\.agreement) == [.conflict, .same, .ours, .ours])
    #expect(
      table.lines.filter { $0.contains(" name:") } == [
        "places 101 name: – > tTree | tGate conflict", "places 102 name: – > tBank | tBank same",
        "places 103 name: – > – | tSign ours", "places 104 name: – > – | tStep ours",
      ])
    #expect(table.rowCounts == [3, 5, 7])
    #expect(table.theirs.added == 2 && table.ours.added == 4)
    #expect(report.conflictCount == 1 && !report.theirsHoldsAllOfOurs)
  }

  @Test func `A112 values that a unique index allows once are named`() throws {
    let files = try ThreeFiles(
      base: ThreeFiles.places + """
        CREATE TABLE pumps(
          fid INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE, side TEXT, number INTEGER);
        CREATE UNIQUE INDEX pump_number ON pumps(side, number);
        INSERT INTO pumps VALUES (1, 'A', 'left', 1), (2, 'B', 'left', 2), (3, 'C', 'left', 3);
        """,
      theirs: """
        INSERT INTO pumps VALUES (4, 'X7', 'left', 4), (5, NULL, NULL, 5);
        UPDATE pumps SET code = 'Z' WHERE fid = 2;
        """,
      ours: """
        INSERT INTO pumps VALUES (9, 'x7', 'right', 1), (10, NULL, NULL, 5), (11, 'Y', 'left', 4);
        UPDATE pumps SET code = 'Z' WHERE fid = 3;
        DELETE FROM pumps WHERE fid = 1;
        INSERT INTO pumps VALUES (12, 'A', 'left', 1);
        """)
    let report = try files.conflicts()
    let table = try #require(report.tables.first { $0.name == "pumps" })
    #expect(
      table.lines.filter { $0.contains(" ! ") } == [
        "pumps 2 ! 3: code=tZ", "pumps 4 ! 9: code=tx7", "pumps 4 ! 11: side=tleft&number=i4",
      ])
    #expect(table.collisionCount == 3 && table.conflictCount == 3 && report.conflictCount == 3)
    // The code of the row that ours deleted was free.
    #expect(table.counts == [.theirs: 3, .ours: 6])
  }

  @Test func `A113 columns, types and reference systems that theirs changed are told`() throws {
    let files = try ThreeFiles(
      theirs: """
        ALTER TABLE places ADD COLUMN color TEXT;
        UPDATE places SET color = 'red' WHERE fid = 3;
        UPDATE gpkg_geometry_columns SET srs_id = -1, geometry_type_name = 'GEOMETRY', z = 2;
        UPDATE gpkg_contents SET srs_id = -1;
        CREATE INDEX by_name ON places (name);
        DROP TRIGGER rtree_places_geom_delete;
        CREATE TABLE extra(id INTEGER PRIMARY KEY, x);
        INSERT INTO extra VALUES (7, 'seven');
        """, ours: "UPDATE places SET rating = 1 WHERE fid = 3;")
    let report = try files.conflicts()
    let lines = report.lines.map { $0.replacing(/CREATE (INDEX|TRIGGER).*? [>|]/, with: "… >") }
    #expect(
      lines == [
        "geometryType places.geom: POINT > GEOMETRY (Z) | POINT theirs",
        "crs places.geom: EPSG:4326 > srs_id -1 | EPSG:4326 theirs",
        "trigger places.rtree_places_geom_delete: … > – | "
          + "\(report.schema[2].base ?? "") theirs",
        "column places.color: – > TEXT | – theirs",
        "table extra: – > table, 2 columns | – theirs",
        "index places.by_name: – > … > – theirs",
        "places 3 rating: i42 > i42 | i1 ours",
        "places 3 color: – > tred | – theirs",
        "extra 7 x: – > tseven | – theirs",
        "gpkg_contents table_name=tplaces srs_id: i4326 > i-1 | i4326 theirs",
        "gpkg_geometry_columns table_name=tplaces&column_name=tgeom geometry_type_name: "
          + "tPOINT > tGEOMETRY | tPOINT theirs",
        "gpkg_geometry_columns table_name=tplaces&column_name=tgeom srs_id: "
          + "i4326 > i-1 | i4326 theirs",
        "gpkg_geometry_columns table_name=tplaces&column_name=tgeom z: i0 > i2 | i0 theirs",
      ])
    #expect(report.conflictCount == 0 && !report.theirsHoldsAllOfOurs)
    #expect(report.tables.first?.counts == [.both: 1])
  }

  @Test func `A113 a column or table that one side dropped and the other filled is a conflict`()
    throws
  {
    let files = try ThreeFiles(
      base: ThreeFiles.places + """
        CREATE TABLE owners(id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO owners VALUES (1, 'Ann'), (2, 'Bob');
        """, theirs: "ALTER TABLE places DROP COLUMN rating; DROP TABLE owners;",
      ours: """
        UPDATE places SET rating = 5 WHERE fid = 2;
        UPDATE owners SET name = 'Bo' WHERE id = 2;
        """)
    let report = try files.conflicts()
    #expect(
      report.lines == [
        "column places.rating: INTEGER > – | INTEGER theirs",
        "table owners: table, 2 columns > – | table, 2 columns theirs",
        "places 1 rating: i40 > – | i40 theirs", "places 2 rating: i41 > – | i5 conflict",
        "places 3 rating: i42 > – | i42 theirs",
        "owners 1 name: tAnn > – | tAnn theirs", "owners 2 name: tBob > – | tBo conflict",
      ])
    #expect(report.conflictCount == 2)
  }

  @Test func `A113 constraints and declarations are compared word by word, not by their spaces`()
    throws
  {
    func table(_ columns: String) -> String {
      "DROP TABLE IF EXISTS t; CREATE TABLE t(\(columns)); INSERT INTO t VALUES (1, 'a');"
    }
    let base = "id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (length(name) < 9), UNIQUE (name)"
    let files = try ThreeFiles(
      plain: table(base),
      theirs: table(
        "id  integer\n primary key,-- the key\n\"name\" text not null check(length( name )<9),unique(name)"
      ),
      ours: table(
        "id INTEGER PRIMARY KEY, name TEXT CHECK (length(name) < 9), CHECK (id > 0)"))
    let report = try files.conflicts()
    #expect(
      report.lines == [
        "column t.name: TEXT NOT NULL CHECK(length(name) < 9) > text not null check(length(name) < 9) "
          + "| TEXT CHECK(length(name) < 9) ours",
        "constraint t.UNIQUE(name): UNIQUE(name) > unique(name) | – ours",
        "constraint t.CHECK(id > 0): – > – | CHECK(id > 0) ours",
      ])
  }

  @Test func `A116 content decides, not the time or the size of a file`() throws {
    let files = try ThreeFiles(ours: "UPDATE places SET rating = 44 WHERE fid = 1;")
    let times = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)]
    for path in [files.base, files.theirs, files.ours] {
      try FileManager.default.setAttributes(times, ofItemAtPath: path)
    }
    let sizes = try [files.base, files.ours].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int
    }
    #expect(sizes[0] == sizes[1])
    #expect(
      try files.changes(to: files.ours).lines == ["places 1 rating: i40 > i44"])
    // The same rows in other pages: nothing has changed.
    try ThreeFiles.run(
      "CREATE TABLE away AS SELECT * FROM places; DELETE FROM places;"
        + "INSERT INTO places SELECT * FROM away; DROP TABLE away;", on: files.theirs)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: files.theirs))
        != Data(contentsOf: URL(fileURLWithPath: files.base)))
    #expect(try files.changes(to: files.theirs).isEmpty)
    #expect(try files.conflicts().tables.first?.counts == [.ours: 1])
  }
}
