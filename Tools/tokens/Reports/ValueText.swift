/// A value as a line of a report shows it.
package enum ValueText {
  package static func text(of value: TokenValue) -> String {
    switch value {
    case .color(let color): color.hex
    case .dimension(let dimension): text(of: dimension)
    case .fontFamily(let names): names.joined(separator: ", ")
    case .fontWeight(let number), .number(let number): Rounding.text(number)
    case .duration(let milliseconds): "\(Rounding.text(milliseconds)) ms"
    case .cubicBezier(let curve): text(of: curve)
    case .strokeStyle(let style): text(of: style)
    case .border(let border):
      "\(text(of: border.width)) \(text(of: border.style)) \(border.color.hex)"
    case .transition(let transition):
      "\(Rounding.text(transition.duration)) ms after \(Rounding.text(transition.delay)) ms, "
        + text(of: transition.timing)
    case .shadow(let shadows): shadows.map(text).joined(separator: "; ")
    case .gradient(let stops):
      stops.map { "\($0.color.hex) at \(Rounding.text($0.position))" }.joined(separator: ", ")
    case .typography(let type):
      "\(text(of: type.fontSize)) weight \(Rounding.text(type.fontWeight)), "
        + "tracking \(text(of: type.letterSpacing)), "
        + "lines \(Rounding.text(type.lineHeight)), \(type.fontFamily.joined(separator: ", "))"
    }
  }

  /// The type's name in the format.
  package static func type(of value: TokenValue) -> String {
    switch value {
    case .color: "color"
    case .dimension: "dimension"
    case .fontFamily: "fontFamily"
    case .fontWeight: "fontWeight"
    case .duration: "duration"
    case .cubicBezier: "cubicBezier"
    case .number: "number"
    case .strokeStyle: "strokeStyle"
    case .border: "border"
    case .transition: "transition"
    case .shadow: "shadow"
    case .gradient: "gradient"
    case .typography: "typography"
    }
  }

  private static func text(of dimension: Dimension) -> String {
    "\(Rounding.text(dimension.value)) \(dimension.unit.rawValue)"
  }

  private static func text(of curve: CubicBezier) -> String {
    let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map(Rounding.text)
    return "cubic-bezier(\(numbers.joined(separator: ", ")))"
  }

  private static func text(of style: StrokeStyle) -> String {
    switch style {
    case .line(let line): line.rawValue
    case .dashes(let lengths, let cap):
      "dashes \(lengths.map(text).joined(separator: ", ")), \(cap.rawValue) ends"
    }
  }

  private static func text(of shadow: Shadow) -> String {
    let lengths = [shadow.offsetX, shadow.offsetY, shadow.blur, shadow.spread].map(text)
    return (shadow.isInset ? "inset " : "") + lengths.joined(separator: " ") + " "
      + shadow.color.hex
  }
}
