import Testing

@testable import MeridianTokens

@Suite("Differences by effect")
struct TokenDiffTests {
  @Test func `an ink that begins to fail is told with both ratios`() throws {
    let new = Samples.system.replacing("ink.primary") { context in
      .color(context.theme == .light ? .rgb(0x707070) : .white)
    }
    let line = try #require(
      TokenDiff(from: Samples.system, to: new).lines.first { $0.hasPrefix("contrast") })
    #expect(line.hasPrefix("contrast    ink.primary on "), "\(line)")
    #expect(line.contains(", fails AA"), "\(line)")
    let back = try #require(
      TokenDiff(from: new, to: Samples.system).lines.first { $0.hasPrefix("contrast") })
    #expect(back.contains(", passes AA"), "\(back)")
  }

  @Test func `what came, went and is deprecated is told`() {
    var new = Samples.system
    var tokens = new.tokens.filter { $0.path != TokenPath("space.m") }
    tokens.append(Samples.token("space.l") { _ in .dimension(Dimension(20)) })
    for index in tokens.indices where tokens[index].path == TokenPath("radius.card") {
      tokens[index].deprecation = "Use radius.sheet."
    }
    new = new.with(tokens: tokens)
    new.springs[0].stiffness = 400
    new.haptics = []
    #expect(
      TokenDiff(from: Samples.system, to: new).lines == [
        "removed     space.m (12 px)", "deprecated  radius.card: Use radius.sheet.",
        "added       space.l: 20 px",
        "changed     spring sheet: damping 0.86, stiffness 320 → damping 0.86, stiffness 400",
        "removed     haptic success",
      ])
  }

  @Test func `an ink that is drawn on something else is told with its worst places`() {
    func system(on fill: String) -> DesignSystem {
      var role = DesignToken.Role()
      role.ink = .text
      role.fills = [TokenPath(fill)]
      return Samples.system.with(
        tokens: Samples.system.tokens + [
          Samples.token("deep") { _ in .color(.rgb(0x005040)) },
          Samples.token("pale") { _ in .color(.rgb(0xd0f0e0)) },
          Samples.token("label", role: role) { _ in .color(.white) },
        ])
    }
    #expect(
      TokenDiff(from: system(on: "deep"), to: system(on: "pale")).lines == [
        "use         label: ink for text, on deep → ink for text, on pale",
        "contrast    label at worst 9.45 on deep → 1.21 on pale, fails AAA (light, increased "
          + "contrast, iOS)",
      ])
    #expect(
      TokenDiff(from: system(on: "pale"), to: system(on: "deep")).lines.last
        == "contrast    label at worst 1.21 on pale → 9.45 on deep, passes AAA (light, increased "
        + "contrast, iOS)")
  }

  @Test func `states, wallpapers, backdrops and components that change are told`() {
    var new = Samples.system
    new.states[0].label = ""
    new.wallpapers[0].linear.angle = 90
    new.backdrops.removeLast()
    new.components[0].difference = nil
    #expect(
      TokenDiff(from: Samples.system, to: new).lines.filter { !$0.hasPrefix("contrast") } == [
        "changed     state edited: ink.primary, pencil, Edited → ink.primary, pencil",
        "changed     wallpaper vivid: wash.glow around 0.2, 0.1 as far as 0.8; wash.linear at 160° "
          + "→ wash.glow around 0.2, 0.1 as far as 0.8; wash.linear at 90°",
        "removed     backdrop vivid",
        "changed     component Sheet: .sheet with detents | ModalBottomSheet | dialog | No haptics "
          + "on the web. | sheet → .sheet with detents | ModalBottomSheet | dialog | sheet",
      ])
  }

  @Test func `a surface of another material is told once`() {
    var new = Samples.system
    new.materials.rows.insert(
      .init(role: "sheet", platform: .web, material: "solid"), at: 2)
    let lines = TokenDiff(from: Samples.system, to: new).lines
    #expect(
      lines.filter { $0.hasPrefix("material") } == [
        "material    sheet, web: blurredGlass → solid",
        "material    sheet, web, increased contrast: blurredGlass → solid",
      ])
  }

  @Test func `one that differs from itself in nothing says so`() {
    #expect(TokenDiff(from: Samples.system, to: Samples.system).lines == ["no difference"])
  }
}
