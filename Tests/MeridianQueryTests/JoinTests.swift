import MeridianGeodesy
import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport
import Testing

/// Joins against a look at every pair, through the queries of one layer.
struct JoinTests {
  private static let centers = [LonLat(7.5, 47), LonLat(179.9, -17), LonLat(20, 85), LonLat(0, 0)]

  /// Two layers of random geometry around one place.
  private func fixture(_ seed: UInt64, spread: Double) throws -> QueryFixture {
    let center = Self.centers[Int(seed) % Self.centers.count]
    return try QueryFixture { writer in
      for (number, name) in ["left", "right"].enumerated() {
        let layer = try writer.addLayer(name, geometryType: "GEOMETRY")
        var maker = RandomScene(
          seed: seed &* 2 &+ UInt64(number), center: center, spread: spread)
        for _ in 0..<14 { try writer.insert(into: layer, geometry: maker.geometry()) }
        try writer.insert(into: layer, blob: nil)
      }
    }
  }

  private func partners(
    _ fixture: QueryFixture, _ condition: JoinCondition
  ) throws -> [(left: FoundFeature, partners: [(fid: Int64, distance: Double?)])] {
    let right = try PlaneLayer(
      fixture.store.layer(named: "right"), in: fixture.store, columns: [])
    let joiner = try Joiner(right, on: condition)
    var found: [Joiner.Partner] = []
    return try fixture.features("left") { _ in }.filter(\.hasGeometry).map { left in
      try joiner.find(left.geometry, into: &found)
      return (left, found.map { (right.row(of: $0.feature).fid ?? 0, $0.distance) })
    }
  }

  @Test(arguments: Seeds.batches(12))
  func `partners by a relation are what the query of one geometry finds`(seeds: [UInt64]) throws {
    for seed in seeds {
      let fixture = try fixture(seed, spread: 0.01)
      for predicate in SpatialPredicate.allCases where predicate != .disjoint {
        for (left, partners) in try partners(fixture, .relation(predicate)) {
          let expected = try fixture.ids("right") {
            $0.relations = [FeatureQuery.Relation(predicate.transposed, left.geometry)]
          }
          #expect(
            partners.map(\.fid) == expected,
            "SEED=\(seed) \(predicate) \(WKTWriter.text(left.geometry))")
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(9))
  func `partners within meters are what the query of one geometry finds`(seeds: [UInt64]) throws {
    for seed in seeds {
      let fixture = try fixture(seed, spread: 0.02)
      let meters = [20.0, 300, 5000][Int(seed) % 3]
      for (left, partners) in try partners(fixture, .within(meters: meters)) {
        let expected = try fixture.features("right") {
          $0.reach = FeatureQuery.Reach(meters: meters, of: left.geometry)
        }
        #expect(
          Set(partners.map(\.fid)) == Set(expected.compactMap(\.fid)),
          "SEED=\(seed) \(WKTWriter.text(left.geometry))")
        let distances = Dictionary(
          uniqueKeysWithValues: expected.map { ($0.fid ?? 0, $0.distance ?? -1) })
        for (fid, distance) in partners {
          #expect(
            abs((distance ?? -2) - (distances[fid] ?? -3)) < 2e-5, "SEED=\(seed) \(fid)")
        }
        #expect(partners.map { $0.distance ?? 0 } == partners.map { $0.distance ?? 0 }.sorted())
      }
    }
  }

  @Test(arguments: Seeds.batches(9))
  func `the nearest partner is the nearest of all, near and across the globe`(
    seeds: [UInt64]
  ) throws {
    let earth = try Geodesic()
    for seed in seeds {
      let fixture = try fixture(seed, spread: [0.001, 0.5, 10][Int(seed) % 3])
      // A row beyond a pole has no place.
      let all = try fixture.features("right") { _ in }.filter { feature in
        feature.hasGeometry && feature.geometry.coordinates.allSatisfy { abs($0.y) <= 90 }
      }
      for (left, partners) in try partners(fixture, .nearest) {
        guard left.geometry.coordinates.count == 1, let place = left.geometry.coordinates.first,
          abs(place.y) <= 90
        else { continue }
        let near = try earth.proximity(to: LonLat(place.x, place.y))
        let distances = all.map { feature -> (Double, Int64) in
          var least = feature.geometry.location(of: place) == .exterior ? Double.infinity : 0
          for turn in [-360.0, 360] where least > 0 {
            let copy = Coordinate(place.x + turn, place.y)
            if feature.geometry.location(of: copy) != .exterior { least = 0 }
          }
          feature.geometry.forEachSegment { a, b in
            least = min(least, near.distance(toSegment: a, b))
          }
          return (least, feature.fid ?? 0)
        }
        let least = distances.map(\.0).min() ?? 0
        #expect(partners.count == 1)
        #expect(abs((partners.first?.distance ?? -1) - least) < 2e-5, "SEED=\(seed) \(place)")
        let ties = distances.filter { $0.0 - least < 2e-5 }.map(\.1)
        #expect(ties.contains(partners.first?.fid ?? 0), "SEED=\(seed) \(place)")
      }
    }
  }

  @Test func `185 places and 266 deaths lie nearest to the Broad Street pump`() throws {
    let fixture = try QueryFixture(sample: "soho.gpkg")
    let pumps = try PlaneLayer(
      fixture.store.layer(named: "pumps"), in: fixture.store, columns: ["name"])
    let joiner = try Joiner(pumps, on: .nearest)
    var partners: [Joiner.Partner] = []
    var (places, deaths) = (0, Int64(0))
    for death in try fixture.features("deaths", { $0.columns = ["Count"] }) {
      try joiner.find(death.geometry, into: &partners)
      let pump = try #require(partners.first)
      guard pumps.values(of: pump.feature).first == .text("Broad Street") else { continue }
      places += 1
      if case .integer(let count)? = death.values.first { deaths += count }
    }
    #expect(places == 185 && deaths == 266)
  }

  @Test func `what a join cannot do it says`() throws {
    let fixture = try QueryFixture { writer in
      let layer = try writer.addLayer("planar", geometryType: "POINT", srsID: -1)
      try writer.insert(into: layer, geometry: GeometryBuffer(point: Coordinate(1, 2)))
      _ = try writer.addLayer("table", geometryType: nil)
    }
    let planar = try PlaneLayer(
      fixture.store.layer(named: "planar"), in: fixture.store, columns: nil)
    #expect(throws: QueryError.self) { try Joiner(planar, on: .nearest) }
    #expect(throws: QueryError.self) {
      try PlaneLayer(fixture.store.layer(named: "table"), in: fixture.store, columns: nil)
    }
    _ = try Joiner(planar, on: .relation(.intersects))
  }
}
