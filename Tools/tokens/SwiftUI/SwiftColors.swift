extension SwiftSet {
  /// Color tokens: members that name their color sets.
  func colorExtensions(into code: inout CodeText) {
    extensions(
      of: system.tokens.filter { $0.type == .color }.map(colorMember), into: &code)
  }

  private func colorMember(_ token: DesignToken) -> Member {
    let name = names[token.path]
    let variants = SwiftColorAssets.variants(of: token)
    let levels = SwiftColorAssets.levels(of: token)
    let use = { (suffix: String) in
      let asset = CodeExpression.literal(name.asset + suffix)
      return "\(self.qualified("Color", at: name))(\(asset), bundle: .\(self.label)Tokens)"
    }
    let value =
      variants.count == 1
      ? .value(use(""))
      : Decision(from: Context(platform: .ios), by: \.lightAndNormal) { context in
        let colors = SwiftColorAssets.appearances(levels, in: context.lightAndNormal)
        return use(variants.first { $0.colors == colors }?.suffix ?? "")
      }
    return Member(
      name: name, documentation: [token.description ?? "", appearances(variants)],
      deprecation: token.deprecation, type: "Color", value: value)
  }

  /// The colors of the first color set in words.
  private func appearances(_ variants: [SwiftColorAssets.Variant]) -> String {
    guard let colors = variants.first?.colors, colors.count == 4 else { return "" }
    let hex = colors.map { levels in
      let bytes = levels.map(Color.hexByte)
      return "#" + (levels.last == 255 ? bytes.dropLast() : bytes).joined()
    }
    if Set(hex).count == 1 { return hex[0] + "." }
    if hex[2] == hex[0] && hex[3] == hex[1] { return "Light \(hex[0]), dark \(hex[1])." }
    return "Light \(hex[0]), dark \(hex[1]); increased contrast \(hex[2]) and \(hex[3])."
  }
}

extension Context {
  /// The context whose color set has this one among its appearances.
  fileprivate var lightAndNormal: Context {
    var context = self
    context.theme = .light
    context.contrast = .standard
    return context
  }
}
