import Testing

@testable import MeridianTokens

/// Colors that sRGB does not have.
struct GamutMappingTests {
  @Test func `what lies inside stays as it is`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    for _ in 0..<1_000 {
      let color = Vector(random.share(), random.share(), random.share())
      #expect(GamutMapping.map(color) == color, "seed \(seed)")
    }
  }

  @Test func `half a level outside is no change on a screen`() {
    let edge = Vector(1 + GamutMapping.tolerance, -GamutMapping.tolerance, 0.5)
    #expect(GamutMapping.isInside(edge))
    #expect(GamutMapping.map(edge) == Vector(1, 0, 0.5))
    #expect(!GamutMapping.isInside(Vector(1.003, 0, 0)))
  }

  @Test func `a mapped color keeps lightness and hue and loses chroma`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    for _ in 0..<1_000 {
      let lightness = Double.random(in: 0.05...0.95, using: &random)
      let chroma = Double.random(in: 0.05...0.6, using: &random)
      let hue = Double.random(in: 0..<360, using: &random)
      let wanted = ColorConversion.rectangular(Vector(lightness, chroma, hue))
      let srgb = ColorConversion.srgb(.oklch, Vector(lightness, chroma, hue))
      let mapped = GamutMapping.map(srgb)
      #expect(mapped.components.allSatisfy { (0...1).contains($0) }, "seed \(seed)")
      guard !GamutMapping.isInside(srgb) else { continue }
      let found = GamutMapping.oklab(mapped)
      let foundChroma = RealMath.length(found.y, found.z)
      #expect(abs(found.x - lightness) < 0.021, "seed \(seed)")
      #expect(foundChroma < chroma + 0.021, "seed \(seed)")
      // Somewhere on the line from gray to the color, one lies within what is noticeable.
      let nearest =
        (0...200).map { step in
          let share = Double(step) / 200
          return GamutMapping.difference(
            found, Vector(wanted.x, wanted.y * share, wanted.z * share))
        }.min() ?? 1
      #expect(nearest < 0.0215, "seed \(seed)")
    }
  }

  /// The search again, in steps of a fixed size instead of halves: a slow twin.
  @Test func `the search finds the most chroma that is not noticeably clipped`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    for _ in 0..<40 {
      let lightness = Double.random(in: 0.2...0.9, using: &random)
      let hue = Double.random(in: 0..<360, using: &random)
      let mapped = GamutMapping.oklab(
        GamutMapping.map(ColorConversion.srgb(.oklch, Vector(lightness, 0.5, hue))))
      func clipped(_ chroma: Double) -> (lab: Vector, difference: Double) {
        let color = ColorConversion.srgb(.oklch, Vector(lightness, chroma, hue))
        let clip = color.map { min(max($0, 0), 1) }
        let lab = GamutMapping.oklab(clip)
        let line = ColorConversion.rectangular(Vector(lightness, chroma, hue))
        return (lab, GamutMapping.difference(lab, line))
      }
      var chroma = 0.0
      while clipped(chroma + 0.0005).difference < 0.02 { chroma += 0.0005 }
      #expect(GamutMapping.difference(mapped, clipped(chroma).lab) < 0.004, "seed \(seed)")
    }
  }

  @Test func `nothing is brighter than white or darker than black`() {
    #expect(GamutMapping.map(Vector(2, 2, 2)) == Vector(1, 1, 1))
    #expect(GamutMapping.map(Vector(-1, -1, -1)) == Vector(0, 0, 0))
  }

  @Test func `numbers beyond all measure stay colors`() {
    for space in ColorSpace.allCases {
      for value in [0, 1e-300, 1, 1e10, 1e100, 1e308, -1e308] {
        for other in [0, 50, 1e308] {
          let mapped = GamutMapping.map(ColorConversion.srgb(space, Vector(other, value, value)))
          #expect(mapped.components.allSatisfy { (0...1).contains($0) }, "\(space) \(value)")
        }
      }
    }
  }
}
