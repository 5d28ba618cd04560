/// Numbers as decimal text: read as the nearest `Double`, written shortest or with fixed decimals.
package enum DecimalText {
  /// A number found in a text.
  package struct Scan {
    /// The nearest `Double`; infinite when the number is beyond all of them.
    package var value: Double
    /// One past its last byte.
    package var end: Int
    /// Whether it has neither a point nor an exponent.
    package var isWhole: Bool
  }

  /// Reads the number that starts at a byte; nil when none does. An exponent without digits is not
  /// part of it.
  package static func scan(_ bytes: Span<UInt8>, from start: Int) -> Scan? {
    var at = start
    var isNegative = false
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    var digits = Digits()
    let whole = digits.take(bytes, &at, areDecimals: false)
    var isWhole = true
    var decimals = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      isWhole = false
      decimals = digits.take(bytes, &at, areDecimals: true)
    }
    guard whole + decimals > 0 else { return nil }
    if let (exponent, end) = self.exponent(bytes, at) {
      isWhole = false
      at = end
      digits.exponent += exponent
    }
    let magnitude = digits.exact ?? parsed(bytes, start..<at)
    let value = digits.exact != nil && isNegative ? -magnitude : magnitude
    return Scan(value: value, end: at, isWhole: isWhole)
  }

  /// An exponent that starts at a byte, held within ±100,000, and where it ends.
  private static func exponent(_ bytes: Span<UInt8>, _ start: Int) -> (value: Int, end: Int)? {
    guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var at = start + 1
    var isNegative = false
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") {
      isNegative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    let first = at
    var value = 0
    while at < bytes.count, let digit = digit(bytes[at]) {
      value = min(100_000, value * 10 + Int(digit))
      at += 1
    }
    return at > first ? (isNegative ? -value : value, at) : nil
  }

  /// The standard library's reading, correctly rounded for any number of digits.
  private static func parsed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    var text = ""
    text.reserveCapacity(range.count)
    for index in range { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return Double(text) ?? .nan
  }

  @inline(__always)
  fileprivate static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }
}

/// The significant digits of a number so far.
private struct Digits {
  var mantissa: UInt64 = 0
  var exponent = 0
  /// Whether digits were left out because the mantissa is full.
  var isCut = false

  /// Takes a run of digits and answers how many there were.
  mutating func take(_ bytes: Span<UInt8>, _ at: inout Int, areDecimals: Bool) -> Int {
    let first = at
    while at < bytes.count, let digit = DecimalText.digit(bytes[at]) {
      if mantissa < 100_000_000_000_000_000 {
        mantissa = mantissa * 10 + UInt64(digit)
        if areDecimals { exponent -= 1 }
      } else {
        isCut = true
      }
      at += 1
    }
    return at - first
  }

  /// The number where mantissa and power of ten are both exact, so that one division or
  /// multiplication rounds once and thus correctly (Clinger 1990).
  var exact: Double? {
    guard !isCut, mantissa < 1 << 53, abs(exponent) <= 22 else { return nil }
    let value = Double(mantissa)
    return exponent < 0
      ? value / Self.powersOfTen[-exponent] : value * Self.powersOfTen[exponent]
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

// MARK: - Writing

extension DecimalText {
  /// Appends a number: shortest that reads back the same (`decimals` nil), or correctly rounded to
  /// exactly so many decimals (0 to 15), ties to even, without a negative zero.
  ///
  /// A number of more digits than `Double` holds is written shortest, and so is one that is not
  /// finite (`inf`, `nan`).
  package static func append(_ value: Double, decimals: Int?, to bytes: inout [UInt8]) {
    if let decimals, appendFixed(value, decimals: max(0, min(15, decimals)), to: &bytes) { return }
    var text = value.description
    text.withUTF8 { utf8 in
      let isWhole =
        unsafe utf8.count > 2 && utf8[utf8.count - 2] == UInt8(ascii: ".")
        && utf8[utf8.count - 1] == UInt8(ascii: "0")
      unsafe bytes.append(contentsOf: isWhole ? utf8.dropLast(2) : utf8[...])
    }
  }

  private static func appendFixed(
    _ value: Double, decimals: Int, to bytes: inout [UInt8]
  ) -> Bool {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = value.magnitude * factor
    guard scaled < 0x1p52 else { return false }
    // Adding and taking off 2⁵² rounds to a whole number, ties to even.
    var whole = (scaled + 0x1p52) - 0x1p52
    let rest = scaled - whole
    if rest.magnitude == 0.5 {
      // What the product lost in rounding decides cases close to a tie.
      let lost = (-scaled).addingProduct(value.magnitude, factor)
      if rest > 0 && lost > 0 { whole += 1 }
      if rest < 0 && lost < 0 { whole -= 1 }
    }
    if value < 0 && whole > 0 { bytes.append(UInt8(ascii: "-")) }
    let digits = Array(String(UInt64(whole)).utf8)
    let padded = repeatElement(UInt8(ascii: "0"), count: max(0, decimals + 1 - digits.count))
    let all = padded + digits
    bytes += all.dropLast(decimals)
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes += all.suffix(decimals)
    }
    return true
  }
}
