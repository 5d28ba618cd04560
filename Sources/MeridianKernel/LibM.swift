// The one file of the kernel that names the platform's C library: mathematics only.
#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The C library's elementary functions, under one roof so that no other file imports it.
enum LibM {
  @inline(__always) static func sine(_ x: Double) -> Double { sin(x) }
  @inline(__always) static func cosine(_ x: Double) -> Double { cos(x) }
  @inline(__always) static func tangent(_ x: Double) -> Double { tan(x) }
  @inline(__always) static func arctangent(_ x: Double) -> Double { atan(x) }
  @inline(__always) static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
  @inline(__always) static func exponential(_ x: Double) -> Double { exp(x) }
  @inline(__always) static func logarithm(_ x: Double) -> Double { log(x) }
  @inline(__always) static func binaryLogarithm(_ x: Double) -> Double { log2(x) }
  @inline(__always) static func powerOfTwo(_ x: Double) -> Double { exp2(x) }
  @inline(__always) static func hyperbolicSine(_ x: Double) -> Double { sinh(x) }
  @inline(__always) static func complementaryError(_ x: Double) -> Double { erfc(x) }
  @inline(__always) static func remainder(_ x: Double, _ y: Double) -> Double { fmod(x, y) }
}
