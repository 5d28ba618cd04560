/// An object of the set's extensions with known keys.
struct ExtensionObject {
  let origin: JSONNode
  private let what: String
  private var nodes: [String: JSONNode] = [:]

  init(
    _ node: JSONNode, needed: [String], optional: [String] = [], what: String
  ) throws(TokenProblem) {
    origin = node
    self.what = what
    let keys = needed + optional
    guard node.isObject else {
      throw TokenProblem(
        "The \(what) is \(node.kindName); write an object with "
          + "\(Quote.list(keys.map(Quote.of), "and")).", at: node.place)
    }
    for member in node.members {
      guard keys.contains(member.name) else {
        throw TokenProblem(
          "\(Quote.of(member.name)) is no part of a \(what)"
            + Suggestion.text(
              for: member.name, among: keys,
              otherwise: "; it has \(Quote.list(keys.map(Quote.of), "and"))."),
          at: member.key.place)
      }
      nodes[member.name] = member.value
    }
    if let missing = needed.first(where: { nodes[$0] == nil }) {
      throw TokenProblem("The \(what) has no \(Quote.of(missing)); add it.", at: node.place)
    }
  }

  subscript(key: String) -> JSONNode? { nodes[key] }

  func node(_ key: String) throws(TokenProblem) -> JSONNode {
    guard let node = nodes[key] else {
      throw TokenProblem("The \(what) has no \(Quote.of(key)); add it.", at: origin.place)
    }
    return node
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws(TokenProblem) -> Double {
    let node = try node(key)
    guard let value = node.number, range.contains(value) else {
      throw TokenProblem(
        "The \(key) is no number from \(Rounding.text(range.lowerBound)) to "
          + "\(Rounding.text(range.upperBound)); write one.", at: node.place)
    }
    return value
  }

  /// A whole number from 0 to 1000: a version.
  func whole(_ key: String) throws(TokenProblem) -> Int {
    let value = try number(key, in: 0...1000)
    guard value == value.rounded() else {
      throw TokenProblem("The \(key) is no whole number; write one.", at: try node(key).place)
    }
    return Int(value)
  }

  /// `nil` when the key is missing.
  func text(_ key: String) throws(TokenProblem) -> String? {
    guard let node = nodes[key] else { return nil }
    guard let text = node.string else {
      throw TokenProblem("The \(key) is \(node.kindName); write a text.", at: node.place)
    }
    return text
  }

  /// A text that says something.
  func filled(_ key: String) throws(TokenProblem) -> String {
    let text = try text(key) ?? ""
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw TokenProblem("The \(key) is empty; write a text.", at: try node(key).place)
    }
    return text
  }

  /// A piece of code that goes into generated files as it is: letters, digits, `_` and what else is
  /// allowed, so that it cannot be more than one expression.
  func code(_ key: String, also: String, example: String) throws(TokenProblem) -> String {
    let text = try filled(key)
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "_" || also.unicodeScalars.contains($0)
        || $0.isASCII && ($0.properties.isAlphabetic || (0x30...0x39).contains($0.value))
    }
    guard isPlain, text.utf8.count <= 100 else {
      throw TokenProblem(
        "The \(key) \(Quote.of(text)) is no name of a constant; write one such as "
          + "\(Quote.of(example)).", at: try node(key).place)
    }
    return text
  }

  /// An array's elements; none when the key is missing.
  func array(_ key: String) throws(TokenProblem) -> [JSONNode] {
    guard let node = nodes[key] else { return [] }
    guard node.isArray else {
      throw TokenProblem("The \(key) are \(node.kindName); write an array.", at: node.place)
    }
    return node.elements
  }

  func flag(_ key: String) throws(TokenProblem) -> Bool? {
    guard let node = nodes[key] else { return nil }
    guard let value = node.bool else {
      throw TokenProblem("The \(key) is \(node.kindName); write true or false.", at: node.place)
    }
    return value
  }
}
