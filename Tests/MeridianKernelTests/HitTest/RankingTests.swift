@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The order of an answer: total, and the same wherever and however the scene is stored.
struct RankingTests {
  /// A random scene around the middle of the view V0 as offsets, so that it can be laid anywhere.
  struct Scene {
    var geometries: [[GeometryBuffer]]
    var widths: [Double]

    init(seed: UInt64, layers: Int, featuresEach: Int, center: LonLat, spread: Double) {
      var random = RandomScene(seed: seed, center: center, spread: spread)
      geometries = (0..<layers).map { _ in (0..<featuresEach).map { _ in random.geometry() } }
      widths = (0..<layers).map { Double($0) * 2 }
    }

    func layers(order: [Int]? = nil, shiftedBy degrees: Double = 0) -> [HitLayer] {
      geometries.enumerated().map { number, geometries in
        var builder = HitIndex.Builder(placement: .degrees)
        for row in order ?? Array(geometries.indices) {
          var geometry = geometries[row]
          if degrees != 0 {
            geometry.mapCoordinates { places in
              for index in places.indices {
                places[index].x = LonLat.canonicalLongitude(places[index].x + degrees)
              }
            }
          }
          builder.append(geometry, fid: Int64(row + 1), row: Int64(row + 1))
        }
        var layer = HitLayer(name: "layer \(number)", index: builder.build())
        layer.lineWidth = widths[number]
        return layer
      }
    }
  }

  static let spread = 0.002

  private func transform(_ longitude: Double, _ random: inout SplitMix64) throws
    -> CameraTransform
  {
    CameraTransform(
      try Camera(
        center: LonLat(longitude, 47), zoom: Double.random(in: 14...17, using: &random),
        bearing: Double.random(in: 0...360, using: &random),
        pitch: Bool.random(using: &random) ? 0 : Double.random(in: 0...70, using: &random)))
  }

  private func names(_ answer: HitAnswer) -> [String] {
    answer.hits.map { "\($0.layer)/\($0.fid ?? -1)" }
  }

  private func tap(_ random: inout SplitMix64) -> ScreenPoint {
    ScreenPoint(
      Double.random(in: 100...290, using: &random), Double.random(in: 350...600, using: &random))
  }

