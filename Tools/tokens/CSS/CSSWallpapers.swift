/// Wallpapers as classes: radial gradients, the first on top, over a linear one.
///
/// A radius is a share of the longer side, which CSS knows of a container (`cqmax`) but not of the
/// element itself: so the element is the container, and the gradients are on its `::before`.
enum CSSWallpapers {
  /// - Parameter registry: takes every class's name.
  static func text(
    _ wallpapers: [Wallpaper], tokens: CSSTokens, registry: inout CSSNames
  ) throws(TokenProblem) -> String {
    var names: [String] = []
    var text = ""
    for wallpaper in wallpapers {
      let owner = CSSNames.Owner(text: "the wallpaper “\(wallpaper.name)”", place: nil)
      let name = ".wallpaper-" + (try CSSNames.kebab([wallpaper.name], of: owner))
      try registry.take(name, for: owner)
      names.append(name)
      text += "\(name)::before {\n  background:\n    "
      text += try layers(wallpaper, tokens, for: owner.text).joined(separator: ",\n    ") + ";\n}\n"
    }
    guard !names.isEmpty else { return "" }
    let all = names.joined(separator: ", ")
    let before = names.map { $0 + "::before" }.joined(separator: ", ")
    return """

      /* Wallpapers: an empty element behind the content of its positioned parent. */
      :where(\(all)) {
        position: absolute;
        inset: 0;
        container-type: size;
        pointer-events: none;
      }
      \(before) {
        --longer-side: 100vmax;
        content: "";
        position: absolute;
        inset: 0;
      }
      @supports (width: 1cqmax) {
        \(before) {
          --longer-side: 100cqmax;
        }
      }

      """ + text
  }

  private static func layers(
    _ wallpaper: Wallpaper, _ tokens: CSSTokens, for user: String
  ) throws(TokenProblem) -> [String] {
    var layers: [String] = []
    for radial in wallpaper.radials {
      let radius = "calc(\(Rounding.text(radial.radius)) * var(--longer-side))"
      let center = [radial.centerX, radial.centerY].map(CSSValue.percent).joined(separator: " ")
      let stops = try tokens.reference(radial.stops, for: user)
      layers.append("radial-gradient(circle \(radius) at \(center), \(stops))")
    }
    let stops = try tokens.reference(wallpaper.linear.stops, for: user)
    let angle = Rounding.text(wallpaper.linear.angle)
    layers.append("linear-gradient(\(angle)deg, \(stops))")
    return layers
  }
}
