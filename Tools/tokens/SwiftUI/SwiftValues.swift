/// A token's type and values as Swift expressions.
struct SwiftValues {
  let set: SwiftSet
  private let kind: TokenType
  private let role: DesignToken.Role
  /// The names of types where the token is declared.
  private let colorType: String
  private let gradientType: String
  /// Columns for an expression on the line where it begins.
  var room = 64

  init(set: SwiftSet, token: DesignToken) {
    self.set = set
    kind = token.type
    role = token.role
    let name = set.names[token.path]
    colorType = set.qualified("Color", at: name)
    gradientType = set.qualified("Gradient", at: name)
  }

  /// The type a member is declared with.
  var type: String {
    switch kind {
    case .color: "Color"
    case .dimension: "CGFloat"
    case .fontFamily: "[String]"
    case .fontWeight: "Font.Weight"
    case .duration, .number: "Double"
    case .cubicBezier: set.prefix + "Curve"
    case .strokeStyle: set.prefix + "Stroke"
    case .border: set.prefix + "Border"
    case .transition: set.prefix + "Transition"
    case .shadow: "[\(set.prefix)Shadow]"
    case .gradient: "Gradient"
    case .typography: set.prefix + "TextStyle"
    }
  }

  /// A value; every expression is rounded as `Rounding` says.
  func expression(_ value: TokenValue) -> String {
    switch value {
    case .color(let color): rgba(color)
    case .dimension(let dimension): Rounding.text(dimension.points)
    case .fontFamily(let names): strings(names)
    case .fontWeight(let weight): SwiftValues.weight(weight)
    case .duration(let milliseconds): Rounding.text(milliseconds / 1000)
    case .cubicBezier(let curve): self.curve(curve)
    case .number(let number): Rounding.text(number)
    case .strokeStyle(let style): stroke(style)
    case .border(let border): self.border(border)
    case .transition(let transition): self.transition(transition)
    case .shadow(let shadows):
      CodeExpression.call(
        "", shadows.map(shadow), open: "[", close: "]", room: room, indentation: 2)
    case .gradient(let stops): gradient(stops)
    case .typography(let typography): textStyle(typography)
    }
  }

  private func call(_ name: String, _ arguments: [String]) -> String {
    CodeExpression.call(name, arguments, room: room, indentation: 2)
  }

  private func rgba(_ color: Color) -> String {
    "\(colorType)(\(set.label)RGBA: 0x\(color.digits(opacityFirst: false)))"
  }

  private func strings(_ texts: [String]) -> String {
    CodeExpression.call(
      "", texts.map { CodeExpression.literal($0) }, open: "[", close: "]", room: room,
      indentation: 2)
  }

  private func curve(_ curve: CubicBezier) -> String {
    let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map(Rounding.text)
    return "\(set.prefix)Curve(\(numbers.joined(separator: ", ")))"
  }

  private func stroke(_ style: StrokeStyle) -> String {
    switch style {
    case .line(let line): return ".\(line.rawValue)"
    case .dashes(let lengths, let cap):
      let numbers = lengths.map { Rounding.text($0.points) }.joined(separator: ", ")
      return ".dashes([\(numbers)], cap: .\(cap.rawValue))"
    }
  }

  private func border(_ border: Border) -> String {
    call(
      set.prefix + "Border",
      [
        "color: \(rgba(border.color))", "width: \(Rounding.text(border.width.points))",
        "stroke: \(stroke(border.style))",
      ])
  }

  private func transition(_ transition: Transition) -> String {
    call(
      set.prefix + "Transition",
      [
        "duration: \(Rounding.text(transition.duration / 1000))",
        "delay: \(Rounding.text(transition.delay / 1000))", "curve: \(curve(transition.timing))",
      ])
  }

  /// A CSS blur is twice SwiftUI's radius.
  private func shadow(_ shadow: Shadow) -> String {
    call(
      set.prefix + "Shadow",
      [
        "color: \(rgba(shadow.color))", "radius: \(Rounding.text(shadow.blur.points / 2))",
        "x: \(Rounding.text(shadow.offsetX.points))", "y: \(Rounding.text(shadow.offsetY.points))",
        "spread: \(Rounding.text(shadow.spread.points))", "isInset: \(shadow.isInset)",
      ])
  }

  private func gradient(_ stops: [GradientStop]) -> String {
    let stops = stops.map {
      ".init(color: \(rgba($0.color)), location: \(Rounding.text($0.position)))"
    }
    let list = CodeExpression.call(
      "", stops, open: "[", close: "]", room: room, indentation: 2)
    return "\(gradientType)(stops: \(list))"
  }

  private func textStyle(_ type: Typography) -> String {
    call(
      set.prefix + "TextStyle",
      [
        "families: \(strings(type.fontFamily))", "size: \(Rounding.text(type.fontSize.points))",
        "weight: \(SwiftValues.weight(type.fontWeight))",
        "tracking: \(Rounding.text(type.letterSpacing.points))",
        "lineHeight: \(Rounding.text(type.lineHeight))",
        "relativeTo: .\((role.textStyle ?? .body).rawValue)", "isTabular: \(role.isTabular)",
        "isMonospaced: \(role.isMonospaced)", "isUppercase: \(role.isUppercase)",
      ])
  }

  /// SwiftUI has nine weights; others are drawn in the nearest.
  static func weight(_ weight: Double) -> String {
    let names = [
      ".ultraLight", ".thin", ".light", ".regular", ".medium", ".semibold", ".bold", ".heavy",
      ".black",
    ]
    let step = (max(100, min(weight, 900)) / 100).rounded()
    return names[max(0, min(Int(step) - 1, 8))]
  }
}
