/// Values as CSS writes them, rounded by `Rounding`.
enum CSSValue {
  /// `#rrggbb`, or `#rrggbbaa` where something shines through.
  static func text(_ color: Color) -> String {
    color.hex.lowercased()
  }

  /// In the source's unit: a length in rem follows the reader's font size, one in px does not.
  static func text(_ dimension: Dimension) -> String {
    Rounding.text(dimension.value) + dimension.unit.rawValue
  }

  static func milliseconds(_ value: Double) -> String { Rounding.text(value) + "ms" }

  /// A share of 1 with four decimals, as a percentage with two.
  static func percent(_ share: Double) -> String {
    Rounding.text((share * 10_000).rounded() / 100) + "%"
  }

  static func text(_ timing: CubicBezier) -> String {
    let points = [timing.x1, timing.y1, timing.x2, timing.y2].map(Rounding.text)
    return "cubic-bezier(\(points.joined(separator: ", ")))"
  }

  static func text(_ families: [String]) -> String {
    families.map(family).joined(separator: ", ")
  }

  /// Families that are keywords of CSS Fonts Level 4, or names browsers know only unquoted.
  private static let keywords: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
    "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "-apple-system",
    "BlinkMacSystemFont",
  ]

  private static func family(_ name: String) -> String {
    keywords.contains(name) ? name : string(name)
  }

  /// A string of CSS: quotes, backslashes and control characters escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\" + String(scalar.value, radix: 16) + " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The nearest `border-style`; the dashes themselves are parts of their own.
  static func keyword(_ style: StrokeStyle) -> String {
    switch style {
    case .line(let line): line.rawValue
    case .dashes: "dashed"
    }
  }

  static func text(_ border: Border) -> String {
    "\(text(border.width)) \(keyword(border.style)) \(text(border.color))"
  }

  /// Without a property: `transition: opacity var(--motion-sheet)`.
  static func text(_ transition: Transition) -> String {
    [milliseconds(transition.duration), text(transition.timing), milliseconds(transition.delay)]
      .joined(separator: " ")
  }

  /// What stands for no shadow: unlike `none` it can stand in a list with others.
  static let noShadow = "0 0 #0000"

  static func text(_ shadows: [Shadow]) -> String {
    if shadows.isEmpty { return noShadow }
    return shadows.map { shadow in
      let lengths = [shadow.offsetX, shadow.offsetY, shadow.blur, shadow.spread].map(text)
      return (shadow.isInset ? "inset " : "") + lengths.joined(separator: " ") + " "
        + text(shadow.color)
    }.joined(separator: ", ")
  }

  /// Stops without a gradient around them: `linear-gradient(160deg, var(--wash))`. CSS wants two
  /// at least, so a lone one is written twice.
  static func text(_ stops: [GradientStop]) -> String {
    guard let first = stops.first else { return "#0000 0%, #0000 100%" }
    return (stops.count == 1 ? [first, first] : stops).map { stop in
      "\(text(stop.color)) \(percent(stop.position))"
    }.joined(separator: ", ")
  }

  /// The shorthand `font`; tracking and digits are not part of it.
  static func text(_ type: Typography) -> String {
    let size = "\(text(type.fontSize))/\(Rounding.text(type.lineHeight))"
    return "\(Rounding.text(type.fontWeight)) \(size) \(text(type.fontFamily))"
  }
}
