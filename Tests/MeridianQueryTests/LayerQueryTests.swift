import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport
import Testing

/// Queries of one layer: roads that must not change the answer, and cases from the log.
struct LayerQueryTests {
  /// Random features with a number and a text.
  private func fixture(_ seed: UInt64, rows: Int, center: LonLat) throws -> QueryFixture {
    var random = SplitMix64(seed: seed)
    return try QueryFixture { writer in
      let layer = try writer.addLayer(
        "things", geometryType: "GEOMETRY",
        columns: [
          AttributeColumn(name: "pop", declaredType: "INTEGER"),
          AttributeColumn(name: "name", declaredType: "TEXT"),
        ])
      var maker = RandomScene(seed: seed, center: center, spread: 1)
      for row in 0..<rows {
        let values: [AttributeValue] = [
          row % 7 == 0 ? .null : .integer(Int64.random(in: 0...9, using: &random)),
          row % 5 == 0 ? .null : .text(["a", "ab", "É", "z"][row % 4]),
        ]
        if row % 11 == 10 {
          try writer.insert(into: layer, blob: nil, values: values)
        } else {
          try writer.insert(into: layer, geometry: maker.geometry(), values: values)
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(12))
  func `an index in memory never changes an answer`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed &+ 1000)
      let center = [LonLat(7.5, 47), LonLat(179.8, -17)][Int(seed) % 2]
      let fixture = try fixture(seed, rows: 120, center: center)
      func query(_ query: inout FeatureQuery, _ random: inout SplitMix64) {
        let x = center.longitude + Double.random(in: -1...1, using: &random)
        let y = center.latitude + Double.random(in: -1...1, using: &random)
        if Bool.random(using: &random) {
          query.box = FeatureQuery.Box(west: x - 0.7, south: y - 0.7, east: x + 0.2, north: y + 0.1)
        }
        if Bool.random(using: &random) { query.filter = "pop > 3 AND name <> 'z'" }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          query.reach = FeatureQuery.Reach(
            meters: 30_000, of: GeometryBuffer(point: Coordinate(x, y)))
        case 1: query.nearest = FeatureQuery.Nearest(to: LonLat(x, y), count: 7)
        case 2: query.order = [.init("pop", isDescending: true), .init("name")]
        default: break
        }
        if Bool.random(using: &random) { (query.offset, query.limit) = (2, 9) }
      }
      for _ in 0..<12 {
        let state = random
        let plain = try fixture.features("things") { query(&$0, &random) }
        random = state
        let held = try fixture.features("things", memory: true) { query(&$0, &random) }
        #expect(plain.map(\.row) == held.map(\.row), "SEED=\(seed)")
        #expect(plain.map(\.distance) == held.map(\.distance), "SEED=\(seed)")
        random = state
        var count = FeatureQuery()
        query(&count, &random)
        let counted = try LayerQuery(
          count, of: fixture.store.layer(named: "things"), in: fixture.store
        ).count()
        #expect(counted == plain.count, "SEED=\(seed)")
      }
    }
  }

  @Test func `a box across 180° finds both sides and nothing between`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("places", geometryType: "POINT")
      for x in [-179.5, -170, 0, 170, 179.5, 180, -180] {
        try writer.insert(into: layer, geometry: GeometryBuffer(point: Coordinate(x, 10)))
      }
    }
    let found = try fixture.ids("places") {
      $0.box = FeatureQuery.Box(west: 175, south: 0, east: -175, north: 20)
    }
    #expect(found == [1, 5, 6, 7])
  }

  @Test func `A90 instants are compared, not their text`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer(
        "events", geometryType: nil,
        columns: [AttributeColumn(name: "at", declaredType: "DATETIME")])
      for text in ["2020-01-01T07:00:00.000Z", "2020-01-01T08:00:00.000Z"] {
        try writer.insert(into: layer, blob: nil, values: [.text(text)])
      }
    }
    for filter in [
      "at < TIMESTAMP('2020-01-01T08:00:00Z')", "T_BEFORE(at, TIMESTAMP('2020-01-01T08:00:00Z'))",
    ] {
      #expect(try fixture.ids("events") { $0.filter = filter } == [1])
    }
  }

  @Test func `A96 a point outside the box is not returned, though its float32 box meets it`() throws
  {
    let fixture = try QueryFixture { writer in
      try writer.addSpatialReference(
        id: 2056, name: "CH1903+ / LV95", organization: "EPSG", code: 2056, definition: "EPSG:2056")
      let layer = try writer.addLayer("points", geometryType: "POINT", srsID: 2056)
      try writer.insert(
        into: layer, geometry: GeometryBuffer(point: Coordinate(2_600_000.123, 1_200_000.456)))
    }
    let crs = CRS.authority(name: "EPSG", code: "2056", definition: nil)
    func count(west: Double) throws -> Int {
      try fixture.ids("points") {
        $0.crs = crs
        $0.trust = .always
        $0.box = FeatureQuery.Box(
          west: west, south: 1_200_000, east: 2_600_001, north: 1_200_001)
      }.count
    }
    #expect(try count(west: 2_600_000.2) == 0)
    #expect(try count(west: 2_600_000.1) == 1)
  }

  @Test func `A104 a radius larger than the planet finds everything`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("places", geometryType: "POINT")
      try writer.insert(
        into: layer, geometry: GeometryBuffer(point: Coordinate(78.486671, 17.385044)))
    }
    let found = try fixture.features("places") {
      $0.reach = FeatureQuery.Reach(
        meters: 9_000_000, of: GeometryBuffer(point: Coordinate(77.6672509, 13.0257553)))
    }
    #expect(found.count == 1)
    #expect(abs((found.first?.distance ?? 0) - 490_325.1718) < 1e-3)
  }

  @Test func `NULL sorts last either way, and equal keys by their row`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer(
        "rows", geometryType: nil, columns: [AttributeColumn(name: "v", declaredType: "REAL")])
      for value: AttributeValue in [.real(2), .null, .integer(1), .real(1), .integer(3)] {
        try writer.insert(into: layer, blob: nil, values: [value])
      }
    }
    #expect(try fixture.ids("rows") { $0.order = [.init("v")] } == [3, 4, 1, 5, 2])
    #expect(
      try fixture.ids("rows") { $0.order = [.init("v", isDescending: true)] } == [5, 1, 3, 4, 2])
    #expect(
      try fixture.ids("rows") { $0.order = [.init("fid", isDescending: true)] }
        == [5, 4, 3, 2, 1])
  }

  @Test func `nearest is geodesic: across the seam and over the pole`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("places", geometryType: "POINT")
      for (x, y) in [(179.0, 0.0), (-179.5, 0.0), (0.0, 89.5), (180.0, 85.0), (20.0, 84.0)] {
        try writer.insert(into: layer, geometry: GeometryBuffer(point: Coordinate(x, y)))
      }
    }
    for memory in [false, true] {
      let seam = try fixture.ids("places", memory: memory) {
        $0.nearest = FeatureQuery.Nearest(to: LonLat(180, 0), count: 2)
      }
      #expect(seam == [2, 1])
      let pole = try fixture.ids("places", memory: memory) {
        $0.nearest = FeatureQuery.Nearest(to: LonLat(0, 88), count: 3)
      }
      #expect(pole == [3, 5, 4])
    }
  }

  @Test func `neighbors counted are those that have a place, however many are asked`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("places", geometryType: "POINT")
      for x in [3.0, 1, 2] {
        try writer.insert(into: layer, geometry: GeometryBuffer(point: Coordinate(x, 0)))
      }
      try writer.insert(into: layer, blob: nil)
    }
    for count in [2, 4, 2000, Int.max] {
      let nearest = FeatureQuery.Nearest(to: LonLat(0, 0), count: count)
      let expected = Array([Int64(2), 3, 1].prefix(count))
      for memory in [false, true] {
        #expect(try fixture.ids("places", memory: memory) { $0.nearest = nearest } == expected)
      }
      var query = FeatureQuery()
      query.nearest = nearest
      let asked = try LayerQuery(
        query, of: fixture.store.layer(named: "places"), in: fixture.store)
      #expect(try asked.count() == expected.count)
    }
  }

  @Test func `a filter's box is one of the question, though the file is in Web Mercator`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("places", geometryType: "POINT", srsID: 3857)
      for x in [-19_900_000.0, 0, 19_900_000] {
        try writer.insert(into: layer, geometry: GeometryBuffer(point: Coordinate(x, 0)))
      }
    }
    let found = try fixture.ids("places") { $0.filter = "S_INTERSECTS(geom, BBOX(170,-5,-170,5))" }
    #expect(found == [1, 3])
  }
}
