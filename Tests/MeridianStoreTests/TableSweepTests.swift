import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// What the sweep over a table's pages leaves out, held against reading everything.
struct TableSweepTests {
  private static let window = GeometryWindow(
    Envelope(minX: 10, minY: 10, maxX: 12, maxY: 12), period: 360, plain: -84.9...84.9)

  /// Rows of every kind around the window, far away, and beyond the seam.
  private func fixture(seed: UInt64, rows: Int = 900) throws -> StoreFixture {
    var random = SplitMix64(seed: seed)
    return try StoreFixture { writer in
      let layer = try writer.addLayer(
        "a", geometryType: "GEOMETRY", srsID: 4326,
        columns: [AttributeColumn(name: "name", declaredType: "TEXT")])
      for _ in 0..<rows {
        let name = String(repeating: "x", count: Int.random(in: 0...40, using: &random))
        let kind = Int.random(in: 0..<40, using: &random)
        let near = kind % 4 == 0
        let x = Double.random(in: near ? 5...15 : -170...170, using: &random)
        let y = Double.random(in: near ? 5...15 : -80...80, using: &random)
        var geometry: GeometryBuffer? = scattered(
          kind: kind, x: x + (kind == 5 ? 360 : 0), y: y, random: &random)
        if kind == 1 { geometry = nil }
        if kind == 2 { geometry = try WKT.geometry("POLYGON EMPTY") }
        if kind == 3 { geometry = RandomGeometry.any(seed: random.next()) }
        if let geometry {
          try writer.insert(into: layer, geometry: geometry, values: [.text(name)])
        } else {
          try writer.insert(into: layer, fid: nil, blob: nil, values: [.text(name)])
        }
      }
    }
  }

  /// A point, a short line or, now and then, one longer than a page.
  private func scattered(
    kind: Int, x: Double, y: Double, random: inout SplitMix64
  ) -> GeometryBuffer {
    if kind % 3 == 0 { return RandomGeometry.point(x, kind == 9 ? .nan : y) }
    var line = GeometryBuffer()
    line.begin(.lineString)
    line.beginPart(.line, member: 0)
    for _ in 0..<(kind == 4 ? 1500 : 5) {
      line.append(
        Coordinate(
          x + Double.random(in: -1...1, using: &random),
          y + Double.random(in: -1...1, using: &random)))
    }
    line.endRing()
    line.endPart()
    return line
  }

  /// Runs what needs a second database, which the product's connections refuse.
  private func rebuild(_ fixture: StoreFixture, _ sql: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [fixture.path, sql]
    do {
      try process.run()
      process.waitUntilExit()
    } catch {
      print("skipped: another page size (no sqlite3)")
    }
  }

  private func swept(_ store: any FeatureStore, _ window: GeometryWindow, _ name: String = "a")
    throws -> [Row]?
  {
    var found: [Row] = []
    let columns = try store.layer(named: name).columns.contains { $0.name == "name" }
    let nearby = try store.forEachRow(
      in: store.layer(named: name), near: window, trust: .never,
      columns: columns ? ["name"] : []
    ) { id, status, geometry, values in
      found.append(Row(id: id, status: status, geometry: copy geometry, values: values))
      return true
    }
    return nearby.isRead ? found : nil
  }

  private func meets(_ row: Row, _ window: GeometryWindow) -> Bool {
    guard row.status == .valid else { return false }
    let box = row.geometry.envelope
    return (-2...2).contains { turns in
      let shift = Double(turns) * window.period
      return box.maxX + shift >= window.box.minX && box.minX + shift <= window.box.maxX
        && box.maxY >= window.box.minY && box.minY <= window.box.maxY
    }
  }

