/// How sure a median is: the percentile bootstrap (Efron 1979) with seeded resamples.
package struct Bootstrap: Hashable, Sendable {
  /// The median of the values.
  package var median: Double
  /// The interval's lower end.
  package var low: Double
  /// The interval's upper end.
  package var high: Double

  /// How sure it is that every interval of a report holds its median.
  package static let level = 0.99
  private static let resamples = 10_000

  /// The median of values and its interval; nil without values. O(resamples · n log n).
  ///
  /// The interval is wide enough for all `figures` of a report to be right together (Bonferroni).
  package init?(_ values: [Double], seed: UInt64, figures: Int = 1) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    var numbers = SeededNumbers(seed: seed)
    var sample = values
    var medians: [Double] = []
    medians.reserveCapacity(Self.resamples)
    for _ in 0..<Self.resamples {
      for index in sample.indices { sample[index] = values[numbers.index(below: values.count)] }
      medians.append(Self.median(of: sample))
    }
    medians.sort()
    let outside = Int(Double(Self.resamples) * (1 - Self.level) / 2 / Double(figures))
    median = Self.median(of: values)
    low = medians[outside]
    high = medians[medians.count - 1 - outside]
  }

  /// The middle value, or the mean of the middle two.
  package static func median(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
