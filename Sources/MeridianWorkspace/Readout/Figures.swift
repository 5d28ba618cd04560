internal import MeridianKernel

/// Digits of readouts.
enum Figures {
  /// A space as wide as a digit, in place of a digit that is not there.
  static let figureSpace: Character = "\u{2007}"
  /// A narrow space that no line breaks at, between groups of three digits (ISO 80000-1, 7.3.1).
  static let groupSpace: Character = "\u{202F}"

  /// A number correctly rounded to so many decimals (0 to 15), without separators.
  static func fixed(_ value: Double, decimals: Int) -> String {
    var bytes: [UInt8] = []
    DecimalText.append(value, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Digits with a narrow space between groups of three before the point; the rest as it is.
  static func grouped(_ number: String) -> String {
    let whole = number.prefix { $0 != "." }
    let digits = whole.drop { !$0.isNumber }
    guard digits.allSatisfy(\.isNumber), digits.count > 3 else { return number }
    var text = String(whole.prefix(whole.count - digits.count))
    for (place, digit) in digits.enumerated() {
      if place > 0 && (digits.count - place) % 3 == 0 { text.append(groupSpace) }
      text.append(digit)
    }
    return text + number.dropFirst(whole.count)
  }

  /// A text with figure spaces before it, so that it is at least so wide.
  static func padded(_ text: String, to width: Int) -> String {
    String(repeating: figureSpace, count: max(0, width - text.count)) + text
  }

  /// A whole number with zeros before it.
  static func zeros(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// A power of ten; correctly rounded for exponents within ±22.
  static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<min(abs(exponent), 300) { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }

  /// The exponent of the largest power of ten that is no more than a positive finite number,
  /// within ±300.
  static func exponent(of value: Double) -> Int {
    var exponent = 0
    while exponent < 300 && power(ofTen: exponent + 1) <= value { exponent += 1 }
    while exponent > -300 && power(ofTen: exponent) > value { exponent -= 1 }
    return exponent
  }

  /// A noun's singular for exactly one, its plural else.
  static func plural(_ number: String, _ one: String, _ many: String) -> String {
    number == "1" ? one : many
  }
}
