internal import MeridianKernel

/// How fine a place can be told on the glass: what one point covers at a zoom.
public struct Resolution: Hashable, Sendable {
  /// Degrees of longitude that one point covers.
  public let degrees: Double

  /// The resolution at a zoom; one outside 0…24 counts as the nearest within.
  public init(zoom: Double) {
    let shown = zoom.isNaN ? 0 : min(max(zoom, 0), 24)
    degrees = 360 / Camera.worldSize(atZoom: shown)
  }

  /// What a stored coordinate is told with: seven decimals, a centimeter on the ground.
  public static let stored = Resolution(degrees: 1e-7)

  private init(degrees: Double) { self.degrees = degrees }

  /// The exponent of the smallest power of ten that is no finer than a step, at least `finest`.
  static func exponent(forStep step: Double, finest: Int) -> Int {
    var exponent = finest
    while exponent < 300 && Figures.power(ofTen: exponent) < step { exponent += 1 }
    return exponent
  }

  /// The decimals of a number whose steps of `step` can be told apart, none of them finer.
  static func decimals(forStep step: Double, most: Int) -> Int {
    max(0, -exponent(forStep: step, finest: -most))
  }
}
