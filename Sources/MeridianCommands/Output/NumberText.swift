internal import MeridianKernel

/// Numbers as text, the same on every machine and in every locale.
package enum NumberText {
  /// The shortest text that reads back as the same number, without `.0`; `nan`, `inf` as such.
  package static func plain(_ value: Double) -> String {
    var bytes: [UInt8] = []
    appendShortest(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number with exactly so many decimals (0 to 15), correctly rounded, ties to even.
  ///
  /// Never an exponent, never a negative zero, no grouping of thousands; `–` when not finite.
  /// A number with more digits than `Double` holds has zeros behind its shortest digits.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    var bytes: [UInt8] = []
    appendFixed(value, decimals: decimals, trims: false, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A place as `LON,LAT` with seven decimals, about a centimeter.
  static func place(_ place: LonLat) -> String {
    fixed(place.longitude, decimals: 7) + "," + fixed(place.latitude, decimals: 7)
  }

  /// The shortest text that reads back as the same number; finite numbers are valid JSON.
  static func appendShortest(_ value: Double, to bytes: inout [UInt8]) {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 {
      return appendInteger(whole, to: &bytes)
    }
    var text = value.description
    text.withUTF8 { utf8 in
      let isWhole =
        unsafe utf8.count > 2 && utf8[utf8.count - 2] == UInt8(ascii: ".")
        && utf8[utf8.count - 1] == UInt8(ascii: "0")
      unsafe bytes.append(contentsOf: isWhole ? utf8.dropLast(2) : utf8[...])
    }
  }

  /// A whole number.
  static func appendInteger(_ value: Int64, to bytes: inout [UInt8]) {
    bytes.compose(room: 20) { text in text.integer(value) }
  }

  /// A finite number with at most (`trims`) or exactly so many decimals, correctly rounded.
  static func appendFixed(_ value: Double, decimals: Int, trims: Bool, to bytes: inout [UInt8]) {
    guard let scaled = ScaledNumber(value, decimals: decimals) else {
      return appendLarge(value, decimals: trims ? 0 : decimals, to: &bytes)
    }
    bytes.compose(room: 32) { text in text.fixed(scaled, trims: trims) }
  }

  /// A number so large that its shortest digits have no more decimals than asked for.
  private static func appendLarge(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (digits, exponent) = decompose(value.magnitude)
    let count = digits.count
    if exponent >= count {
      bytes += digits
      bytes += repeatElement(UInt8(ascii: "0"), count: exponent - count)
    } else {
      bytes += digits[..<exponent]
      bytes.append(UInt8(ascii: "."))
      bytes += digits[exponent...]
    }
    guard decimals > 0 else { return }
    let missing = decimals - max(0, count - exponent)
    if exponent >= count { bytes.append(UInt8(ascii: ".")) }
    bytes += repeatElement(UInt8(ascii: "0"), count: max(0, missing))
  }

  /// The shortest digits d₁d₂… of a number of at least 1 and the place of its point behind them.
  private static func decompose(_ value: Double) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent: Int?
    var power = 0
    let parts = value.description.split(separator: "e")
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") { exponent = digits.count } else { digits.append(byte) }
    }
    if parts.count > 1 { power = Int(parts[1]) ?? 0 }
    let point = (exponent ?? digits.count) + power
    while digits.count > max(1, point), digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, point)
  }

  /// 10⁰ to 10¹⁵, exactly.
  @inline(__always)
  static func power(ofTen exponent: Int) -> Double {
    switch exponent {
    case 3: 1e3
    case 6: 1e6
    case 9: 1e9
    default: powersOfTen[exponent]
    }
  }

  private static let powersOfTen: [Double] = [
    1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
