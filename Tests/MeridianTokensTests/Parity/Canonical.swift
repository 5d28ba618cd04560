import Foundation

@testable import MeridianTokens

/// A value as text after the rounding of every output, written without `Rounding`: two values are
/// the same on a screen when their texts are.
enum Canonical {
  /// - Parameter inPoints: whether the unit of a length is lost, as it is outside of CSS.
  static func text(_ value: TokenValue, inPoints: Bool = false) -> String {
    func length(_ dimension: Dimension) -> String {
      inPoints ? number(dimension.points) : number(dimension.value) + dimension.unit.rawValue
    }
    func style(_ style: StrokeStyle) -> String {
      switch style {
      case .line(let line): line.rawValue
      case .dashes(let lengths, let cap): "\(cap) " + lengths.map(length).joined(separator: " ")
      }
    }
    switch value {
    case .color(let color): return text(color)
    case .dimension(let dimension): return length(dimension)
    case .fontFamily(let names): return names.joined(separator: " / ")
    case .fontWeight(let weight), .number(let weight), .duration(let weight):
      return number(weight)
    case .cubicBezier(let timing): return text(timing)
    case .strokeStyle(let stroke): return style(stroke)
    case .border(let border):
      return [text(border.color), length(border.width), style(border.style)].joined(separator: " ")
    case .transition(let transition):
      return [number(transition.duration), number(transition.delay), text(transition.timing)]
        .joined(separator: " ")
    case .shadow(let shadows):
      return shadows.map { shadow in
        let lengths = [shadow.offsetX, shadow.offsetY, shadow.blur, shadow.spread].map(length)
        return ([text(shadow.color)] + lengths + [shadow.isInset ? "inset" : "outside"])
          .joined(separator: " ")
      }.joined(separator: ", ")
    case .gradient(let stops):
      return stops.map { "\(text($0.color)) \(number($0.position))" }.joined(separator: ", ")
    case .typography(let type):
      return [
        type.fontFamily.joined(separator: " / "), length(type.fontSize), number(type.fontWeight),
        length(type.letterSpacing), number(type.lineHeight),
      ].joined(separator: " ")
    }
  }

  static func text(_ color: Color) -> String {
    [color.red, color.green, color.blue, color.alpha].map { channel in
      String(Int((min(max(channel, 0), 1) * 255).rounded()))
    }.joined(separator: ".")
  }

  static func text(_ timing: CubicBezier) -> String {
    [timing.x1, timing.y1, timing.x2, timing.y2].map(number).joined(separator: " ")
  }

  /// Four decimals, halves away from zero.
  static func number(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return String(format: "%.4f", rounded == 0 ? 0 : rounded)
  }
}
