@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The index's other verbs against a look at every feature.
struct IndexTwinTests {
  private func scene(_ seed: UInt64, features: Int = 60) -> (index: HitIndex, places: [LonLat]) {
    let center = TwinTests.centers[Int(seed) % TwinTests.centers.count]
    var random = SplitMix64(seed: seed &* 31)
    let spread = Double.random(in: 0.001...20, using: &random)
    var maker = RandomScene(seed: seed, center: center, spread: spread)
    let index = maker.layers(count: 1, featuresEach: features)[0].index
    let places = (0..<20).map { number -> LonLat in
      if number % 4 == 0, index.count > 0 {
        // A vertex itself: the hardest place of all.
        let feature = Int.random(in: 0..<index.count, using: &random)
        if let path = index.paths(of: feature).randomElement(using: &random),
          let place = path.places.randomElement(using: &random)
        {
          return place
        }
      }
      return LonLat(
        center.longitude + Double.random(in: -spread...spread, using: &random),
        min(max(center.latitude + Double.random(in: -spread...spread, using: &random), -85), 85))
    }
    return (index, places)
  }

  /// Even-odd over all rings of each part, edge by edge.
  private func contains(_ index: HitIndex, _ feature: Int, _ place: Coordinate) -> Int {
    index.geometry.parts(of: feature).filter { part in
      guard index.geometry.dimension(of: part) == .polygon else { return false }
      let rings = index.geometry.rings(of: part)
      return rings.filter { index.crosses(place, index.geometry.coordinates(of: $0)) }.count % 2
        == 1
    }.count
  }

  @Test(arguments: Seeds.batches(400))
  func `features around a place are those whose every edge says so`(seeds: [UInt64]) {
    for seed in seeds {
      let (index, places) = scene(seed)
      for place in places {
        let world = WebMercator.project(place.canonical)
        var found: [UInt32] = []
        index.features(containing: place, into: &found)
        let expected = (0..<index.count).flatMap { feature in
          [-1.0, 0, 1].flatMap { copy in
            repeatElement(
              UInt32(feature),
              count: contains(index, feature, Coordinate(world.x - copy, world.y)))
          }
        }
        #expect(found.sorted() == expected, "SEED=\(seed) \(place)")
      }
    }
  }

