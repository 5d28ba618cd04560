/// A resolver: sets and modifiers, and the order in which they make a set of tokens.
///
/// Design Tokens Resolver Module 2025.10.
struct ResolverDocument {
  /// An item of the resolution order, its references followed.
  struct Item {
    var name: String
    var place: SourcePlace
    var content: Content
  }

  enum Content {
    /// Numbers of sources in a `SourceStore`.
    case set([Int])
    case modifier(Modifier)
  }

  /// Sources that are chosen by an input (4.1.5).
  struct Modifier {
    var contexts: [(name: String, sources: [Int])]
    /// The index of the context that is chosen without an input.
    var standard: Int?
  }

  /// The document's name, if it has one.
  var name: String?
  var items: [Item]

  /// The modifiers in their order.
  var modifiers: [(name: String, place: SourcePlace, modifier: Modifier)] {
    items.compactMap { item in
      guard case .modifier(let modifier) = item.content else { return nil }
      return (item.name, item.place, modifier)
    }
  }

  /// Numbers of the sources that an input chooses, in resolution order: input validation and
  /// composition of 6.1 and 6.2. Names are compared without regard to case (5.1).
  func sources(for input: [(modifier: String, context: String)]) throws(TokenProblem) -> [Int] {
    let known = modifiers
    for entry in input where !known.contains(where: { Self.same($0.name, entry.modifier) }) {
      throw TokenProblem(
        "There is no modifier \(Quote.of(entry.modifier))"
          + Suggestion.text(
            for: entry.modifier, among: known.map(\.name), otherwise: "; leave it out."))
    }
    var chosen: [Int] = []
    for item in items {
      switch item.content {
      case .set(let sources): chosen += sources
      case .modifier(let modifier):
        let index = try choice(
          in: modifier, named: item.name, at: item.place,
          by: input.last { Self.same($0.modifier, item.name) }?.context)
        chosen += modifier.contexts[index].sources
      }
    }
    return chosen
  }

  private func choice(
    in modifier: Modifier, named name: String, at place: SourcePlace, by input: String?
  ) throws(TokenProblem) -> Int {
    guard let input else {
      guard let standard = modifier.standard else {
        throw TokenProblem(
          "The modifier \(Quote.of(name)) has no default and nothing chooses its context; give it "
            + "a \"default\".", at: place)
      }
      return standard
    }
    let exact = modifier.contexts.firstIndex { $0.name == input }
    if let index = exact ?? modifier.contexts.firstIndex(where: { Self.same($0.name, input) }) {
      return index
    }
    throw TokenProblem(
      "The modifier \(Quote.of(name)) has no context \(Quote.of(input)); it has "
        + "\(Quote.list(modifier.contexts.map { Quote.of($0.name) }, "and")).", at: place)
  }

  static func same(_ one: String, _ other: String) -> Bool {
    one == other || one.lowercased() == other.lowercased()
  }
}
