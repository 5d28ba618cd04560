/// Reads a resolver document and the sources it names.
///
/// Design Tokens Resolver Module 2025.10, 4. Sets and modifiers that the order does not use are
/// checked too.
struct ResolverReader {
  private let store: SourceStore
  private let objects: ReferenceObjects
  private(set) var warnings: [TokenProblem] = []

  init(store: SourceStore) {
    self.store = store
    objects = ReferenceObjects(store: store)
  }

  private static let rootKeys = [
    "name", "version", "description", "sets", "modifiers", "resolutionOrder", "$schema", "$defs",
    "$extensions",
  ]
  private static let version = "2025.10"

  mutating func read() throws(TokenProblem) -> ResolverDocument {
    let root = store.document
    guard root.isObject else {
      throw TokenProblem("The resolver is \(root.kindName); write an object.", at: root.place)
    }
    for member in root.members where !Self.rootKeys.contains(member.name) {
      warnings.append(
        TokenProblem(
          "\(Quote.of(member.name)) is no part of a resolver and is passed over"
            + Suggestion.text(for: member.name, among: Self.rootKeys, otherwise: "."),
          at: member.key.place))
    }
    guard let version = root["version"] else {
      throw TokenProblem(
        "The resolver has no version; add \"version\": \"\(Self.version)\".", at: root.place)
    }
    guard version.string == Self.version else {
      throw TokenProblem(
        "The version is not \"\(Self.version)\"; write the resolver after that report.",
        at: version.place)
    }
    let name = try text(root["name"], "The name")
    _ = try text(root["description"], "The description")
    try checkDefinitions(root)
    guard let order = root["resolutionOrder"] else {
      throw TokenProblem(
        "The resolver has no resolutionOrder; add one with its sets and modifiers.",
        at: root.place)
    }
    guard order.isArray else {
      throw TokenProblem(
        "The resolutionOrder is \(order.kindName); write an array of sets and modifiers.",
        at: order.place)
    }
    var items: [ResolverDocument.Item] = []
    var inline: [Bool] = []
    for element in order.elements {
      let (item, isInline) = try item(element)
      for (other, wasInline) in zip(items, inline) where other.name == item.name {
        if isInline || wasInline || other.isModifier == item.isModifier {
          throw TokenProblem(
            "\(Quote.of(item.name)) stands twice in the resolutionOrder; give each a name of its "
              + "own.", at: item.place)
        }
      }
      items.append(item)
      inline.append(isInline)
    }
    return ResolverDocument(name: name, items: items)
  }

  private func text(_ node: JSONNode?, _ what: String) throws(TokenProblem) -> String? {
    guard let node else { return nil }
    guard let text = node.string else {
      throw TokenProblem("\(what) is \(node.kindName); write a text.", at: node.place)
    }
    return text
  }

  /// Every set and modifier, whether the order uses it or not.
  private func checkDefinitions(_ root: JSONNode) throws(TokenProblem) {
    for (key, isModifier) in [("sets", false), ("modifiers", true)] {
      guard let map = root[key] else { continue }
      guard map.isObject else {
        throw TokenProblem(
          "\(Quote.of(key)) is \(map.kindName); write an object of names.", at: map.place)
      }
      for member in map.members {
        let object = try objects.object(
          member.value, allowsModifiers: false, what: Quote.of(member.name))
        if isModifier {
          _ = try modifier(object, named: member.name)
        } else {
          _ = try set(object, named: member.name)
        }
      }
    }
  }

  /// 4.1.6 and 4.1.6.1: a reference to a set or modifier, or one of them with name and type.
  private func item(
    _ node: JSONNode
  ) throws(TokenProblem) -> (ResolverDocument.Item, isInline: Bool) {
    let object = try objects.object(
      node, allowsModifiers: true, what: "An item of the resolutionOrder")
    if let text = try ReferenceObjects.text(node) {
      let (_, names, isOwn) = try objects.target(text, from: node)
      let aim = ReferenceObjects.aim(names, isOwn: isOwn)
      guard names.count == 2, aim == .set || aim == .modifier else {
        throw TokenProblem(
          "\(Quote.of(text)) is neither a set nor a modifier of this resolver; point at "
            + "\"#/sets/…\" or \"#/modifiers/…\".", at: node["$ref"]?.place ?? node.place)
      }
      let content = try content(object, named: names[1], isModifier: aim == .modifier)
      return (.init(name: names[1], place: node.place, content: content), false)
    }
    guard let name = try text(object["name"], "The name") else {
      throw TokenProblem(
        "The item has no name, which it needs inside the resolutionOrder; add one.",
        at: node.place)
    }
    guard let kind = object["type"] else {
      throw TokenProblem(
        "\(Quote.of(name)) has no type; add \"type\": \"set\" or \"modifier\".", at: node.place)
    }
    guard let type = kind.string, type == "set" || type == "modifier" else {
      throw TokenProblem(
        "The type of \(Quote.of(name)) is neither \"set\" nor \"modifier\"; use one of them.",
        at: kind.place)
    }
    let content = try content(object, named: name, isModifier: type == "modifier")
    return (.init(name: name, place: object["name"]?.place ?? node.place, content: content), true)
  }

