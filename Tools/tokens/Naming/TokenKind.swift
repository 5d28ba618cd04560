/// A token's type without its value.
package enum TokenKind: CaseIterable, Sendable {
  case color, dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border
  case transition, shadow, gradient, typography
}

extension TokenValue {
  package var kind: TokenKind {
    switch self {
    case .color: .color
    case .dimension: .dimension
    case .fontFamily: .fontFamily
    case .fontWeight: .fontWeight
    case .duration: .duration
    case .cubicBezier: .cubicBezier
    case .number: .number
    case .strokeStyle: .strokeStyle
    case .border: .border
    case .transition: .transition
    case .shadow: .shadow
    case .gradient: .gradient
    case .typography: .typography
    }
  }
}

extension DesignToken {
  /// The type, which is the same in every context.
  package var kind: TokenKind { value[Context()].kind }
}

extension Color {
  /// `#RRGGBB`, with opacity `#RRGGBBAA`.
  package var hex: String {
    let opacity = Rounding.level(alpha)
    return "#" + opaqueDigits + (opacity == 255 ? "" : Color.hexByte(opacity))
  }

  /// Eight digits, opacity last or first.
  package func digits(opacityFirst: Bool) -> String {
    let opacity = Color.hexByte(Rounding.level(alpha))
    return opacityFirst ? opacity + opaqueDigits : opaqueDigits + opacity
  }

  private var opaqueDigits: String {
    Color.hexByte(Rounding.level(red)) + Color.hexByte(Rounding.level(green))
      + Color.hexByte(Rounding.level(blue))
  }

  /// Two digits in capitals for a level of 0 … 255.
  package static func hexByte(_ level: Int) -> String { hexBytes[max(0, min(level, 255))] }

  private static let hexBytes = (0...255).map { level in
    (level < 16 ? "0" : "") + String(level, radix: 16, uppercase: true)
  }
}
