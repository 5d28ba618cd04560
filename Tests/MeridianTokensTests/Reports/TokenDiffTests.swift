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
