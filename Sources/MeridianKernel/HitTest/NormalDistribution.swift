/// The normal distribution's cumulative function, in logarithms where tails matter.
enum NormalDistribution {
  private static let rootTwo = 1.4142135623730951
  private static let logRootTwoPi = 0.9189385332046728

  /// Φ(b) − Φ(a) for a ≤ b, without cancellation when both lie in one tail: the plain twin of what
  /// ``LineSights`` take eight at a time.
  static func mass(from a: Double, to b: Double) -> Double {
    if a > 0 {
      return 0.5
        * (LibM.complementaryError(a / rootTwo) - LibM.complementaryError(b / rootTwo))
    }
    return 0.5 * (LibM.complementaryError(-b / rootTwo) - LibM.complementaryError(-a / rootTwo))
  }

  /// ln Φ(x), also far out in the lower tail where Φ itself is zero in `Double`.
  static func logCumulative(_ x: Double) -> Double {
    if x > -25 { return LibM.logarithm(0.5 * LibM.complementaryError(-x / rootTwo)) }
    // Abramowitz and Stegun 26.2.12, four terms: better than 1e-9 relative from here on.
    let inverse = 1 / (x * x)
    let series = 1 - inverse * (1 - inverse * (3 - inverse * 15))
    return -x * x / 2 - LibM.logarithm(-x) - logRootTwoPi + LibM.logarithm(series)
  }
}
