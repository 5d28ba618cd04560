/// The fixed parts of the Swift files; § stands for the set's name as a type, ¤ as a member.
enum SwiftTemplate {
  static let settings = """
    /// The settings that values of §'s tokens depend on.
    public struct §Settings: Hashable, Sendable {
      public var isDark: Bool
      public var increasesContrast: Bool
      public var reducesTransparency: Bool
      public var reducesMotion: Bool

      public init(
        isDark: Bool = false, increasesContrast: Bool = false, reducesTransparency: Bool = false,
        reducesMotion: Bool = false
      ) {
        self.isDark = isDark
        self.increasesContrast = increasesContrast
        self.reducesTransparency = reducesTransparency
        self.reducesMotion = reducesMotion
      }
    }

    extension EnvironmentValues {
      /// The settings a view is shown in: `@Environment(\\.¤Settings) private var settings`.
      public var ¤Settings: §Settings {
        §Settings(
          isDark: colorScheme == .dark, increasesContrast: colorSchemeContrast == .increased,
          reducesTransparency: accessibilityReduceTransparency,
          reducesMotion: accessibilityReduceMotion)
      }
    }
    """

  static let colors = """
    extension Bundle {
      /// The bundle that `Colors.xcassets` was compiled into.
      static let ¤Tokens: Bundle = {
        #if SWIFT_PACKAGE
          Bundle.module
        #else
          Bundle(for: §BundleMarker.self)
        #endif
      }()
    }

    private final class §BundleMarker {}

    extension Color {
      /// Red, green, blue and opacity in sRGB, 8 bits each.
      init(¤RGBA rgba: UInt32) {
        self.init(
          .sRGB, red: Double(rgba >> 24) / 255, green: Double(rgba >> 16 & 0xFF) / 255,
          blue: Double(rgba >> 8 & 0xFF) / 255, opacity: Double(rgba & 0xFF) / 255)
      }
    }
    """

  static let layout = """
    /// How a line is drawn. SwiftUI has solid and dashed lines; the other styles are drawn solid.
    public enum §Stroke: Hashable, Sendable {
      case solid, dashed, dotted, double, groove, ridge, outset, inset
      /// Lengths of dashes and gaps in turn, in points.
      case dashes([CGFloat], cap: Cap)

      public enum Cap: Hashable, Sendable { case round, butt, square }

      /// The style of a line of some width in points.
      public func style(width: CGFloat) -> StrokeStyle {
        switch self {
        case .dashed: StrokeStyle(lineWidth: width, dash: [3 * width, 2 * width])
        case .dotted: StrokeStyle(lineWidth: width, lineCap: .round, dash: [0, 2 * width])
        case .dashes(let lengths, .round):
          StrokeStyle(lineWidth: width, lineCap: .round, dash: lengths)
        case .dashes(let lengths, .butt):
          StrokeStyle(lineWidth: width, lineCap: .butt, dash: lengths)
        case .dashes(let lengths, .square):
          StrokeStyle(lineWidth: width, lineCap: .square, dash: lengths)
        default: StrokeStyle(lineWidth: width)
        }
      }
    }

    /// A line around a shape; its width in points.
    public struct §Border: Hashable, Sendable {
      public var color: Color
      public var width: CGFloat
      public var stroke: §Stroke
    }

    /// A shadow in points. `radius` is SwiftUI's, half of a CSS blur; `spread` widens the shape.
    public struct §Shadow: Hashable, Sendable {
      public var color: Color
      public var radius: CGFloat
      public var x: CGFloat
      public var y: CGFloat
      public var spread: CGFloat
      public var isInset: Bool
    }

    extension View {
      /// Lays the shadows of a token around a view of some shape, the first on top.
      public func ¤Shadow(_ shadows: [§Shadow], in shape: some InsettableShape) -> some View {
        background {
          ZStack {
            ForEach(Array(shadows.enumerated().reversed()), id: \\.offset) { _, shadow in
              §ShadowView(shadow: shadow, shape: shape)
            }
          }
          .accessibilityHidden(true)
        }
      }
    }

    /// A shadow outside of a shape, so that it does not darken a surface that light shines through;
    /// an inset one inside of it.
    struct §ShadowView<S: InsettableShape>: View {
      let shadow: §Shadow
      let shape: S

      var body: some View {
        let reach = 3 * shadow.radius + abs(shadow.spread) + abs(shadow.x) + abs(shadow.y)
        if shadow.isInset {
          Rectangle().fill(shadow.color).padding(-reach)
            .overlay { hole(inset: shadow.spread).offset(x: shadow.x, y: shadow.y) }
            .compositingGroup()
            .blur(radius: shadow.radius)
            .mask { shape }
        } else {
          shape.inset(by: -shadow.spread).fill(shadow.color)
            .offset(x: shadow.x, y: shadow.y)
            .blur(radius: shadow.radius)
            .mask {
              Rectangle().padding(-reach).overlay { hole(inset: 0) }.compositingGroup()
            }
        }
      }

      private func hole(inset: CGFloat) -> some View {
        shape.inset(by: inset).fill(Color.black).blendMode(.destinationOut)
      }
    }
    """

  static let motion = """
    /// An easing by two control points of a Bézier curve.
    public struct §Curve: Hashable, Sendable {
      public var x1, y1, x2, y2: Double

      public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
      }

      /// The animation of so many seconds; none when it takes no time.
      public func animation(duration: Double) -> Animation? {
        duration > 0 ? .timingCurve(x1, y1, x2, y2, duration: duration) : nil
      }
    }

    /// A change over time, in seconds.
    public struct §Transition: Hashable, Sendable {
      public var duration: Double
      public var delay: Double
      public var curve: §Curve

      /// None when it takes no time.
      public var animation: Animation? { curve.animation(duration: duration)?.delay(delay) }

      /// None under reduced motion, too.
      public func animation(in settings: §Settings) -> Animation? {
        settings.reducesMotion ? nil : animation
      }
    }

    /// A spring with a mass of 1: a damping ratio of 1 is critical, stiffness in 1/s².
    public struct §Spring: Hashable, Sendable {
      public var dampingRatio: Double
      public var stiffness: Double

      /// The time of one oscillation without damping, in seconds.
      public var response: Double { 2 * .pi / stiffness.squareRoot() }

      public var animation: Animation {
        .spring(response: response, dampingFraction: dampingRatio)
      }

      /// None under reduced motion.
      public func animation(in settings: §Settings) -> Animation? {
        settings.reducesMotion ? nil : animation
      }
    }
    """
}
