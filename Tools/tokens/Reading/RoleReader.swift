/// What a token's `$extensions` say about its use.
enum RoleReader {
  private static let keys = ["ink", "textStyle", "tabular", "uppercase", "monospaced"]

  static func role(
    of token: WrittenToken, type: TokenType
  ) throws(TokenProblem) -> DesignToken.Role {
    var role = DesignToken.Role()
    guard let node = token.extensions?[ExtensionReader.vendor] else { return role }
    guard node.isObject else {
      throw TokenProblem(
        "\(ExtensionReader.vendor) is \(node.kindName); write an object.", at: node.place)
    }
    for member in node.members {
      let wanted: TokenType = member.name == "ink" ? .color : .typography
      guard keys.contains(member.name) else {
        throw TokenProblem(
          "\(Quote.of(member.name)) says nothing about a token"
            + Suggestion.text(
              for: member.name, among: keys,
              otherwise: "; use \(Quote.list(keys.map(Quote.of)))."), at: member.key.place)
      }
      guard type == wanted else {
        throw TokenProblem(
          "\(Quote.of(member.name)) is for a \(wanted.rawValue) token, and this is "
            + "\(type.phrase); remove it.", at: member.key.place)
      }
      switch member.name {
      case "ink": role.ink = try choice(member.value, "ink")
      case "textStyle": role.textStyle = try choice(member.value, "text style")
      case "tabular": role.isTabular = try flag(member.value)
      case "uppercase": role.isUppercase = try flag(member.value)
      default: role.isMonospaced = try flag(member.value)
      }
    }
    return role
  }

  private static func flag(_ node: JSONNode) throws(TokenProblem) -> Bool {
    guard let value = node.bool else {
      throw TokenProblem("The value is \(node.kindName); write true or false.", at: node.place)
    }
    return value
  }

  /// One of an enumeration's names.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: JSONNode, _ what: String
  ) throws(TokenProblem) -> Choice where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue)
    guard let text = node.string else {
      throw TokenProblem(
        "The \(what) is \(node.kindName); use \(Quote.list(names.map(Quote.of))).", at: node.place)
    }
    if let choice = Choice(rawValue: text) { return choice }
    throw TokenProblem(
      "\(Quote.of(text)) is no \(what)"
        + Suggestion.text(
          for: text, among: names, otherwise: "; use \(Quote.list(names.map(Quote.of)))."),
      at: node.place)
  }
}
