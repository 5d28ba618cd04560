/// Every path and every definition that any context has, by number: what makes 48 contexts as
/// cheap as their differences.
final class TokenTable {
  /// A token where it is used: with what it inherits from its groups.
  struct Definition {
    var token: WrittenToken
    /// The type of the closest group that has one.
    var groupType: TokenType?
    var deprecation: Deprecation
    /// What the value refers to, in the order of the text.
    var targets: [Target]
  }

  enum Target: Hashable {
    /// The whole value of the token with that number.
    case token(Int)
    /// A place inside the value of the token with that number, by names and indices.
    case part(Int, [String])
    /// Any other place of the document.
    case place([String])
  }

  private struct Step: Hashable {
    var prefix: Int
    var name: String
  }

  private struct Use: Hashable {
    var token: ObjectIdentifier
    var groupType: TokenType?
    var deprecation: Deprecation
  }

  private(set) var paths: [TokenPath] = [TokenPath([String]())]
  private(set) var definitions: [Definition] = []
  private var steps: [Step: Int] = [:]
  private var uses: [Use: Int] = [:]

  /// The number of the outermost group.
  static let root = 0

  /// The number of a name inside a group or token.
  func number(of name: String, in prefix: Int) -> Int {
    let step = Step(prefix: prefix, name: name)
    if let known = steps[step] { return known }
    paths.append(TokenPath(paths[prefix].names + [name]))
    steps[step] = paths.count - 1
    return paths.count - 1
  }

  func number(of names: some Sequence<String>) -> Int {
    names.reduce(Self.root) { number(of: $1, in: $0) }
  }

  /// The number of a definition; the token lives as long as the table.
  func definition(
    of token: WrittenToken, groupType: TokenType?, deprecation: Deprecation
  ) -> Int {
    let use = Use(
      token: ObjectIdentifier(token), groupType: groupType, deprecation: deprecation)
    if let known = uses[use] { return known }
    definitions.append(
      Definition(
        token: token, groupType: groupType, deprecation: token.deprecation ?? deprecation,
        targets: token.references.map(target)))
    uses[use] = definitions.count - 1
    return definitions.count - 1
  }

  /// What a reference is for, whatever a context has there.
  func target(_ reference: Reference) -> Target {
    switch reference {
    case .alias(let names): return .token(number(of: names))
    case .pointer(let names):
      guard let value = names.firstIndex(where: { Properties.isOne($0) }) else {
        return .token(number(of: names))
      }
      guard names[value] == "$value" else { return .place(names) }
      let token = number(of: names[..<value])
      let rest = Array(names[(value + 1)...])
      return rest.isEmpty ? .token(token) : .part(token, rest)
    }
  }
}
