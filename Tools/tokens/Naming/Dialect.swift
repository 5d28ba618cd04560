/// A language that identifiers are made for: which words it keeps for itself.
package enum Dialect: String, Sendable {
  case swift = "Swift"
  case kotlin = "Kotlin"

  /// The identifier in backticks when the language reserves the word.
  package func escaped(_ identifier: String) -> String {
    reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  /// Whether even backticks do not let a type have this name: `X.Type` is a metatype in Swift, and
  /// a type named as the standard library would stand before it.
  package func forbids(typeNamed identifier: String) -> Bool {
    self == .swift && ["Type", "Protocol", "Swift"].contains(identifier)
  }

  private var reserved: Set<String> {
    switch self {
    case .swift: Self.swiftWords
    case .kotlin: Self.kotlinWords
    }
  }

  /// The Swift Programming Language, Lexical Structure: keywords of declarations, statements,
  /// expressions and types. Those reserved in particular contexts only need no backticks here.
  private static let swiftWords: Set<String> = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension",
    "fileprivate", "func", "import", "init", "inout", "internal", "let", "nonisolated", "open",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default",
    "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch",
    "throw", "where", "while", "Any", "as", "await", "false", "is", "nil", "self", "Self", "super",
    "throws", "true", "try",
  ]

  /// Kotlin's hard keywords; soft ones and modifiers are free as identifiers.
  private static let kotlinWords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]
}
