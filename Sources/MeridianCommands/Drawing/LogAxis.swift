/// A logarithmic axis from one decade to another.
package struct LogAxis {
  /// The power of ten the axis starts with.
  package let first: Int
  /// The power of ten the axis ends with.
  package let last: Int
  /// Where it starts on the drawing.
  package let start: Double
  /// Where it ends on the drawing.
  package let end: Double

  /// An axis that holds all values above 0; one decade at least.
  package init(holding values: ClosedRange<Double>, from start: Double, to end: Double) {
    let low = Int(Self.decimalLogarithm(max(values.lowerBound, 1)).rounded(.down))
    let high = Int(Self.decimalLogarithm(max(values.upperBound, 1)).rounded(.up))
    first = low
    last = max(high, low + 1)
    self.start = start
    self.end = end
  }

  /// Where a value stands; what is outside stands at an end.
  package func place(of value: Double) -> Double {
    place(ofLogarithm: Self.decimalLogarithm(max(value, 1)))
  }

  /// Where a power of ten stands.
  package func place(ofLogarithm logarithm: Double) -> Double {
    let share = (logarithm - Double(first)) / Double(last - first)
    return start + (end - start) * min(max(share, 0), 1)
  }

  /// The decimal logarithm of a finite number above 0, to about 1e-12.
  ///
  /// By the series of the inverse hyperbolic tangent: a drawing is the same on every machine.
  package static func decimalLogarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    // With the significand within √½…√2 twelve terms are enough.
    let isHigh = value.significand > 1.4142135623730951
    let significand = isHigh ? value.significand / 2 : value.significand
    let exponent = Double(value.exponent) + (isHigh ? 1 : 0)
    let base = (significand - 1) / (significand + 1)
    var power = base
    var sum = 0.0
    for term in 0..<12 {
      sum += power / Double(2 * term + 1)
      power *= base * base
    }
    let naturalOfTwo = 0.6931471805599453
    let naturalOfTen = 2.302585092994046
    return (exponent * naturalOfTwo + 2 * sum) / naturalOfTen
  }
}
