import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

/// Probabilities, and what an answer says when the finger cannot tell two features apart.
struct AmbiguityTests {
  let scene: ScreenScene

  init() throws { scene = try ScreenScene() }

  @Test(arguments: Seeds.batches(100))
  func `probabilities fall with the rank and sum up to one`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var maker = RandomScene(seed: seed, center: LonLat(7.5, 47), spread: 0.002)
      let layers = maker.layers(count: 3, featuresEach: 10)
      let answer = HitTester(layers: layers).hits(
        at: scene.tap(Double.random(in: -90...90, using: &random), 0), through: scene.transform,
        options: HitOptions(sigma: Double.random(in: 1...50, using: &random)))
      let shares = try answer.hits.map { try #require($0.probability) }
      #expect(shares.allSatisfy { $0 >= 0 && $0 <= 1 })
      for (a, b) in zip(shares, shares.dropFirst()) { #expect(a >= b - 1e-6, "SEED=\(seed)") }
      let sum = shares.reduce(0, +)
      let isSeen = answer.hits.contains { $0.score.logLikelihood > -.infinity }
      #expect(abs(sum - (isSeen ? 1 : 0)) < 1e-12, "SEED=\(seed)")
      guard shares.count > 1 else {
        #expect(answer.isAmbiguous == false)
        continue
      }
      let isAmbiguous = shares[0] < 0.6 || shares[0] < 2 * shares[1]
      #expect(answer.isAmbiguous == isAmbiguous, "SEED=\(seed)")
      #expect((answer.separateZoom != nil || answer.isStacked) == isAmbiguous, "SEED=\(seed)")
      #expect(answer.separateZoom == nil || !answer.isStacked, "SEED=\(seed)")
    }
  }

  @Test func `a limit cuts the list and not the probabilities`() throws {
    let layer = ScreenScene.layer("p", [scene.point(0, 0), scene.point(3, 0), scene.point(0, 9)])
    let all = scene.answer(1, 0, [layer])
    let two = scene.answer(1, 0, [layer], options: HitOptions(limit: 2, explains: true))
    #expect(two.hits.map(\.probability) == all.hits.prefix(2).map(\.probability))
    #expect(two.truncated == 1 && all.truncated == 0)
    #expect(two.nearMisses.map(\.reason) == [.limit])
    let none = scene.answer(1, 0, [layer], options: HitOptions(limit: 0))
    #expect(none.hits.isEmpty && none.truncated == 3)
    #expect(none.isAmbiguous == all.isAmbiguous)
  }

  @Test func `two near points are ambiguous and part at the zoom that is given`() throws {
    let layer = ScreenScene.layer("p", [scene.point(-4, 0), scene.point(4, 0)])
    let answer = scene.answer(0, 0, [layer])
    #expect(answer.isAmbiguous == true && !answer.isStacked)
    // 44 points between places that are 8 apart now.
    let zoom = try #require(answer.separateZoom)
    #expect(abs(zoom - (16 + log2(44.0 / 8))) < 1e-6)
    let closer = try ScreenScene(zoom: zoom)
    let a = try #require(closer.transform.project(LonLat(scene.place(-4, 0).x, 47)))
    let b = try #require(closer.transform.project(LonLat(scene.place(4, 0).x, 47)))
    #expect(abs(a.distance(to: b) - 44) < 1e-5)
    let there = HitTester(layers: [layer]).hits(at: a, through: closer.transform)
    #expect(there.isAmbiguous == false && there.hits.count == 1)
  }

  @Test func `a smaller finger needs less zoom`() throws {
    let layer = ScreenScene.layer("p", [scene.point(-2, 0), scene.point(2, 0)])
    let answer = scene.answer(0, 0, [layer], options: HitOptions(tolerance: .pointer))
    #expect(abs(try #require(answer.separateZoom) - 17) < 1e-6)
  }

  @Test func `what no zoom can part is stacked`() {
    // 44 / 0.1 would need 8.78 more zooms than the 16 there are.
    let layer = ScreenScene.layer("p", [scene.point(0, 0), scene.point(0.1, 0)])
    let answer = scene.answer(0, 0, [layer])
    #expect(answer.isAmbiguous == true && answer.isStacked && answer.separateZoom == nil)
  }

  @Test func `one clear winner is not ambiguous`() {
    let layer = ScreenScene.layer("p", [scene.point(0, 0), scene.point(21, 0)])
    let answer = scene.answer(0, 0, [layer])
    #expect(answer.hits.count == 2)
    #expect(answer.isAmbiguous == false && answer.separateZoom == nil && !answer.isStacked)
  }

  @Test func `walking a stack visits each member once and in the same order on every tap`() {
    let square = scene.square(0, 0, half: 60)
    let layer = ScreenScene.layer("p", Array(repeating: square, count: 5), fids: [5, 9, 2, 7, 1])
    let first = scene.hits(10, 10, [layer])
    #expect(first == ["p/1", "p/2", "p/5", "p/7", "p/9"])
    for _ in 0..<20 { #expect(scene.hits(10, 10, [layer]) == first) }
    // Five equal shares.
    let shares = scene.answer(10, 10, [layer]).hits.map { $0.probability ?? 0 }
    #expect(shares.allSatisfy { abs($0 - 0.2) < 1e-6 })
  }
}
