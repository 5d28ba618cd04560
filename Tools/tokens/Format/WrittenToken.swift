/// Whether something is deprecated, and why (Format Module 5.2.4 and 6.3.1).
enum Deprecation: Hashable, Sendable {
  case no
  /// The reason may be empty.
  case yes(String)

  init(_ node: JSONNode) throws(TokenProblem) {
    if let reason = node.string {
      self = .yes(reason)
    } else if let isDeprecated = node.bool {
      self = isDeprecated ? .yes("") : .no
    } else {
      throw TokenProblem(
        "$deprecated is \(node.kindName); write true, false, or the reason as a text.",
        at: node.place)
    }
  }
}

/// A token as a source writes it; nothing is followed yet.
///
/// Format Module 5. Its identity tells whether two contexts have the same definition.
final class WrittenToken: Sendable {
  /// The name's place.
  let key: JSONNode
  /// What stands behind `$value`; for `{"$ref": …}` that object.
  let value: JSONNode
  /// Whether the token is `{"$ref": …}` without `$value`.
  let isReference: Bool
  let type: TokenType?
  let description: String?
  let deprecation: Deprecation?
  let extensions: JSONNode?
  /// The token's object, for pointers to its properties.
  let object: JSONNode
  /// Everything the value refers to, in the order of the text.
  let references: [Reference]

  init(key: JSONNode, object: JSONNode) throws(TokenProblem) {
    self.key = key
    self.object = object
    let members = object.members
    let properties = try Properties(of: members, allowed: Self.allowed, owner: "a token")
    type = properties.type
    description = properties.description
    deprecation = properties.deprecation
    extensions = properties.extensions
    let value = object["$value"]
    if let reference = object["$ref"], value != nil {
      throw TokenProblem(
        "The token has both $value and $ref; keep one of them.", at: reference.place)
    }
    for member in members where !Properties.isOne(member.name) {
      throw TokenProblem(
        "\(Quote.of(key.string ?? "")) has a value and is a group with \(Quote.of(member.name)) at "
          + "the same time; give the group's own value as $root.", at: member.key.place)
    }
    isReference = value == nil
    self.value = value ?? object
    var references: [Reference] = []
    if isReference {
      if let text = object["$ref"] { references.append(try Self.pointer(text)) }
    } else {
      try Self.collect(self.value, into: &references)
    }
    self.references = references
  }

  private static let allowed = [
    "$value", "$ref", "$type", "$description", "$deprecated", "$extensions",
  ]

  /// The pointer of a `$ref`.
  static func pointer(_ node: JSONNode) throws(TokenProblem) -> Reference {
    guard let text = node.string else {
      throw TokenProblem(
        "$ref is \(node.kindName); write a pointer such as \"#/group/token\".", at: node.place)
    }
    return try Reference.pointer(text, at: node.place)
  }

  /// Aliases and pointers in a value, however deep.
  private static func collect(
    _ node: JSONNode, into found: inout [Reference]
  ) throws(TokenProblem) {
    if let text = node.string {
      if Reference.isAlias(text) { found.append(try Reference.alias(text, at: node.place)) }
    } else if node.isArray {
      for element in node.elements { try collect(element, into: &found) }
    } else if node.isObject {
      if let reference = node["$ref"] {
        found.append(try pointer(reference))
        return
      }
      for member in node.members { try collect(member.value, into: &found) }
    }
  }
}
