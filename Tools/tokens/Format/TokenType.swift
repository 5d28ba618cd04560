/// The types of tokens, by the names that `$type` has for them.
///
/// Design Tokens Format Module 2025.10, 8 and 9.
package enum TokenType: String, CaseIterable, Sendable {
  case color, dimension, fontFamily, fontWeight, duration, cubicBezier, number
  case strokeStyle, border, transition, shadow, gradient, typography

  /// With an article, for a sentence.
  var phrase: String { "a " + rawValue }

  /// The type of a `$type` property; case-sensitive (5.2.2).
  static func of(_ node: JSONNode) throws(TokenProblem) -> TokenType {
    guard let name = node.string else {
      throw TokenProblem(
        "The type is \(node.kindName); write one of the format's types as a text.",
        at: node.place)
    }
    if let type = TokenType(rawValue: name) { return type }
    let known = allCases.map(\.rawValue)
    throw TokenProblem(
      "\(Quote.of(name)) is no type of the format"
        + Suggestion.text(
          for: name, among: known, otherwise: "; use one of \(Quote.list(known))."),
      at: node.place)
  }
}

extension TokenValue {
  /// The type of the token that has this value.
  package var type: TokenType {
    switch self {
    case .color: .color
    case .dimension: .dimension
    case .fontFamily: .fontFamily
    case .fontWeight: .fontWeight
    case .duration: .duration
    case .cubicBezier: .cubicBezier
    case .number: .number
    case .strokeStyle: .strokeStyle
    case .border: .border
    case .transition: .transition
    case .shadow: .shadow
    case .gradient: .gradient
    case .typography: .typography
    }
  }
}

extension DesignToken {
  /// The type, which is the same in every context.
  package var type: TokenType { value[Context()].type }
}
