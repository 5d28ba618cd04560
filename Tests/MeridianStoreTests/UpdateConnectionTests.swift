import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Connections that change a user's file` {
  /// Every box of the index against the row it stands for, by the module's own functions.
  private func isInStep(_ path: String, _ layer: String, _ geometry: String) throws -> Bool {
    let connection = try Connection(path: path, mode: .update)
    let check = try connection.prepare("SELECT rtreecheck('rtree_\(layer)_\(geometry)')")
    let odd = try connection.prepare(
      """
      SELECT count(*) FROM "\(layer)" LEFT JOIN "rtree_\(layer)_\(geometry)" ON id = fid
        WHERE ("\(geometry)" ISNULL OR ST_IsEmpty("\(geometry)")) <> (id ISNULL)
          OR abs(minx - ST_MinX("\(geometry)")) > 1e-4
          OR abs(maxy - ST_MaxY("\(geometry)")) > 1e-4
      """)
    let extra = try connection.prepare(
      """
      SELECT count(*) FROM "rtree_\(layer)_\(geometry)"
        WHERE id NOT IN (SELECT fid FROM "\(layer)")
      """)
    guard try check.step(), try odd.step(), try extra.step() else { return false }
    return check.text(0) == "ok" && odd.integer(0) == 0 && extra.integer(0) == 0
  }

  /// Changes of every kind that a trigger of the index watches.
  private func change(_ path: String, _ layer: String, _ geometry: String) throws {
    let connection = try Connection(path: path, mode: .update)
    let blob = { (text: String) throws -> String in
      var bytes: [UInt8] = []
      GeoPackageBinary.append(try WKT.geometry(text), srsID: 4326, to: &bytes)
      return "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
    }
    let table = "\"\(layer)\""
    for statement in [
      "INSERT INTO \(table) (\(geometry)) VALUES (\(try blob("POINT (3 4)")))",
      "INSERT INTO \(table) (\(geometry)) VALUES (NULL)",
      "INSERT INTO \(table) (\(geometry)) VALUES (\(try blob("POINT EMPTY")))",
      "UPDATE \(table) SET \(geometry) = \(try blob("POINT (-70.5 8)")) WHERE fid = 1",
      "UPDATE \(table) SET \(geometry) = NULL WHERE fid = 2",
      "UPDATE \(table) SET \(geometry) = \(try blob("POINT (1 1)")) WHERE fid = 2",
      "UPDATE \(table) SET fid = 7000 WHERE fid = 3",
      "DELETE FROM \(table) WHERE fid = 4",
    ] {
      try connection.execute(statement)
      #expect(try isInStep(path, layer, geometry), "\(statement)")
    }
  }

  private func made() throws -> StoreFixture {
    try StoreFixture { writer in
      let layer = try writer.addLayer(
        "t", geometryType: "GEOMETRY",
        columns: [AttributeColumn(name: "name", declaredType: "TEXT")])
      for seed in Seeds.list(200) {
        let geometry = RandomGeometry.any(seed: seed)
        try writer.insert(into: layer, geometry: geometry, values: [.text("a")])
      }
    }
  }

  /// The same layer as GDAL writes it, with GDAL's triggers; nil without GDAL.
  private func convertedByGDAL(_ fixture: StoreFixture) throws -> String? {
    let program = "/usr/bin/ogr2ogr"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("skipped: a layer made by GDAL (ogr2ogr is not installed)")
      return nil
    }
    let path = fixture.folder.file("gdal.gpkg")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-f", "GPKG", path, fixture.path, "t"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? path : nil
  }

  @Test func `changes of rows keep the index of our own layers in step`() throws {
    let fixture = try made()
    try change(fixture.path, "t", "geom")
  }

  @Test func `changes of rows keep the index of GDAL's layers in step`() throws {
    let fixture = try made()
    guard let path = try convertedByGDAL(fixture) else { return }
    try change(path, "t", "geom")
  }

  @Test func `A80 an attribute update needs no function that plain SQLite lacks`() throws {
    let fixture = try made()
    let rows = Seeds.list(200).count
    for path in [fixture.path, try convertedByGDAL(fixture)].compactMap({ $0 }) {
      let before = try nodes(path)
      let connection = try Connection(path: path, mode: .update)
      try connection.execute("UPDATE t SET name = 'z' WHERE fid = 2")
      let row = try connection.prepare("SELECT name FROM t WHERE fid = 2")
      #expect(try row.step() && row.text(0) == "z")
      #expect(try nodes(path) == before)
      let sick = SickFixture(reading: fixture, at: path)
      #expect(try sick.isReadByGDAL(rows: rows), "\(path)")
    }
  }

  /// All nodes of the index as they are stored.
  private func nodes(_ path: String) throws -> [String] {
    let rows = try Connection(path: path, mode: .readOnly)
      .prepare("SELECT nodeno || ' ' || hex(data) FROM rtree_t_geom_node ORDER BY nodeno")
    var found: [String] = []
    while try rows.step() { found.append(rows.text(0) ?? "") }
    return found
  }

  @Test(arguments: [512, 1024, 4096, 65536])
  func `an added layer's index fits the pages of the file, and its triggers go on`(
    pageSize: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try Connection(path: path, mode: .create).execute(
      """
      PRAGMA page_size = \(pageSize);
      PRAGMA application_id = \(0x4750_4B47);
      PRAGMA user_version = 10400;
      CREATE TABLE notes (id INTEGER PRIMARY KEY);
      """)
    for name in ["t", "added"] {
      let writer = try GeoPackageWriter(appendingTo: path)
      let layer = try writer.addLayer(name, geometryType: "GEOMETRY")
      for seed in 0..<1000 {
        try writer.insert(into: layer, geometry: RandomGeometry.any(seed: UInt64(seed)))
      }
      // What the guard refuses is refused before an index is filled and after.
      let guarded = "DELETE FROM rtree_t_geom_node"
      #expect(throws: StoreError.self) { try writer.execute(guarded) }
      try writer.finish()
      #expect(throws: StoreError.self) { try writer.execute(guarded) }
      let examination = try StoreDoctor(cacheFolder: folder.path).examine(path)
      #expect(examination.isHealthy, "\(examination.findings)")
    }
    let size = try Connection(path: path, mode: .readOnly).prepare("PRAGMA page_size")
    #expect(try size.step() && size.integer(0) == Int64(pageSize))
    let store = try openStore(at: path, cacheFolder: folder.path)
    guard case .healthy = try store.health("added").index else {
      Issue.record("the index of the added layer is not healthy")
      return
    }
    try store.close()
    try change(path, "added", "geom")
  }
}