  private func hold(
    _ found: [Row], against all: [Row], _ window: GeometryWindow, _ note: Comment
  ) {
    let ids = Set(found.map(\.id))
    #expect(found.map(\.id.row) == found.map(\.id.row).sorted(), note)
    for row in all {
      if meets(row, window) || row.status == .nonFinite { #expect(ids.contains(row.id), note) }
    }
    let known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    // NaN makes geometries differ from themselves.
    for row in found where row.status != .nonFinite { #expect(known[row.id] == row, note) }
  }

  @Test(arguments: Seeds.batches(12))
  func `a sweep leaves out only rows that cannot meet the window`(_ seeds: [UInt64]) throws {
    for seed in seeds {
      let fixture = try fixture(seed: seed)
      let pages = [512, 1024, 4096, 65536][Int(seed % 4)]
      let vacuum = seed % 3 == 0 ? "FULL" : "NONE"
      rebuild(fixture, "PRAGMA page_size = \(pages); PRAGMA auto_vacuum = \(vacuum); VACUUM;")
      if seed % 2 == 0 { try fixture.sql("DELETE FROM a WHERE fid % 7 = 3") }
      let store = try fixture.open()
      let all = try store.rows("a", ["name"])
      let found = try #require(try swept(store, Self.window), "seed \(seed)")
      hold(found, against: all, Self.window, "seed \(seed)")
      #expect(found.count < all.count / 2, "seed \(seed): nothing was left out")
      try store.close()
    }
  }

  @Test func `many rows near the window are left to ordinary reading`() throws {
    let store = try fixture(seed: 1, rows: 2000).open()
    let everywhere = GeometryWindow(
      Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90), period: 360, plain: -84.9...84.9)
    #expect(try swept(store, everywhere) == nil)
    #expect(try swept(store, Self.window) != nil)
  }

  @Test(arguments: [
    ("ALTER TABLE a ADD COLUMN later TEXT", true),
    ("ALTER TABLE a DROP COLUMN name", true),
    ("ALTER TABLE a ADD COLUMN computed AS (fid + 1)", false),
    ("PRAGMA journal_mode = WAL", true),
  ])
  func `tables that were changed are swept where their rows can be told`(
    sql: String, isSwept: Bool
  ) throws {
    let fixture = try fixture(seed: 3)
    try fixture.sql(sql)
    let store = try fixture.open()
    let found = try swept(store, Self.window)
    #expect((found != nil) == isSwept)
    let all = try store.rows(
      "a",
      store.layer(named: "a").columns.contains { $0.name == "name" }
        ? ["name"] : [])
    if let found { hold(found, against: all, Self.window, "\(sql)") }
  }

  @Test func `views and tables without rowids are left to ordinary reading`() throws {
    let fixture = try fixture(seed: 4, rows: 50)
    try fixture.sql(
      """
      CREATE TABLE b (fid INTEGER PRIMARY KEY, geom BLOB) WITHOUT ROWID;
      INSERT INTO b SELECT fid, geom FROM a;
      CREATE VIEW c AS SELECT fid, geom FROM a;
      INSERT INTO gpkg_contents (table_name, data_type, srs_id)
        VALUES ('b', 'features', 4326), ('c', 'features', 4326);
      INSERT INTO gpkg_geometry_columns
        VALUES ('b', 'geom', 'GEOMETRY', 4326, 0, 0), ('c', 'geom', 'GEOMETRY', 4326, 0, 0);
      """)
    let store = try fixture.open()
    #expect(try swept(store, Self.window, "b") == nil)
    #expect(try swept(store, Self.window, "c") == nil)
    #expect(try swept(store, Self.window, "a") != nil)
  }

  @Test func `the sample of SpatiaLite is swept as its GeoPackage is`() throws {
    let cache = try TemporaryFolder()
    let places = try ["soho.gpkg", "soho.sqlite"].map { name in
      let store = try openStore(
        at: OraclePath.package + "/Data/samples/" + name, cacheFolder: cache.path)
      let window = GeometryWindow(
        Envelope(minX: -0.1372, minY: 51.5129, maxX: -0.1362, maxY: 51.5136), period: 360,
        plain: -84.9...84.9)
      return try store.layers.map { layer in
        try #require(try swept(store, window, layer.name)).map(\.id.row)
      }
    }
    #expect(places[0] == places[1])
    #expect(places[0].reduce(0) { $0 + $1.count } < 200)
  }

  @Test(arguments: Seeds.batches(60))
  func `a damaged file is swept to an end`(_ seeds: [UInt64]) throws {
    let fixture = try fixture(seed: 9, rows: 300)
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        bytes[Int.random(in: 4096..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: fixture.path))
      guard let store = try? fixture.open(), store.layers.contains(where: { $0.name == "a" })
      else { continue }
      // Whether it ends with rows, without or with an error: it ends, and within its bounds.
      _ = try? swept(store, Self.window)
    }
  }
}