  @Test(arguments: Seeds.batches(60))
  func `a grid says of every place what all edges say`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed &+ 77)
      let index = try star(Int.random(in: 49...3000, using: &random), &random)
      let area = try #require(index.areaParts.first)
      #expect(area.grid.hasCells)
      let box = index.geometry.extent
      var traces = [HitTrace](repeating: HitTrace(), count: 4)
      for number in 0..<400 {
        var place = Coordinate(
          Double.random(in: box.minX...box.maxX, using: &random),
          Double.random(in: box.minY...box.maxY, using: &random))
        let vertex = index.geometry.coordinates[
          Int.random(in: 0..<index.geometry.coordinates.count, using: &random)]
        // On a vertex, at its height, and a hair beside it.
        if number % 4 == 1 { place = vertex }
        if number % 4 == 2 { place.y = vertex.y }
        if number % 4 == 3 { place = Coordinate(vertex.x.nextUp, vertex.y.nextDown) }
        let expected = contains(index, 0, place) == 1
        #expect(
          index.contains(place, area, trace: &traces[number % 4]) == expected,
          "SEED=\(seed) \(place)")
      }
      // A few edges anywhere but on an edge, where all of them are asked.
      #expect(traces[0].edges < 100 * 40, "SEED=\(seed) \(traces[0].edges)")
    }
  }

  /// A ring of many vertices with a hole, like a ragged island with a lake.
  private func star(_ count: Int, _ random: inout SplitMix64) throws -> HitIndex {
    func ring(_ count: Int, _ low: Double, _ high: Double) -> [Coordinate] {
      var ring = (0..<count).map { number -> Coordinate in
        let angle = Double(number) / Double(count) * 2 * .pi
        let bay = (low + high) / 2 + (high - low) / 2 * LibM.sine(5 * angle)
        let radius = bay + Double.random(in: -9...9, using: &random)
        return Coordinate(
          2e6 + radius * LibM.cosine(angle), 6e6 + radius * LibM.sine(angle))
      }
      ring.append(ring[0])
      return ring
    }
    let buffer = ScreenScene.geometry(
      .polygon, [(.polygon, [ring(count, 500, 1000), ring(max(count / 5, 3), 50, 400)])])
    var builder = HitIndex.Builder(placement: .mercatorMeters)
    builder.append(buffer, fid: 1, row: 1)
    return builder.build()
  }

  @Test(arguments: Seeds.batches(400))
  func `the nearest features are the nearest of all`(seeds: [UInt64]) {
    var scratch = HitIndex.NeighborScratch()
    for seed in seeds {
      let (index, places) = scene(seed)
      for (number, place) in places.enumerated() {
        let world = WebMercator.project(place.canonical)
        let count = 1 + number % 7
        let expected = (0..<index.count).map { feature in
          HitIndex.Neighbor(
            feature: feature,
            distance: [0.0, 1, -1].map {
              distance(index, feature, Coordinate(world.x + $0, world.y))
            }.min() ?? 0)
        }.sorted { ($0.distance, $0.feature) < ($1.distance, $1.feature) }.prefix(count)
        index.nearest(to: place, count: count, scratch: &scratch)
        #expect(scratch.found == Array(expected), "SEED=\(seed) \(place)")
      }
    }
  }

  private func distance(_ index: HitIndex, _ feature: Int, _ place: Coordinate) -> Double {
    if contains(index, feature, place) > 0 { return 0 }
    var least = Double.infinity
    for part in index.geometry.parts(of: feature) {
      for ring in index.geometry.rings(of: part) {
        let range = index.geometry.coordinates(of: ring)
        if range.count == 1 {
          let vertex = index.geometry.coordinates[range.lowerBound]
          least = min(least, vertex.squaredDistance(to: place))
        }
        for number in range.dropLast() {
          let a = index.geometry.coordinates[number] - place
          let b = index.geometry.coordinates[number + 1] - place
          least = min(least, SegmentRelation.squaredDistance(a, b))
        }
      }
    }
    return least.squareRoot()
  }

  @Test(arguments: Seeds.batches(400))
  func `boxes in a window are those that share a point with it`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed &+ 5)
      let (index, places) = scene(seed, features: 300)
      for place in places {
        let size = Double.random(in: 0...30, using: &random)
        let southWest = LonLat(place.longitude - size, max(place.latitude - size, -85))
        let northEast = LonLat(place.longitude + size, min(place.latitude + size, 85))
        let low = WebMercator.project(southWest)
        let high = WebMercator.project(northEast)
        let window = Envelope(minX: low.x, minY: high.y, maxX: high.x, maxY: low.y)
        if window.isEmpty { continue }
        let expected = (0..<index.count).filter { feature in
          (-3...3).contains { copy in
            var box = index.geometry.summaries[feature].envelope
            box.minX += Double(copy)
            box.maxX += Double(copy)
            return box.intersects(window)
          }
        }
        var found: [UInt32] = []
        index.features(boxesMeeting: southWest, northEast: northEast, into: &found)
        #expect(found.map(Int.init).sorted() == expected, "SEED=\(seed) \(place) \(size)")
      }
    }
  }

  @Test(arguments: Seeds.batches(400))
  func `a touch ranks as the full answer does`(seeds: [UInt64]) throws {
    var scratch = HitScratch()
    for seed in seeds {
      var random = SplitMix64(seed: seed &* 7)
      let center = TwinTests.centers[Int(seed) % TwinTests.centers.count]
      let zoom = Double.random(in: 0...22, using: &random)
      let spread = min(600 / (512 * LibM.powerOfTwo(zoom)) * 360, 40)
      var maker = RandomScene(seed: seed, center: center, spread: spread)
      let tester = HitTester(layers: maker.layers(count: 3, featuresEach: 12))
      let pitch = Bool.random(using: &random) ? 0 : Double.random(in: 0...60, using: &random)
      let transform = CameraTransform(try Camera(center: center, zoom: zoom, pitch: pitch))
      let tap = ScreenPoint(
        Double.random(in: 0...390, using: &random), Double.random(in: 300...844, using: &random))
      for policy in HitPolicy.allCases {
        let options = HitOptions(policy: policy, limit: seed % 3 == 0 ? 2 : nil)
        let answer = tester.hits(at: tap, through: transform, options: options)
        let count = tester.touch(at: tap, through: transform, options: options, scratch: &scratch)
        #expect(count == answer.hits.count, "SEED=\(seed)")
        for (brief, hit) in zip(scratch.ranked, answer.hits) {
          #expect(brief.layer == hit.layerNumber && brief.feature == hit.feature, "SEED=\(seed)")
          #expect(brief.distance == hit.distance, "SEED=\(seed)")
          #expect(brief.geometryDistance == hit.geometryDistance, "SEED=\(seed)")
          #expect(brief.isInside == hit.isInside, "SEED=\(seed)")
          #expect(brief.probability == hit.probability, "SEED=\(seed)")
          #expect(brief.id == hit.fid ?? hit.row, "SEED=\(seed)")
        }
      }
    }
  }
}
