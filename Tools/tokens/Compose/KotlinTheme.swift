extension KotlinColors {
  /// Roles of Material's color scheme and the tokens that play them, by the words of their paths; a
  /// star stands for anything. The first that a set has is taken.
  static let materialRoles: [(role: String, paths: [String])] = [
    ("primary", ["accent", "accent root", "accent base", "accent primary", "accent *"]),
    ("onPrimary", ["ink on accent", "accent on", "on accent", "ink inverse"]),
    ("background", ["surface background", "background", "background *", "surface base"]),
    ("onBackground", ["ink", "ink root", "ink primary", "ink *"]),
    ("surface", ["surface", "surface root", "surface base", "surface *", "glass solid"]),
    ("onSurface", ["ink", "ink root", "ink primary", "ink *"]),
    ("onSurfaceVariant", ["ink secondary", "ink soft"]),
    ("outline", ["outline", "line", "line *", "separator", "surface hairline", "ink tertiary"]),
    ("error", ["status error", "status danger", "status critical", "status conflict", "error"]),
  ]

  /// The color token of a role of Material's; `nil` when the set has none.
  static func token(for paths: [String], in system: DesignSystem) -> DesignToken? {
    token(for: paths, in: worded(system))
  }

  /// A color token and the words of its path.
  private typealias Worded = (token: DesignToken, words: String)

  private static func worded(_ system: DesignSystem) -> [Worded] {
    system.tokens.filter { $0.kind == .color }.map { token in
      (token, token.path.names.flatMap(Identifier.words).joined(separator: " "))
    }
  }

  private static func token(for paths: [String], in colors: [Worded]) -> DesignToken? {
    for path in paths {
      let start = path.hasSuffix("*") ? path.dropLast() : nil
      let found = colors.first { start.map($0.words.hasPrefix) ?? ($0.words == path) }
      if let found { return found.token }
    }
    return nil
  }

  /// The theme: colors and settings for what is below, and Material's color scheme.
  func theme(into code: inout CodeText) {
    let colors = KotlinColors.worded(set.system)
    var roles: [String] = []
    for (role, paths) in KotlinColors.materialRoles {
      guard let token = KotlinColors.token(for: paths, in: colors) else { continue }
      roles.append("\(role) = \(set.names[token.path].kotlinProperties)")
    }
    code.line()
    set.documentation(
      "Material's color scheme of these colors; a role that no token plays keeps Material's own.",
      into: &code)
    code.block("fun \(set.prefix)Colors.colorScheme(isDark: Boolean): ColorScheme {") { code in
      code.line("val base = if (isDark) darkColorScheme() else lightColorScheme()")
      if roles.isEmpty {
        code.line("return base")
      } else {
        code.line(
          CodeExpression.call("return base.copy", roles, room: 60, indentation: 4))
      }
    }
    code.line()
    code.line(set.filled(KotlinTemplate.theme))
  }
}
