extension Color {
  /// This color laid over an opaque one: "source over" on gamma-encoded channels, as SwiftUI,
  /// Compose and browsers blend. W3C Compositing and Blending Level 1, §9.1.4.
  package func over(_ ground: Color) -> Color {
    guard alpha < 1 else { return Color(red: red, green: green, blue: blue) }
    let rest = 1 - alpha
    return Color(
      red: red * alpha + ground.red * rest, green: green * alpha + ground.green * rest,
      blue: blue * alpha + ground.blue * rest)
  }
}

/// What a material does to what lies behind it, as far as the ground of ink is concerned.
///
/// A blur averages what is there already, and rims and shadows lie beside ink, so none of them is a
/// layer here. Neither is a highlight up to two points thick: it is an edge, not a ground.
package struct Coating: Hashable, Sendable {
  package enum Layer: Hashable, Sendable {
    case tint(Color)
    /// Noise of that opacity: a pixel of it is anything between black and white.
    case grain(Double)
    /// A light that covers part of the ground only.
    case sheen(Color)
  }

  package var layers: [Layer]

  /// Thicker highlights, in points, are a ground that ink can lie on.
  package static let widestEdge = 2.0

  package init(layers: [Layer]) { self.layers = layers }

  /// The layers of a material in one context; tokens that are missing or of another type, which
  /// reading a set refuses, leave their layer out. One tint may get another opacity, to try it.
  package init(
    of material: Material, in system: DesignSystem, _ context: Context,
    replacing replaced: TokenPath? = nil, withOpacity opacity: Double = 1
  ) {
    layers = material.layers.compactMap { layer in
      switch layer {
      case .system(_, let path), .fill(let path):
        system.color(path, in: context).map { color in
          var color = color
          if path == replaced { color.alpha = opacity }
          return Layer.tint(color)
        }
      case .grain(let opacity):
        switch system.token(opacity)?.value[context] {
        case .number(let opacity) where opacity > 0: .grain(min(opacity, 1))
        default: nil
        }
      case .highlight(let path):
        switch system.token(path)?.value[context] {
        case .border(let border) where border.width.points > Self.widestEdge:
          .sheen(border.color.shown)
        default: nil
        }
      case .blur, .border, .shadow: nil
      }
    }
  }

  /// Every color that ink can lie on when one of `colors` is behind the material.
  ///
  /// Luminance grows with each channel, so of the noise only its darkest and lightest pixel count.
  package func grounds(over colors: [Color]) -> [Color] {
    layers.reduce(colors) { colors, layer in
      switch layer {
      case .tint(let tint):
        tint.alpha >= 1 ? [tint.over(.black)] : colors.map { tint.over($0) }
      case .grain(let opacity):
        [Color.black, .white].flatMap { pixel in
          let noise = Color(
            red: pixel.red, green: pixel.green, blue: pixel.blue, alpha: opacity)
          return colors.map { noise.over($0) }
        }
      case .sheen(let light): colors + colors.map { light.over($0) }
      }
    }
  }
}

extension DesignSystem {
  /// The color of a token in a context, as it is drawn; `nil` when there is none of that path and
  /// type.
  package func color(_ path: TokenPath, in context: Context) -> Color? {
    if case .color(let color) = token(path)?.value[context] { color.shown } else { nil }
  }

  /// The stops of a gradient token in a context, as they are drawn; none when there is none of that
  /// path and type.
  package func stops(_ path: TokenPath, in context: Context) -> [GradientStop] {
    guard case .gradient(let stops) = token(path)?.value[context] else { return [] }
    return stops.map { GradientStop(color: $0.color.shown, position: $0.position) }
  }
}
