/// An ink moved to other lightnesses of Oklab: its hue stays, its chroma as far as sRGB has it.
package struct InkLightness {
  private let oklab: Vector
  private let alpha: Double

  /// Levels between black and white that are tried.
  private static let steps = 400

  package init(_ color: Color) {
    oklab = GamutMapping.oklab(Vector(color.red, color.green, color.blue))
    alpha = color.alpha
  }

  /// The colors of other lightness, the nearest first, as a screen of 8 bits shows them; made one
  /// by one, as they are asked for.
  package var moves: some Sequence<Color> {
    (1...Self.steps).lazy.flatMap { step in
      let move = Double(step) / Double(Self.steps)
      return [oklab.x - move, oklab.x + move].filter { (0...1).contains($0) }.map(color)
    }
  }

  private func color(at lightness: Double) -> Color {
    let moved = Vector(lightness, oklab.y, oklab.z)
    let light = ColorMatrices.xyzToSRGB * ColorConversion.oklabToXYZ(moved)
    let shown = GamutMapping.map(light.map(ColorConversion.encoded))
    return Color(red: shown.x, green: shown.y, blue: shown.z, alpha: alpha).shown
  }
}

extension Color {
  /// The color as every surface draws it: 8 bits a channel, opacity too (`Rounding`).
  package var shown: Color {
    let levels = levels.map { Double($0) / Rounding.levels }
    return Color(red: levels[0], green: levels[1], blue: levels[2], alpha: levels[3])
  }
}
