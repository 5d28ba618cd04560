// The little of SwiftUI that generated code uses: values, which remember what they were made from.
// Tests make what is `package` here public.
@_exported import Foundation

package struct Color: Hashable, Sendable {
  package enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

  /// `asset:Ink/primary`, or `#RRGGBBAA`.
  package let stub: String

  package init(_ name: String, bundle: Bundle? = nil) { stub = "asset:" + name }
  package init(
    _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {
    let bytes = [red, green, blue, opacity].map {
      String(format: "%02X", Int(($0 * 255).rounded()))
    }
    stub = "#" + bytes.joined()
  }
  package func opacity(_ opacity: Double) -> Color { self }
  package static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 1, green: 1, blue: 1)
}

package struct Gradient: Hashable, Sendable {
  package struct Stop: Hashable, Sendable {
    package var color: Color
    package var location: CGFloat
    package init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }
  package var stops: [Stop]
  package init(stops: [Stop]) { self.stops = stops }
}

package struct UnitPoint: Hashable, Sendable {
  package var x: CGFloat
  package var y: CGFloat
  package init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  package static let center = UnitPoint(x: 0.5, y: 0.5)
  package static let top = UnitPoint(x: 0.5, y: 0)
}

package struct Font: Hashable, Sendable {
  package enum TextStyle: String, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote
    case caption, caption2
  }
  package enum Design: String, Hashable, Sendable { case `default`, serif, rounded, monospaced }
  package struct Weight: Hashable, Sendable {
    package let stub: Int
    package static let ultraLight = Weight(stub: 100)
    package static let thin = Weight(stub: 200)
    package static let light = Weight(stub: 300)
    package static let regular = Weight(stub: 400)
    package static let medium = Weight(stub: 500)
    package static let semibold = Weight(stub: 600)
    package static let bold = Weight(stub: 700)
    package static let heavy = Weight(stub: 800)
    package static let black = Weight(stub: 900)
  }

  package var stub: String
  package static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(stub: "system \(size) \(weight?.stub ?? 400) \(design?.rawValue ?? "default")")
  }
  package static func custom(_ name: String, fixedSize: CGFloat) -> Font {
    Font(stub: "custom \(name) \(fixedSize)")
  }
  package func weight(_ weight: Weight) -> Font { Font(stub: stub + " \(weight.stub)") }
  package func monospaced() -> Font { Font(stub: stub + " monospaced") }
  package func monospacedDigit() -> Font { Font(stub: stub + " tabular") }
}

package struct Animation: Hashable, Sendable {
  package var stub: String
  package static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: TimeInterval = 0.35
  ) -> Animation { Animation(stub: "curve \(x1) \(y1) \(x2) \(y2) \(duration)") }
  package static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
  ) -> Animation { Animation(stub: String(format: "spring %.4f %.4f", response, dampingFraction)) }
  package func delay(_ delay: TimeInterval) -> Animation {
    Animation(stub: stub + " after \(delay)")
  }
}

@available(iOS 17, *)
package struct SensoryFeedback: Hashable, Sendable {
  package struct Weight: Hashable, Sendable {
    package let stub: String
    package static let light = Weight(stub: "light")
    package static let medium = Weight(stub: "medium")
    package static let heavy = Weight(stub: "heavy")
  }
  package struct Flexibility: Hashable, Sendable {
    package let stub: String
    package static let rigid = Flexibility(stub: "rigid")
    package static let solid = Flexibility(stub: "solid")
    package static let soft = Flexibility(stub: "soft")
  }
  package let stub: String
  package static let alignment = SensoryFeedback(stub: "alignment")
  package static let decrease = SensoryFeedback(stub: "decrease")
  package static let error = SensoryFeedback(stub: "error")
  package static let impact = SensoryFeedback(stub: "impact")
  package static let increase = SensoryFeedback(stub: "increase")
  package static let levelChange = SensoryFeedback(stub: "levelChange")
  package static let selection = SensoryFeedback(stub: "selection")
  package static let start = SensoryFeedback(stub: "start")
  package static let stop = SensoryFeedback(stub: "stop")
  package static let success = SensoryFeedback(stub: "success")
  package static let warning = SensoryFeedback(stub: "warning")
  package static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(stub: "impact(weight: .\(weight.stub), intensity: \(intensity))")
  }
  package static func impact(flexibility: Flexibility, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(stub: "impact(flexibility: .\(flexibility.stub), intensity: \(intensity))")
  }
}

package enum CGLineCap: Hashable, Sendable { case butt, round, square }

package struct StrokeStyle: Hashable, Sendable {
  package var lineWidth: CGFloat
  package var lineCap: CGLineCap
  package var dash: [CGFloat]
  package init(lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, dash: [CGFloat] = []) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.dash = dash
  }
}
