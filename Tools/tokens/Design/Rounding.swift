/// How values are rounded on their way out, the same on every surface, so that they can be read
/// back and compared.
package enum Rounding {
  /// Levels of a color channel and of opacity: 8 bits.
  package static let levels = 255.0
  /// Decimals of lengths (points), and of ratios, positions and seconds.
  package static let decimals = 4

  /// A channel, 0 … 1, as one of 256 levels.
  package static func level(_ channel: Double) -> Int {
    guard channel > 0 else { return 0 }
    return Int((min(channel, 1) * levels).rounded())
  }

  /// A number with at most four decimals and no zeros behind them; no exponent, no locale.
  package static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e11 else { return "0" }
    let scaled = Int64((value * 10_000).rounded())
    let whole = (scaled < 0 ? "-" : "") + String(scaled.magnitude / 10_000)
    var fraction = scaled.magnitude % 10_000
    guard fraction > 0 else { return whole }
    var places = decimals
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      places -= 1
    }
    let digits = String(fraction)
    return whole + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
  }
}

extension Color {
  /// Red, green, blue, opacity as 8-bit levels.
  package var levels: [Int] { [red, green, blue, alpha].map(Rounding.level) }
}
