/// An object of a resolver with its reference followed, the keys beside `$ref` laid over it.
struct ResolverObject {
  var members: [JSONNode.Member]
  /// The object the source has at this place.
  var node: JSONNode

  subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }
}

/// Follows reference objects: Resolver Module 2025.10, 4.2.
struct ReferenceObjects {
  let store: SourceStore
  /// References that may follow one another.
  static let chainLimit = 32

  /// What a pointer's first names say about it.
  enum Aim { case set, modifier, order, other }

  /// The text of an object's `$ref`; `nil` when it has none.
  static func text(_ node: JSONNode) throws(TokenProblem) -> String? {
    guard node.isObject, let reference = node["$ref"] else { return nil }
    guard let text = reference.string else {
      throw TokenProblem(
        "$ref is \(reference.kindName); write a file's path or a pointer such as "
          + "\"#/sets/base\".", at: reference.place)
    }
    return text
  }

  /// The node a reference is for, and whether it is in the resolver's own document.
  func target(
    _ text: String, from node: JSONNode
  ) throws(TokenProblem) -> (node: JSONNode, names: [String], isOwn: Bool) {
    let place = node["$ref"]?.place ?? node.place
    let mark = text.firstIndex(of: "#") ?? text.endIndex
    let document = try store.document(text[..<mark], for: node["$ref"] ?? node)
    let isOwn = document == store.document
    guard mark < text.endIndex else { return (document, [], isOwn) }
    var fragment = text[text.index(after: mark)...]
    if mark != text.startIndex, !fragment.isEmpty, !fragment.hasPrefix("/") {
      // `file.json#sets/base`, as the report's own example has it.
      fragment = "/" + fragment
    }
    let names = try Reference.segments(fragment, at: place)
    var current = document
    for name in names {
      let elements = current.elements
      let index = name.utf8.count < 10 ? Int(name) : nil
      guard
        let next = current[name]
          ?? index.flatMap({
            elements.indices.contains($0) && String($0) == name ? elements[$0] : nil
          })
      else {
        let near = Suggestion.text(
          for: name, among: current.members.map(\.name), otherwise: "; check the pointer.")
        throw TokenProblem(
          "\(Quote.of(text)) points at nothing: there is no \(Quote.of(name)) in "
            + "\(current.kindName)\(near)", at: place)
      }
      current = next
    }
    return (current, names, isOwn)
  }

  /// What a pointer into the resolver is for.
  static func aim(_ names: [String], isOwn: Bool) -> Aim {
    guard isOwn, let first = names.first else { return .other }
    switch first {
    case "sets": return names.count == 2 ? .set : .other
    case "modifiers": return .modifier
    case "resolutionOrder": return .order
    default: return .other
    }
  }

  /// Follows an object's references, however many follow one another.
  ///
  /// `allowsModifiers` is true for the resolution order alone (4.2.1).
  func object(
    _ start: JSONNode, allowsModifiers: Bool, what: String
  ) throws(TokenProblem) -> ResolverObject {
    var visited = [start]
    var layers = [start.members]
    var current = start
    while let text = try Self.text(current) {
      let place = current["$ref"]?.place ?? current.place
      let (next, names, isOwn) = try target(text, from: current)
      try Self.check(
        Self.aim(names, isOwn: isOwn), allowsModifiers: allowsModifiers, text: text, at: place)
      if visited.contains(next) || contains(next, start) {
        throw TokenProblem(
          "The reference \(Quote.of(text)) leads back to itself; point it at something else.",
          at: place)
      }
      guard next.isObject else { throw notObject(next, what: what) }
      guard visited.count < Self.chainLimit else {
        throw TokenProblem(
          "More than \(Self.chainLimit) references follow one another; shorten the chain.",
          at: place)
      }
      visited.append(next)
      layers.append(next.members)
      current = next
    }
    guard start.isObject else { throw notObject(start, what: what) }
    return ResolverObject(members: Self.overlaid(layers), node: start)
  }

  /// 4.2.1: only the resolution order may refer to a modifier, and nothing may refer to the order.
  static func check(
    _ aim: Aim, allowsModifiers: Bool, text: String, at place: SourcePlace
  ) throws(TokenProblem) {
    if aim == .order {
      throw TokenProblem(
        "\(Quote.of(text)) points into the resolution order, which nothing may refer to; put what "
          + "is shared into \"sets\".", at: place)
    }
    if aim == .modifier, !allowsModifiers {
      throw TokenProblem(
        "\(Quote.of(text)) points at a modifier, which only the resolution order may refer to; "
          + "refer to a set.", at: place)
    }
  }

  private func notObject(_ node: JSONNode, what: String) -> TokenProblem {
    TokenProblem("\(what) is \(node.kindName); write an object.", at: node.place)
  }

  /// Whether one node lies inside another: a reference to what is around it never ends.
  private func contains(_ outer: JSONNode, _ inner: JSONNode) -> Bool {
    outer.tree === inner.tree && outer.index <= inner.index
      && inner.index < Int(outer.tree.entries[outer.index].end)
  }

  /// 4.2.2: keys beside a reference take the place of the target's, shallowly.
  private static func overlaid(_ layers: [[JSONNode.Member]]) -> [JSONNode.Member] {
    guard layers.count > 1 else { return layers.first ?? [] }
    var result: [JSONNode.Member] = []
    var places: [String: Int] = [:]
    for layer in layers.reversed() {
      for member in layer where member.name != "$ref" {
        if let place = places[member.name] {
          result[place] = member
        } else {
          places[member.name] = result.count
          result.append(member)
        }
      }
    }
    return result
  }
}
