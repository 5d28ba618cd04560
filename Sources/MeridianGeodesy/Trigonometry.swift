// The one file of this module that names the platform's C library: mathematics only.
#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Sines and cosines of degrees, exact at the quarter turns.
enum Trigonometry {
  /// π / 180.
  static let radiansPerDegree = Double.pi / 180

  /// The sine of an angle in degrees.
  static func sine(degrees: Double) -> Double {
    let (quarter, rest) = reduce(degrees)
    switch quarter {
    case 0: return sin(rest)
    case 1: return cos(rest)
    case 2: return -sin(rest)
    default: return -cos(rest)
    }
  }

  /// The cosine of an angle in degrees.
  static func cosine(degrees: Double) -> Double {
    let (quarter, rest) = reduce(degrees)
    switch quarter {
    case 0: return cos(rest)
    case 1: return -sin(rest)
    case 2: return -cos(rest)
    default: return sin(rest)
    }
  }

  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// The inverse hyperbolic tangent.
  static func inverseHyperbolicTangent(_ x: Double) -> Double { atanh(x) }

  /// The inverse tangent.
  static func arctangent(_ x: Double) -> Double { atan(x) }

  /// The angle of the vector (x, y) in radians.
  static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  /// Two to a power.
  static func powerOfTwo(_ x: Double) -> Double { exp2(x) }

  /// A difference of longitudes in degrees brought into −180 ... 180.
  static func difference(from start: Double, to end: Double) -> Double {
    (end.remainder(dividingBy: 360) - start.remainder(dividingBy: 360)).remainder(dividingBy: 360)
  }

  /// The quarter turn that an angle is nearest to (0 ... 3), and what is left, in radians.
  private static func reduce(_ degrees: Double) -> (quarter: Int, rest: Double) {
    let turn = degrees.remainder(dividingBy: 360)
    let quarter = (turn / 90).rounded()
    return ((Int(quarter) + 4) % 4, (turn - quarter * 90) * radiansPerDegree)
  }
}
