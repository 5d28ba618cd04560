import Testing

@testable import MeridianTokens

@Suite("The gate and its slow twin")
struct ContrastTwinTests {
  /// SplitMix64, so that a printed seed gives the same systems again.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return z ^ z >> 31
    }

    mutating func share() -> Double { Double.random(in: 0...1, using: &self) }
    mutating func color(opaque: Bool) -> Color {
      Color(red: share(), green: share(), blue: share(), alpha: opaque ? 1 : share())
    }
  }

  /// The sample system with other colors, grain and edges.
  private func system(_ numbers: inout Numbers) -> DesignSystem {
    var system = Samples.system
    let colors = (0..<4).map { _ in numbers.color(opaque: false) }
    let inks = (0..<2).map { _ in numbers.color(opaque: Bool.random(using: &numbers)) }
    let (grain, width) = (numbers.share() * 0.3, numbers.share() * 5)
    let solid = numbers.color(opaque: true)
    var label = DesignToken.Role()
    label.ink = .text
    label.fills = [TokenPath("glass.tint"), TokenPath("glass.solid")]
    let token = Samples.token("label", role: label) { .color(inks[$0.theme == .light ? 0 : 1]) }
    system = system.with(tokens: system.tokens + [token])
    system = system.replacing("glass.tint") { .color(colors[$0.theme == .light ? 0 : 1]) }
    system = system.replacing("ink.primary") { .color(inks[$0.contrast == .standard ? 0 : 1]) }
    system = system.replacing("glass.solid") { _ in .color(solid) }
    system = system.replacing("glass.grain") { .number($0.theme == .light ? grain : 0) }
    system = system.replacing("glass.rim") { _ in
      .border(Border(color: colors[2], width: Dimension(width), style: .line(.solid)))
    }
    return system.replacing("wash.glow") { _ in
      .gradient([
        GradientStop(color: colors[2], position: 0), GradientStop(color: colors[3], position: 1),
      ])
    }
  }

  @Test(arguments: [1, 2, 3, 0x6d65_7269])
  func `every measured ratio is the one found the long way`(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    for round in 0..<4 {
      let system = system(&numbers)
      let survey = ContrastSurvey(system)
      let ink = try #require(survey.inks.first)
      let measures = survey.measures(of: ink)
      #expect(measures.count == survey.spots.count && !measures.isEmpty)
      // A third of the places, others in each round.
      for measure in measures.enumerated().filter({ $0.offset % 3 == round % 3 }).map(\.element) {
        let under = try #require(measure.spot.under)
        let backdrop = try #require(system.backdrops.first { $0.name == under.backdrop })
        let slow = SlowContrast.ratio(
          measure.ink, under.reach.material, backdrop, system, measure.spot.context)
        #expect(
          abs(slow - measure.ratio) < 1e-9,
          "seed \(seed), round \(round): \(measure.spot.pair), \(measure.spot.circumstances)")
      }
    }
  }

  @Test(arguments: [4, 5, 6])
  func `an ink on fills is measured as if the fill were a layer of every material`(
    seed: UInt64
  ) throws {
    var numbers = Numbers(state: seed)
    let system = system(&numbers)
    let survey = ContrastSurvey(system)
    let label = try #require(survey.inks.first { $0.token.path == TokenPath("label") })
    let measures = survey.measures(of: label)
    // The translucent fill at every place of the materials, the opaque one once a context.
    let contexts = Set(survey.spots.map(\.context)).count
    #expect(measures.count == survey.spots.count + contexts, "seed \(seed)")
    #expect(survey.places == survey.spots.count + measures.count)
    for measure in measures.enumerated().filter({ $0.offset % 5 == 0 }).map(\.element) {
      let fill = try #require(measure.spot.fill)
      #expect((measure.spot.under == nil) == (fill == TokenPath("glass.solid")))
      var material = measure.spot.under?.reach.material ?? system.materials.materials[0]
      material.layers.append(.fill(fill))
      let behind = measure.spot.under?.backdrop
      let backdrop = try #require(
        system.backdrops.first { behind == nil || $0.name == behind })
      let slow = SlowContrast.ratio(measure.ink, material, backdrop, system, measure.spot.context)
      #expect(abs(slow - measure.ratio) < 1e-9, "seed \(seed): \(measure.spot.pair)")
    }
  }

  @Test(arguments: [7, 8, 9])
  func `the nearest of sorted luminances is the worst of all`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    for _ in 0..<200 {
      let colors = (0..<Int.random(in: 1...40, using: &numbers)).map { _ in
        numbers.color(opaque: true)
      }
      let ink = numbers.color(opaque: true)
      let slow = colors.map { Luminance.ratio(ink, $0) }.min() ?? 0
      let fast = Ground(colors).worst(for: ink)
      #expect(fast?.ratio == slow, "seed \(seed)")
      #expect(fast.map { Luminance.ratio(ink, $0.color) } == slow, "seed \(seed)")
    }
    #expect(Ground([]).worst(for: .black) == nil)
  }
}
