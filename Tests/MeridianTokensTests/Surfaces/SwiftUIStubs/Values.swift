// The little of SwiftUI that generated code uses: values, which remember what they were made from.
@_exported import Foundation

public struct Color: Hashable, Sendable {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

  /// `asset:Ink/primary`, or `#RRGGBBAA`.
  public let stub: String

  public init(_ name: String, bundle: Bundle? = nil) { stub = "asset:" + name }
  public init(
    _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {
    let bytes = [red, green, blue, opacity].map { String(format: "%02X", Int(($0 * 255).rounded())) }
    stub = "#" + bytes.joined()
  }
  public func opacity(_ opacity: Double) -> Color { self }
  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)
  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)
}

public struct Gradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    public var color: Color
    public var location: CGFloat
    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location
    }
  }
  public var stops: [Stop]
  public init(stops: [Stop]) { self.stops = stops }
}

public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let top = UnitPoint(x: 0.5, y: 0)
}

public struct Font: Hashable, Sendable {
  public enum TextStyle: String, Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote
    case caption, caption2
  }
  public enum Design: String, Hashable, Sendable { case `default`, serif, rounded, monospaced }
  public struct Weight: Hashable, Sendable {
    public let stub: Int
    public static let ultraLight = Weight(stub: 100)
    public static let thin = Weight(stub: 200)
    public static let light = Weight(stub: 300)
    public static let regular = Weight(stub: 400)
    public static let medium = Weight(stub: 500)
    public static let semibold = Weight(stub: 600)
    public static let bold = Weight(stub: 700)
    public static let heavy = Weight(stub: 800)
    public static let black = Weight(stub: 900)
  }

  public var stub: String
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(stub: "system \(size) \(weight?.stub ?? 400) \(design?.rawValue ?? "default")")
  }
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
    Font(stub: "custom \(name) \(fixedSize)")
  }
  public func weight(_ weight: Weight) -> Font { Font(stub: stub + " \(weight.stub)") }
  public func monospaced() -> Font { Font(stub: stub + " monospaced") }
  public func monospacedDigit() -> Font { Font(stub: stub + " tabular") }
}

public struct Animation: Hashable, Sendable {
  public var stub: String
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: TimeInterval = 0.35
  ) -> Animation { Animation(stub: "curve \(x1) \(y1) \(x2) \(y2) \(duration)") }
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
  ) -> Animation { Animation(stub: String(format: "spring %.4f %.4f", response, dampingFraction)) }
  public func delay(_ delay: TimeInterval) -> Animation { Animation(stub: stub + " after \(delay)") }
}

@available(iOS 17, *)
public struct SensoryFeedback: Hashable, Sendable {
  public struct Weight: Hashable, Sendable {
    public let stub: String
    public static let light = Weight(stub: "light")
    public static let medium = Weight(stub: "medium")
    public static let heavy = Weight(stub: "heavy")
  }
  public struct Flexibility: Hashable, Sendable {
    public let stub: String
    public static let rigid = Flexibility(stub: "rigid")
    public static let solid = Flexibility(stub: "solid")
    public static let soft = Flexibility(stub: "soft")
  }
  public let stub: String
  public static let alignment = SensoryFeedback(stub: "alignment")
  public static let decrease = SensoryFeedback(stub: "decrease")
  public static let error = SensoryFeedback(stub: "error")
  public static let impact = SensoryFeedback(stub: "impact")
  public static let increase = SensoryFeedback(stub: "increase")
  public static let levelChange = SensoryFeedback(stub: "levelChange")
  public static let selection = SensoryFeedback(stub: "selection")
  public static let start = SensoryFeedback(stub: "start")
  public static let stop = SensoryFeedback(stub: "stop")
  public static let success = SensoryFeedback(stub: "success")
  public static let warning = SensoryFeedback(stub: "warning")
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(stub: "impact(weight: .\(weight.stub), intensity: \(intensity))")
  }
  public static func impact(flexibility: Flexibility, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(stub: "impact(flexibility: .\(flexibility.stub), intensity: \(intensity))")
  }
}

public enum CGLineCap: Hashable, Sendable { case butt, round, square }

public struct StrokeStyle: Hashable, Sendable {
  public var lineWidth: CGFloat
  public var lineCap: CGLineCap
  public var dash: [CGFloat]
  public init(lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, dash: [CGFloat] = []) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.dash = dash
  }
}
