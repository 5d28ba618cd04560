import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Cases of layers and indexes` {
  private func points(
    _ count: Int, srsID: Int32 = 4326, hasIndex: Bool = true
  ) throws -> StoreFixture {
    try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "POINT", srsID: srsID, hasIndex: hasIndex)
      for number in 0..<count { try writer.add("POINT (\(number) 1)", to: layer) }
    }
  }

  @Test func `A81 a layer without an index is read in full and says so`() throws {
    let fixture = try points(5, hasIndex: false)
    try fixture.sql("DROP TABLE gpkg_extensions")
    let store = try fixture.open()
    #expect(store.codes("t") == ["no-index"])
    #expect(try store.rows("t").count == 5)
    #expect(try store.health("t").index == .none)
  }

  @Test func `A82 rows missing from the index and entries without a row are counted`() throws {
    let fixture = try points(20)
    try fixture.sql(
      """
      DELETE FROM rtree_t_geom WHERE id IN (3, 9, 20);
      INSERT INTO rtree_t_geom VALUES (77, 0, 1, 0, 1);
      """)
    let store = try fixture.open()
    #expect(try store.rows("t").count == 20)
    #expect(try store.health("t").index == .stale(missing: 3, extra: 1))
  }

  @Test func `an index that is declared without its tables is unreadable`() throws {
    let fixture = try points(2)
    try fixture.sql("DROP TABLE rtree_t_geom")
    let store = try fixture.open()
    #expect(store.codes("t") == ["no-index"])
    guard case .unreadable = try store.health("t").index else {
      Issue.record("an index without tables was believed")
      return
    }
  }

  @Test func `A84 a view whose first column repeats has no stable id`() throws {
    let fixture = try points(3)
    try fixture.sql(
      """
      CREATE TABLE other (id INTEGER PRIMARY KEY, fid INTEGER, note TEXT);
      INSERT INTO other (fid, note) VALUES (1, 'a'), (1, 'b'), (2, 'c');
      CREATE VIEW joined AS SELECT t.fid AS fid, t.geom AS geom, other.note AS note
        FROM t JOIN other ON other.fid = t.fid;
      CREATE VIEW sound AS SELECT fid * 10 AS id, geom FROM t;
      CREATE VIEW holed AS SELECT nullif(fid, 2) AS id, geom FROM t;
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
        VALUES ('joined', 'features', 'joined', 4326), ('sound', 'features', 'sound', 4326),
        ('holed', 'features', 'holed', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('joined', 'geom', 'POINT', 4326, 0, 0),
        ('sound', 'geom', 'POINT', 4326, 0, 0), ('holed', 'geom', 'POINT', 4326, 0, 0);
      """)
    let store = try fixture.open()
    let joined = try store.layer(named: "joined")
    #expect(joined.isView && joined.key == .none)
    #expect(store.codes("joined") == ["no-stable-id"])
    let rows = try store.rows("joined", ["note"])
    #expect(rows.map(\.id.fid) == [nil, nil, nil] && rows.map(\.id.row) == [1, 2, 3])
    for row in rows {
      // The row shown is the row whose geometry was read.
      let values = try store.attributes(of: row.id, in: joined)
      #expect(values[1] == row.values[0])
      #expect(row.geometry.coordinates[0].x == (values[0] == .integer(2) ? 1 : 0))
    }
    let sound = try store.layer(named: "sound")
    #expect(sound.key == .proven("id"))
    #expect(try store.rows("sound").map(\.id.fid) == [10, 20, 30])
    #expect(try store.attributes(of: RowID(fid: 20, row: 2), in: sound) == [.integer(20)])
    #expect(try store.layer(named: "holed").key == .none)
  }

  @Test func `tables without an integer primary key are read by rowid or by order`() throws {
    let fixture = try points(3)
    try fixture.sql(
      """
      CREATE TABLE plain (name TEXT, geom POINT);
      INSERT INTO plain (rowid, name, geom) SELECT fid * 7, 'n' || fid, geom FROM t;
      CREATE TABLE code (code TEXT PRIMARY KEY, geom POINT) WITHOUT ROWID;
      INSERT INTO code SELECT 'c' || fid, geom FROM t;
      CREATE TABLE small (id INT PRIMARY KEY, geom POINT);
      INSERT INTO small SELECT fid + 100, geom FROM t ORDER BY fid DESC;
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
        VALUES ('plain', 'features', 'p', 4326), ('code', 'features', 'c', 4326),
        ('small', 'features', 's', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('plain', 'geom', 'POINT', 4326, 0, 0),
        ('code', 'geom', 'POINT', 4326, 0, 0), ('small', 'geom', 'POINT', 4326, 0, 0);
      """)
    let store = try fixture.open()
    let plain = try store.rows("plain", ["name"])
    #expect(plain.map(\.id) == [7, 14, 21].map { RowID(fid: nil, row: $0) })
    let layer = try store.layer(named: "plain")
    #expect(layer.key == .none && layer.titleColumn == "name")
    #expect(try store.attributes(of: plain[1].id, in: layer) == [.text("n2")])
    #expect(try store.rows("code").map(\.id) == [1, 2, 3].map { RowID(fid: nil, row: $0) })
    #expect(try store.layer(named: "small").key == .proven("id"))
    let small = try store.rows("small")
    #expect(small.map(\.id.fid) == [101, 102, 103] && small.map(\.id.row) == [3, 2, 1])
  }

  @Test func `A94 x is easting whatever the axis order of the system`() throws {
    let fixture = try StoreFixture { writer in
      try writer.addSpatialReference(
        id: 2193, name: "NZTM", organization: "EPSG", code: 2193, definition: "PROJCS[…]")
      let degrees = try writer.addLayer("degrees", geometryType: "POINT")
      try writer.add("POINT (174.7 -41.3)", to: degrees)
      let meters = try writer.addLayer("meters", geometryType: "POINT", srsID: 2193)
      try writer.add("POINT (1748735 5427916)", to: meters)
    }
    let store = try fixture.open()
    #expect(try store.rows("degrees")[0].geometry.coordinates == [Coordinate(174.7, -41.3)])
    #expect(try store.rows("meters")[0].geometry.coordinates == [Coordinate(1_748_735, 5_427_916)])
    #expect(
      try store.layer(named: "meters").crs
        == .authority(name: "EPSG", code: "2193", definition: "PROJCS[…]"))
  }

  @Test func `A95 undefined reference systems are never taken for longitude and latitude`() throws {
    let fixture = try StoreFixture { writer in
      for id: Int32 in [-1, 0, 99999, 4326, 3857] {
        let layer = try writer.addLayer("s\(id)", geometryType: "POINT", srsID: id)
        try writer.add("POINT (1 1)", to: layer)
      }
    }
    let store = try fixture.open()
    #expect(
      store.layers.map(\.crs) == [
        .undefined(id: -1), .unknownGeographic, .undefined(id: 99999), .longitudeLatitude,
        .webMercator,
      ])
    #expect(store.codes("s-1") == ["undefined-crs"])
    #expect(store.codes("s0") == ["unknown-datum"])
    #expect(store.codes("s99999") == ["undefined-crs"])
    #expect(store.codes("s4326").isEmpty)
  }

  @Test func `other names of the two web systems are known`() throws {
    let fixture = try StoreFixture { writer in
      for (id, organization, code): (Int64, String, Int64) in [
        (900913, "epsg", 900913), (7, "ESRI", 102100), (8, "EPSG", 102113), (9, "Epsg", 4326),
        (10, "MINE", 4326),
      ] {
        try writer.addSpatialReference(
          id: id, name: "n", organization: organization, code: code, definition: "undefined")
        _ = try writer.addLayer("s\(id)", geometryType: "POINT", srsID: Int32(id))
      }
    }
    #expect(
      try fixture.open().layers.map(\.crs) == [
        .webMercator, .webMercator, .webMercator, .longitudeLatitude,
        .authority(name: "MINE", code: "4326", definition: nil),
      ])
  }

  @Test func `A99 a NULL first geometry does not hide the layer`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "GEOMETRY")
      try writer.add(nil, to: layer)
      try writer.add("LINESTRING (0 0, 1 1)", to: layer)
    }
    let store = try fixture.open()
    #expect(try store.layer(named: "t").geometryTypeName == "GEOMETRY")
    #expect(try store.rows("t").map(\.status) == [.null, .valid])
  }

  @Test(arguments: ["9223372036854775807", "-1", "'many'", "NULL"])
  func `A100 a declared count is shown as declared and never used`(count: String) throws {
    let fixture = try points(3)
    try fixture.sql(
      """
      CREATE TABLE gpkg_ogr_contents (table_name TEXT PRIMARY KEY, feature_count INTEGER);
      INSERT INTO gpkg_ogr_contents VALUES ('t', \(count));
      """)
    let store = try fixture.open()
    #expect(try store.layer(named: "t").declaredCount == Int64(count))
    #expect(try store.rows("t").count == 3)
    #expect(try store.health("t").rows == 3)
  }

  @Test func `two thousand layers are listed in order`() throws {
    let names = (0..<2000).map { "layer \($0)" }
    let fixture = try StoreFixture { writer in
      for name in names { _ = try writer.addLayer(name, geometryType: "POINT", hasIndex: false) }
    }
    let store = try fixture.open()
    #expect(store.layers.map(\.name) == names)
    let error = #expect(throws: StoreError.self) { try store.layer(named: "layer 19999") }
    #expect(error?.description.contains("did you mean \"layer 1999\"?") == true)
    #expect((error?.description.count ?? 0) < 500)
  }

  @Test func `a layer is found without regard to case unless that is ambiguous`() throws {
    let fixture = try points(1)
    let store = try fixture.open()
    #expect(try store.layer(named: "T").name == "t")
    let error = #expect(throws: StoreError.self) { try store.layer(named: "pumps") }
    guard case .noSuchLayer("pumps", _, ["t"], nil)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: StoreError.self) {
      try store.attributes(of: RowID(fid: 99, row: 99), in: store.layers[0])
    }
  }

  @Test func `a body that answers false stops the reading`() throws {
    let store = try points(50).open()
    var seen = 0
    try store.forEachRow(in: store.layers[0], columns: []) { _, _, _, _ in
      seen += 1
      return seen < 7
    }
    #expect(seen == 7)
  }
}
