import Testing

@testable import MeridianTokens

@Suite("The contrast gate")
struct ContrastGateTests {
  private func findings(_ system: DesignSystem) -> [String] {
    ContrastGate.findings(in: system).map(\.description)
  }

  @Test func `a system that holds has no finding`() {
    #expect(findings(Samples.system) == [])
  }

  /// White glass that lets half of the wallpaper through, and gray words on it.
  private var grayOnGlass: DesignSystem {
    var system = Samples.system
    system.backdrops = [Backdrop(name: "vivid", source: .wallpaper("vivid"))]
    system = system.replacing("glass.tint") { _ in
      .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5))
    }
    return system.replacing("ink.primary") { _ in .color(.rgb(0x8a8a8a)) }
  }

  @Test func `gray on white glass over the vivid wallpaper is found and named`() throws {
    let finding = try #require(ContrastGate.findings(in: grayOnGlass).first)
    #expect(finding.kind == .contrast && finding.name == "ink.primary")
    for part in [
      "sample.tokens.json:1:1: ink.primary (#8A8A8A) on ", " over vivid has 1.", "fails AA",
      "more places",
    ] {
      #expect(finding.description.contains(part), "\(finding)")
    }
    #expect(ContrastGate.findings(in: grayOnGlass).count == 1)
  }

  @Test func `one gray that fails a little gets the nearest that passes`() throws {
    let system = Samples.system.replacing("ink.primary") { context in
      context.theme == .light && context.contrast == .standard
        ? .color(.rgb(0x6a6a6a)) : .color(context.theme == .light ? .black : .white)
    }
    let survey = ContrastSurvey(system)
    let measures = survey.measures(of: survey.inks[0])
    guard case .ink(let color) = Remedy(for: measures, in: system) else {
      Issue.record("no ink was offered")
      return
    }
    func passes(_ color: Color) -> Bool {
      let light = system.replacing("ink.primary") { context in
        context.theme == .light && context.contrast == .standard
          ? .color(color) : .color(context.theme == .light ? .black : .white)
      }
      return ContrastGate.findings(in: light).isEmpty
    }
    #expect(passes(color))
    #expect(color.levels[0] < 0x6a)
    let lighter = Double(color.levels[0] + 2) / 255
    #expect(!passes(Color(red: lighter, green: lighter, blue: lighter)))
    let text = try #require(findings(system).first)
    #expect(text.hasPrefix("sample.tokens.json:1:1: ink.primary (#6A6A6A) on "))
    #expect(text.hasSuffix("; \(color.hex) is the nearest ink that passes"))
  }

  @Test func `where no ink passes the opacity that would is told`() throws {
    var system = Samples.system
    system = system.replacing("glass.tint") { _ in
      .color(Color(red: 0.7, green: 0.7, blue: 0.7, alpha: 0.1))
    }
    system.backdrops.append(Backdrop(name: "black", source: .color(TokenPath("shade"))))
    system = system.with(
      tokens: system.tokens + [Samples.token("shade") { _ in .color(.black) }])
    system = system.replacing("glass.solid") { _ in .color(.white) }
    system = system.replacing("ink.primary") { _ in .color(.black) }
    let text = try #require(findings(system).first)
    #expect(text.contains("no ink of this hue passes, but an opacity of 0."), "\(text)")
    #expect(text.contains(" of glass.tint would do"), "\(text)")
  }

  /// White words, on the accent only.
  private func labeled(_ accent: Color, on ink: Color = .white) -> DesignSystem {
    var role = DesignToken.Role()
    role.ink = .text
    role.fills = [TokenPath("accent")]
    return Samples.system.with(
      tokens: Samples.system.tokens + [
        Samples.token("accent") { $0.theme == .light ? .color(accent) : .color(.rgb(0x004030)) },
        Samples.token("label", role: role) { _ in .color(ink) },
      ])
  }

  @Test func `words on a fill are measured on it, and on no material`() {
    // White on white glass would fail.
    #expect(findings(labeled(.rgb(0x004030))) == [])
    // 4.54 to white, which is enough but where contrast is increased.
    #expect(
      findings(labeled(.rgb(0x767676), on: .white)) == [
        "sample.tokens.json:1:1: label (#FFFFFF) on accent has 4.54:1 in light, increased "
          + "contrast, iOS, fails AAA (7:1 for text), and in 5 more places; no ink of this hue "
          + "passes everywhere, but #595959 as accent would do there"
      ])
    let found = findings(labeled(.rgb(0x90d0c0))).first
    #expect(found?.contains("label (#FFFFFF) on accent has 1.7") == true, "\(found ?? "")")
  }

  @Test func `words on a translucent fill are measured on what shines through`() throws {
    let thin = Color(red: 0, green: 0.25, blue: 0.2, alpha: 0.5)
    let found = try #require(findings(labeled(thin)).first)
    #expect(found.contains("label (#FFFFFF) on accent on "), "\(found)")
    #expect(found.contains(" over white has ") && found.contains("fails AA"), "\(found)")
  }

  @Test func `inks that can be measured nowhere do not pass`() {
    var system = Samples.system
    system.backdrops = []
    #expect(
      findings(system) == [
        "sample.tokens.json:1:1: ink.primary can be measured nowhere, because the set has no "
          + "backdrops; add some to the extensions of the set"
      ])
    system.states = []
    #expect(findings(system.replacing("ink.primary") { _ in .number(1) }) == [])
  }

  @Test func `a translucent ink is measured as it is seen`() {
    let system = Samples.system.replacing("ink.primary") { context in
      .color(
        context.theme == .light
          ? Color(red: 0, green: 0, blue: 0, alpha: 0.3)
          : Color(red: 1, green: 1, blue: 1, alpha: 0.3))
    }
    #expect(findings(system).first?.contains("ink.primary (#0000004D)") == true)
  }

  @Test func `a control of 40 points is found and named`() throws {
    let system = Samples.system.replacing("size.icon-button") { context in
      .dimension(context.platform == .web ? Dimension(2.5, .rem) : Dimension(46))
    }
    #expect(
      findings(system) == [
        "sample.tokens.json:1:1: the target iconButton is 40 pt in light, web, and fingers need "
          + "44; raise size.icon-button"
      ])
    let exact = Samples.system.replacing("size.icon-button") { _ in .dimension(Dimension(44)) }
    #expect(findings(exact) == [])
  }

  @Test func `a state without a cue is found, and two with the same`() {
    var system = Samples.system
    let color = TokenPath("ink.primary")
    system.states += [
      StateCue(name: "bare", color: color, symbol: "", label: "", place: Samples.place),
      StateCue(name: "twin", color: color, symbol: "pencil", label: "Edited", place: Samples.place),
      StateCue(name: "near", color: color, symbol: "pencil", label: "Draft", place: Samples.place),
    ]
    let found = ContrastGate.findings(in: system)
    #expect(found.map(\.name) == ["bare", "twin"])
    #expect(found[0].text.contains("only its color tells the state bare"))
    #expect(found[1].text.contains("the states edited and twin have one symbol and one label"))
  }

  @Test func `the color of a state is a graphic even without a role`() {
    var system = Samples.system
    system = system.with(tokens: system.tokens + [Samples.token("dot") { _ in .color(.white) }])
    system.states = [
      StateCue(
        name: "dot", color: TokenPath("dot"), symbol: "circle", label: "", place: Samples.place)
    ]
    #expect(findings(system).first?.contains("dot (#FFFFFF)") == true)
    #expect(findings(system).first?.contains(" for graphics)") == true)
  }
}
