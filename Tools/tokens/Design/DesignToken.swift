/// The names from the outermost group to a token: its path, unique in a set.
package struct TokenPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var names: [String]

  package init(_ names: [String]) { self.names = names }

  /// Names between periods, as an alias writes them.
  package init(_ text: String) {
    names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  package var description: String { names.joined(separator: ".") }

  package static func < (one: TokenPath, other: TokenPath) -> Bool {
    one.names.lexicographicallyPrecedes(other.names)
  }
}

/// A place in a source file; line and column count from 1, columns in characters.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package var description: String { "\(file):\(line):\(column)" }
}

/// A token with its value in every context.
package struct DesignToken: Sendable {
  package var path: TokenPath
  package var value: Varying<TokenValue>
  /// The aliases followed to the value, the nearest first; empty for a value of its own.
  package var aliases: Varying<[TokenPath]>
  package var description: String?
  /// `nil` when the token is not deprecated; the reason, perhaps empty, when it is.
  package var deprecation: String?
  /// What only some types have: see `Role`.
  package var role: Role
  /// Where the base value stands.
  package var place: SourcePlace
  /// Every token that a value refers to itself, wholly or in part, in any context.
  package var references: [TokenPath] = []

  package init(
    path: TokenPath, value: Varying<TokenValue>, aliases: Varying<[TokenPath]>,
    description: String? = nil, deprecation: String? = nil, role: Role = Role(), place: SourcePlace
  ) {
    self.path = path
    self.value = value
    self.aliases = aliases
    self.description = description
    self.deprecation = deprecation
    self.role = role
    self.place = place
  }

  /// What the token's `$extensions` say about its use.
  package struct Role: Hashable, Sendable {
    /// What a color used as ink is for; `nil` for colors that nothing is written in.
    package enum Ink: String, CaseIterable, Sendable { case text, largeText, graphic }
    /// SwiftUI's text styles, which a type style scales with.
    package enum TextStyle: String, CaseIterable, Sendable {
      case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote
      case caption, caption2
    }

    package var ink: Ink?
    /// The colors an ink is drawn on, and nothing else: `accent.on` on the accent. Empty for ink
    /// that lies on materials.
    package var fills: [TokenPath] = []
    /// The roles that a color plays in a color scheme of Material's.
    package var materialRoles: [MaterialRole] = []
    package var textStyle: TextStyle?
    /// Digits of one width.
    package var isTabular = false
    package var isUppercase = false
    /// A monospaced design of the system's font.
    package var isMonospaced = false

    package init() {}
  }
}
