/// Components of a color space as gamma-encoded sRGB, which may lie outside 0 … 1.
///
/// W3C CSS Color Module Level 4: 7 (HSL), 8 (HWB), 9 (Lab, LCH, Oklab, OkLCh), 10 (predefined
/// spaces); by way of XYZ with the white D65.
enum ColorConversion {
  /// Components as the token writes them, within their ranges; "none" has become 0.
  static func srgb(_ space: ColorSpace, _ components: Vector) -> Vector {
    switch space {
    case .srgb: components
    case .hsl: hsl(components)
    case .hwb: hwb(components)
    case .srgbLinear: components.map(encoded)
    default: (ColorMatrices.xyzToSRGB * xyz(space, components)).map(encoded)
    }
  }

  /// XYZ with the white D65 of a space that is no model of sRGB.
  private static func xyz(_ space: ColorSpace, _ components: Vector) -> Vector {
    switch space {
    case .displayP3: ColorMatrices.displayP3ToXYZ * components.map(linear)
    case .a98: ColorMatrices.a98ToXYZ * components.map { power($0, 563 / 256) }
    case .rec2020: ColorMatrices.rec2020ToXYZ * components.map(rec2020Linear)
    case .prophoto:
      ColorMatrices.d50ToD65 * (ColorMatrices.prophotoToXYZ50 * components.map(prophotoLinear))
    case .xyzD50: ColorMatrices.d50ToD65 * components
    case .lab: ColorMatrices.d50ToD65 * lab(components)
    case .lch: ColorMatrices.d50ToD65 * lab(rectangular(components))
    case .oklab: oklabToXYZ(components)
    case .oklch: oklabToXYZ(rectangular(components))
    case .srgb, .srgbLinear, .hsl, .hwb, .xyzD65: components
    }
  }

  /// sRGB's curve to light, mirrored below 0.
  static func linear(_ value: Double) -> Double {
    let size = abs(value)
    guard size > 0.04045 else { return value / 12.92 }
    return signed(RealMath.power((size + 0.055) / 1.055, 2.4), as: value)
  }

  /// sRGB's curve from light, mirrored below 0.
  static func encoded(_ value: Double) -> Double {
    let size = abs(value)
    guard size > 0.0031308 else { return value * 12.92 }
    return signed(1.055 * RealMath.power(size, 1 / 2.4) - 0.055, as: value)
  }

  private static func rec2020Linear(_ value: Double) -> Double {
    let alpha = 1.09929682680944
    let beta = 0.018053968510807
    let size = abs(value)
    guard size >= beta * 4.5 else { return value / 4.5 }
    return signed(RealMath.power((size + alpha - 1) / alpha, 1 / 0.45), as: value)
  }

  private static func prophotoLinear(_ value: Double) -> Double {
    abs(value) <= 16 / 512 ? value / 16 : power(value, 1.8)
  }

  private static func power(_ value: Double, _ exponent: Double) -> Double {
    signed(RealMath.power(abs(value), exponent), as: value)
  }

  private static func signed(_ size: Double, as value: Double) -> Double {
    value < 0 ? -size : size
  }

  /// Lightness, chroma and a hue in degrees as lightness and two axes.
  static func rectangular(_ color: Vector) -> Vector {
    let angle = color.z * .pi / 180
    return Vector(
      color.x, color.y * RealMath.cosine(angle), color.y * RealMath.sine(angle))
  }

  /// CIE Lab to XYZ with the white D50.
  private static func lab(_ color: Vector) -> Vector {
    let kappa = 24_389.0 / 27
    let epsilon = 216.0 / 24_389
    let y = (color.x + 16) / 116
    let x = color.y / 500 + y
    let z = y - color.z / 200
    func cube(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > epsilon ? cube : (116 * value - 16) / kappa
    }
    let white = ColorMatrices.d50White
    let light = color.x > kappa * epsilon ? y * y * y : color.x / kappa
    return Vector(cube(x) * white.x, light * white.y, cube(z) * white.z)
  }

  static func oklabToXYZ(_ color: Vector) -> Vector {
    ColorMatrices.lmsToXYZ * (ColorMatrices.oklabToLMS * color).map { $0 * $0 * $0 }
  }

  static func xyzToOklab(_ xyz: Vector) -> Vector {
    ColorMatrices.lmsToOklab * (ColorMatrices.xyzToLMS * xyz).map(RealMath.cubeRoot)
  }

  /// Hue in degrees, saturation and lightness in percent.
  private static func hsl(_ color: Vector) -> Vector {
    let saturation = color.y / 100
    let lightness = color.z / 100
    let span = saturation * min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let turn = (offset + color.x / 30).truncatingRemainder(dividingBy: 12)
      return lightness - span * max(-1, min(turn - 3, 9 - turn, 1))
    }
    return Vector(channel(0), channel(8), channel(4))
  }

  /// Hue in degrees, whiteness and blackness in percent.
  private static func hwb(_ color: Vector) -> Vector {
    let white = color.y / 100
    let black = color.z / 100
    guard white + black < 1 else {
      let gray = white / (white + black)
      return Vector(gray, gray, gray)
    }
    return hsl(Vector(color.x, 100, 50)).map { $0 * (1 - white - black) + white }
  }
}
