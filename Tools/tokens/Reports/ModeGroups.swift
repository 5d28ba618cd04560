/// Contexts gathered by what they have in common, and their name.
package enum ModeGroups {
  /// The distinct values of a token's contexts in their order, each with the name of its contexts:
  /// `every mode`, `dark`, `light, increased contrast; dark, reduced transparency`.
  package static func groups<Value: Equatable>(
    of value: (Context) -> Value
  ) -> [(modes: String, value: Value)] {
    var groups: [(contexts: [Context], value: Value)] = []
    for context in Context.all {
      let own = value(context)
      if let place = groups.firstIndex(where: { $0.value == own }) {
        groups[place].contexts.append(context)
      } else {
        groups.append(([context], own))
      }
    }
    return groups.map { (name(of: $0.contexts), $0.value) }
  }

  /// The name of a set of contexts.
  package static func name(of contexts: [Context]) -> String {
    guard !contexts.isEmpty else { return "no mode" }
    let words = contexts.map(\.input).map { $0.map(\.context) }
    let choices = Context.all[0].input.map { Self.choices(of: $0.modifier) }
    let name = boxes(words, choices).map { text(of: $0, choices) }.joined(separator: "; ")
    return name.isEmpty ? "every mode" : name
  }

  /// All that a modifier can be.
  private static func choices(of modifier: String) -> [String] {
    var seen: [String] = []
    for context in Context.all {
      let word = context.input.first { $0.modifier == modifier }?.context ?? ""
      if !seen.contains(word) { seen.append(word) }
    }
    return seen
  }

  /// Splits a set of points into boxes, one list of choices for each modifier: a set that is no box
  /// is cut at the modifier whose parts need the fewest.
  private static func boxes(_ points: [[String]], _ choices: [[String]]) -> [[[String]]] {
    let sides = choices.indices.map { side in
      choices[side].filter { choice in points.contains { $0[side] == choice } }
    }
    if sides.reduce(1, { $0 * $1.count }) == points.count { return [sides] }
    var best: [[[String]]]?
    for side in sides.indices where sides[side].count > 1 {
      let cut = sides[side].flatMap { choice in
        boxes(points.filter { $0[side] == choice }, choices)
      }
      if cut.count < best?.count ?? .max { best = cut }
    }
    return best ?? [sides]
  }

  private static func text(of box: [[String]], _ choices: [[String]]) -> String {
    let modifiers = Context.all[0].input.map(\.modifier)
    return box.indices.filter { box[$0] != choices[$0] }.map { side in
      box[side].map { word in
        switch modifiers[side] {
        case "theme": word
        case "platform": Context.Platform(rawValue: word)?.text ?? word
        default: "\(word) \(modifiers[side])"
        }
      }.joined(separator: " or ")
    }.joined(separator: ", ")
  }
}
