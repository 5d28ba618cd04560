/// How a quantity is spread: percentiles by nearest rank, so that each is a value that occurred.
package struct Percentiles: Hashable, Sendable {
  /// How many values there were.
  package var count = 0
  /// Half of the values are no larger.
  package var p50: UInt64 = 0
  /// Nine of ten values are no larger.
  package var p90: UInt64 = 0
  /// 99 of 100 values are no larger.
  package var p99: UInt64 = 0
  /// 999 of 1000 values are no larger.
  package var p999: UInt64 = 0
  /// The largest value.
  package var max: UInt64 = 0

  /// The names of the figures in order.
  package static let names = ["p50", "p90", "p99", "p99.9", "max"]

  /// The figures in the order of ``names``.
  package var figures: [UInt64] { [p50, p90, p99, p999, max] }

  /// The spread of values; all zero when there are none. O(n log n).
  package init(_ values: [UInt64]) {
    self.init(sorted: values.sorted())
  }

  /// The spread of values in ascending order.
  package init(sorted: [UInt64]) {
    count = sorted.count
    guard let last = sorted.last else { return }
    p50 = Self.value(500, of: sorted)
    p90 = Self.value(900, of: sorted)
    p99 = Self.value(990, of: sorted)
    p999 = Self.value(999, of: sorted)
    max = last
  }

  /// The smallest value that so many thousandths of all do not exceed.
  static func value(_ thousandths: Int, of sorted: [UInt64]) -> UInt64 {
    sorted[Swift.max((sorted.count * thousandths + 999) / 1000 - 1, 0)]
  }
}
