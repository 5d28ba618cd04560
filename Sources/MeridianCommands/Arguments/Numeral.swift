/// Numbers as people type them: decimal digits, a point, an exponent, and nothing of the locale.
package enum Numeral {
  /// The number a text is, or why it is none (a clause that follows "but").
  package static func number(_ text: some StringProtocol) -> Result<Double, Clause> {
    let word = String(text)
    if isWellFormed(word.utf8) {
      guard let value = Double(word), value.isFinite else {
        return .failure(Clause("\(ValueProblem.quoted(word)) is too large for a number"))
      }
      return .success(value == 0 ? 0 : value)
    }
    if looksNonFinite(word) {
      return .failure(Clause("\(ValueProblem.quoted(word)) is not a finite number"))
    }
    let pointed = word.split(separator: ",", omittingEmptySubsequences: false)
    if pointed.count == 2, isWellFormed("\(pointed[0]).\(pointed[1])".utf8) {
      let quoted = ValueProblem.quoted(word)
      return .failure(Clause("\(quoted) has a comma; write \(pointed[0]).\(pointed[1])"))
    }
    return .failure(Clause("\(ValueProblem.quoted(word)) is not a number"))
  }

  /// A clause about a text that is no number.
  package struct Clause: Error, Hashable, Sendable {
    package let text: String
    init(_ text: String) { self.text = text }
  }

  /// Splits `22pt` into `22` and `pt`; the number may be malformed.
  static func splitUnit(_ text: String) -> (number: Substring, unit: Substring) {
    let bytes = text.utf8
    // The unit is the longest end of letters and hyphens that an exponent cannot be part of.
    var start = bytes.endIndex
    while start > bytes.startIndex {
      let before = bytes.index(before: start)
      let byte = bytes[before]
      guard isLetter(byte) || (byte == UInt8(ascii: "-") && start < bytes.endIndex) else { break }
      start = before
    }
    return (text[..<start], text[start...])
  }

  /// Whether a word is meant as a number (or a list that starts with one), never as an option.
  package static func looksLikeNumber(_ word: String) -> Bool {
    var bytes = word.utf8[...]
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    if bytes.first == UInt8(ascii: ".") { bytes.removeFirst() }
    return bytes.first.map(isDigit) ?? false || looksNonFinite(word)
  }

  /// `nan`, `-inf`, `Infinity`, also with more numbers behind a comma.
  static func looksNonFinite(_ word: String) -> Bool {
    var lower = word.lowercased()[...]
    if lower.first == "-" || lower.first == "+" { lower.removeFirst() }
    for name in ["nan", "infinity", "inf"] where lower.hasPrefix(name) {
      return lower.dropFirst(name.count).utf8.first.map { !isLetter($0) } ?? true
    }
    return false
  }

  /// `[+-] digits [. digits] [e [+-] digits]`, with at least one digit before the exponent.
  private static func isWellFormed(_ bytes: String.UTF8View) -> Bool {
    var rest = bytes[...]
    skipSign(&rest)
    var digits = skipDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits(&rest)
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign(&rest)
      guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func skipSign(_ bytes: inout Substring.UTF8View) {
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
  }

  private static func skipDigits(_ bytes: inout Substring.UTF8View) -> Int {
    let before = bytes.count
    bytes = bytes.drop(while: isDigit)
    return before - bytes.count
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}
