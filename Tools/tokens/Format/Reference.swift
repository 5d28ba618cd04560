/// What a token, a part of a value, or a group refers to.
///
/// Design Tokens Format Module 2025.10, 7.1.
enum Reference: Hashable, Sendable {
  /// `{group.token}`: the whole value of a token.
  case alias([String])
  /// `#/group/token/$value/…`: any place of the document (RFC 6901 as a URI fragment).
  case pointer([String])

  /// Whether a text is meant as an alias: names cannot begin with a brace.
  static func isAlias(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "{") }

  /// Reads `{group.token}`.
  static func alias(_ text: String, at place: SourcePlace) throws(TokenProblem) -> Reference {
    let inside = text.utf8.dropFirst().dropLast()
    guard text.utf8.last == UInt8(ascii: "}"), !inside.contains(where: "{}".utf8.contains) else {
      throw TokenProblem(
        "The alias \(Quote.of(text)) is not closed; write {group.token}.", at: place)
    }
    let names = inside.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw TokenProblem(
        "The alias \(Quote.of(text)) has an empty name; write {group.token}.", at: place)
    }
    if let property = names.first(where: { $0.hasPrefix("$") && $0 != Reference.root }) {
      throw TokenProblem(
        "An alias stands for a whole token and cannot name \(Quote.of(property)); "
          + "refer to a property with {\"$ref\": \"#/…\"}.", at: place)
    }
    return .alias(names)
  }

  /// Reads `#/group/token/$value`.
  static func pointer(_ text: String, at place: SourcePlace) throws(TokenProblem) -> Reference {
    guard text.utf8.first == UInt8(ascii: "#") else {
      throw TokenProblem(
        "The reference \(Quote.of(text)) leaves the document; inside tokens a $ref begins with "
          + "\"#/\".", at: place)
    }
    return .pointer(try segments(text.dropFirst(), at: place))
  }

  /// The unescaped names of a JSON Pointer; none for the whole document.
  static func segments(
    _ pointer: Substring, at place: SourcePlace
  ) throws(TokenProblem) -> [String] {
    if pointer.isEmpty || pointer == "/" { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else {
      throw TokenProblem(
        "The pointer \(Quote.of("#" + pointer)) does not begin with \"#/\"; write "
          + "\"#/group/token\".", at: place)
    }
    var names: [String] = []
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let name = unescaped(part) else {
        throw TokenProblem(
          "The pointer \(Quote.of("#" + pointer)) has a \"~\" that is no escape; write ~0 for "
            + "\"~\" and ~1 for \"/\".", at: place)
      }
      names.append(name)
    }
    return names
  }

  /// Percent escapes first (RFC 6901, 6), then `~1` and `~0`; `nil` for another tilde.
  private static func unescaped(_ part: Substring) -> String? {
    guard part.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "~") }) else {
      return String(part)
    }
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    var out: [UInt8] = []
    rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        out.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): out.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): out.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The name of a group's own token (6.2).
  static let root = "$root"

  /// As the source writes it, for a sentence.
  var text: String {
    switch self {
    case .alias(let names): "{\(names.joined(separator: "."))}"
    case .pointer(let names): "#/" + names.joined(separator: "/")
    }
  }
}
