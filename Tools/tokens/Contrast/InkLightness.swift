/// An ink moved to other lightnesses: its hue stays, its chroma as far as sRGB has it.
///
/// Lightness, hue and chroma are those of OKLCH (CSS Color Module Level 4, §9).
package struct InkLightness {
  private let lightness, a, b: Double
  private let alpha: Double

  /// Levels between black and white that are tried.
  private static let steps = 400

  package init(_ color: Color) {
    let (red, green, blue) = (
      Luminance.linear(color.red), Luminance.linear(color.green), Luminance.linear(color.blue)
    )
    let long = RealMath.cubeRoot(
      0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let medium = RealMath.cubeRoot(
      0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let short = RealMath.cubeRoot(
      0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    lightness =
      0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short
    a = 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short
    b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short
    alpha = color.alpha
  }

  /// The colors of other lightness, the nearest first, as a screen of 8 bits shows them.
  package func moves() -> [Color] {
    (1...Self.steps).flatMap { step -> [Color] in
      let move = Double(step) / Double(Self.steps)
      return [lightness - move, lightness + move].filter { (0...1).contains($0) }.map(color)
    }
  }

  private func color(at lightness: Double) -> Color {
    var chroma = 1.0
    // Eight halvings leave less than an 8-bit level of chroma.
    var (low, high) = (0.0, 1.0)
    if !fits(channels(lightness, chroma)) {
      for _ in 0..<8 {
        chroma = (low + high) / 2
        if fits(channels(lightness, chroma)) { low = chroma } else { high = chroma }
      }
      chroma = low
    }
    let shown = channels(lightness, chroma).map {
      Double(Rounding.level(Luminance.encoded($0))) / Rounding.levels
    }
    return Color(red: shown[0], green: shown[1], blue: shown[2], alpha: alpha)
  }

  private func fits(_ channels: [Double]) -> Bool {
    channels.allSatisfy { (-1e-6...1 + 1e-6).contains($0) }
  }

  /// Linear red, green and blue of a lightness, with a share of the ink's chroma.
  private func channels(_ lightness: Double, _ chroma: Double) -> [Double] {
    let (a, b) = (a * chroma, b * chroma)
    let long = cubed(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let medium = cubed(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let short = cubed(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    return [
      4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
      -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
      -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
  }

  private func cubed(_ value: Double) -> Double { value * value * value }
}
