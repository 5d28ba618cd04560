import MeridianTokens
import Testing

@Suite("What a material does to a backdrop")
struct CoatingTests {
  @Test func `a tint is mixed by its opacity, in the order of the layers`() {
    let half = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
    let dark = Color(red: 0, green: 0, blue: 0, alpha: 0.5)
    #expect(Coating(layers: [.tint(half)]).grounds(over: [.black]) == [.rgb(0xffffff, of: 0.5)])
    #expect(
      Coating(layers: [.tint(half), .tint(dark)]).grounds(over: [.black])
        == [.rgb(0xffffff, of: 0.25)])
    #expect(
      Coating(layers: [.tint(dark), .tint(half)]).grounds(over: [.black])
        == [.rgb(0xffffff, of: 0.5)])
  }

  @Test func `under an opaque tint everything is alike`() {
    let grounds = Coating(layers: [.tint(.rgb(0x158073))]).grounds(over: [.black, .white])
    #expect(grounds == [.rgb(0x158073)])
  }

  @Test func `grain makes a darkest and a lightest ground`() {
    let grounds = Coating(layers: [.grain(0.1)]).grounds(over: [.rgb(0xffffff, of: 0.5)])
    #expect(grounds.count == 2)
    #expect(abs(grounds[0].red - 0.45) < 1e-12)
    #expect(abs(grounds[1].red - 0.55) < 1e-12)
  }

  @Test func `a sheen leaves the ground beside it`() {
    let light = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
    #expect(
      Coating(layers: [.sheen(light)]).grounds(over: [.black])
        == [.black, .rgb(0xffffff, of: 0.5)])
  }

  @Test func `of a material only what colors the ground is a layer`() throws {
    let system = Samples.system
    let material = try #require(system.materials.materials.first { $0.name == "blurredGlass" })
    let coating = Coating(of: material, in: system, Context())
    #expect(
      coating.layers == [
        .tint(.rgb(0xfafcfc, alpha: 209.0 / 255)), .grain(0.03),
      ])
  }

  @Test func `a highlight of three points is a ground, of two it is an edge`() {
    for (width, count) in [(2.0, 0), (3.0, 1)] {
      var system = Samples.system
      system = system.replacing("glass.rim") { _ in
        .border(Border(color: .white, width: Dimension(width), style: .line(.solid)))
      }
      let material = Material(name: "m", layers: [.highlight(TokenPath("glass.rim"))])
      #expect(Coating(of: material, in: system, Context()).layers.count == count)
    }
  }
}

extension Color {
  /// A gray, or any color, darkened by a share of its channels.
  fileprivate static func rgb(_ number: Int, of share: Double) -> Color {
    let color = Color.rgb(number)
    return Color(red: color.red * share, green: color.green * share, blue: color.blue * share)
  }
}

extension DesignSystem {
  /// The same system with another value for one token.
  func replacing(_ path: String, _ value: (Context) -> TokenValue) -> DesignSystem {
    var tokens = tokens
    for index in tokens.indices where tokens[index].path == TokenPath(path) {
      tokens[index].value = Varying(value)
    }
    return with(tokens: tokens)
  }

  /// The same system with other tokens.
  func with(tokens: [DesignToken]) -> DesignSystem {
    DesignSystem(
      name: name, tokens: tokens, springs: springs, haptics: haptics, wallpapers: wallpapers,
      materials: materials, targets: targets, states: states, backdrops: backdrops,
      components: components)
  }
}
