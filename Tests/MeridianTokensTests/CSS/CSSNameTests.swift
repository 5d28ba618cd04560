import Testing

@testable import MeridianTokens

struct CSSNameTests {
  @Test(arguments: [
    (["space", "m"], "space-m"), (["size", "iconButton"], "size-icon-button"),
    (["HTMLText"], "html-text"), (["title2"], "title2"), (["a b", "c_d"], "a-b-c-d"),
    (["accent", "$root"], "accent"), (["größe"], "größe"), (["ÄußereKante"], "äußere-kante"),
    (["--x--"], "x"), (["100"], "100"), (["色"], "色"), (["a×b"], "a-b"),
  ])
  func `a path becomes words between hyphens`(_ names: [String], _ kebab: String) {
    #expect(CSSName.kebab(names) == kebab)
  }

  @Test func `a name of signs alone is refused`() {
    #expect(CSSName.kebab(["+"]) == nil)
    #expect(CSSName.kebab(["space", "—"]) == nil)
    let problem = Self.problem(with: ["space.+"])
    #expect(problem?.text.contains("“space.+”") == true)
  }

  private static func problem(with paths: [String]) -> TokenProblem? {
    var system = Samples.system
    for (index, path) in paths.enumerated() {
      system.tokens.append(
        DesignToken(
          path: TokenPath(path), value: Varying { _ in .number(1) }, aliases: Varying { _ in [] },
          place: SourcePlace(file: "more.tokens.json", line: 10 + index, column: 5)))
    }
    do {
      _ = try CSSOutput.files(for: system)
      return nil
    } catch {
      return error
    }
  }

  @Test func `two paths of one name are refused with both places`() {
    let problem = Self.problem(with: ["tab.barHeight", "tab-bar.height"])
    #expect(
      problem?.description
        == """
        more.tokens.json:11:5: the token “tab-bar.height” and the token “tab.barHeight” \
        (more.tokens.json:10:5) are both “--tab-bar-height” on the web: rename one of them.
        """)
  }

  @Test(arguments: [
    ("type.body-size", "--type-body-size"), ("spring.sheet", "--spring-sheet"),
    ("material.chrome.grain", "--material-chrome-grain"),
    ("state.edited.label", "--state-edited-label"), ("glass.rim.color", "--glass-rim-color"),
  ])
  func `a part, a spring, a material or a state is a name too`(_ path: String, _ name: String) {
    #expect(Self.problem(with: [path])?.text.contains("“\(name)”") == true)
  }

  @Test func `a material drawn by a system is refused on the web`() {
    var system = Samples.system
    system.materials.rows.insert(.init(platform: .web, material: "thinMaterial"), at: 0)
    let problem = #expect(throws: TokenProblem.self) { try CSSOutput.files(for: system) }
    #expect(problem?.text.contains("“thinMaterial”") == true)
    #expect(problem?.text.contains("“ultraThinMaterial”") == true)
  }

  @Test func `a role without a row is refused`() {
    var system = Samples.system
    system.materials.rows.removeAll { $0.platform == .web }
    let problem = #expect(throws: TokenProblem.self) { try CSSOutput.files(for: system) }
    #expect(problem?.text.contains("“chrome” on the web with standard transparency") == true)
  }

  @Test func `a layer of a token that is not there is refused`() {
    var system = Samples.system
    system.tokens.removeAll { $0.path == TokenPath("glass.tint") }
    let problem = #expect(throws: TokenProblem.self) { try CSSOutput.files(for: system) }
    #expect(problem?.text.contains("“blurredGlass” names the token “glass.tint”") == true)
  }

  @Test func `strings and remarks cannot leave their place`() throws {
    #expect(CSSValue.string("a\"b\\c\nd\u{0}") == #""a\"b\\c\a d\0 ""#)
    var system = Samples.system
    system.name = "*/ body { display: none } /*"
    system.tokens[0].deprecation = "see */\n:root { --ink-primary: red; }"
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: system).first).text)
    #expect(!sheet.rules.contains { $0.selectors.contains("body") })
    #expect(try sheet.root(for: .init())["--ink-primary"] == "#141414")
  }

  @Test func `numbers beyond all measure are written, not trapped on`() throws {
    for value in [Double.infinity, -.infinity, .nan, 1e300, -1e300, .leastNonzeroMagnitude] {
      #expect(CSSValue.percent(value).hasSuffix("%"))
      #expect(CSSValue.text(Dimension(value)).hasSuffix("px"))
      #expect(CSSValue.text(Color(red: value, green: 0, blue: 0, alpha: value)).hasPrefix("#"))
    }
  }
}
