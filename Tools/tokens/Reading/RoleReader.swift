/// What a token's `$extensions` say about its use.
enum RoleReader {
  private static let keys = [
    "ink", "on", "materialRole", "textStyle", "tabular", "uppercase", "monospaced",
  ]
  private static let colorKeys = ["ink", "on", "materialRole"]

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
      let wanted: TokenType = colorKeys.contains(member.name) ? .color : .typography
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
      case "on":
        guard node["ink"] != nil else {
          throw TokenProblem(
            "\"on\" says what an ink is drawn on, and this color is no ink; give it \"ink\" too.",
            at: member.key.place)
        }
      case "materialRole": role.materialRoles = try materialRoles(member.value)
      case "textStyle": role.textStyle = try choice(member.value, "text style")
      case "tabular": role.isTabular = try flag(member.value)
      case "uppercase": role.isUppercase = try flag(member.value)
      default: role.isMonospaced = try flag(member.value)
      }
    }
    return role
  }

  /// The nodes that name the fills of an ink: one alias, or an array of them.
  ///
  /// They are followed when all tokens are known (`ExtensionReader.addFills`).
  static func fills(of token: WrittenToken) throws(TokenProblem) -> [JSONNode] {
    guard let node = token.extensions?[ExtensionReader.vendor]?["on"] else { return [] }
    return try oneOrMore(node)
  }

  private static func materialRoles(_ node: JSONNode) throws(TokenProblem) -> [MaterialRole] {
    var found: [MaterialRole] = []
    for element in try oneOrMore(node) {
      let role: MaterialRole = try choice(element, "role of Material's color scheme")
      guard !found.contains(role) else {
        throw TokenProblem(
          "The role \(Quote.of(role.rawValue)) is there already; name it once.", at: element.place)
      }
      found.append(role)
    }
    return found
  }

  /// A value, or the elements of an array that has some.
  private static func oneOrMore(_ node: JSONNode) throws(TokenProblem) -> [JSONNode] {
    guard node.isArray else { return [node] }
    guard !node.elements.isEmpty else {
      throw TokenProblem("The array is empty; name something or remove it.", at: node.place)
    }
    return node.elements
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