  private func content(
    _ object: ResolverObject, named name: String, isModifier: Bool
  ) throws(TokenProblem) -> ResolverDocument.Content {
    isModifier
      ? .modifier(try modifier(object, named: name)) : .set(try set(object, named: name))
  }

  private func set(
    _ object: ResolverObject, named name: String
  ) throws(TokenProblem) -> [Int] {
    try check(object, keys: ["sources"], of: "set")
    guard let sources = object["sources"] else {
      throw TokenProblem(
        "The set \(Quote.of(name)) has no sources; add an array of them.", at: object.node.place)
    }
    return try self.sources(sources, open: [object.node])
  }

  private func modifier(
    _ object: ResolverObject, named name: String
  ) throws(TokenProblem) -> ResolverDocument.Modifier {
    try check(object, keys: ["contexts", "default"], of: "modifier")
    guard let map = object["contexts"] else {
      throw TokenProblem(
        "The modifier \(Quote.of(name)) has no contexts; add a map of them.",
        at: object.node.place)
    }
    guard map.isObject else {
      throw TokenProblem(
        "The contexts of \(Quote.of(name)) are \(map.kindName); write an object of names.",
        at: map.place)
    }
    var contexts: [(name: String, sources: [Int])] = []
    for member in map.members {
      contexts.append((member.name, try sources(member.value, open: [object.node])))
    }
    guard contexts.count > 1 else {
      let count = contexts.isEmpty ? "no context" : "one context only"
      throw TokenProblem(
        "The modifier \(Quote.of(name)) has \(count); give it two or more, or make it a set.",
        at: map.place)
    }
    var modifier = ResolverDocument.Modifier(contexts: contexts, standard: nil)
    if let node = object["default"] {
      let standard = try text(node, "The default")
      modifier.standard = contexts.firstIndex { $0.name == standard }
      if modifier.standard == nil {
        throw TokenProblem(
          "The default \(Quote.of(standard ?? "")) is no context of \(Quote.of(name)); use "
            + "\(Quote.list(contexts.map { Quote.of($0.name) })).", at: node.place)
      }
    }
    return modifier
  }

  private func check(
    _ object: ResolverObject, keys: [String], of kind: String
  ) throws(TokenProblem) {
    let allowed = keys + ["description", "$extensions", "name", "type"]
    for member in object.members {
      guard allowed.contains(member.name) else {
        throw TokenProblem(
          "\(Quote.of(member.name)) is no part of a \(kind)"
            + Suggestion.text(
              for: member.name, among: allowed,
              otherwise: "; it has \(Quote.list(keys.map(Quote.of), "and"))."),
          at: member.key.place)
      }
    }
    _ = try text(object["description"], "The description")
    if let extensions = object["$extensions"], !extensions.isObject {
      throw TokenProblem(
        "$extensions is \(extensions.kindName); write an object with a key for each vendor.",
        at: extensions.place)
    }
  }

  /// An array of sources; sets that are referred to stand for their own sources (4.1.5.1).
  private func sources(
    _ start: JSONNode, open: [JSONNode]
  ) throws(TokenProblem) -> [Int] {
    guard start.isArray else {
      throw TokenProblem(
        "The sources are \(start.kindName); write an array of token objects and references.",
        at: start.place)
    }
    guard open.count <= ReferenceObjects.chainLimit else {
      throw TokenProblem(
        "Sets refer to one another more than \(ReferenceObjects.chainLimit) deep; flatten them.",
        at: start.place)
    }
    var found: [Int] = []
    for element in start.elements {
      try store.visit(element)
      let object = try objects.object(element, allowsModifiers: false, what: "A source")
      guard let text = try ReferenceObjects.text(element) else {
        found.append(try store.source(object.members))
        continue
      }
      let (target, names, isOwn) = try objects.target(text, from: element)
      let isSet =
        ReferenceObjects.aim(names, isOwn: isOwn) == .set
        || names.count == 2 && names[0] == "sets" && object["sources"]?.isArray == true
      guard isSet else {
        found.append(try store.source(object.members))
        continue
      }
      if open.contains(target) {
        throw TokenProblem(
          "The set \(Quote.of(text)) contains itself; leave this reference out.",
          at: element.place)
      }
      guard let inner = object["sources"] else {
        throw TokenProblem("The set \(Quote.of(text)) has no sources; add them.", at: target.place)
      }
      found += try sources(inner, open: open + [target])
      guard found.count <= SourceStore.fileLimit else {
        throw TokenProblem(
          "There are more than \(SourceStore.fileLimit) sources here; join some.", at: start.place)
      }
    }
    return found
  }
}

extension ResolverDocument.Item {
  var isModifier: Bool {
    if case .modifier = content { return true }
    return false
  }
}
