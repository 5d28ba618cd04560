/// Relative luminance and contrast ratio. WCAG 2.2, "relative luminance" and "contrast ratio", with
/// the threshold 0.04045 of IEC 61966-2-1, to which WCAG's 0.03928 was corrected; no 8-bit color
/// tells the two apart.
package enum Luminance {
  /// Of black 0, of white 1; the opacity is not looked at.
  package static func of(_ color: Color) -> Double {
    0.2126 * ColorConversion.linear(color.red) + 0.7152 * ColorConversion.linear(color.green)
      + 0.0722 * ColorConversion.linear(color.blue)
  }

  /// The contrast ratio of two luminances, 1 … 21.
  package static func ratio(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// The contrast ratio of two opaque colors.
  package static func ratio(_ one: Color, _ other: Color) -> Double { ratio(of(one), of(other)) }

  /// A ratio with two decimals, rounded down, so that what is shown as 4.50 does pass 4.5.
  package static func text(_ ratio: Double) -> String {
    // The product of a shown ratio and 100 may fall an ulp short of the whole number.
    let hundredths = Int((min(max(ratio, 0), 1000) * 100 + 1e-9).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// What a ratio has to be. WCAG 2.2: 1.4.3 (level AA) for text and large text; 1.4.11 for graphics.
/// Where contrast is increased, 1.4.6 (level AAA) for text, and large text; WCAG has no such step
/// for graphics, so they take that of large text.
package struct ContrastNeed: Hashable, Sendable {
  package var ratio: Double
  /// `AA` or `AAA`.
  package var level: String

  package init(for ink: DesignToken.Role.Ink, in contrast: Context.Contrast) {
    switch (ink, contrast) {
    case (.text, .standard): self.init(ratio: 4.5, level: "AA")
    case (.largeText, .standard), (.graphic, .standard): self.init(ratio: 3, level: "AA")
    case (.text, .increased): self.init(ratio: 7, level: "AAA")
    case (.largeText, .increased), (.graphic, .increased): self.init(ratio: 4.5, level: "AAA")
    }
  }

  private init(ratio: Double, level: String) {
    self.ratio = ratio
    self.level = level
  }

  /// The figure without needless decimals: `4.5`, `3`.
  package var text: String { Rounding.text(ratio) }
}
