#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// The few functions of real numbers that color needs: the one place that sees the C library.
package enum RealMath {
  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
  package static func cubeRoot(_ value: Double) -> Double { cbrt(value) }
  package static func exponential(_ value: Double) -> Double { exp(value) }
  package static func length(_ x: Double, _ y: Double) -> Double { hypot(x, y) }
  /// Angles in radians.
  package static func sine(_ angle: Double) -> Double { sin(angle) }
  package static func cosine(_ angle: Double) -> Double { cos(angle) }
  package static func angle(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}
