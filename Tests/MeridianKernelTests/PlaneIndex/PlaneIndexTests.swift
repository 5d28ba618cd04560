@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The index over a layer's own plane against a look at every feature.
struct PlaneIndexTests {
  private static let centers = [
    LonLat(7.5, 47), LonLat(179.9, -17), LonLat(0, 0), LonLat(-179.5, 66), LonLat(20, 80),
  ]

  private struct Scene {
    var index: PlaneIndex
    var places: [Coordinate]
  }

  /// A layer of a seed, and places of which a quarter are vertices: the hardest ones of all.
  private func scene(_ seed: UInt64) -> Scene {
    let center = Self.centers[Int(seed) % Self.centers.count]
    var random = SplitMix64(seed: seed &* 77)
    let spread = Double.random(in: 0.001...8, using: &random)
    var maker = RandomScene(seed: seed, center: center, spread: spread)
    var builder = PlaneIndex.Builder(isGeographic: seed % 3 != 0)
    var vertices: [Coordinate] = []
    for row in 1...Int64(60) {
      let geometry = maker.geometry()
      if builder.append(geometry, fid: row, row: row) { vertices += geometry.coordinates }
    }
    let places = (0..<25).map { number -> Coordinate in
      if number % 4 == 0, let vertex = vertices.randomElement(using: &random) { return vertex }
      return Coordinate(
        center.longitude + Double.random(in: -spread...spread, using: &random),
        min(max(center.latitude + Double.random(in: -spread...spread, using: &random), -90), 90))
    }
    return Scene(index: builder.build(), places: places)
  }

  private func copies(_ place: Coordinate, _ index: PlaneIndex) -> [Coordinate] {
    guard let period = index.period else { return [place] }
    return [0, period, -period].map { Coordinate(place.x + $0, place.y) }
  }

  @Test(arguments: Seeds.batches(300))
  func `areas at a place are those whose every edge says so`(seeds: [UInt64]) {
    for seed in seeds {
      let scene = scene(seed)
      for place in scene.places {
        var found: [String] = []
        scene.index.forEachArea(at: place) { found.append("\($0) \($1)") }
        var expected: [String] = []
        for copy in copies(place, scene.index)
        where copy.x == place.x || max(copy.x.magnitude, place.x.magnitude) > PlaneIndex.seam {
          for feature in 0..<scene.index.count {
            for part in scene.index.geometry.parts(of: feature)
            where scene.index.geometry.dimension(of: part) == .polygon {
              let location = scene.index.locateByEdges(copy, part: part)
              if location != .exterior { expected.append("\(feature) \(location)") }
            }
          }
        }
        #expect(found.sorted() == expected.sorted(), "SEED=\(seed) \(place)")
      }
    }
  }

