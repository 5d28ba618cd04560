/// What stands at a place of a value once references are followed.
enum Operand {
  /// A value as it is written.
  case written(JSONNode)
  /// The value of a token.
  case token(Resolved, path: Int)
}

extension Evaluator {
  /// A definition's value: the alias's, or the one that is written, by its type.
  ///
  /// Format Module 5.2.2: the token's own type, that of the token referred to, the group's.
  func work(out use: TokenTable.Definition) throws(TokenProblem) -> Resolved {
    let token = use.token
    let node: JSONNode
    switch try operand(token.value, expected: token.type, isToken: token.isReference) {
    case .token(let target, let path):
      return Resolved(
        type: target.type, value: target.value, aliases: [table.paths[path]] + target.aliases)
    case .written(let written): node = written
    }
    guard let type = token.type ?? use.groupType else {
      throw TokenProblem(
        "\(Quote.of(token.key.string ?? "")) has no type; give it or a group around it a $type.",
        at: token.key.place)
    }
    return Resolved(type: type, value: try value(node, as: type))
  }

  /// Follows references from a place of a value to a token's value or to something written; a
  /// token must have the expected type, if there is one.
  func operand(
    _ node: JSONNode, expected: TokenType?, isToken: Bool = false
  ) throws(TokenProblem) -> Operand {
    var current = node
    var visited: [JSONNode] = []
    while let reference = try reference(current, isToken: isToken && visited.isEmpty) {
      let place = current.place
      if visited.contains(current) { throw circle(visited, at: node.place) }
      guard visited.count < Self.chainLimit else {
        throw TokenProblem(
          "The references from here on are more than \(Self.chainLimit) in a row; shorten the "
            + "chain.", at: node.place)
      }
      visited.append(current)
      switch table.target(reference) {
      case .token(let path):
        guard composition.definition(path) != nil else { throw missing(reference, at: place) }
        let target = try resolved(path)
        if let expected, target.type != expected {
          throw TokenProblem(
            "\(Quote.of(reference.text)) is \(target.type.phrase) token, and \(expected.phrase) "
              + "belongs here; refer to another token.", at: place)
        }
        return .token(target, path: path)
      case .part(let path, let rest):
        guard let definition = composition.definition(path) else {
          throw missing(reference, at: place)
        }
        let token = table.definitions[definition].token
        guard !token.isReference else { throw missing(reference, at: place) }
        current = try walk(token.value, rest[...], reference: reference, at: place)
      case .place(let names):
        current = try property(names, reference: reference, at: place)
      }
    }
    return .written(current)
  }

  /// The reference a node is; `nil` for a value. Only a whole token has properties beside `$ref`.
  private func reference(
    _ node: JSONNode, isToken: Bool
  ) throws(TokenProblem) -> Reference? {
    if let text = node.string {
      return Reference.isAlias(text) ? try Reference.alias(text, at: node.place) : nil
    }
    guard node.isObject, let pointer = node["$ref"] else { return nil }
    for member in node.members where !isToken && member.name != "$ref" {
      throw TokenProblem(
        "\(Quote.of(member.name)) stands beside a $ref, which takes the place of the whole value; "
          + "remove one of them.", at: member.key.place)
    }
    return try WrittenToken.pointer(pointer)
  }

  /// Goes into a value by names and indices (RFC 6901, 4).
  private func walk(
    _ start: JSONNode, _ names: ArraySlice<String>, reference: Reference, at place: SourcePlace
  ) throws(TokenProblem) -> JSONNode {
    var current = start
    for name in names {
      if let alias = current.string, Reference.isAlias(alias) {
        throw TokenProblem(
          "\(Quote.of(reference.text)) goes into the alias \(Quote.of(alias)), which has no parts; "
            + "point into the token it stands for.", at: place)
      }
      let next =
        current.isArray ? Self.index(name).flatMap { element($0, of: current) } : current[name]
      guard let next else {
        throw TokenProblem(
          "\(Quote.of(reference.text)) points at nothing: there is no \(Quote.of(name)) in "
            + "\(current.kindName).", at: place)
      }
      current = next
    }
    return current
  }

  private func element(_ index: Int, of array: JSONNode) -> JSONNode? {
    let elements = array.elements
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// An array index: digits without a zero in front.
  private static func index(_ name: String) -> Int? {
    guard name == "0" || name.utf8.first != UInt8(ascii: "0"), name.utf8.count < 10,
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(name)
  }

  /// What stands at a property other than `$value`, of a token or a group.
  private func property(
    _ names: [String], reference: Reference, at place: SourcePlace
  ) throws(TokenProblem) -> JSONNode {
    let split = names.firstIndex(where: Properties.isOne) ?? names.endIndex
    let path = table.number(of: names[..<split])
    let rest = names[split...]
    if let definition = composition.definition(path) {
      return try walk(
        table.definitions[definition].token.object, rest, reference: reference, at: place)
    }
    var group = composition.root
    for name in names[..<split] {
      guard case .group(let next)? = group.members[name] else {
        throw missing(reference, at: place)
      }
      group = next
    }
    guard let first = rest.first, let node = group.properties[first] else {
      throw missing(reference, at: place)
    }
    return try walk(node, rest.dropFirst(), reference: reference, at: place)
  }

  private func circle(_ nodes: [JSONNode], at place: SourcePlace) -> TokenProblem {
    let names = nodes.compactMap { $0["$ref"]?.string ?? $0.string }
    let circle = (names + names.prefix(1)).joined(separator: " → ")
    return TokenProblem(
      "References lead back to where they began, \(Quote.plain(circle, limit: 400)); give one of "
        + "them a value.", at: place)
  }

  /// The sentence about a reference to nothing, or to a group.
  func missing(_ reference: Reference, at place: SourcePlace) -> TokenProblem {
    guard case .alias(let names) = reference else {
      return TokenProblem(
        "\(Quote.of(reference.text)) points at nothing in this set\(near(reference))", at: place)
    }
    var member: WrittenGroup.Member? = .group(composition.root)
    for name in names {
      guard case .group(let group)? = member else {
        member = nil
        break
      }
      member = group.members[name]
    }
    guard case .group(let group)? = member else {
      return TokenProblem(
        "There is no token \(Quote.of(reference.text))\(near(reference))", at: place)
    }
    let root = group.members[Reference.root] != nil
    return TokenProblem(
      "\(Quote.of(reference.text)) is a group, not a token"
        + (root
          ? "; write \(Quote.of("{\(names.joined(separator: ".")).$root}"))."
          : "; name one of its tokens."),
      at: place)
  }

  /// The token that was probably meant.
  private func near(_ reference: Reference) -> String {
    switch reference {
    case .alias(let names):
      let near = Suggestion.nearest(
        to: names.joined(separator: "."),
        among: composition.order.lazy.map { [table] in table.paths[$0].description })
      return near.map { "; did you mean \(Quote.of("{\($0)}"))?" } ?? "; check the name."
    case .pointer(let names):
      let near = Suggestion.nearest(
        to: names.prefix { !Properties.isOne($0) }.joined(separator: "/"),
        among: composition.order.lazy.map { [table] in
          table.paths[$0].names.joined(separator: "/")
        })
      return near.map { "; did you mean \(Quote.of("#/\($0)"))?" } ?? "; check the pointer."
    }
  }
}
