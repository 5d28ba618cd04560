/// Times and counts as people read them.
package enum DurationText {
  /// A time with three digits and its unit: `840 ns`, `3.21 µs`, `12.4 ms`, `2.50 s`.
  package static func brief(_ nanoseconds: UInt64) -> String {
    let value = Double(nanoseconds)
    // What would be rounded to four digits is told in the next unit.
    for (unit, size) in [("ns", 1.0), ("µs", 1e3), ("ms", 1e6)] where value < size * 999.5 {
      return threeDigits(value / size, isWhole: size == 1) + " " + unit
    }
    return value < 999.5e9 ? threeDigits(value / 1e9) + " s" : "\(grouped(Int(value / 1e9))) s"
  }

  /// A whole number with commas between thousands: `4,100`.
  package static func grouped(_ value: some BinaryInteger) -> String {
    var text = ""
    let digits = String(value.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  /// Bytes in mebibytes: `12.4 MiB`.
  package static func memory(_ bytes: UInt64) -> String {
    threeDigits(Double(bytes) / 1_048_576) + " MiB"
  }

  private static func threeDigits(_ value: Double, isWhole: Bool = false) -> String {
    let decimals = isWhole || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    return NumberText.fixed(value, decimals: decimals)
  }
}
