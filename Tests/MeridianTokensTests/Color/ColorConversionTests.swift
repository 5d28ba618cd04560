import Testing

@testable import MeridianTokens

/// Colors of all spaces as sRGB: known values, matrices derived anew, and the way back.
struct ColorConversionTests {
  /// Colors that are the same in sRGB by definition or by the figures of CSS Color 4's tables.
  @Test(arguments: [
    (ColorSpace.srgb, [1.0, 0.5, 0.25], [1.0, 0.5, 0.25]),
    (.srgbLinear, [1, 0.2140411, 0.0508761], [1, 0.5, 0.25]),
    (.hsl, [0, 100, 50], [1, 0, 0]),
    (.hsl, [120, 100, 25], [0, 0.5, 0]),
    (.hsl, [210, 50, 60], [0.4, 0.6, 0.8]),
    (.hwb, [60, 20, 40], [0.6, 0.6, 0.2]),
    (.hwb, [0, 60, 90], [0.4, 0.4, 0.4]),
    (.lab, [100, 0, 0], [1, 1, 1]),
    (.lab, [54.29054, 80.80492, 69.89098], [1, 0, 0]),
    (.lch, [87.81853, 113.33973, 134.38391], [0, 1, 0]),
    (.oklab, [0.62796, 0.22486, 0.12585], [1, 0, 0]),
    (.oklch, [0.45201, 0.31321, 264.052], [0, 0, 1]),
    (.displayP3, [0.91749, 0.20029, 0.13856], [1, 0, 0]),
    (.a98, [0.85859, 0, 0], [1, 0, 0]),
    (.prophoto, [0.70225, 0.27572, 0.10355], [1, 0, 0]),
    (.rec2020, [0.79198, 0.23098, 0.07376], [1, 0, 0]),
    (.xyzD65, [0.41239, 0.21264, 0.01933], [1, 0, 0]),
    (.xyzD50, [0.43607, 0.22249, 0.01392], [1, 0, 0]),
  ])
  func `a known color is what it is`(
    _ space: ColorSpace, _ components: [Double], _ expected: [Double]
  ) {
    let found = ColorConversion.srgb(space, Vector(components[0], components[1], components[2]))
    for (one, other) in zip(found.components, expected) {
      #expect(abs(one - other) < 0.0015, "\(space) \(found)")
    }
  }

  /// An RGB space's matrix from the chromaticities of its primaries and white: a slow twin.
  private func derived(_ primaries: [(Double, Double)], white: (Double, Double)) -> Matrix {
    func xyz(_ point: (Double, Double)) -> Vector {
      Vector(point.0 / point.1, 1, (1 - point.0 - point.1) / point.1)
    }
    let (r, g, b) = (xyz(primaries[0]), xyz(primaries[1]), xyz(primaries[2]))
    let base = Matrix(r.x, g.x, b.x, r.y, g.y, b.y, r.z, g.z, b.z)
    let scale = base.inverse * xyz(white)
    return Matrix(
      r.x * scale.x, g.x * scale.y, b.x * scale.z, r.y * scale.x, g.y * scale.y, b.y * scale.z,
      r.z * scale.x, g.z * scale.y, b.z * scale.z)
  }

  private func expectEqual(_ one: Matrix, _ other: Matrix, _ name: String) {
    for axis in [Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)] {
      for (a, b) in zip((one * axis).components, (other * axis).components) {
        #expect(abs(a - b) < 1e-6, "\(name)")
      }
    }
  }

  @Test func `matrices follow from primaries and white`() {
    let d65 = (0.3127, 0.3290)
    expectEqual(
      ColorMatrices.srgbToXYZ,
      derived([(0.64, 0.33), (0.3, 0.6), (0.15, 0.06)], white: d65), "sRGB")
    expectEqual(
      ColorMatrices.displayP3ToXYZ,
      derived([(0.68, 0.32), (0.265, 0.69), (0.15, 0.06)], white: d65), "Display P3")
    expectEqual(
      ColorMatrices.a98ToXYZ,
      derived([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], white: d65), "A98")
    expectEqual(
      ColorMatrices.rec2020ToXYZ,
      derived([(0.708, 0.292), (0.17, 0.797), (0.131, 0.046)], white: d65), "Rec. 2020")
    expectEqual(
      ColorMatrices.prophotoToXYZ50,
      derived(
        [(0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105)],
        white: (0.3457, 0.3585)), "ProPhoto")
  }

  @Test func `Bradford's adaptation follows from the two whites`() {
    let cone = Matrix(
      0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296)
    let d65 = Vector(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
    let from = cone * ColorMatrices.d50White
    let to = cone * d65
    for axis in [Vector(1, 0, 0), Vector(0, 1, 0), Vector(0, 0, 1)] {
      let seen = cone * axis
      let turned = Vector(seen.x * to.x / from.x, seen.y * to.y / from.y, seen.z * to.z / from.z)
      let expected = cone.inverse * turned
      let found = ColorMatrices.d50ToD65 * axis
      for (one, other) in zip(found.components, expected.components) {
        #expect(abs(one - other) < 1e-5)
      }
    }
  }

  @Test func `white is white in every space`() {
    let whites: [ColorSpace: Vector] = [
      .srgb: Vector(1, 1, 1), .srgbLinear: Vector(1, 1, 1), .hsl: Vector(0, 0, 100),
      .hwb: Vector(0, 100, 0), .lab: Vector(100, 0, 0), .lch: Vector(100, 0, 0),
      .oklab: Vector(1, 0, 0), .oklch: Vector(1, 0, 0), .displayP3: Vector(1, 1, 1),
      .a98: Vector(1, 1, 1), .prophoto: Vector(1, 1, 1), .rec2020: Vector(1, 1, 1),
      .xyzD65: Vector(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290),
      .xyzD50: ColorMatrices.d50White,
    ]
    #expect(whites.count == ColorSpace.allCases.count)
    for (space, white) in whites {
      for component in ColorConversion.srgb(space, white).components {
        #expect(abs(component - 1) < 1e-6, "\(space)")
      }
    }
  }

  @Test func `a color comes back from Oklab and from light`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    for _ in 0..<2_000 {
      let color = Vector(random.share(), random.share(), random.share())
      let oklab = GamutMapping.oklab(color)
      let chroma = RealMath.length(oklab.y, oklab.z)
      let hue = RealMath.angle(oklab.z, oklab.y) * 180 / .pi
      let polar = Vector(oklab.x, chroma, hue < 0 ? hue + 360 : hue)
      let back = ColorConversion.srgb(.oklch, polar)
      let light = color.map { ColorConversion.encoded(ColorConversion.linear($0)) }
      for (one, other) in zip(
        back.components + light.components, color.components + color.components)
      {
        #expect(abs(one - other) < 1e-7, "seed \(seed)")
      }
    }
  }
}

/// Numbers that a seed decides (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 … 1.
  mutating func share() -> Double { Double.random(in: 0...1, using: &self) }
}
