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