  @Test(arguments: Seeds.batches(100))
  func `features in a window are those whose rectangle meets it`(seeds: [UInt64]) {
    for seed in seeds {
      let scene = scene(seed)
      for (a, b) in zip(scene.places, scene.places.dropFirst()) {
        let window = Envelope(
          minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
        var found: [UInt32] = []
        scene.index.features(aroundTheSeam: window, into: &found)
        let windows = copies(Coordinate(0, 0), scene.index).map { shift in
          Envelope(
            minX: window.minX + shift.x, minY: window.minY, maxX: window.maxX + shift.x,
            maxY: window.maxY)
        }
        let expected = (0..<scene.index.count).filter { feature in
          windows.contains { scene.index.envelope(of: feature).intersects($0) }
        }
        #expect(found.sorted() == expected.map { UInt32($0) }, "SEED=\(seed)")
      }
    }
  }

  /// The distance in the scaled plane to every segment of a feature, copies of the place too.
  private func distance(_ index: PlaneIndex, _ feature: Int, _ place: Coordinate, _ scale: Double)
    -> Double
  {
    var least = Double.infinity
    var buffer = GeometryBuffer()
    index.read(feature, into: &buffer)
    for copy in copies(place, index) {
      if buffer.location(of: copy) != .exterior { return 0 }
      buffer.forEachSegment { a, b in
        let squared = SegmentRelation.squaredDistance(
          Coordinate((a.x - copy.x) * scale, a.y - copy.y),
          Coordinate((b.x - copy.x) * scale, b.y - copy.y))
        least = min(least, squared.squareRoot())
      }
    }
    return least
  }

  @Test(arguments: Seeds.batches(100))
  func `neighbors are all features within the count-th distance and its error`(seeds: [UInt64]) {
    for seed in seeds {
      let scene = scene(seed)
      var scratch = PlaneIndex.NearScratch()
      for (number, place) in scene.places.enumerated() {
        let count = [1, 3, 1000][number % 3]
        let scale = [1, 0.6, 0.2][(number / 3) % 3]
        let bound = number % 5 == 4 ? 0.5 : .infinity
        let error = number % 2 == 0 ? 0.0 : 0.01
        scene.index.nearest(
          to: place, scale: scale, count: count, within: bound, error: { _ in error },
          scratch: &scratch)
        let all = (0..<scene.index.count).map { distance(scene.index, $0, place, scale) }
        let sorted = all.sorted().filter { $0 <= bound }
        let limit =
          sorted.count >= count ? min(sorted[count - 1] * (1 + error), bound) : bound
        let expected = all.indices.filter { all[$0] <= limit }
        #expect(scratch.features.map(\.feature).sorted() == expected, "SEED=\(seed) \(place)")
        for (feature, distance) in scratch.features {
          #expect(distance == all[feature], "SEED=\(seed) \(place) \(feature)")
        }
        #expect(scratch.features.map(\.distance) == scratch.features.map(\.distance).sorted())
      }
    }
  }

  @Test(arguments: Seeds.batches(60))
  func `neighbors by a caller's distance are the nearest of all`(seeds: [UInt64]) {
    for seed in seeds {
      let scene = scene(seed)
      for place in scene.places.prefix(8) {
        // A metric with a plain bound: the plane's, without copies.
        let found = scene.index.nearest(
          to: place, count: 4, within: .infinity,
          lowerBound: { box in
            let dx = max(box.minX - place.x, place.x - box.maxX, 0)
            let dy = max(box.minY - place.y, place.y - box.maxY, 0)
            return (dx * dx + dy * dy).squareRoot() * (1 - 1e-12)
          },
          distance: { a, b, _ in
            SegmentRelation.squaredDistance(a - place, b - place).squareRoot()
          })
        var areas: Set<Int> = []
        scene.index.forEachArea(at: place) { feature, _ in areas.insert(feature) }
        var expected: [Double] = []
        var buffer = GeometryBuffer()
        for feature in 0..<scene.index.count {
          scene.index.read(feature, into: &buffer)
          var least = areas.contains(feature) ? 0 : Double.infinity
          buffer.forEachSegment { a, b in
            least = min(
              least, SegmentRelation.squaredDistance(a - place, b - place).squareRoot())
          }
          expected.append(least)
        }
        let nearest = expected.sorted().prefix(4)
        #expect(found.map(\.distance) == Array(nearest), "SEED=\(seed) \(place)")
      }
    }
  }

  @Test func `a layer of nothing has no neighbors, areas or windows`() {
    let index = PlaneIndex.Builder(isGeographic: true).build()
    var scratch = PlaneIndex.NearScratch()
    index.nearest(
      to: Coordinate(0, 0), scale: 1, count: 3, within: .infinity, error: { _ in 0 },
      scratch: &scratch)
    #expect(scratch.features.isEmpty)
    var found: [UInt32] = []
    index.features(
      meeting: Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90), into: &found)
    #expect(found.isEmpty && index.count == 0 && index.extent.isEmpty)
  }

  @Test func `a row without a place is not taken, and says so`() throws {
    var builder = PlaneIndex.Builder(isGeographic: true)
    let places = [
      GeometryBuffer(point: Coordinate(7, 47)), GeometryBuffer(point: Coordinate(.nan, 47)),
      GeometryBuffer(point: Coordinate(7, 91)), GeometryBuffer(),
    ]
    var taken: [Bool] = []
    for (number, place) in places.enumerated() {
      taken.append(builder.append(place, fid: Int64(number) + 1, row: Int64(number) + 1))
    }
    #expect(taken == [true, false, false, false])
    #expect(builder.build().row(of: 0).fid == 1)
  }
}
