/// What is left where the system forces a few colors of its own (CSS Color Adjustment 1, §3).
///
/// A browser replaces colors of text, backgrounds and borders by itself; the properties follow for
/// what it leaves alone: canvases, and elements that opt out. What something is written or drawn
/// in, an ink or a state's color, becomes `CanvasText`; every other color is taken for a surface
/// and becomes `Canvas`: the one pair that is sure to be legible.
enum CSSForcedColors {
  static func text(_ system: DesignSystem, _ tokens: CSSTokens, materials: [String]) -> String {
    let cues = Set(system.states.map(\.color))
    var body = ""
    for token in system.tokens {
      let isInk = token.role.ink != nil || cues.contains(token.path)
      for (part, value) in values(of: token, isInk: isInk) {
        if let name = tokens.name(of: token.path) { body += "  --\(name)\(part): \(value);\n" }
      }
    }
    var text = body.isEmpty ? "" : ":root {\n\(body)}\n"
    if !materials.isEmpty {
      let all = materials.map { "." + $0 }
      text += """
        \(all.joined(separator: ", ")) {
          background: Canvas;
          border: 1px solid CanvasText;
          box-shadow: none;
          -webkit-backdrop-filter: none;
          backdrop-filter: none;
        }
        \(all.map { $0 + "::after" }.joined(separator: ", ")) {
          display: none;
        }

        """
    }
    guard !text.isEmpty else { return "" }
    return "\n/* colors of the system */\n"
      + CSSBlocks.nest(text, in: "@media (forced-colors: active)")
  }

  private static func values(
    of token: DesignToken, isInk: Bool
  ) -> [(part: String, value: String)] {
    switch token.value[CSSPreference.contexts[0]] {
    case .color: return [("", isInk ? "CanvasText" : "Canvas")]
    case .border(let border):
      let line = "\(CSSValue.text(border.width)) \(CSSValue.keyword(border.style))"
      return [("", line + " CanvasText"), ("-color", "CanvasText")]
    case .shadow: return [("", CSSValue.noShadow)]
    case .gradient: return [("", "Canvas 0%, Canvas 100%")]
    default: return []
    }
  }
}
