import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

@Suite struct `Figures of a profile` {
  @Test func `percentiles are values that occurred, by nearest rank`() {
    let spread = Percentiles((1...1000).map { UInt64($0) }.shuffled())
    #expect(spread.count == 1000)
    #expect(spread.figures == [500, 900, 990, 999, 1000])
    #expect(Percentiles([7]).figures == [7, 7, 7, 7, 7])
    #expect(Percentiles([1, 2]).figures == [1, 2, 2, 2, 2])
    #expect(Percentiles([]).figures == [0, 0, 0, 0, 0])
  }

  @Test func `a percentile of any sample leaves at most its share above`() {
    for seed in Seeds.list(50) {
      var numbers = SplitMix64(seed: seed)
      let values = (0..<Int.random(in: 1...3000, using: &numbers)).map { _ in
        UInt64.random(in: 0...500, using: &numbers)
      }
      let spread = Percentiles(values)
      for (share, figure) in zip([500, 900, 990, 999, 1000], spread.figures) {
        let above = values.count { $0 > figure }
        let below = values.count { $0 < figure }
        #expect(above * 1000 <= values.count * (1000 - share), "SEED=\(seed) \(share)")
        #expect(below * 1000 < values.count * share, "SEED=\(seed) \(share)")
      }
    }
  }

  @Test func `a bootstrap interval is the same for a seed and holds the median`() throws {
    let values = [1.02, 0.97, 1.3, 0.99, 1.01, 0.98, 1.05, 0.96, 1.0, 1.04]
    let first = try #require(Bootstrap(values, seed: 5))
    let again = try #require(Bootstrap(values, seed: 5))
    #expect(first == again)
    #expect(first.low <= first.median && first.median <= first.high)
    #expect(abs(first.median - 1.005) < 1e-12)
    #expect(first.low < 1 && first.high > 1)
    let single = try #require(Bootstrap([2, 2, 2], seed: 1))
    #expect(single.low == 2 && single.median == 2 && single.high == 2)
    #expect(Bootstrap([], seed: 1) == nil && Bootstrap([.nan], seed: 1) == nil)
  }

  @Test func `intervals of equal programs hold 1 nearly always, of slower ones hardly ever`() {
    var (missed, caught) = (0, 0)
    let trials = 40
    for seed in 0..<trials {
      var numbers = SplitMix64(seed: UInt64(seed))
      let noise = (0..<15).map { _ in
        // A mostly quiet machine with a heavy tail, on both sides of the ratio.
        let spike = Double.random(in: 0..<1, using: &numbers) < 0.1 ? 2.0 : 1.0
        return spike * Double.random(in: 0.95...1.05, using: &numbers)
          / Double.random(in: 0.95...1.05, using: &numbers)
      }
      guard let same = Bootstrap(noise, seed: 1, figures: 13),
        let slow = Bootstrap(noise.map { $0 * 1.3 }, seed: 1, figures: 13)
      else {
        Issue.record("no interval")
        return
      }
      if same.low > 1.01 || same.high < 0.99 { missed += 1 }
      if slow.low > 1.01 { caught += 1 }
    }
    #expect(missed == 0, "\(missed) of \(trials)")
    #expect(caught >= trials * 3 / 4, "\(caught) of \(trials)")
  }

  @Test func `decimal logarithms are those of the mathematics library`() {
    for seed in Seeds.list(200) {
      var numbers = SplitMix64(seed: seed)
      let value = pow(10, Double.random(in: -5...18, using: &numbers))
      #expect(
        abs(LogAxis.decimalLogarithm(value) - log10(value)) < 1e-9, "SEED=\(seed): \(value)")
    }
    #expect(LogAxis.decimalLogarithm(0) == 0 && LogAxis.decimalLogarithm(.infinity) == 0)
  }

  @Test func `an axis runs from decade to decade and keeps what is outside at its ends`() {
    let axis = LogAxis(holding: 150...24_000, from: 100, to: 400)
    #expect(axis.first == 2 && axis.last == 5)
    #expect(abs(axis.place(of: 1000) - 200) < 1e-6)
    #expect(axis.place(of: 0) == 100 && axis.place(of: 1e12) == 400)
    let flat = LogAxis(holding: 1...1, from: 0, to: 1)
    #expect(flat.last == flat.first + 1)
  }

  @Test(arguments: [
    (0, "0 ns"), (999, "999 ns"), (1000, "1.00 µs"), (999_499, "999 µs"), (999_500, "1.00 ms"),
    (12_345_678, "12.3 ms"), (2_500_000_000, "2.50 s"), (1_234_000_000_000, "1,234 s"),
  ])
  func `a time has three digits and its unit`(time: UInt64, text: String) {
    #expect(DurationText.brief(time) == text)
  }

  @Test func `thousands are set apart`() {
    #expect(DurationText.grouped(4100) == "4,100")
    #expect(DurationText.grouped(-1_234_567) == "-1,234,567")
    #expect(DurationText.grouped(999) == "999")
  }
}
