extension KotlinColors {
  /// The roles of Material's color scheme that a set's colors play, in Material's order.
  static func materialRoles(of system: DesignSystem) -> [(role: MaterialRole, token: DesignToken)] {
    MaterialRole.allCases.compactMap { role in
      system.tokens.first { $0.type == .color && $0.role.materialRoles.contains(role) }
        .map { (role, $0) }
    }
  }

  /// The theme: colors and settings for what is below, and Material's color scheme.
  func theme(into code: inout CodeText) {
    let roles = KotlinColors.materialRoles(of: set.system).map { role, token in
      "\(role.rawValue) = \(set.names[token.path].kotlinProperties)"
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
