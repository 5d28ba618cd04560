extension SwiftTemplate {
  static let type = """
    /// A type style that grows with Dynamic Type as a text style of the system does.
    public struct §TextStyle: Hashable, Sendable {
      /// The first that is known is used; names of the system's fonts stand for the system's.
      public var families: [String]
      /// Size and tracking in points at the standard size of text.
      public var size: CGFloat
      public var weight: Font.Weight
      public var tracking: CGFloat
      /// A multiple of the size.
      public var lineHeight: CGFloat
      public var relativeTo: Font.TextStyle
      public var isTabular: Bool
      public var isMonospaced: Bool
      public var isUppercase: Bool

      /// Points between lines, above the line of the system's font: 1.19 times the size.
      public var lineSpacing: CGFloat { max(0, (lineHeight - 1.19) * size) }

      /// The font in a size that has been scaled.
      public func font(size: CGFloat) -> Font {
        var font: Font
        switch families.first ?? "" {
        case "SF Mono", "ui-monospace", "monospace":
          font = .system(size: size, weight: weight, design: .monospaced)
        case "SF Pro Rounded", "ui-rounded":
          font = .system(size: size, weight: weight, design: .rounded)
        case "New York", "ui-serif", "serif":
          font = .system(size: size, weight: weight, design: .serif)
        case "", "SF Pro", "SF Pro Text", "SF Pro Display", "system-ui", "sans-serif",
          "ui-sans-serif":
          font = .system(size: size, weight: weight, design: isMonospaced ? .monospaced : .default)
        case let family:
          font = .custom(family, fixedSize: size).weight(weight)
          if isMonospaced { font = font.monospaced() }
        }
        return isTabular ? font.monospacedDigit() : font
      }
    }

    /// Sets text in a style of the tokens.
    public struct §TextStyleModifier: ViewModifier {
      private let style: §TextStyle
      @ScaledMetric private var size: CGFloat
      @ScaledMetric private var tracking: CGFloat
      @ScaledMetric private var lineSpacing: CGFloat

      public init(_ style: §TextStyle) {
        self.style = style
        _size = ScaledMetric(wrappedValue: style.size, relativeTo: style.relativeTo)
        _tracking = ScaledMetric(wrappedValue: style.tracking, relativeTo: style.relativeTo)
        _lineSpacing = ScaledMetric(wrappedValue: style.lineSpacing, relativeTo: style.relativeTo)
      }

      public func body(content: Content) -> some View {
        content
          .font(style.font(size: size))
          .tracking(tracking)
          .lineSpacing(lineSpacing)
          .textCase(style.isUppercase ? .uppercase : nil)
      }
    }

    extension View {
      /// Sets text in a style of the tokens: `Text("Layers").¤Text(…)`.
      public func ¤Text(_ style: §TextStyle) -> some View {
        modifier(§TextStyleModifier(style))
      }
    }
    """

  static let wallpaper = """
    /// Radial gradients, the first on top, over a linear one.
    public struct §Wallpaper: Hashable, Sendable {
      public var radials: [Radial]
      public var linear: Linear

      /// The radius is a share of the longer side.
      public struct Radial: Hashable, Sendable {
        public var center: UnitPoint
        public var radius: CGFloat
        public var gradient: Gradient
      }

      /// The angle in degrees: 0 to the top, clockwise, as in CSS.
      public struct Linear: Hashable, Sendable {
        public var angle: Double
        public var gradient: Gradient

        /// Where the gradient ends in a shape of this size: the corner the angle points at lies on
        /// the last color's edge.
        public func end(in size: CGSize) -> UnitPoint {
          guard size.width > 0, size.height > 0 else { return .center }
          let sine = CGFloat(sin(angle * .pi / 180))
          let cosine = CGFloat(cos(angle * .pi / 180))
          let half = (abs(size.width * sine) + abs(size.height * cosine)) / 2
          return UnitPoint(x: 0.5 + sine * half / size.width, y: 0.5 - cosine * half / size.height)
        }

        /// Where it starts: opposite of the end.
        public func start(in size: CGSize) -> UnitPoint {
          let end = end(in: size)
          return UnitPoint(x: 1 - end.x, y: 1 - end.y)
        }
      }
    }

    /// Fills its place with a wallpaper.
    public struct §WallpaperView: View {
      private let wallpaper: §Wallpaper

      public init(_ wallpaper: §Wallpaper) { self.wallpaper = wallpaper }

      public var body: some View {
        GeometryReader { geometry in
          let size = geometry.size
          ZStack {
            LinearGradient(
              gradient: wallpaper.linear.gradient, startPoint: wallpaper.linear.start(in: size),
              endPoint: wallpaper.linear.end(in: size))
            ForEach(Array(wallpaper.radials.enumerated().reversed()), id: \\.offset) { _, radial in
              RadialGradient(
                gradient: radial.gradient, center: radial.center, startRadius: 0,
                endRadius: radial.radius * max(size.width, size.height))
            }
          }
        }
        .accessibilityHidden(true)
      }
    }
    """
}
