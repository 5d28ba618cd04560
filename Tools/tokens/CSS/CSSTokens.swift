/// Tokens as custom properties, whole and in the parts the web needs.
struct CSSTokens {
  private(set) var rules: [CSSRule] = []
  /// The properties that hold a type style, which get a class.
  private(set) var typeStyles: [(name: String, role: DesignToken.Role, style: Typography)] = []
  private var names: [TokenPath: String] = [:]
  private var tokens: [TokenPath: DesignToken] = [:]

  /// - Parameter registry: takes every property's name.
  init(_ tokens: [DesignToken], registry: inout CSSNames) throws(TokenProblem) {
    for token in tokens {
      let owner = CSSNames.Owner(text: "the token “\(token.path)”", place: token.place)
      let name = try CSSNames.kebab(token.path.names, of: owner)
      names[token.path] = name
      self.tokens[token.path] = token
      let base = token.value[CSSPreference.contexts[0]]
      let values = CSSPreference.contexts.map { token.value[$0] }
      for part in CSSPart.parts(of: values, role: token.role) {
        let property = "--" + name + part.suffix
        try registry.take(property, for: owner)
        rules.append(Self.rule(property, token, part))
      }
      if case .typography(let style) = base { typeStyles.append((name, token.role, style)) }
    }
  }

  private static func rule(_ property: String, _ token: DesignToken, _ part: CSSPart) -> CSSRule {
    let remark = token.deprecation.map { $0.isEmpty ? "deprecated" : "deprecated: \($0)" }
    let texts = token.value.map { part.text($0) ?? "initial" }
    return CSSRule(property, remark: part.suffix.isEmpty ? remark : nil) { texts[$0] }
  }

  /// A token's name without the hyphens before it.
  func name(of path: TokenPath) -> String? { names[path] }

  /// The token of a path, or an error that says who asked for it.
  func token(_ path: TokenPath, for user: String) throws(TokenProblem) -> DesignToken {
    if let token = tokens[path] { return token }
    throw TokenProblem("\(user) names the token “\(path)”, which is not there: add or correct it.")
  }

  /// `var(--glass-rim)` for a token, `var(--glass-rim-width)` for a part of it.
  func reference(
    _ path: TokenPath, part: String = "", for user: String
  ) throws(TokenProblem) -> String {
    let token = try token(path, for: user)
    return "var(--\(names[token.path] ?? "")\(part))"
  }
}

/// A part of a token's value that is a custom property of its own.
struct CSSPart {
  /// Behind the token's name; empty for the whole.
  var suffix: String
  /// nil for a value of another type, which reading a set refuses.
  var text: @Sendable (TokenValue) -> String?

  /// The whole first, then what of it CSS takes one by one.
  ///
  /// - Parameter values: the token's value in every context; all are of one type.
  static func parts(of values: [TokenValue], role: DesignToken.Role) -> [CSSPart] {
    let whole = CSSPart(suffix: "", text: { Self.whole($0) })
    switch values.first {
    case .border: return [whole] + borderParts + dashParts(of: values)
    case .strokeStyle: return [whole] + dashParts(of: values)
    case .transition: return [whole] + transitionParts
    case .typography: return [whole] + typeParts(role)
    default: return [whole]
    }
  }

  private static func whole(_ value: TokenValue) -> String {
    switch value {
    case .color(let color): CSSValue.text(color)
    case .dimension(let dimension): CSSValue.text(dimension)
    case .fontFamily(let families): CSSValue.text(families)
    case .fontWeight(let number), .number(let number): Rounding.text(number)
    case .duration(let duration): CSSValue.milliseconds(duration)
    case .cubicBezier(let timing): CSSValue.text(timing)
    case .strokeStyle(let style): CSSValue.keyword(style)
    case .border(let border): CSSValue.text(border)
    case .transition(let transition): CSSValue.text(transition)
    case .shadow(let shadows): CSSValue.text(shadows)
    case .gradient(let stops): CSSValue.text(stops)
    case .typography(let type): CSSValue.text(type)
    }
  }

  private static let borderParts = [
    border("-width") { CSSValue.text($0.width) },
    border("-style") { CSSValue.keyword($0.style) },
    border("-color") { CSSValue.text($0.color) },
  ]

  private static func border(_ suffix: String, _ text: @escaping @Sendable (Border) -> String)
    -> CSSPart
  {
    CSSPart(suffix: suffix) { value in
      if case .border(let border) = value { text(border) } else { nil }
    }
  }

  private static let transitionParts = [
    transition("-duration") { CSSValue.milliseconds($0.duration) },
    transition("-timing") { CSSValue.text($0.timing) },
    transition("-delay") { CSSValue.milliseconds($0.delay) },
  ]

  private static func transition(
    _ suffix: String, _ text: @escaping @Sendable (Transition) -> String
  ) -> CSSPart {
    CSSPart(suffix: suffix) { value in
      if case .transition(let transition) = value { text(transition) } else { nil }
    }
  }

  /// For `stroke-dasharray` and `stroke-linecap` of SVG; boxes of CSS have no dashes of any length.
  private static func dashParts(of values: [TokenValue]) -> [CSSPart] {
    guard values.contains(where: { dashes(in: $0) != nil }) else { return [] }
    return [
      dashes("-dashes") { lengths, _ in lengths.map(CSSValue.text).joined(separator: " ") },
      dashes("-cap") { _, cap in cap.rawValue },
    ]
  }

  private static func dashes(
    _ suffix: String, _ text: @escaping @Sendable ([Dimension], StrokeStyle.Cap) -> String
  ) -> CSSPart {
    CSSPart(suffix: suffix) { value in
      dashes(in: value).map { text($0.lengths, $0.cap) } ?? "initial"
    }
  }

  private static func dashes(
    in value: TokenValue
  ) -> (lengths: [Dimension], cap: StrokeStyle.Cap)? {
    switch value {
    case .strokeStyle(.dashes(let lengths, let cap)): return (lengths, cap)
    case .border(let border):
      if case .dashes(let lengths, let cap) = border.style { return (lengths, cap) }
      return nil
    default: return nil
    }
  }

  /// What the shorthand `font` leaves out comes with them; digits and capitals where asked for.
  private static func typeParts(_ role: DesignToken.Role) -> [CSSPart] {
    var parts = [
      type("-family") { CSSValue.text($0.fontFamily) },
      type("-size") { CSSValue.text($0.fontSize) },
      type("-weight") { Rounding.text($0.fontWeight) },
      type("-line-height") { Rounding.text($0.lineHeight) },
      type("-letter-spacing") { CSSValue.text($0.letterSpacing) },
    ]
    if role.isTabular { parts.append(type("-numeric") { _ in "tabular-nums" }) }
    if role.isUppercase { parts.append(type("-transform") { _ in "uppercase" }) }
    return parts
  }

  private static func type(_ suffix: String, _ text: @escaping @Sendable (Typography) -> String)
    -> CSSPart
  {
    CSSPart(suffix: suffix) { value in
      if case .typography(let type) = value { text(type) } else { nil }
    }
  }
}
