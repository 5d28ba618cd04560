/// Everything there is to say about one token, line by line.
package struct Explanation {
  private let token: DesignToken
  private let system: DesignSystem

  package init(of token: DesignToken, in system: DesignSystem) {
    self.token = token
    self.system = system
  }

  package var lines: [String] {
    var lines = ["\(token.path): \(kind)"]
    if let description = token.description { lines.append("  \(description)") }
    if let reason = token.deprecation {
      lines.append("  deprecated" + (reason.isEmpty ? "" : ": \(reason)"))
    }
    lines.append("  \(token.place)")
    return lines + values + uses + contrast
  }

  private var kind: String {
    let type = ValueText.type(of: token.value[Context()])
    return ([type] + token.role.words).joined(separator: ", ")
  }

  /// The value and the aliases it comes by, in every mode.
  private var values: [String] {
    let groups = ModeGroups.groups { context in
      ([ValueText.text(of: token.value[context])]
        + token.aliases[context].map(\.description)).joined(separator: " ← ")
    }
    return ["values"] + groups.map { "  \($0.modes): \($0.value)" }
  }

  private var uses: [String] {
    let path = token.path
    var lines: [String] = []
    let aliasing = system.tokens.filter { other in
      other.references.contains(path)
        || Context.all.contains { other.aliases[$0].contains(path) }
    }
    if !aliasing.isEmpty {
      lines.append("  tokens: \(aliasing.map(\.path.description).joined(separator: ", "))")
    }
    lines += system.tokens.filter { $0.role.fills.contains(path) }.map { "  ink \($0.path)" }
    for material in system.materials.materials {
      for layer in material.layers where layer.path == path {
        lines.append("  material \(material.name): \(layer.name)")
      }
    }
    for wallpaper in system.wallpapers {
      if wallpaper.linear.stops == path || wallpaper.radials.contains(where: { $0.stops == path }) {
        lines.append("  wallpaper \(wallpaper.name)")
      }
    }
    lines += system.targets.filter { $0.size == path }.map { "  target \($0.name)" }
    lines += system.states.filter { $0.color == path }.map {
      "  state \($0.name): \([$0.symbol, $0.label].filter { !$0.isEmpty }.joined(separator: ", "))"
    }
    lines += system.backdrops.filter { $0.source == .color(path) }.map { "  backdrop \($0.name)" }
    lines += components
    return lines.isEmpty ? ["used by nothing in this set"] : ["used by"] + lines
  }

  /// Components made of a material that the token is a layer of, by their roles.
  private var components: [String] {
    let names = Set(
      system.materials.materials.filter { material in
        material.layers.contains { $0.path == token.path }
      }.map(\.name))
    guard !names.isEmpty else { return [] }
    let roles = system.materials.roles.filter { role in
      system.materials.rows.contains { row in
        (row.role ?? role) == role && names.contains(row.material)
      }
    }
    return system.components.filter { component in
      component.role.map(roles.contains) ?? false
    }.map { "  component \($0.name)" }
  }

  private var contrast: [String] {
    let survey = ContrastSurvey(system)
    guard let ink = survey.inks.first(where: { $0.token.path == token.path }),
      let worst = survey.worst(of: ink)
    else { return [] }
    return [
      "contrast",
      "  \(Luminance.text(worst.ratio)):1 at worst, on \(worst.spot.pair) in "
        + "\(worst.spot.circumstances); "
        + "\(worst.passes ? "passes" : "fails") \(worst.need.level) (\(worst.need.text):1)",
    ]
  }
}

extension Material.Layer {
  /// The token of a layer.
  package var path: TokenPath {
    switch self {
    case .system(_, let path), .blur(let path), .fill(let path), .border(let path),
      .highlight(let path), .grain(let path), .shadow(let path):
      path
    }
  }

  /// What the layer is: `fill`, `tint of glassEffect`.
  package var name: String {
    switch self {
    case .system(let system, _): "tint of \(system.rawValue)"
    case .blur: "blur"
    case .fill: "fill"
    case .border: "border"
    case .highlight: "highlight"
    case .grain: "grain"
    case .shadow: "shadow"
    }
  }
}
