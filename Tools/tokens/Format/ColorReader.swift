/// Colors: Design Tokens Color Module 2025.10, 4.
extension Evaluator {
  /// The color of a part of a value.
  func color(_ node: JSONNode) throws(TokenProblem) -> Color {
    switch try operand(node, expected: .color) {
    case .written(let written): return try writtenColor(written)
    case .token(let target, _):
      guard case .color(let color) = target.value else { throw wrong(node, "a color", "The value") }
      return color
    }
  }

  func writtenColor(_ node: JSONNode) throws(TokenProblem) -> Color {
    if let text = node.string, text.hasPrefix("#") {
      throw TokenProblem(
        "The color is a text; write {\"colorSpace\": \"srgb\", \"components\": [red, green, blue]} "
          + "and \(Quote.of(text)) as its \"hex\".", at: node.place)
    }
    let parts = try parts(
      node, needed: ["colorSpace", "components"], optional: ["alpha", "hex"], of: "color")
    let space = try colorSpace(try part("colorSpace", of: parts, in: node))
    let components = try components(try part("components", of: parts, in: node), of: space)
    var alpha = 1.0
    if let node = parts["alpha"] {
      alpha = try number(node, "The alpha")
      guard (0...1).contains(alpha) else {
        throw TokenProblem("The alpha is outside 0 to 1; write one within.", at: node.place)
      }
    }
    let srgb = ColorConversion.srgb(space, components)
    let mapped = GamutMapping.map(srgb)
    let isInside = GamutMapping.isInside(srgb)
    if !isInside {
      warn(
        "The color lies outside sRGB and is drawn as \(Self.hex(mapped)), with less chroma; "
          + "choose one within to be sure of it.", at: node.place)
    }
    if let node = parts["hex"] { try checkHex(node, against: isInside ? mapped : nil) }
    return Color(red: mapped.x, green: mapped.y, blue: mapped.z, alpha: alpha)
  }

  private func colorSpace(_ part: JSONNode) throws(TokenProblem) -> ColorSpace {
    let node = try written(part, "a color space")
    guard let name = node.string else { throw wrong(node, "a text", "The color space") }
    if let space = ColorSpace(rawValue: name) { return space }
    let known = ColorSpace.allCases.map(\.rawValue)
    throw TokenProblem(
      "\(Quote.of(name)) is no color space"
        + Suggestion.text(
          for: name, among: known, otherwise: "; use one of \(Quote.list(known))."),
      at: node.place)
  }

  /// 4.2: three numbers within the space's ranges; "none" (4.1.1) counts as 0.
  private func components(
    _ part: JSONNode, of space: ColorSpace
  ) throws(TokenProblem) -> Vector {
    let node = try written(part, "an array of components")
    let kinds = space.components
    guard node.isArray, node.elements.count == kinds.count else {
      let names = kinds.map(\.name).joined(separator: ", ")
      throw TokenProblem(
        "The components of \(space.rawValue) are an array of \(kinds.count); write [\(names)].",
        at: node.place)
    }
    var values: [Double] = []
    for (kind, element) in zip(kinds, node.elements) {
      let value = try component(element, "The \(kind.name)")
      guard kind.contains(value) else {
        let upper = kind.range.upperBound
        let range =
          upper == .greatestFiniteMagnitude
          ? "is below 0; write 0 or more."
          : "is outside \(Int(kind.range.lowerBound)) to \(Int(upper))"
            + (kind.isOpen ? ", \(Int(upper)) excluded; write one within." : "; write one within.")
        throw TokenProblem("The \(kind.name) of \(space.rawValue) \(range)", at: element.place)
      }
      values.append(value)
    }
    return Vector(values[0], values[1], values[2])
  }

  private func component(_ part: JSONNode, _ what: String) throws(TokenProblem) -> Double {
    if part.string == "none" { return 0 }
    if part.isObject, case .written(let node) = try operand(part, expected: .number),
      node.string == "none"
    {
      return 0
    }
    if part.string != nil, !Reference.isAlias(part.string ?? "") {
      throw wrong(part, "a number or \"none\"", what)
    }
    return try number(part, what)
  }

  /// The fallback for tools that know no color spaces, which must be the same color.
  private func checkHex(_ part: JSONNode, against srgb: Vector?) throws(TokenProblem) {
    let node = try written(part, "a hex color")
    guard let text = node.string, text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7,
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = Int(text.dropFirst(), radix: 16)
    else {
      throw TokenProblem(
        "The hex fallback is not \"#\" and six hex digits; write \"#rrggbb\", without alpha.",
        at: node.place)
    }
    guard let srgb else { return }
    let written = [value >> 16, value >> 8 & 255, value & 255]
    let levels = srgb.components.map(Rounding.level)
    // Two roundings, of the components and of the hex digits, are one level at most.
    if zip(written, levels).contains(where: { abs($0 - $1) > 1 }) {
      warn(
        "The hex fallback \(Quote.of(text)) is another color than the components, which are "
          + "\(Self.hex(srgb)); change one of them.", at: node.place)
    }
  }

  private static func hex(_ srgb: Vector) -> String {
    "#"
      + srgb.components.map { component in
        let digits = String(Rounding.level(component), radix: 16)
        return digits.utf8.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
