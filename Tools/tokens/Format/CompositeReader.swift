/// The composite types: Format Module 9. Every part is written or refers to a token of its type.
extension Evaluator {
  private func dimension(_ node: JSONNode) throws(TokenProblem) -> Dimension {
    guard case .dimension(let value) = try subvalue(node, .dimension) else {
      throw wrong(node, "a dimension", "The value")
    }
    return value
  }

  private func duration(_ node: JSONNode) throws(TokenProblem) -> Double {
    guard case .duration(let value) = try subvalue(node, .duration) else {
      throw wrong(node, "a duration", "The value")
    }
    return value
  }

  /// A part that has a type of its own.
  private func subvalue(_ node: JSONNode, _ type: TokenType) throws(TokenProblem) -> TokenValue {
    switch try operand(node, expected: type) {
    case .token(let target, _): target.value
    case .written(let written): try value(written, as: type)
    }
  }

  func writtenStrokeStyle(_ node: JSONNode) throws(TokenProblem) -> StrokeStyle {
    if let name = node.string {
      if let line = StrokeStyle.Line(rawValue: name) { return .line(line) }
      let known = StrokeStyle.Line.allCases.map(\.rawValue)
      throw TokenProblem(
        "\(Quote.of(name)) is no stroke style"
          + Suggestion.text(
            for: name, among: known, otherwise: "; use one of \(Quote.list(known))."),
        at: node.place)
    }
    let parts = try parts(node, needed: ["dashArray", "lineCap"], of: "stroke style")
    let array = try written(try part("dashArray", of: parts, in: node), "an array of dimensions")
    guard array.isArray, !array.elements.isEmpty else {
      throw TokenProblem(
        "The dash array is not an array of dimensions; write at least one.", at: array.place)
    }
    var dashes: [Dimension] = []
    for element in array.elements { dashes.append(try dimension(element)) }
    let cap = try written(try part("lineCap", of: parts, in: node), "a line cap")
    guard let name = cap.string, let cap = StrokeStyle.Cap(rawValue: name) else {
      throw TokenProblem(
        "The line cap is none of \"round\", \"butt\" and \"square\"; use one of them.",
        at: cap.place)
    }
    return .dashes(dashes, cap: cap)
  }

  func writtenBorder(_ node: JSONNode) throws(TokenProblem) -> Border {
    let parts = try parts(node, needed: ["color", "width", "style"], of: "border")
    let style = try part("style", of: parts, in: node)
    let color = try color(try part("color", of: parts, in: node))
    let width = try dimension(try part("width", of: parts, in: node))
    guard case .strokeStyle(let style) = try subvalue(style, .strokeStyle) else {
      throw wrong(style, "a stroke style", "The style")
    }
    return Border(color: color, width: width, style: style)
  }

  func writtenTransition(_ node: JSONNode) throws(TokenProblem) -> Transition {
    let parts = try parts(node, needed: ["duration", "delay", "timingFunction"], of: "transition")
    let timing = try part("timingFunction", of: parts, in: node)
    let duration = try duration(try part("duration", of: parts, in: node))
    let delay = try self.duration(try part("delay", of: parts, in: node))
    guard case .cubicBezier(let curve) = try subvalue(timing, .cubicBezier) else {
      throw wrong(timing, "a cubic Bézier", "The timing function")
    }
    return Transition(duration: duration, delay: delay, timing: curve)
  }

  /// One shadow, or an array of shadows and references to tokens with one shadow (9.1, 9.6).
  func writtenShadows(_ node: JSONNode) throws(TokenProblem) -> [Shadow] {
    guard node.isArray else { return [try writtenShadow(node)] }
    var shadows: [Shadow] = []
    for element in node.elements {
      switch try operand(element, expected: .shadow) {
      case .written(let written): shadows.append(try writtenShadow(written))
      case .token(let target, _):
        guard case .shadow(let referred) = target.value, referred.count == 1 else {
          throw TokenProblem(
            "A reference inside an array of shadows stands for one shadow, and this one has "
              + "several; refer to a token with one.", at: element.place)
        }
        shadows += referred
      }
    }
    guard !shadows.isEmpty else {
      throw TokenProblem("The array of shadows is empty; write at least one.", at: node.place)
    }
    return shadows
  }

  private func writtenShadow(_ node: JSONNode) throws(TokenProblem) -> Shadow {
    let parts = try parts(
      node, needed: ["color", "offsetX", "offsetY", "blur", "spread"], optional: ["inset"],
      of: "shadow")
    var isInset = false
    if let part = parts["inset"] {
      let inset = try written(part, "true or false")
      guard let value = inset.bool else { throw wrong(inset, "true or false", "The inset") }
      isInset = value
    }
    return Shadow(
      color: try color(try part("color", of: parts, in: node)),
      offsetX: try dimension(try part("offsetX", of: parts, in: node)),
      offsetY: try dimension(try part("offsetY", of: parts, in: node)),
      blur: try dimension(try part("blur", of: parts, in: node)),
      spread: try dimension(try part("spread", of: parts, in: node)), isInset: isInset)
  }

  /// Stops, and references to gradients of one stop (9.1, 9.7); positions are clamped.
  func writtenGradient(_ node: JSONNode) throws(TokenProblem) -> [GradientStop] {
    guard node.isArray, !node.elements.isEmpty else {
      throw TokenProblem(
        "A gradient is an array of stops; write at least one {\"color\": …, \"position\": …}.",
        at: node.place)
    }
    var stops: [GradientStop] = []
    for element in node.elements {
      switch try operand(element, expected: .gradient) {
      case .written(let written): stops.append(try writtenStop(written))
      case .token(let target, _):
        guard case .gradient(let referred) = target.value, referred.count == 1 else {
          throw TokenProblem(
            "A reference inside a gradient stands for one stop, and this one has several; refer to "
              + "a gradient with one.", at: element.place)
        }
        stops += referred
      }
    }
    return stops
  }

  private func writtenStop(_ node: JSONNode) throws(TokenProblem) -> GradientStop {
    let parts = try parts(node, needed: ["color", "position"], of: "gradient stop")
    let color = try color(try part("color", of: parts, in: node))
    let position = try number(try part("position", of: parts, in: node), "The position")
    return GradientStop(color: color, position: min(max(position, 0), 1))
  }

  func writtenTypography(_ node: JSONNode) throws(TokenProblem) -> Typography {
    let parts = try parts(
      node, needed: ["fontFamily", "fontSize", "fontWeight", "letterSpacing", "lineHeight"],
      of: "typography")
    let family = try part("fontFamily", of: parts, in: node)
    let weight = try part("fontWeight", of: parts, in: node)
    guard case .fontFamily(let names) = try subvalue(family, .fontFamily) else {
      throw wrong(family, "a font family", "The font family")
    }
    guard case .fontWeight(let weightValue) = try subvalue(weight, .fontWeight) else {
      throw wrong(weight, "a font weight", "The font weight")
    }
    return Typography(
      fontFamily: names, fontSize: try dimension(try part("fontSize", of: parts, in: node)),
      fontWeight: weightValue,
      letterSpacing: try dimension(try part("letterSpacing", of: parts, in: node)),
      lineHeight: try number(try part("lineHeight", of: parts, in: node), "The line height"))
  }
}
