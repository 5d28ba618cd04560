/// Springs as custom properties: an easing and how long it takes, and the numbers themselves.
struct CSSSprings {
  private(set) var rules: [CSSRule] = []
  /// The same easings where a browser knows `linear()`.
  private(set) var exact: [CSSRule] = []

  /// - Parameter registry: takes every property's name.
  init(_ springs: [Spring], registry: inout CSSNames) throws(TokenProblem) {
    for spring in springs {
      let owner = CSSNames.Owner(text: "the spring “\(spring.name)”", place: nil)
      let name = "--spring-" + (try CSSNames.kebab([spring.name], of: owner))
      let easing = try SpringEasing(spring)
      let stiffness = Rounding.text(spring.stiffness)
      let added = [
        CSSRule(name) { _ in CSSValue.text(easing.bezier) },
        // Who asks for less motion gets the end at once.
        CSSRule(name + "-duration") { $0.motion == .reduced ? "0ms" : "\(easing.duration)ms" },
        CSSRule(name + "-damping-ratio") { _ in Rounding.text(spring.dampingRatio) },
        CSSRule(name + "-stiffness") { _ in stiffness },
      ]
      for property in added.flatMap(\.properties) { try registry.take(property, for: owner) }
      rules += added
      exact.append(CSSRule(name) { _ in easing.linear })
    }
  }
}
