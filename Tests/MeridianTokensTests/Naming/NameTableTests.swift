import MeridianTokens
import Testing

struct NameTableTests {
  private func table(_ dialect: Dialect, _ paths: [[String]]) throws -> NameTable {
    try NameTable(
      dialect,
      paths.enumerated().map { index, path in
        NamedThing(
          path: TokenPath(path),
          place: SourcePlace(file: "a.tokens.json", line: index + 1, column: 3))
      })
  }

  private func problem(_ dialect: Dialect, _ paths: [[String]]) -> String? {
    do {
      _ = try table(dialect, paths)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `groups become types and a token a member of them`() throws {
    let table = try table(
      .swift, [["ink", "on-accent"], ["type", "default"], ["accent", "$root"]])
    #expect(table[TokenPath(["ink", "on-accent"])].use == "Ink.onAccent")
    #expect(table[TokenPath(["ink", "on-accent"])].asset == "Ink/onAccent")
    #expect(table[TokenPath(["type", "default"])].use == "TypeTokens.`default`")
    #expect(table[TokenPath(["accent", "$root"])].use == "Accent.root")
  }

  @Test func `two tokens of one identifier are refused with both places`() {
    #expect(
      problem(.swift, [["ink", "icon-button"], ["ink", "iconButton"]])
        == "a.tokens.json:2:3: “ink.iconButton” and “ink.icon-button” (a.tokens.json:1:3) both "
        + "become “Ink.iconButton” in Swift; rename one of them.")
    #expect(problem(.kotlin, [["ink", "icon-button"], ["ink", "iconButton"]]) != nil)
  }

  @Test func `names that differ in the size of letters only are refused`() {
    #expect(problem(.swift, [["ink", "iconbutton"], ["ink", "icon-button"]]) != nil)
    #expect(problem(.swift, [["ink", "a"], ["INK", "b"]]) != nil)
    #expect(problem(.kotlin, [["ink", "$root"], ["ink", "root"]]) != nil)
    #expect(problem(.kotlin, [["ink", "a"], ["ink", "b"], ["paper", "a"]]) == nil)
  }

  @Test func `a group beside a token of its name is refused`() {
    #expect(problem(.swift, [["ink", "a"], ["Ink"]]) != nil)
    #expect(problem(.swift, [["Ink"], ["ink", "a"]]) != nil)
  }

  @Test func `a name without a letter is refused`() {
    #expect(
      problem(.kotlin, [["ink", "🎉"]])
        == "a.tokens.json:1:3: The name “🎉” of “ink.🎉” has no letter or digit that an identifier "
        + "in Kotlin could be made of; rename it.")
  }
}
