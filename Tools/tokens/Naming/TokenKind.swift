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
    let levels = levels
    return "#" + (levels[3] == 255 ? levels.prefix(3) : levels[...]).map(Color.hexByte).joined()
  }

  /// Eight digits, opacity last or first.
  package func digits(opacityFirst: Bool) -> String {
    let levels = levels
    let ordered = opacityFirst ? [levels[3]] + levels.prefix(3) : levels
    return ordered.map(Color.hexByte).joined()
  }

  /// Two digits in capitals for a level of 0 … 255.
  package static func hexByte(_ level: Int) -> String {
    let text = String(level, radix: 16, uppercase: true)
    return text.count < 2 ? "0" + text : text
  }
}
