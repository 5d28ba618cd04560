import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

/// The likelihoods against plain numeric integration of the tap's distribution over the ink.
struct LikelihoodTests {
  let scene: ScreenScene
  let sigma = 8.0

  init() throws { scene = try ScreenScene() }

  private func hit(_ x: Double, _ y: Double, _ layer: HitLayer) throws -> Hit {
    let answer = scene.answer(
      x, y, [layer],
      options: HitOptions(tolerance: try #require(HitTolerance(100)), sigma: sigma))
    return try #require(answer.hits.first)
  }

  private func mass(_ hit: Hit) -> Double { exp(hit.score.logLikelihood) * hit.score.measure }

  /// ∫ of N₂(tap − a; σ²) over the places a of the ink, within six deviations.
  private func integral(
    _ x: Double, _ y: Double, step: Double = 0.05, _ isInk: (Double, Double) -> Bool
  ) -> Double {
    let count = Int(6 * sigma / step)
    let weights = (-count..<count).map { number -> Double in
      let offset = (Double(number) + 0.5) * step
      return exp(-offset * offset / (2 * sigma * sigma)) / (2 * .pi).squareRoot() / sigma * step
    }
    var sum = 0.0
    for column in 0..<(2 * count) {
      for row in 0..<(2 * count)
      where isInk(
        x + (Double(column - count) + 0.5) * step, y + (Double(row - count) + 0.5) * step)
      {
        sum += weights[column] * weights[row]
      }
    }
    return sum
  }

  @Test(arguments: [-30.0, -8, 0, 5, 20])
  func `a polygon's mass near an edge is the half plane's`(inside: Double) throws {
    let layer = ScreenScene.layer("p", [scene.square(0, 0, half: 100)])
    // A point on the west edge, far from corners, moved in or out.
    let x = -100 + inside
    let exact = integral(x, 0) { abs($0) <= 100 && abs($1) <= 100 }
    let found = mass(try hit(x, 0, layer))
    #expect(abs(found - exact) <= 0.01 * exact + 1e-6, "\(found) against \(exact)")
  }

  @Test func `a polygon's measure is its area, or its box on the glass when that is less`() throws {
    let small = try hit(0, 0, ScreenScene.layer("p", [scene.square(0, 0, half: 100)]))
    #expect(abs(small.score.wholeMeasure - 40_000) < 1)
    #expect(abs(small.score.measure - 40_000) < 1)
    let wide = try hit(0, 0, ScreenScene.layer("p", [scene.square(0, 0, half: 1000)]))
    #expect(abs(wide.score.measure - 390 * 844) < 1e-6)
    #expect(abs(wide.score.wholeMeasure - 4_000_000) < 100)
  }

  @Test(arguments: [(0.0, 0.0), (5, 0), (12, 0), (20, 30), (0, 95)])
  func `a line's mass is the ribbon's mean`(across: Double, along: Double) throws {
    var layer = ScreenScene.layer("l", [scene.line([(0, -100), (0, 100)])])
    layer.lineWidth = 6
    let exact = integral(across, along) { abs($0) <= 3 && abs($1) <= 100 } / 6
    let found = mass(try hit(across, along, layer))
    #expect(abs(found - exact) <= 0.01 * exact, "\(found) against \(exact)")
  }

  @Test func `a line cut into pieces weighs the same`() throws {
    let whole = ScreenScene.layer("l", [scene.line([(-80, -40), (80, 40)])])
    let pieces = (0...64).map { (number: Int) -> (Double, Double) in
      (-80 + Double(number) * 2.5, -40 + Double(number) * 1.25)
    }
    let cut = ScreenScene.layer("l", [scene.line(pieces)])
    // Reach ends at six deviations, which costs less than a millionth.
    let a = try hit(3, 7, whole).score
    let b = try hit(3, 7, cut).score
    #expect(abs(a.logLikelihood - b.logLikelihood) < 1e-6)
    #expect(abs(a.measure - 178.885438) < 1e-3)
  }

  @Test(arguments: [0.0, 4, 10, 18])
  func `a disc's mass is the integral over it`(away: Double) throws {
    var layer = ScreenScene.layer("p", [scene.point(0, 0)])
    layer.symbolRadius = 6
    let found = mass(try hit(away, 0, layer))
    let exact = integral(away, 0) { $0 * $0 + $1 * $1 <= 36 }
    #expect(abs(found - exact) <= 0.02 * exact, "\(found) against \(exact)")
    #expect(abs(try hit(away, 0, layer).score.measure - .pi * 36) < 1e-6)
  }

  @Test func `several points weigh as their mean`() throws {
    let multi = scene.geometry(.multiPoint, [(.point, [[(0, 0)]]), (.point, [[(20, 0)]])])
    var both = ScreenScene.layer("p", [multi])
    var left = ScreenScene.layer("p", [scene.point(0, 0)])
    var right = ScreenScene.layer("p", [scene.point(20, 0)])
    both.symbolRadius = 5
    left.symbolRadius = 5
    right.symbolRadius = 5
    let mean =
      (exp(try hit(6, 0, left).score.logLikelihood)
        + exp(try hit(6, 0, right).score.logLikelihood)) / 2
    let found = exp(try hit(6, 0, both).score.logLikelihood)
    #expect(abs(found / mean - 1) < 1e-9)
  }

  @Test(arguments: [(0.0, 0.0), (8, 3), (15, -10)])
  func `a polygon smaller than a fingertip weighs as a disc of its area`(
    x: Double, y: Double
  ) throws {
    let layer = ScreenScene.layer("p", [scene.square(0, 0, half: 3)])
    let answer = scene.answer(x, y, [layer])
    let found = try #require(answer.hits.first)
    #expect(found.flags.contains(.subFingertip))
    let exact = integral(x, y) { abs($0) <= 3 && abs($1) <= 3 }
    #expect(abs(mass(found) - exact) <= 0.02 * exact)
    #expect(abs(found.score.measure - 36) < 1e-2)
  }

  @Test(arguments: [(9.7, true), (9.8, false)])
  func `a polygon is below a fingertip up to half the finger's area`(
    half: Double, isSmall: Bool
  ) throws {
    // π·11² is 380.13, the area of a square of 19.497: half a side of 9.7485.
    let layer = ScreenScene.layer("p", [scene.square(0, 0, half: half)])
    let found = try #require(scene.answer(0, 0, [layer]).hits.first)
    #expect(found.flags.contains(.subFingertip) == isSmall)
  }

  @Test func `ink out of view comes last`() throws {
    // The first square lies right of the glass, the tap near the edge of it.
    let layer = ScreenScene.layer(
      "p", [scene.square(255, 0, half: 50), scene.square(120, 0, half: 50)])
    let answer = scene.answer(190, 0, [layer])
    #expect(answer.hits.map(\.fid) == [2, 1])
    #expect(answer.hits[1].score.logLikelihood == -.infinity)
    #expect(answer.hits[1].probability == 0 && answer.hits[0].probability == 1)
  }
}
