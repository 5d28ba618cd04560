import MeridianTokens
import Testing

@Suite("Luminance and ratio")
struct LuminanceTests {
  /// Pairs whose ratios are widely published, with two decimals rounded down.
  private static let pairs: [(Int, Int, String)] = [
    (0x000000, 0xffffff, "21.00"), (0xffffff, 0xffffff, "1.00"), (0x767676, 0xffffff, "4.54"),
    (0x777777, 0xffffff, "4.47"), (0x949494, 0xffffff, "3.03"), (0x959595, 0xffffff, "2.99"),
    (0x595959, 0xffffff, "7.00"), (0x5a5a5a, 0xffffff, "6.89"), (0x0000ff, 0xffffff, "8.59"),
    (0xff0000, 0xffffff, "3.99"), (0x008000, 0xffffff, "5.13"), (0xffff00, 0x000000, "19.55"),
  ]

  @Test func `known pairs have their known ratios, whichever comes first`() {
    for (one, other, text) in Self.pairs {
      #expect(Luminance.text(Luminance.ratio(.rgb(one), .rgb(other))) == text)
      #expect(Luminance.text(Luminance.ratio(.rgb(other), .rgb(one))) == text)
    }
  }

  @Test func `a ratio is rounded down and a whole one stays whole`() {
    #expect(Luminance.text(4.499_999) == "4.49")
    #expect(Luminance.text(4.5) == "4.50")
    #expect(Luminance.text(2.29) == "2.29")
    #expect(Luminance.text(1.0) == "1.00")
  }

  @Test func `the threshold of the curve is that of the erratum`() {
    func gray(_ level: Double) -> Double {
      Luminance.of(Color(red: level, green: level, blue: level))
    }
    #expect(abs(gray(0.04045) - 0.04045 / 12.92) < 1e-12)
    #expect(gray(0.0405) > 0.0405 / 12.92)
    #expect(gray(0) == 0 && abs(gray(1) - 1) < 1e-12)
  }

  @Test func `needs are those of AA, and of AAA under increased contrast`() {
    func need(_ ink: DesignToken.Role.Ink, _ contrast: Context.Contrast) -> String {
      let need = ContrastNeed(for: ink, in: contrast)
      return "\(need.text) \(need.level)"
    }
    #expect(
      DesignToken.Role.Ink.allCases.map { need($0, .standard) } == ["4.5 AA", "3 AA", "3 AA"])
    #expect(
      DesignToken.Role.Ink.allCases.map { need($0, .increased) } == ["7 AAA", "4.5 AAA", "4.5 AAA"])
  }
}

extension Color {
  /// Of a number like `0x158073`.
  static func rgb(_ number: Int, alpha: Double = 1) -> Color {
    Color(
      red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255,
      blue: Double(number & 255) / 255, alpha: alpha)
  }
}
