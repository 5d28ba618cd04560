/// Colors outside sRGB brought into it by less chroma at the same lightness and hue.
///
/// W3C CSS Color Module Level 4, 13.2: a binary search in OkLCh with local minimum ΔE.
enum GamutMapping {
  /// A difference that is just noticeable, in Oklab.
  private static let noticeable = 0.02
  private static let precision = 0.0001
  /// How far out a channel may lie without a change on a screen of 8 bits: half a level.
  static let tolerance = 0.5 / Rounding.levels

  /// Whether every channel lies within 0 … 1, or so near that the rounding decides.
  static func isInside(_ srgb: Vector) -> Bool {
    srgb.components.allSatisfy { $0 >= -tolerance && $0 <= 1 + tolerance }
  }

  /// Gamma-encoded sRGB, each channel within 0 … 1.
  static func map(_ srgb: Vector) -> Vector {
    guard !isInside(srgb) else { return clipped(srgb) }
    let origin = oklab(srgb)
    guard origin.components.allSatisfy(\.isFinite) else { return clipped(srgb) }
    if origin.x >= 1 { return Vector(1, 1, 1) }
    if origin.x <= 0 { return Vector(0, 0, 0) }
    let chroma = RealMath.length(origin.y, origin.z)
    guard chroma > 0, chroma.isFinite else { return clipped(srgb) }
    var best = clipped(srgb)
    if difference(origin, oklab(best)) < noticeable { return best }
    var low = 0.0
    var high = chroma
    var isLowInside = true
    // The chroma is halved until it is as small as the precision: never more than 1100 times.
    while high - low > precision {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      let share = middle / chroma
      let current = Vector(origin.x, origin.y * share, origin.z * share)
      let candidate = encoded(current)
      if isLowInside, candidate.components.allSatisfy({ (0...1).contains($0) }) {
        low = middle
        continue
      }
      best = clipped(candidate)
      let distance = difference(oklab(best), current)
      guard distance < noticeable else {
        high = middle
        continue
      }
      if noticeable - distance < precision { return best }
      isLowInside = false
      low = middle
    }
    return best
  }

  private static func clipped(_ color: Vector) -> Vector {
    color.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
  }

  static func oklab(_ srgb: Vector) -> Vector {
    ColorConversion.xyzToOklab(ColorMatrices.srgbToXYZ * srgb.map(ColorConversion.linear))
  }

  private static func encoded(_ oklab: Vector) -> Vector {
    (ColorMatrices.xyzToSRGB * ColorConversion.oklabToXYZ(oklab)).map(ColorConversion.encoded)
  }

  /// ΔE OK: the distance in Oklab.
  static func difference(_ one: Vector, _ other: Vector) -> Double {
    RealMath.length(RealMath.length(one.x - other.x, one.y - other.y), one.z - other.z)
  }
}
