#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A number as SQLite stores it: compared exactly, whatever the two representations are.
package enum Number: Hashable, Sendable {
  case integer(Int64)
  case real(Double)

  /// The nearest `Double`.
  var real: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// A number with one representation for each value, so that equal ones are identical.
  var canonical: Number {
    if case .real(let value) = self, let whole = Int64(exactly: value) { return .integer(whole) }
    return self
  }

  /// How two numbers are ordered: negative, zero or positive. Neither is NaN.
  @inline(__always)
  static func order(_ a: Number, _ b: Number) -> Int {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.real(let a), .real(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.integer(let a), .real(let b)): order(a, b)
    case (.real(let a), .integer(let b)): -order(b, a)
    }
  }

  /// Compares without rounding the integer to a `Double`, which has 53 bits only.
  static func order(_ whole: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let truncated = Int64(real)
    if whole != truncated { return whole < truncated ? -1 : 1 }
    let rest = real - Double(truncated)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }
}

/// An operator of arithmetic.
package enum Arithmetic: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"
  case remainder = "%"
  case quotient = "DIV"
  case power = "^"
}

extension Arithmetic {
  /// The result, nil where there is none: division by zero, or a power that is not a real number.
  ///
  /// Integers stay integers while the result is one that 64 bits hold.
  func callAsFunction(_ a: Number, _ b: Number) -> Number? {
    if case .integer(let a) = a, case .integer(let b) = b {
      if (self == .over || self == .remainder || self == .quotient) && b == 0 { return nil }
      if let whole = whole(a, b) { return .integer(whole) }
    }
    let (a, b) = (a.real, b.real)
    let result: Double
    switch self {
    case .plus: result = a + b
    case .minus: result = a - b
    case .times: result = a * b
    case .over, .quotient:
      guard b != 0 else { return nil }
      result = self == .over ? a / b : (a / b).rounded(.towardZero)
    case .remainder:
      guard b != 0 else { return nil }
      result = a.truncatingRemainder(dividingBy: b)
    case .power: result = pow(a, b)
    }
    return result.isNaN ? nil : .real(result)
  }

  /// The result as an integer, nil where it is none or too large.
  private func whole(_ a: Int64, _ b: Int64) -> Int64? {
    let result: (partialValue: Int64, overflow: Bool)
    switch self {
    case .plus: result = a.addingReportingOverflow(b)
    case .minus: result = a.subtractingReportingOverflow(b)
    case .times: result = a.multipliedReportingOverflow(by: b)
    case .quotient: result = a.dividedReportingOverflow(by: b)
    case .remainder: return b == -1 ? 0 : a % b
    case .over:
      result = a.dividedReportingOverflow(by: b)
      guard !result.overflow, a % b == 0 else { return nil }
    case .power: return Self.power(a, b)
    }
    return result.overflow ? nil : result.partialValue
  }

  private static func power(_ base: Int64, _ exponent: Int64) -> Int64? {
    if exponent < 0 { return nil }
    if base == 0 || base == 1 { return exponent == 0 ? 1 : base }
    if base == -1 { return exponent % 2 == 0 ? 1 : -1 }
    // Any other base leaves 64 bits before the 64th power.
    guard exponent < 64 else { return nil }
    var result: Int64 = 1
    for _ in 0..<exponent {
      let (product, isBeyond) = result.multipliedReportingOverflow(by: base)
      if isBeyond { return nil }
      result = product
    }
    return result
  }
}
