/// What a reader can ask for, and the two ways CSS hears of it: a media query, and an attribute of
/// the root element, which wins in both directions.
struct CSSPreference: Sendable {
  /// Its place in a mask of preferences, and in `Context.index`.
  var bit: Int
  /// The media feature that asks for it.
  var query: String
  var attribute: String
  /// The attribute's values: asking for it, and declining whatever the media feature says.
  var asking: String
  var declining: String
  /// Named in comments.
  var name: String

  static let all = [
    CSSPreference(
      bit: 0, query: "(prefers-color-scheme: dark)", attribute: "data-theme", asking: "dark",
      declining: "light", name: "dark"),
    CSSPreference(
      bit: 1, query: "(prefers-contrast: more)", attribute: "data-contrast", asking: "increased",
      declining: "standard", name: "increased contrast"),
    CSSPreference(
      bit: 2, query: "(prefers-reduced-transparency: reduce)", attribute: "data-transparency",
      asking: "reduced", declining: "standard", name: "reduced transparency"),
    CSSPreference(
      bit: 3, query: "(prefers-reduced-motion: reduce)", attribute: "data-motion",
      asking: "reduced", declining: "standard", name: "reduced motion"),
  ]

  /// Masks of preferences, fewer first: whatever holds, the last mask that is part of it is
  /// the most exact one.
  static let masks = (0..<(1 << all.count)).sorted {
    ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1)
  }

  /// The web's contexts; the one at `mask` has just its preferences.
  static let contexts = Context.all.filter { $0.platform == .web }

  /// The condition under which a backdrop can be blurred.
  static let canBlur =
    "(backdrop-filter: blur(1px)) or (-webkit-backdrop-filter: blur(1px))"
}

/// One way in which the preferences of a mask hold.
struct CSSVariant {
  /// Nested conditions from the outside in, `@media …` and `@supports …`.
  var conditions: [String] = []
  /// What the root element must be like: `[data-theme="dark"]`.
  var attributes = ""

  /// Every way of a mask. Where a backdrop cannot be blurred everything is as if less transparency
  /// were asked for: that design is the opaque fallback.
  static func variants(of mask: Int, canBlur: Bool) -> [CSSVariant] {
    var ways = [(queries: [String](), attributes: "", blurless: false)]
    for preference in CSSPreference.all where mask & (1 << preference.bit) != 0 {
      let name = preference.attribute
      ways = ways.flatMap { way in
        var asked = way
        asked.queries.append(preference.query)
        asked.attributes += ":not([\(name)=\"\(preference.declining)\"])"
        var set = way
        set.attributes += "[\(name)=\"\(preference.asking)\"]"
        guard preference.bit == 2, !canBlur else { return [asked, set] }
        var blurless = way
        blurless.blurless = true
        return [asked, set, blurless]
      }
    }
    return ways.map { way in
      var variant = CSSVariant(attributes: way.attributes)
      if way.blurless { variant.conditions.append("@supports not (\(CSSPreference.canBlur))") }
      if !way.queries.isEmpty {
        variant.conditions.append("@media " + way.queries.joined(separator: " and "))
      }
      return variant
    }
  }
}
