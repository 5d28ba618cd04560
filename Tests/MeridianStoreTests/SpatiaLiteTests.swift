import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `SpatiaLite files` {
  private let cache: TemporaryFolder
  private let folder: TemporaryFolder
  private let path: String

  /// The tables of SpatiaLite 4 and 5 as far as reading needs them.
  init() throws {
    cache = try TemporaryFolder()
    folder = try TemporaryFolder()
    path = folder.file("a.sqlite")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE spatial_ref_sys (srid INTEGER PRIMARY KEY, auth_name TEXT, auth_srid INTEGER,
        ref_sys_name TEXT, proj4text TEXT, srtext TEXT);
      INSERT INTO spatial_ref_sys VALUES (-1, 'NONE', -1, 'Undefined - Cartesian', '', 'Undefined'),
        (0, 'NONE', 0, 'Undefined - Geographic Long/Lat', '', 'Undefined'),
        (4326, 'epsg', 4326, 'WGS 84', '+proj=longlat', 'GEOGCS[…]'),
        (3003, 'epsg', 3003, 'Monte Mario', '+proj=tmerc', 'PROJCS[…]');
      CREATE TABLE geometry_columns (f_table_name TEXT, f_geometry_column TEXT,
        geometry_type INTEGER, coord_dimension INTEGER, srid INTEGER,
        spatial_index_enabled INTEGER);
      CREATE TABLE views_geometry_columns (view_name TEXT, view_geometry TEXT, view_rowid TEXT,
        f_table_name TEXT, f_geometry_column TEXT, read_only INTEGER);
      CREATE TABLE spatialite_history (event_id INTEGER PRIMARY KEY, ver_splite TEXT);
      INSERT INTO spatialite_history VALUES (1, '5.0.1');
      CREATE TABLE Pumps (id INTEGER PRIMARY KEY, name TEXT, geom BLOB, outline BLOB);
      CREATE TABLE keyless (label TEXT, geom BLOB);
      CREATE VIEW named AS SELECT id AS code, geom AS shape, name FROM Pumps WHERE name NOT NULL;
      INSERT INTO geometry_columns VALUES ('pumps', 'geom', 1, 2, 4326, 1),
        ('pumps', 'outline', 1003, 3, 3003, 0), ('keyless', 'geom', 0, 2, 0, 0);
      INSERT INTO views_geometry_columns VALUES ('named', 'shape', 'code', 'pumps', 'geom', 1);
      CREATE VIRTUAL TABLE idx_pumps_geom USING rtree(pkid, xmin, xmax, ymin, ymax);
      """)
    let insert = try connection.prepare("INSERT INTO Pumps VALUES (?, ?, ?, ?)")
    for id in 1...4 {
      var point = GeometryEncoder(isBigEndian: id % 2 == 0)
      if id == 4 {
        point.tinyPoint(Coordinate(4, 47))
      } else {
        point.spatiaLite(RandomGeometry.point(Double(id), 47))
      }
      var outline = GeometryEncoder(extraOrdinates: 1)
      outline.spatiaLite(
        try WKT.geometry("POLYGON ((0 0, 1 0, 1 1, 0 0))"), isCompressed: id % 2 == 0)
      try insert.bind(.integer(Int64(id)), to: 1)
      try insert.bind(id == 3 ? .null : .text("pump \(id)"), to: 2)
      try insert.bind(bytes: point.bytes, to: 3)
      try insert.bind(bytes: outline.bytes, to: 4)
      _ = try insert.step()
      insert.reset()
    }
    try connection.execute(
      """
      INSERT INTO idx_pumps_geom SELECT id, id, id, 47, 47 FROM Pumps;
      INSERT INTO keyless (rowid, label, geom) SELECT id + 10, name, geom FROM Pumps;
      """)
  }

  private func open() throws -> any FeatureStore {
    try openStore(at: path, cacheFolder: cache.path)
  }

  @Test func `tables views and second geometry columns are layers`() throws {
    let store = try open()
    #expect(store.format == .spatiaLite(version: "5.0.1"))
    #expect(store.layers.map(\.name) == ["Pumps", "Pumps(outline)", "keyless", "named"])
    #expect(store.layers.map(\.geometryTypeName) == ["POINT", "POLYGON", "GEOMETRY", "POINT"])
    #expect(
      store.layers.map(\.crs) == [
        .longitudeLatitude, .authority(name: "EPSG", code: "3003", definition: "PROJCS[…]"),
        .unknownGeographic, .longitudeLatitude,
      ])
    #expect(
      store.layers.map(\.key) == [
        .primaryKey("id"), .primaryKey("id"), .none, .proven("code"),
      ])
    #expect(folder.names == ["a.sqlite"])
  }

  @Test func `every blob form is read with its attributes`() throws {
    let store = try open()
    let rows = try store.rows("pumps", ["name"])
    #expect(rows.map(\.status) == Array(repeating: .valid, count: 4))
    #expect(rows.map { $0.geometry.coordinates[0] } == (1...4).map { Coordinate(Double($0), 47) })
    #expect(rows[0].values == [.text("pump 1")] && rows[2].values == [.null])
    let expected = try WKT.geometry("POLYGON ((0 0, 1 0, 1 1, 0 0))")
    #expect(try store.rows("Pumps(outline)").allSatisfy { $0.geometry == expected })
    let view = try store.rows("named", ["name"])
    #expect(view.map(\.id.fid) == [1, 2, 4] && view[1].values == [.text("pump 2")])
    #expect(try store.rows("keyless").map(\.id) == (11...14).map { RowID(fid: nil, row: $0) })
  }

  @Test func `the index is compared with the rows`() throws {
    #expect(try open().health("Pumps").index == .healthy(entries: 4))
    try Connection(path: path, mode: .create).execute(
      "DELETE FROM idx_pumps_geom WHERE pkid = 2")
    #expect(try open().health("Pumps").index == .stale(missing: 1, extra: 0))
    #expect(try open().health("Pumps(outline)").index == .none)
  }

  @Test func `a GeoPackage blob in a SpatiaLite table is malformed`() throws {
    var encoder = GeometryEncoder()
    encoder.geoPackage(RandomGeometry.point(1, 2), envelopeKind: 0, srsID: 4326)
    let connection = try Connection(path: path, mode: .create)
    let update = try connection.prepare("UPDATE Pumps SET geom = ? WHERE id = 2")
    try update.bind(bytes: encoder.bytes, to: 1)
    _ = try update.step()
    #expect(try open().rows("Pumps")[1].status == .malformed(.badHeader(offset: 0)))
  }

  @Test func `files of the spatialite program are read as its own functions say`() throws {
    let program = "/usr/bin/spatialite"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("skipped: files of the spatialite program (it is not installed)")
      return
    }
    let made = folder.file("made.sqlite")
    let line = "LINESTRINGZM(0 0 1 2, 1.5 2.25 3 4, 3 4 5 6, 5 5 7 8)"
    let task = Process()
    task.executableURL = URL(fileURLWithPath: program)
    task.arguments = [
      made,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
      SELECT AddGeometryColumn('t', 'g', 4326, 'GEOMETRY', 'XYZM');
      INSERT INTO t VALUES (1, 'a', GeomFromText('\(line)', 4326));
      INSERT INTO t VALUES (2, 'b', CompressGeometry(GeomFromText('\(line)', 4326)));
      INSERT INTO t VALUES
        (3, 'c', GeomFromText('POLYGONZM((0 0 0 0, 4 0 0 0, 4 4 0 0, 0 0 0 0))', 4326));
      INSERT INTO t VALUES (4, 'd', NULL);
      SELECT CreateSpatialIndex('t', 'g');
      """,
    ]
    task.standardOutput = Pipe()
    task.standardError = Pipe()
    try task.run()
    task.waitUntilExit()
    let store = try openStore(at: made, cacheFolder: cache.path)
    guard case .spatiaLite = store.format else {
      Issue.record("\(store.format)")
      return
    }
    let rows = try store.rows("t")
    try #require(rows.map(\.status) == [.valid, .valid, .valid, .null])
    let expected = [(0, 0), (1.5, 2.25), (3, 4), (5, 5)].map { Coordinate($0.0, $0.1) }
    #expect(rows[0].geometry.coordinates == expected && rows[1].geometry.coordinates == expected)
    #expect(try store.health("t").index == .healthy(entries: 3))
    #expect(try store.layer(named: "t").crs == .longitudeLatitude)
  }
}
