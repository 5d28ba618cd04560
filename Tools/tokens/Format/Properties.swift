/// The properties of a token or a group: the names with a dollar sign (Format Module 5.2, 6.3).
struct Properties: Sendable {
  var type: TokenType?
  var description: String?
  var deprecation: Deprecation?
  var extensions: JSONNode?
  /// All of them by name.
  var nodes: [String: JSONNode] = [:]

  /// Whether a name is a property's; `$root` is a token's (6.2).
  static func isOne(_ name: String) -> Bool { name.hasPrefix("$") && name != Reference.root }

  /// Reads them, and refuses names with a dollar sign that are none of the allowed (5.1.1).
  init(
    of members: [JSONNode.Member], allowed: [String], owner: String
  ) throws(TokenProblem) {
    for member in members where Self.isOne(member.name) {
      let node = member.value
      nodes[member.name] = node
      switch member.name {
      case _ where !allowed.contains(member.name):
        throw Self.unknown(member, allowed: allowed, owner: owner)
      case "$type": type = try TokenType.of(node)
      case "$deprecated": deprecation = try Deprecation(node)
      case "$description":
        guard let text = node.string else {
          throw TokenProblem("$description is \(node.kindName); write a text.", at: node.place)
        }
        description = text
      case "$extensions":
        guard node.isObject else {
          throw TokenProblem(
            "$extensions is \(node.kindName); write an object with a key for each vendor.",
            at: node.place)
        }
        extensions = node
      default: break
      }
    }
  }

  private static func unknown(
    _ member: JSONNode.Member, allowed: [String], owner: String
  ) -> TokenProblem {
    if member.name == "$value" {
      return TokenProblem(
        "A file of tokens has no value of its own; give it a token with a name.",
        at: member.key.place)
    }
    return TokenProblem(
      "\(Quote.of(member.name)) is no property of \(owner), and names do not begin with \"$\""
        + Suggestion.text(
          for: member.name, among: allowed + ["$value", Reference.root],
          otherwise: "; rename or remove it."),
      at: member.key.place)
  }
}
