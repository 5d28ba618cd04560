@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Φ against values worked out with fifty digits.
struct NormalDistributionTests {
  static let logarithms: [(x: Double, log: Double)] = [
    (0, -0.693147180559945309), (1, -0.17275377902344989), (-1, -1.84102164500926351),
    (2, -0.0230129093289634885), (-3, -6.60772622151034954), (5, -2.86651612963763593e-7),
    (-8, -35.0134371599145499), (-20, -203.917155371097264), (-24.999, -316.614368634215729),
    (-25, -316.639408008020259), (-25.001, -316.664448380239947), (-30, -454.321243956343197),
    (-100, -5005.52420869420509), (-1000, -500007.826694812184),
    (-100_000, -5000000012.431864), (-1e6, -500000000014.734449),
  ]

  @Test(arguments: logarithms)
  func `the logarithm of the cumulative function is right`(x: Double, log: Double) {
    let value = NormalDistribution.logCumulative(x)
    #expect(abs(value - log) <= abs(log) * 1e-9 + 1e-15, "\(value) at \(x)")
  }

  @Test func `it rises without a gap and is finite down to a million deviations`() {
    var previous = NormalDistribution.logCumulative(-1e6)
    #expect(previous.isFinite)
    var x = -1e6
    while x < 8 {
      // Steps of a thousandth of the distance, and fine ones where the series takes over.
      x += abs(x + 25) < 0.5 ? 1e-4 : max(abs(x) * 1e-3, 1e-3)
      let value = NormalDistribution.logCumulative(x)
      #expect(value >= previous && value <= 0, "at \(x)")
      previous = value
    }
  }

  @Test func `mass between two places is right in the middle and in both tails`() {
    let known: [(Double, Double, Double)] = [
      (-1, 1, 0.682689492137086), (-2, 2, 0.954499736103642), (0, 1, 0.341344746068543),
      (-3, -2, 0.0214002339165491), (5, 6, 2.856649842341562e-7), (8, 9, 6.21983198586583e-16),
    ]
    for (a, b, mass) in known {
      #expect(abs(NormalDistribution.mass(from: a, to: b) / mass - 1) < 1e-9, "\(a)…\(b)")
      #expect(abs(NormalDistribution.mass(from: -b, to: -a) / mass - 1) < 1e-9, "\(-b)…\(-a)")
    }
    #expect(NormalDistribution.mass(from: 2, to: 2) == 0)
  }

  @Test(arguments: Seeds.batches(100))
  func `pieces of mass add up`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let cuts = (0..<3).map { _ in Double.random(in: -7...7, using: &random) }.sorted()
      let whole = NormalDistribution.mass(from: cuts[0], to: cuts[2])
      let parts =
        NormalDistribution.mass(from: cuts[0], to: cuts[1])
        + NormalDistribution.mass(from: cuts[1], to: cuts[2])
      #expect(abs(whole - parts) < 1e-15, "SEED=\(seed)")
      #expect(whole >= 0)
    }
  }
}
