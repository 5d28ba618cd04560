/// A token's type and values as Kotlin expressions.
struct KotlinValues {
  let set: KotlinSet
  private let kind: TokenType
  private let role: DesignToken.Role
  /// Columns for an expression on the line where it begins.
  var room = 60

  init(set: KotlinSet, token: DesignToken) {
    self.set = set
    kind = token.type
    role = token.role
  }

  /// The type a property is declared with.
  var type: String {
    switch kind {
    case .color: "Color"
    case .dimension: "Dp"
    case .fontFamily: "\(set.qualified("List"))<\(set.qualified("String"))>"
    case .fontWeight: "FontWeight"
    case .duration: "Int"
    case .number: "Float"
    case .cubicBezier: "CubicBezierEasing"
    case .strokeStyle: set.prefix + "Stroke"
    case .border: set.prefix + "Border"
    case .transition: set.prefix + "Transition"
    case .shadow: "\(set.qualified("List"))<\(set.prefix)Shadow>"
    case .gradient: "\(set.prefix)Gradient"
    case .typography: set.prefix + "TextStyle"
    }
  }

  /// A value; every expression is rounded as `Rounding` says, times to milliseconds.
  func expression(_ value: TokenValue) -> String {
    switch value {
    case .color(let color): self.color(color)
    case .dimension(let dimension): KotlinValues.unit(dimension.points, "dp")
    case .fontFamily(let names): list(names.map { literal($0) })
    case .fontWeight(let weight): self.weight(weight)
    case .duration(let duration): KotlinValues.milliseconds(duration)
    case .cubicBezier(let curve): self.curve(curve)
    case .number(let number): KotlinValues.float(number)
    case .strokeStyle(let style): stroke(style)
    case .border(let border): self.border(border)
    case .transition(let transition): self.transition(transition)
    case .shadow(let shadows): list(shadows.map(shadow))
    case .gradient(let stops): gradient(stops)
    case .typography(let typography): textStyle(typography)
    }
  }

  private func call(_ name: String, _ arguments: [String]) -> String {
    CodeExpression.call(name, arguments, room: room, indentation: 4)
  }

  private func list(_ items: [String]) -> String { call("listOf", items) }

  private func literal(_ text: String) -> String { CodeExpression.literal(text, special: ["$"]) }

  func color(_ color: Color) -> String {
    "\(set.qualified("Color"))(0x\(color.digits(opacityFirst: true)))"
  }

  static func unit(_ value: Double, _ unit: String) -> String {
    let text = Rounding.text(value)
    return (text.hasPrefix("-") ? "(\(text))" : text) + "." + unit
  }

  static func float(_ value: Double) -> String { Rounding.text(value) + "f" }

  /// Whole milliseconds, which is what Compose's animations take; at most a day.
  static func milliseconds(_ duration: Double) -> String {
    String(Int(max(0, min(duration, 86_400_000)).rounded()))
  }

  private func weight(_ weight: Double) -> String {
    "\(set.qualified("FontWeight"))(\(Int(max(1, min(weight, 1000)).rounded())))"
  }

  private func curve(_ curve: CubicBezier) -> String {
    let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map(KotlinValues.float)
    return "\(set.qualified("CubicBezierEasing"))(\(numbers.joined(separator: ", ")))"
  }

  private func stroke(_ style: StrokeStyle) -> String {
    let line = set.prefix + "Line."
    switch style {
    case .line(let name):
      return "\(set.prefix)Stroke(\(line)\(Identifier.upperCamel([name.rawValue])))"
    case .dashes(let lengths, let cap):
      let lengths = list(lengths.map { KotlinValues.unit($0.points, "dp") })
      let cap = set.qualified("StrokeCap") + "." + Identifier.upperCamel([cap.rawValue])
      return call(set.prefix + "Stroke", ["\(line)Dashes", lengths, cap])
    }
  }

  private func border(_ border: Border) -> String {
    call(
      set.prefix + "Border",
      [
        "color = \(color(border.color))",
        "width = \(KotlinValues.unit(border.width.points, "dp"))",
        "stroke = \(stroke(border.style))",
      ])
  }

  private func transition(_ transition: Transition) -> String {
    call(
      set.prefix + "Transition",
      [
        "durationMillis = \(KotlinValues.milliseconds(transition.duration))",
        "delayMillis = \(KotlinValues.milliseconds(transition.delay))",
        "easing = \(curve(transition.timing))",
      ])
  }

  private func shadow(_ shadow: Shadow) -> String {
    call(
      set.prefix + "Shadow",
      [
        "color = \(color(shadow.color))", "blur = \(KotlinValues.unit(shadow.blur.points, "dp"))",
        "x = \(KotlinValues.unit(shadow.offsetX.points, "dp"))",
        "y = \(KotlinValues.unit(shadow.offsetY.points, "dp"))",
        "spread = \(KotlinValues.unit(shadow.spread.points, "dp"))",
        "isInset = \(shadow.isInset)",
      ])
  }

  private func gradient(_ stops: [GradientStop]) -> String {
    call(
      set.prefix + "Gradient",
      stops.map { "\(KotlinValues.float($0.position)) to \(color($0.color))" })
  }

  private func textStyle(_ type: Typography) -> String {
    call(
      set.prefix + "TextStyle",
      [
        "families = \(list(type.fontFamily.map { literal($0) }))",
        "size = \(KotlinValues.unit(type.fontSize.points, "sp"))",
        "weight = \(weight(type.fontWeight))",
        "tracking = \(KotlinValues.unit(type.letterSpacing.points, "sp"))",
        "lineHeight = \(KotlinValues.unit(type.lineHeight, "em"))",
        "isTabular = \(role.isTabular)", "isMonospaced = \(role.isMonospaced)",
        "isUppercase = \(role.isUppercase)",
      ])
  }
}
