/// The simple types of values: Format Module 8.
extension Evaluator {
  /// A value that is written, by its type; parts of it may refer to tokens.
  func value(_ node: JSONNode, as type: TokenType) throws(TokenProblem) -> TokenValue {
    switch type {
    case .color: .color(try writtenColor(node))
    case .dimension: .dimension(try writtenDimension(node))
    case .fontFamily: .fontFamily(try writtenFontFamily(node))
    case .fontWeight: .fontWeight(try writtenFontWeight(node))
    case .duration: .duration(try writtenDuration(node))
    case .cubicBezier: .cubicBezier(try writtenCubicBezier(node))
    case .number: .number(try writtenNumber(node))
    case .strokeStyle: .strokeStyle(try writtenStrokeStyle(node))
    case .border: .border(try writtenBorder(node))
    case .transition: .transition(try writtenTransition(node))
    case .shadow: .shadow(try writtenShadows(node))
    case .gradient: .gradient(try writtenGradient(node))
    case .typography: .typography(try writtenTypography(node))
    }
  }

  /// What is written at a part of a value that is no value of a type by itself: a unit, say.
  func written(_ node: JSONNode, _ what: String) throws(TokenProblem) -> JSONNode {
    switch try operand(node, expected: nil) {
    case .written(let node): node
    case .token(let target, let path):
      throw TokenProblem(
        "\(Quote.of(table.paths[path].description)) is \(target.type.phrase) token, and \(what) "
          + "belongs here; refer to a part of it with $ref.", at: node.place)
    }
  }

  /// A JSON number, or a reference to one or to a number token.
  func number(_ node: JSONNode, _ what: String) throws(TokenProblem) -> Double {
    switch try operand(node, expected: .number) {
    case .token(let target, _):
      if case .number(let value) = target.value { return value }
      throw wrong(node, "a number", what)
    case .written(let written):
      guard let value = written.number else { throw wrong(written, "a number", what) }
      return value
    }
  }

  func wrong(_ node: JSONNode, _ wanted: String, _ what: String) -> TokenProblem {
    TokenProblem("\(what) is \(node.kindName); write \(wanted).", at: node.place)
  }

  /// The members of an object: all that are needed, and none that the type does not have.
  func parts(
    _ node: JSONNode, needed: [String], optional: [String] = [], of what: String
  ) throws(TokenProblem) -> [String: JSONNode] {
    guard node.isObject else {
      let names = Quote.list(needed.map(Quote.of), "and")
      throw wrong(node, "an object with \(names)", "The \(what)")
    }
    var found: [String: JSONNode] = [:]
    for member in node.members {
      guard needed.contains(member.name) || optional.contains(member.name) else {
        throw TokenProblem(
          "\(Quote.of(member.name)) is no part of a \(what)"
            + Suggestion.text(
              for: member.name, among: needed + optional,
              otherwise: "; it has \(Quote.list((needed + optional).map(Quote.of), "and"))."),
          at: member.key.place)
      }
      found[member.name] = member.value
    }
    if let missing = needed.first(where: { found[$0] == nil }) {
      throw TokenProblem("The \(what) has no \(Quote.of(missing)); add it.", at: node.place)
    }
    return found
  }

  /// A part that `parts` has found.
  func part(
    _ name: String, of parts: [String: JSONNode], in node: JSONNode
  ) throws(TokenProblem) -> JSONNode {
    guard let part = parts[name] else {
      throw TokenProblem("There is no \(Quote.of(name)) here; add it.", at: node.place)
    }
    return part
  }

  private func measure(
    _ node: JSONNode, units: [String], what: String
  ) throws(TokenProblem) -> (value: Double, unit: String) {
    let parts = try parts(node, needed: ["value", "unit"], of: what)
    let value = try number(try part("value", of: parts, in: node), "The \(what)'s value")
    let unit = try written(try part("unit", of: parts, in: node), "a unit")
    guard let text = unit.string else { throw wrong(unit, "a text", "The unit") }
    guard units.contains(text) else {
      throw TokenProblem(
        "\(Quote.of(text)) is no unit of a \(what); use \(Quote.list(units.map(Quote.of))).",
        at: unit.place)
    }
    return (value, text)
  }

