/// A length on screen; 1 px is 1 pt in SwiftUI and 1 dp in Compose.
///
/// Design Tokens Format Module 2025.10, §8.2.
package struct Dimension: Hashable, Sendable {
  package enum Unit: String, Sendable { case px, rem }

  package var value: Double
  package var unit: Unit

  package init(_ value: Double, _ unit: Unit = .px) {
    self.value = value
    self.unit = unit
  }

  /// In points, with the usual 16 a rem.
  package var points: Double { unit == .px ? value : value * 16 }
}

/// An easing: two control points, x within 0 … 1. Format Module §8.6.
package struct CubicBezier: Hashable, Sendable {
  package var x1, y1, x2, y2: Double

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }
}

/// How a line is drawn. Format Module §9.2.
package enum StrokeStyle: Hashable, Sendable {
  package enum Line: String, CaseIterable, Sendable {
    case solid, dashed, dotted, double, groove, ridge, outset, inset
  }
  package enum Cap: String, CaseIterable, Sendable { case round, butt, square }

  case line(Line)
  case dashes([Dimension], cap: Cap)
}

/// Format Module §9.3.
package struct Border: Hashable, Sendable {
  package var color: Color
  package var width: Dimension
  package var style: StrokeStyle

  package init(color: Color, width: Dimension, style: StrokeStyle) {
    self.color = color
    self.width = width
    self.style = style
  }
}

/// Durations in milliseconds. Format Module §9.4.
package struct Transition: Hashable, Sendable {
  package var duration: Double
  package var delay: Double
  package var timing: CubicBezier

  package init(duration: Double, delay: Double, timing: CubicBezier) {
    self.duration = duration
    self.delay = delay
    self.timing = timing
  }
}

/// One shadow; the blur is CSS's, twice a SwiftUI radius. Format Module §9.5.
package struct Shadow: Hashable, Sendable {
  package var color: Color
  package var offsetX: Dimension
  package var offsetY: Dimension
  package var blur: Dimension
  package var spread: Dimension
  package var isInset: Bool

  package init(
    color: Color, offsetX: Dimension, offsetY: Dimension, blur: Dimension, spread: Dimension,
    isInset: Bool = false
  ) {
    self.color = color
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.blur = blur
    self.spread = spread
    self.isInset = isInset
  }
}

/// A color at a place of a gradient's axis, 0 … 1. Format Module §9.6.
package struct GradientStop: Hashable, Sendable {
  package var color: Color
  package var position: Double

  package init(color: Color, position: Double) {
    self.color = color
    self.position = position
  }
}

/// A type style. Format Module §9.7; `lineHeight` is a multiple of the size.
package struct Typography: Hashable, Sendable {
  package var fontFamily: [String]
  package var fontSize: Dimension
  package var fontWeight: Double
  package var letterSpacing: Dimension
  package var lineHeight: Double

  package init(
    fontFamily: [String], fontSize: Dimension, fontWeight: Double, letterSpacing: Dimension,
    lineHeight: Double
  ) {
    self.fontFamily = fontFamily
    self.fontSize = fontSize
    self.fontWeight = fontWeight
    self.letterSpacing = letterSpacing
    self.lineHeight = lineHeight
  }
}

/// What a token stands for in one context, all references followed.
package enum TokenValue: Hashable, Sendable {
  case color(Color)
  case dimension(Dimension)
  case fontFamily([String])
  /// 1 … 1000.
  case fontWeight(Double)
  /// Milliseconds.
  case duration(Double)
  case cubicBezier(CubicBezier)
  case number(Double)
  case strokeStyle(StrokeStyle)
  case border(Border)
  case transition(Transition)
  /// One or more, the first on top.
  case shadow([Shadow])
  case gradient([GradientStop])
  case typography(Typography)
}
