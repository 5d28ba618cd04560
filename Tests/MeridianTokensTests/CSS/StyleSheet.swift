import Foundation
import Testing

/// A style sheet read back from its text: a small reader of its own, with the cascade of rules that
/// weigh the same. It shares nothing with what wrote the text.
struct StyleSheet {
  struct Rule {
    /// `@media …` and `@supports …` around it, the outermost first.
    var conditions: [String]
    var selectors: [String]
    var declarations: [(name: String, value: String)]
  }

  /// What a page is looked at with.
  struct Reader {
    /// Media features that hold: `(prefers-contrast: more)`.
    var media: Set<String> = []
    /// Attributes of the root element.
    var attributes: [String: String] = [:]
    var canBlur = true
    var knowsLinear = true
    var knowsContainers = true
  }

  private(set) var rules: [Rule] = []

  init(_ text: String) throws {
    var conditions: [String] = []
    var selectors: [String]?
    var declarations: [(name: String, value: String)] = []
    for piece in try Self.pieces(text) {
      switch piece {
      case .open(let head) where head.hasPrefix("@"): conditions.append(head)
      case .open(let head):
        try #require(selectors == nil, "a rule inside a rule: \(head)")
        selectors = Self.split(head, at: ",")
      case .statement(let text):
        try #require(selectors != nil, "a declaration outside of a rule: \(text)")
        let colon = try #require(text.firstIndex(of: ":"))
        let value = text[text.index(after: colon)...]
        declarations.append((Self.trimmed(text[..<colon]), Self.trimmed(value)))
      case .close:
        if let names = selectors {
          rules.append(
            Rule(conditions: conditions, selectors: names, declarations: declarations))
          selectors = nil
          declarations = []
        } else {
          try #require(!conditions.isEmpty, "a brace too many")
          conditions.removeLast()
        }
      }
    }
    try #require(conditions.isEmpty && selectors == nil, "a brace is missing")
  }

  private enum Piece {
    case open(String)
    case statement(String)
    case close
  }

  /// The text cut at braces and semicolons outside of strings and parentheses; comments are gone.
  private static func pieces(_ text: String) throws -> [Piece] {
    var pieces: [Piece] = []
    var part = ""
    var depth = 0
    var quote: Character?
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      if let open = quote {
        part.append(character)
        if character == "\\", let next = characters.popFirst() { part.append(next) }
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "/" where characters.first == "*":
        characters.removeFirst()
        while let next = characters.popFirst(), next != "*" || characters.first != "/" {}
        try #require(characters.first == "/", "a comment without an end")
        characters.removeFirst()
      case "\"", "'":
        quote = character
        part.append(character)
      case "(":
        depth += 1
        part.append(character)
      case ")":
        depth -= 1
        part.append(character)
      case "{" where depth == 0:
        pieces.append(.open(trimmed(part[...])))
        part = ""
      case ";" where depth == 0:
        pieces.append(.statement(trimmed(part[...])))
        part = ""
      case "}" where depth == 0:
        try #require(trimmed(part[...]).isEmpty, "a declaration without a semicolon: \(part)")
        pieces.append(.close)
        part = ""
      default: part.append(character)
      }
    }
    try #require(quote == nil && depth == 0 && trimmed(part[...]).isEmpty, "the text breaks off")
    return pieces
  }

  /// Parts between separators outside of parentheses and strings.
  static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
      if character == separator, depth == 0, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { trimmed($0[...]) }.filter { !$0.isEmpty }
  }

  static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

extension StyleSheet {
  /// The root element's declarations that win, references followed.
  func root(for reader: Reader) throws -> [String: String] {
    var values: [String: String] = [:]
    for rule in rules {
      guard try rule.conditions.allSatisfy({ try reader.meets($0) }) else { continue }
      guard rule.selectors.contains(where: { reader.isRoot($0) }) else { continue }
      for (name, value) in rule.declarations { values[name] = value }
    }
    return try values.mapValues { try Self.follow($0, values, depth: 0) }
  }

  /// The declarations that win for an element of one class (`.name` or `.name::after`).
  func element(_ name: String, for reader: Reader) throws -> [String: String] {
    let root = try root(for: reader)
    var values: [String: String] = [:]
    for rule in rules {
      guard try rule.conditions.allSatisfy({ try reader.meets($0) }) else { continue }
      let fits = rule.selectors.contains { selector in
        if selector == name { return true }
        guard selector.hasPrefix(":where(:root"), selector.hasSuffix(") " + name) else {
          return false
        }
        return reader.isRoot(String(selector.dropFirst(7).dropLast(name.count + 2)))
      }
      guard fits else { continue }
      for (name, value) in rule.declarations { values[name] = value }
    }
    return try values.mapValues {
      try Self.follow($0, root.merging(values) { $1 }, depth: 0)
    }
  }

  private static func follow(
    _ value: String, _ values: [String: String], depth: Int
  ) throws -> String {
    try #require(depth < 10, "a reference that leads to itself: \(value)")
    guard let start = value.range(of: "var(") else { return value }
    let end = try #require(value[start.upperBound...].firstIndex(of: ")"))
    let name = String(value[start.upperBound..<end])
    let own = try #require(values[name], "nothing is called \(name)")
    let rest = String(value[value.index(after: end)...])
    return try follow(
      String(value[..<start.lowerBound]) + own + rest, values, depth: depth + 1)
  }
}

extension StyleSheet.Reader {
  fileprivate func meets(_ condition: String) throws -> Bool {
    if condition.hasPrefix("@media ") {
      return condition.dropFirst(7).components(separatedBy: " and ").allSatisfy(media.contains)
    }
    let isNegated = condition.hasPrefix("@supports not ")
    if condition.contains("-webkit-backdrop-filter: blur(") { return canBlur != isNegated }
    try #require(!isNegated && condition.hasPrefix("@supports "), "\(condition)")
    if condition.contains("cqmax") { return knowsContainers }
    try #require(condition.contains("linear("), "\(condition)")
    return knowsLinear
  }

  /// Whether the root element is `:root`, `:root[a="b"]`, `:root:where(…)`, `:not()` within or not.
  fileprivate func isRoot(_ selector: String) -> Bool {
    guard selector.hasPrefix(":root"), !selector.contains(" ") else { return false }
    for part in selector.components(separatedBy: "[").dropFirst() {
      let words = part.components(separatedBy: "\"")
      let name = String(words[0].dropLast())
      let holds = attributes[name] == words[1]
      let isNegated = selector.contains(":not([\(name)=\"\(words[1])\"])")
      if holds == isNegated { return false }
    }
    return true
  }
}