  private func writtenDimension(_ node: JSONNode) throws(TokenProblem) -> Dimension {
    let (value, unit) = try measure(node, units: ["px", "rem"], what: "dimension")
    return Dimension(value, Dimension.Unit(rawValue: unit) ?? .px)
  }

  /// Milliseconds.
  private func writtenDuration(_ node: JSONNode) throws(TokenProblem) -> Double {
    let (value, unit) = try measure(node, units: ["ms", "s"], what: "duration")
    let milliseconds = unit == "s" ? value * 1000 : value
    guard milliseconds.isFinite else {
      throw TokenProblem("The duration is out of range; write a smaller one.", at: node.place)
    }
    return milliseconds
  }

  private func writtenNumber(_ node: JSONNode) throws(TokenProblem) -> Double {
    guard let value = node.number else { throw wrong(node, "a JSON number", "The number") }
    return value
  }

  private func writtenFontFamily(_ node: JSONNode) throws(TokenProblem) -> [String] {
    if node.string != nil { return [try fontName(node)] }
    guard node.isArray else {
      throw wrong(node, "a font's name or an array of names", "The font family")
    }
    var names: [String] = []
    for element in node.elements {
      switch try operand(element, expected: .fontFamily) {
      case .written(let written): names.append(try fontName(written))
      case .token(let target, _):
        guard case .fontFamily(let family) = target.value, family.count == 1 else {
          throw TokenProblem(
            "A reference inside an array of fonts stands for one name, and this one has several; "
              + "refer to a token with one.", at: element.place)
        }
        names += family
      }
    }
    guard !names.isEmpty else {
      throw TokenProblem("The font family has no name; write at least one.", at: node.place)
    }
    return names
  }

  private func fontName(_ node: JSONNode) throws(TokenProblem) -> String {
    guard let name = node.string else { throw wrong(node, "a text", "The font's name") }
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw TokenProblem("The font's name is empty; write a name.", at: node.place)
    }
    return name
  }

  /// Names of weights, 8.4.
  static let weights: [(name: String, value: Double)] = [
    ("thin", 100), ("hairline", 100), ("extra-light", 200), ("ultra-light", 200), ("light", 300),
    ("normal", 400), ("regular", 400), ("book", 400), ("medium", 500), ("semi-bold", 600),
    ("demi-bold", 600), ("bold", 700), ("extra-bold", 800), ("ultra-bold", 800), ("black", 900),
    ("heavy", 900), ("extra-black", 950), ("ultra-black", 950),
  ]

  private func writtenFontWeight(_ node: JSONNode) throws(TokenProblem) -> Double {
    if let value = node.number {
      guard (1...1000).contains(value) else {
        throw TokenProblem(
          "The font weight \(value) is outside 1 to 1000; write one within.", at: node.place)
      }
      return value
    }
    guard let name = node.string else {
      throw wrong(node, "a number from 1 to 1000 or a name such as \"bold\"", "The font weight")
    }
    if let weight = Self.weights.first(where: { $0.name == name }) { return weight.value }
    throw TokenProblem(
      "\(Quote.of(name)) is no font weight"
        + Suggestion.text(
          for: name, among: Self.weights.map(\.name),
          otherwise: "; write a number from 1 to 1000 or a name such as \"bold\"."),
      at: node.place)
  }

  private func writtenCubicBezier(_ node: JSONNode) throws(TokenProblem) -> CubicBezier {
    guard node.isArray, node.elements.count == 4 else {
      throw TokenProblem(
        "A cubic Bézier is an array of four numbers; write [x1, y1, x2, y2].", at: node.place)
    }
    var values: [Double] = []
    for (index, element) in node.elements.enumerated() {
      let value = try number(element, "The curve's \(["x1", "y1", "x2", "y2"][index])")
      if index % 2 == 0, !(0...1).contains(value) {
        throw TokenProblem(
          "The curve's \(index == 0 ? "x1" : "x2") is outside 0 to 1; write one within.",
          at: element.place)
      }
      values.append(value)
    }
    return CubicBezier(values[0], values[1], values[2], values[3])
  }
}
