/// The color spaces a token may be written in.
///
/// Design Tokens Color Module 2025.10, 4.2: their keys, components and the components' ranges.
package enum ColorSpace: String, CaseIterable, Sendable {
  case srgb
  case srgbLinear = "srgb-linear"
  case hsl, hwb, lab, lch, oklab, oklch
  case displayP3 = "display-p3"
  case a98 = "a98-rgb"
  case prophoto = "prophoto-rgb"
  case rec2020
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"

  /// A component's name and the numbers it may be.
  struct Component: Sendable {
    var name: String
    var range: ClosedRange<Double>
    /// Whether the upper end is excluded, as a hue's 360 is.
    var isOpen = false

    func contains(_ value: Double) -> Bool {
      range.contains(value) && !(isOpen && value == range.upperBound)
    }
  }

  /// The three components in their order.
  var components: [Component] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98, .prophoto, .rec2020:
      ["red", "green", "blue"].map { Component(name: $0, range: 0...1) }
    case .xyzD65, .xyzD50: ["X", "Y", "Z"].map { Component(name: $0, range: 0...1) }
    case .hsl: [Self.hue, Self.percent("saturation"), Self.percent("lightness")]
    case .hwb: [Self.hue, Self.percent("whiteness"), Self.percent("blackness")]
    case .lab: [Self.percent("lightness"), Self.axis("a"), Self.axis("b")]
    case .oklab: [Self.lightness, Self.axis("a"), Self.axis("b")]
    case .lch: [Self.percent("lightness"), Self.chroma, Self.hue]
    case .oklch: [Self.lightness, Self.chroma, Self.hue]
    }
  }

  private static let hue = Component(name: "hue", range: 0...360, isOpen: true)
  private static let lightness = Component(name: "lightness", range: 0...1)
  private static let chroma = Component(name: "chroma", range: 0...Double.greatestFiniteMagnitude)

  private static func percent(_ name: String) -> Component { Component(name: name, range: 0...100) }

  private static func axis(_ name: String) -> Component {
    Component(
      name: name, range: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }
}
