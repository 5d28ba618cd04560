/// The colors that ink can lie on, in the order of their luminance: a material over a backdrop.
package struct Ground: Sendable {
  private var colors: [Color]
  private var luminances: [Double]

  /// Empty only when `colors` is.
  package init(_ colors: [Color]) {
    let measured = colors.map { (color: $0, luminance: Luminance.of($0)) }
      .sorted { $0.luminance < $1.luminance }
    self.colors = measured.map(\.color)
    luminances = measured.map(\.luminance)
  }

  /// The least ratio of an ink and a color of this ground, and that color; `nil` on an empty one.
  package func worst(for ink: Color) -> (ratio: Double, color: Color)? {
    ink.alpha < 1 ? worstOfTranslucent(ink) : worst(forLuminance: Luminance.of(ink))
  }

  /// As `worst(for:)`, of an opaque ink of known luminance: the worst color is a neighbor of it.
  package func worst(forLuminance ink: Double) -> (ratio: Double, color: Color)? {
    guard !luminances.isEmpty else { return nil }
    var (low, high) = (0, luminances.count)
    while low < high {
      let middle = (low + high) / 2
      if luminances[middle] < ink { low = middle + 1 } else { high = middle }
    }
    let lighter = min(low, luminances.count - 1)
    let darker = max(low - 1, 0)
    let lighterRatio = Luminance.ratio(ink, luminances[lighter])
    let darkerRatio = Luminance.ratio(ink, luminances[darker])
    return darkerRatio <= lighterRatio
      ? (darkerRatio, colors[darker]) : (lighterRatio, colors[lighter])
  }

  /// A translucent ink is another color on each color of the ground.
  private func worstOfTranslucent(_ ink: Color) -> (ratio: Double, color: Color)? {
    var worst: (ratio: Double, color: Color)?
    for (color, luminance) in zip(colors, luminances) {
      let ratio = Luminance.ratio(Luminance.of(ink.over(color)), luminance)
      if ratio < worst?.ratio ?? .infinity { worst = (ratio, color) }
    }
    return worst
  }
}
