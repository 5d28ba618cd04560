import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

struct NumberTextTests {
  @Test(arguments: [
    (0.1, 3, "0.100"), (-0.0, 2, "0.00"), (-0.0004, 3, "0.000"), (1234567.891, 2, "1234567.89"),
    (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"), (1e22, 2, "10000000000000000000000.00"),
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (1.005, 2, "1.00"), (-12.5, 1, "-12.5"),
    (9007199254740993.0, 1, "9007199254740992.0"), (.infinity, 1, "–"), (.nan, 1, "–"),
  ])
  func `a fixed number of decimals`(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.fixed(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (1.0, "1"), (-0.0, "0"), (0.1, "0.1"), (1e16, "1e+16"),
    (Double.leastNonzeroMagnitude, "5e-324"), (-3.25, "-3.25"),
    (123456789012345680.0, "1.2345678901234568e+17"),
  ])
  func `the shortest text`(_ value: Double, _ text: String) {
    #expect(NumberText.plain(value) == text)
  }

  @Test(arguments: Seeds.list(1))
  func `fixed decimals round as the C library does`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 0...9, using: &random)
      var value = Double.random(in: -1000...1000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: value = (value * 1000).rounded() / 1000 + 0.0005
      case 1: value = (value * 64).rounded() / 64
      case 2: value *= 1e9
      default: break
      }
      let text = NumberText.fixed(value, decimals: decimals)
      if abs(value) * pow(10, Double(decimals)) >= 0x1p53 {
        // The C library shows digits that the number does not hold.
        #expect(Double(text) == value, "seed \(seed)")
        continue
      }
      var expected = String(format: "%.\(decimals)f", value)
      if expected.hasPrefix("-"), !expected.contains(where: { "123456789".contains($0) }) {
        expected.removeFirst()
      }
      guard text == expected else {
        Issue.record("seed \(seed): \(value) with \(decimals) decimals is \(text), not \(expected)")
        return
      }
    }
  }
}
