internal import MeridianStore

/// Names and values as sentences show them: short, in one line, and harmless to a terminal.
enum Wording {
  /// Characters that are shown of a word.
  static let most = 60

  /// A text of the file without characters that steer a terminal, cut to a readable length.
  static func short(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == most { return String(shown) + "…" }
      shown.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// The same in quotation marks, as the errors of a store write names.
  static func quoted(_ text: String) -> String { "\"\(short(text))\"" }

  /// A list of names in quotation marks.
  static func list(_ names: [String]) -> String {
    let all = names.map(quoted)
    guard let last = all.last, all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A value as a sentence shows it.
  static func value(_ value: AttributeValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): String(number)
    case .real(let number): self.number(number)
    case .text(let text): quoted(text)
    case .blob(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
  }

  /// A number without `.0` where it is whole.
  static func number(_ value: Double) -> String {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return String(whole) }
    return value.description
  }

  /// `1 row`, `2 rows`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
