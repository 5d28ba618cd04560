/// Classes that put custom properties to use: materials, type, digits, targets, states.
enum CSSClasses {
  /// Black and white noise, a tile of 128 px that fits to itself (Filter Effects 1, §9.20).
  private static let noise = """
    url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='128' height='128'%3E\
    %3Cfilter id='n' x='0' y='0' width='100%25' height='100%25' \
    color-interpolation-filters='sRGB'%3E\
    %3CfeTurbulence type='fractalNoise' baseFrequency='.8' numOctaves='2' \
    stitchTiles='stitch'/%3E\
    %3CfeColorMatrix values='1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 0 0 0 0 1'/%3E\
    %3CfeComponentTransfer%3E%3CfeFuncR type='discrete' tableValues='0 1'/%3E\
    %3CfeFuncG type='discrete' tableValues='0 1'/%3E\
    %3CfeFuncB type='discrete' tableValues='0 1'/%3E%3C/feComponentTransfer%3E%3C/filter%3E\
    %3Crect width='128' height='128' filter='url(%23n)'/%3E%3C/svg%3E")
    """

  /// The look of materials but for their blur.
  static func materials(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    let all = names.map { "." + $0 }.joined(separator: ", ")
    let after = names.map { ".\($0)::after" }.joined(separator: ", ")
    var text = """

      /* Materials: a class a surface role; the noise lies under the content. */
      :where(\(all)) {
        position: relative;
        isolation: isolate;
      }
      \(after) {
        content: "";
        position: absolute;
        inset: 0;
        z-index: -1;
        border-radius: inherit;
        pointer-events: none;
        background: \(noise);
      }

      """
    for name in names {
      text += """
        .\(name) {
          background: var(--\(name)-background);
          border: var(--\(name)-border);
          box-shadow: var(--\(name)-shadow);
        }
        .\(name)::after {
          opacity: var(--\(name)-grain);
        }

        """
    }
    return text
  }

  /// The blur of materials; a material inside another blurs nothing once more.
  static func filters(_ materials: CSSMaterials) -> String {
    guard !materials.classNames.isEmpty else { return "" }
    let blurred = materials.filters.filter { $0.values.contains { $0 != "none" } }
    let any = ":is(\(blurred.compactMap { $0.className.map { "." + $0 } }.joined(separator: ", ")))"
    let nested =
      blurred.isEmpty
      ? ""
      : """

      /* A surface within another does not blur what is blurred. */
      \(any) \(any) {
        -webkit-backdrop-filter: none;
        backdrop-filter: none;
      }

      """
    return "\n"
      + CSSBlocks.nest(
        CSSBlocks.text(of: materials.filters, canBlur: true) + nested,
        in: "@supports (\(CSSPreference.canBlur))")
  }

  /// A class a type style. The shorthand `font` resets digits, so they come after it.
  static func type(_ tokens: CSSTokens, registry: inout CSSNames) throws(TokenProblem) -> String {
    var text = """

      /* Numbers that are compared or change in place. */
      .numeric {
        font-variant-numeric: tabular-nums;
      }

      """
    let owner = CSSNames.Owner(text: "the class of numbers", place: nil)
    try registry.take(".numeric", for: owner)
    for (name, role, style) in tokens.typeStyles {
      try registry.take(
        "." + name, for: CSSNames.Owner(text: "the type style “\(name)”", place: nil))
      text += ".\(name) {\n  font: var(--\(name));\n"
      if role.isMonospaced, !style.fontFamily.contains(where: { $0.hasSuffix("monospace") }) {
        text += "  font-family: ui-monospace, var(--\(name)-family), monospace;\n"
      }
      text += "  letter-spacing: var(--\(name)-letter-spacing);\n"
      if role.isTabular { text += "  font-variant-numeric: var(--\(name)-numeric);\n" }
      if role.isUppercase { text += "  text-transform: var(--\(name)-transform);\n" }
      text += "}\n"
    }
    return text
  }

  /// A class a touch target: its least width and height.
  static func targets(
    _ targets: [TouchTarget], _ tokens: CSSTokens, registry: inout CSSNames
  ) throws(TokenProblem) -> String {
    var text = ""
    for target in targets {
      let owner = CSSNames.Owner(text: "the target “\(target.name)”", place: target.place)
      let name = ".target-" + (try CSSNames.kebab([target.name], of: owner))
      try registry.take(name, for: owner)
      let size = try tokens.reference(target.size, for: owner.text)
      text += "\(name) {\n  min-inline-size: \(size);\n  min-block-size: \(size);\n}\n"
    }
    return text.isEmpty ? "" : "\n/* Touch targets. */\n" + text
  }

  /// A state's color, and the words that say the same without it.
  static func states(
    _ states: [StateCue], _ tokens: CSSTokens, registry: inout CSSNames
  ) throws(TokenProblem) -> [CSSRule] {
    var rules: [CSSRule] = []
    for state in states {
      let owner = CSSNames.Owner(text: "the state “\(state.name)”", place: state.place)
      let name = "--state-" + (try CSSNames.kebab([state.name], of: owner))
      let color = try tokens.reference(state.color, for: owner.text)
      let added = [
        CSSRule(name + "-color") { _ in color },
        CSSRule(name + "-label") { _ in CSSValue.string(state.label) },
      ]
      for property in added.flatMap(\.properties) { try registry.take(property, for: owner) }
      rules += added
    }
    return rules
  }
}