  @Test(arguments: Seeds.batches(100))
  func `the order in which rows are stored does not matter`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let scene = Scene(
        seed: seed, layers: 2, featuresEach: 12, center: LonLat(7.5, 47), spread: Self.spread)
      let view = try transform(7.5, &random)
      let stored = scene.layers()
      let shuffled = scene.layers(order: (0..<12).shuffled(using: &random))
      let place = tap(&random)
      for policy in HitPolicy.allCases {
        let options = HitOptions(policy: policy)
        let first = HitTester(layers: stored).hits(at: place, through: view, options: options)
        let second = HitTester(layers: shuffled).hits(at: place, through: view, options: options)
        #expect(names(first) == names(second), "SEED=\(seed) \(policy)")
        #expect(first.hits.map(\.score) == second.hits.map(\.score), "SEED=\(seed)")
      }
    }
  }

  @Test(arguments: Seeds.batches(100))
  func `a camera a whole turn away gives the identical ranking`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let scene = Scene(
        seed: seed, layers: 2, featuresEach: 12, center: LonLat(7.5, 47), spread: Self.spread)
      let tester = HitTester(layers: scene.layers())
      let place = tap(&random)
      let still = random
      let here = tester.hits(at: place, through: try transform(7.5, &random))
      for turns in [-1.0, 1, 2] {
        var again = still
        let there = tester.hits(
          at: place, through: try transform(7.5 + 360 * turns, &again))
        #expect(names(there) == names(here), "SEED=\(seed)")
        #expect(there.hits.map(\.score) == here.hits.map(\.score), "SEED=\(seed)")
        for (a, b) in zip(there.hits, here.hits) {
          #expect(abs(a.nearest.longitude - b.nearest.longitude) < 1e-11, "SEED=\(seed)")
          #expect(a.nearest.latitude == b.nearest.latitude, "SEED=\(seed)")
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(200))
  func `a scene moved across the seam ranks the same`(seeds: [UInt64]) throws {
    for seed in seeds {
      try compareAcrossSeam(seed) { $0.parts.count == 1 && $0.ringEnds.count == 1 }
    }
  }

  @Test(arguments: Seeds.batches(40))
  func `holes and parts moved across the seam rank the same`(seeds: [UInt64]) throws {
    for seed in seeds { try compareAcrossSeam(seed) { _ in true } }
  }

  @Test func `two points of one feature weigh the same on both sides of the seam`() throws {
    func score(_ center: Double) throws -> HitScore {
      let places = [-0.00005, 0.00005].map {
        Coordinate(LonLat.canonicalLongitude(center + $0), -17)
      }
      let pair = ScreenScene.geometry(.multiPoint, places.map { (.point, [[$0]]) })
      let answer = try ScreenScene.answer(
        at: LonLat(center, -17), [ScreenScene.layer("p", [pair])])
      return try #require(answer.hits.first).score
    }
    let here = try score(7.5).logLikelihood
    let there = try score(180).logLikelihood
    #expect(abs(here - there) < 1e-5, "\(here) and \(there)")
  }

  private func compareAcrossSeam(
    _ seed: UInt64, _ isIncluded: (GeometryBuffer) -> Bool
  ) throws {
    var random = SplitMix64(seed: seed)
    var scene = Scene(
      seed: seed, layers: 2, featuresEach: 12, center: LonLat(7.5, 47), spread: Self.spread)
    scene.geometries = scene.geometries.map { $0.filter(isIncluded) }
    let place = tap(&random)
    var again = random
    let here = HitTester(layers: scene.layers()).hits(
      at: place, through: try transform(7.5, &random))
    let moved = HitTester(layers: scene.layers(shiftedBy: 172.5))
    let there = moved.hits(at: place, through: try transform(180, &again))
    // Moving by degrees rounds, so what lay exactly on the tolerance may drop out.
    let scores = Dictionary(uniqueKeysWithValues: zip(names(here), here.hits.map(\.score)))
    #expect(Set(names(there)) == Set(names(here)), "SEED=\(seed)")
    for (name, hit) in zip(names(there), there.hits) {
      let score = try #require(scores[name], "SEED=\(seed) \(name)")
      let difference = abs(hit.score.logLikelihood - score.logLikelihood)
      #expect(
        hit.score.logLikelihood == score.logLikelihood || difference < 1e-5,
        "SEED=\(seed) \(name) \(difference)")
    }
    for (a, b) in zip(names(here), names(there)) where a != b {
      let first = try #require(scores[a]?.logLikelihood)
      let second = try #require(scores[b]?.logLikelihood)
      #expect(first == second || abs(first - second) < 1e-5, "SEED=\(seed) \(a) \(b)")
    }
  }

  @Test(arguments: Seeds.batches(60), HitPolicy.allCases)
  func `keys are a total order`(seeds: [UInt64], policy: HitPolicy) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let scene = Scene(
        seed: seed, layers: 3, featuresEach: 12, center: LonLat(7.5, 47), spread: Self.spread)
      let layers = scene.layers()
      let view = try transform(7.5, &random)
      let answer = HitTester(layers: layers).hits(
        at: tap(&random), through: view,
        options: HitOptions(tolerance: try #require(HitTolerance(100)), policy: policy))
      // Any two of the answer keep their order when only they are asked about.
      for (rank, hit) in answer.hits.enumerated() {
        #expect(hit.rank == rank + 1)
        for later in answer.hits[(rank + 1)...] {
          #expect(!isClearlyBefore(later, hit, policy), "SEED=\(seed) \(policy)")
        }
      }
    }
  }

  /// Whether the policy's own words put one hit before another by more than a tie.
  private func isClearlyBefore(_ a: Hit, _ b: Hit, _ policy: HitPolicy) -> Bool {
    let step = 1e-6
    switch policy {
    case .likelihood:
      if a.score.logLikelihood == -.infinity { return false }
      return a.score.logLikelihood > b.score.logLikelihood + step
    case .class:
      if a.score.kind != b.score.kind { return a.score.kind < b.score.kind }
      if abs(a.distance - b.distance) > step { return a.distance < b.distance }
      return a.distance == b.distance && a.score.wholeMeasure < b.score.wholeMeasure - step
    case .nearest: return a.distance < b.distance - step
    case .order: return a.layerNumber > b.layerNumber
    }
  }

  @Test(arguments: Seeds.batches(60))
  func `sorting is antisymmetric and transitive for every three candidates`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let keys = (0..<12).map { _ in
        HitRanking.Key(
          first: Int.random(in: 0...2, using: &random),
          second: Int.random(in: 0...2, using: &random),
          third: Int.random(in: 0...2, using: &random))
      }
      for a in keys {
        for b in keys {
          #expect([a < b, b < a, a == b].filter { $0 }.count == 1)
          for c in keys where a < b && b < c { #expect(a < c) }
        }
      }
    }
  }

  @Test func `equal likelihoods fall to the topmost layer, then the smaller id`() throws {
    let scene = try ScreenScene()
    let point = scene.point(0, 0)
    let layers = [
      ScreenScene.layer("b", [point, point], fids: [Int64.min, 4]),
      ScreenScene.layer("a", [point, point, point], fids: [9_007_199_254_740_993, -3, 7]),
    ]
    for policy in HitPolicy.allCases {
      let hits = scene.hits(1, 1, layers, options: HitOptions(policy: policy))
      #expect(
        hits == ["a/-3", "a/7", "a/9007199254740993", "b/\(Int64.min)", "b/4"], "\(policy)")
    }
  }

  @Test func `the policies put the same scene in their own orders`() throws {
    let scene = try ScreenScene()
    let layers = [
      ScreenScene.layer("point", [scene.point(20, 0)]),
      ScreenScene.layer("edge", [scene.square(-112, 0, half: 100)]),
      ScreenScene.layer("line", [scene.line([(-200, 16), (200, 16)])]),
      ScreenScene.layer("area", [scene.square(0, 0, half: 180)]),
    ]
    func order(_ policy: HitPolicy) -> [String] {
      scene.answer(0, 0, layers, options: HitOptions(policy: policy)).hits.map(\.layer)
    }
    #expect(order(.class) == ["point", "line", "edge", "area"])
    #expect(order(.nearest) == ["area", "edge", "line", "point"])
    #expect(order(.order) == ["area", "line", "edge", "point"])
    for policy in [HitPolicy.class, .nearest, .order] {
      let answer = scene.answer(0, 0, layers, options: HitOptions(policy: policy))
      #expect(answer.hits.allSatisfy { $0.probability == nil } && answer.isAmbiguous == nil)
      #expect(answer.separateZoom == nil && !answer.isStacked)
    }
  }

  @Test func `equal distances of a kind fall to the smaller measure`() throws {
    let scene = try ScreenScene()
    let layer = ScreenScene.layer(
      "p",
      [scene.square(0, 0, half: 150), scene.square(5, 0, half: 40), scene.square(0, 9, half: 90)]
    )
    #expect(
      scene.hits(0, 0, [layer], options: HitOptions(policy: .class)) == ["p/2", "p/3", "p/1"])
  }
}
