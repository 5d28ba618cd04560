import Foundation
import Testing

@testable import MeridianTokens

/// Springs against the equation of motion, stepped through slowly.
struct SpringEasingTests {
  static let springs = [
    Spring(name: "soft", dampingRatio: 0.35, stiffness: 180),
    Spring(name: "sheet", dampingRatio: 0.86, stiffness: 320),
    Spring(name: "near", dampingRatio: 0.999_999_9, stiffness: 400),
    Spring(name: "critical", dampingRatio: 1, stiffness: 400),
    Spring(name: "beyond", dampingRatio: 1.000_000_1, stiffness: 400),
    Spring(name: "slow", dampingRatio: 2.5, stiffness: 900),
  ]

  /// Places by steps of a microsecond, of x″ = k (1 − x) − 2ζ√k x′ (fourth order of Runge and Kutta
  /// every 0.1 ms).
  private func walked(_ spring: Spring, seconds: Double) -> [Double] {
    let step = 0.0001
    let damping = 2 * spring.dampingRatio * spring.stiffness.squareRoot()
    func pull(_ x: Double, _ v: Double) -> Double { spring.stiffness * (1 - x) - damping * v }
    var (x, v) = (0.0, 0.0)
    var places = [x]
    for _ in 0..<Int(seconds / step) {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + step / 2 * v1, pull(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, pull(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, pull(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
      places.append(x)
    }
    return places
  }

  @Test(arguments: springs) func `the curve solves the equation of motion`(_ spring: Spring) throws
  {
    let curve = try #require(SpringCurve(spring))
    for (index, place) in walked(spring, seconds: 2).enumerated() {
      #expect(abs(curve.value(at: Double(index) * 0.0001) - place) < 1e-6)
    }
  }

  @Test(arguments: springs) func `after its duration a spring stays at rest`(
    _ spring: Spring
  ) throws {
    let duration = try #require(SpringCurve(spring)?.duration)
    let places = walked(spring, seconds: Double(duration) / 1000 + 2)
    #expect(places.dropFirst(duration * 10).allSatisfy { abs($0 - 1) <= SpringCurve.rest + 1e-9 })
    // Not much longer than needed: half of the time would not do.
    #expect(places.dropFirst(duration * 5).contains { abs($0 - 1) > SpringCurve.rest })
  }

  @Test(arguments: springs) func `the points stay within the tolerance written down`(
    _ spring: Spring
  ) throws {
    let easing = try SpringEasing(spring)
    let places = walked(spring, seconds: Double(easing.duration) / 1000)
    let points = try Self.points(easing.linear)
    #expect(points.count <= 64)
    for (index, place) in places.enumerated() {
      let share = Double(index) * 0.1 / Double(easing.duration)
      let gap = abs(Self.linear(points, at: share) - place)
      #expect(gap <= SpringEasing.tolerance, "\(gap) at \(share)")
    }
  }

  @Test(arguments: springs) func `the cubic Bézier is the nearest of its kind found`(
    _ spring: Spring
  ) throws {
    let easing = try SpringEasing(spring)
    let curve = try #require(SpringCurve(spring))
    let samples = curve.samples(over: easing.duration, steps: 1000)
    let bezier = easing.bezier
    #expect((0...1).contains(bezier.x1) && (0...1).contains(bezier.x2))
    let best = SpringFit.distance([bezier.x1, bezier.y1, bezier.x2, bezier.y2], samples)
    // CSS's own `ease-out` and `ease` are no better.
    #expect(best <= SpringFit.distance([0, 0, 0.58, 1], samples))
    #expect(best <= SpringFit.distance([0.25, 0.1, 0.25, 1], samples))
  }

  @Test(arguments: [
    (0.0, 300.0), (-1, 300), (0.5, 0), (0.5, -3), (.nan, 300), (0.8, .infinity), (0.001, 300),
    (500, 4), (1e300, 1e300),
  ])
  func `a spring that never rests is refused by name`(_ ratio: Double, _ stiffness: Double) {
    let spring = Spring(name: "wild", dampingRatio: ratio, stiffness: stiffness)
    let problem = #expect(throws: TokenProblem.self) { try SpringEasing(spring) }
    #expect(problem?.text.contains("“wild”") == true)
  }

  /// The points of a `linear()`: place and share of the time.
  static func points(_ text: String) throws -> [(place: Double, share: Double)] {
    try #require(text.hasPrefix("linear(") && text.hasSuffix(")"))
    let parts = StyleSheet.split(String(text.dropFirst(7).dropLast()), at: ",")
    return try parts.enumerated().map { index, part in
      let words = StyleSheet.split(part, at: " ")
      if words.count == 1 {
        try #require(index == 0 || index == parts.count - 1)
        return (try CSSValueReader.number(words[0]), index == 0 ? 0 : 1)
      }
      try #require(words[1].hasSuffix("%"))
      let share = try CSSValueReader.number(String(words[1].dropLast())) / 100
      return (try CSSValueReader.number(words[0]), share)
    }
  }

  static func linear(_ points: [(place: Double, share: Double)], at share: Double) -> Double {
    guard let next = points.firstIndex(where: { $0.share >= share }), next > 0 else {
      return share <= 0 ? points[0].place : points[points.count - 1].place
    }
    let (from, to) = (points[next - 1], points[next])
    return from.place + (to.place - from.place) * (share - from.share) / (to.share - from.share)
  }
}
