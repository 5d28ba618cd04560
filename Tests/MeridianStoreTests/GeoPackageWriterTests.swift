import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `GeoPackage writer` {
  private func write(_ path: String) throws {
    let writer = try GeoPackageWriter(creating: path)
    var definition = GeoPackageWriter.Definition(name: "trees", geometryType: "GEOMETRY")
    definition.title = "Trees of the park"
    definition.columns = [
      AttributeColumn(name: "name", declaredType: "TEXT(40)", isNotNull: true),
      AttributeColumn(name: "height", declaredType: "DOUBLE"),
      AttributeColumn(name: "photo", declaredType: "BLOB"),
    ]
    let trees = try writer.addLayer(definition)
    for seed in Seeds.list(50) {
      try writer.insert(
        into: trees, geometry: RandomGeometry.any(seed: seed),
        values: [.text("tree \(seed)"), .real(Double(seed) / 3), .blob([UInt8(seed & 255), 0])])
    }
    try writer.insert(into: trees, fid: 1000, blob: nil, values: [.text(""), .null, .blob([])])
    try writer.finish()
  }

  @Test func `what was inserted is what is read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try write(path)
    #expect(folder.names == ["a.gpkg"])
    let store = try openStore(at: path, cacheFolder: folder.path)
    #expect(store.format == .geoPackage(version: "1.4") && store.notices.isEmpty)
    let layer = try store.layer(named: "trees")
    #expect(layer.title == "Trees of the park" && layer.key == .primaryKey("fid"))
    #expect(layer.columns.map(\.type) == [.integer, .text, .real, .blob])
    #expect(layer.columns.map(\.isNotNull) == [true, true, false, false])
    let rows = try store.rows("trees", ["height", "name", "photo"])
    #expect(rows.count == Seeds.list(50).count + 1)
    for (row, seed) in zip(rows, Seeds.list(50)) {
      #expect(row.geometry == RandomGeometry.any(seed: seed), "SEED=\(seed)")
      #expect(
        row.values == [
          .real(Double(seed) / 3), .text("tree \(seed)"), .blob([UInt8(seed & 255), 0]),
        ])
    }
    #expect(rows.last?.id.fid == 1000 && rows.last?.status == .null)
    #expect(rows.last?.values == [.null, .text(""), .blob([])])
    let health = try store.health("trees")
    #expect(layer.declaredExtent == health.extent)
    #expect(health.index == .healthy(entries: health.rows - 1))
  }

  @Test func `the file is sound and its triggers compile`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try write(path)
    let connection = try Connection(path: path, mode: .create)
    for pragma in ["integrity_check", "foreign_key_check"] {
      let rows = try connection.prepare("PRAGMA \(pragma)")
      while try rows.step() { #expect(rows.text(0) == "ok") }
    }
    // Triggers compile with the statement that may fire them, so it
    // names the first of their functions that plain SQLite lacks.
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("UPDATE trees SET geom = NULL WHERE fid = 1")
    }
    #expect(error?.message.contains("no such function: ST_") == true)
    let count = try connection.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'")
    #expect(try count.step() && count.integer(0) == 7)
  }

  @Test(arguments: [0, 1, 51, 52, 3000])
  func `the packed index passes the module's own check and finds every box`(count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer("t", geometryType: "GEOMETRY")
    var random = SplitMix64(seed: UInt64(count))
    for _ in 0..<count {
      let geometry = RandomGeometry.any(seed: random.next())
      try writer.insert(into: layer, fid: Int64(random.next() >> 2), geometry: geometry)
    }
    try writer.finish()
    let connection = try Connection(path: path, mode: .create)
    let check = try connection.prepare("SELECT rtreecheck('rtree_t_geom')")
    #expect(try check.step() && check.text(0) == "ok")
    let found = try connection.prepare(
      "SELECT count(*) FROM rtree_t_geom WHERE maxx >= 10 AND minx <= 20 AND maxy >= 5 AND miny <= 9"
    )
    #expect(try found.step())
    var expected: Int64 = 0
    let store = try openStore(at: path, cacheFolder: folder.path)
    try store.forEachRow(in: store.layers[0], columns: []) { _, _, geometry, _ in
      let window = Envelope(minX: 10, minY: 5, maxX: 20, maxY: 9)
      if geometry.envelope.intersects(window) { expected += 1 }
      return true
    }
    #expect(found.integer(0) == expected)
    #expect(try store.health("t").index == .healthy(entries: Int64(count)))
    // The module goes on from here: it splits and condenses what was packed.
    try connection.execute(
      """
      DELETE FROM rtree_t_geom WHERE id % 3 = 0;
      INSERT INTO rtree_t_geom SELECT -value, 1, 2, 3, 4
        FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 200)
        SELECT value FROM n);
      """)
    let again = try connection.prepare("SELECT rtreecheck('rtree_t_geom')")
    #expect(try again.step() && again.text(0) == "ok")
  }

  @Test func `the same calls make the same bytes`() throws {
    let folder = try TemporaryFolder()
    try write(folder.file("a.gpkg"))
    try write(folder.file("b.gpkg"))
    let a = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.gpkg")))
    #expect(try a == Data(contentsOf: URL(fileURLWithPath: folder.file("b.gpkg"))))
  }

  @Test func `a file that exists is not overwritten`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try GeoPackageWriter(creating: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
  }

  @Test func `GDAL reads the same number of features and the same extent`() throws {
    let program = "/usr/bin/ogrinfo"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("skipped: GDAL reads what the writer makes (ogrinfo is not installed)")
      return
    }
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try write(path)
    let task = Process()
    task.executableURL = URL(fileURLWithPath: program)
    task.arguments = ["-ro", "-so", path, "trees"]
    let output = Pipe()
    task.standardOutput = output
    task.standardError = output
    try task.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    task.waitUntilExit()
    #expect(text.contains("Feature Count: \(Seeds.list(50).count + 1)"))
    // Older releases of GDAL warn of a version newer than themselves; errors are errors.
    #expect(!text.contains("ERROR"), "\(text)")
  }
}
