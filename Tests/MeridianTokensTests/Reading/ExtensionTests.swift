import Testing

@testable import MeridianTokens

/// What a set says beside its tokens.
struct ExtensionTests {
  @Test func `a whole set becomes a design system`() throws {
    let reading = try Marked(SampleSet.tokens).read()
    #expect(reading.warnings.isEmpty)
    let system = reading.system
    #expect(system.name == "sample")
    #expect(system.tokens.count == 13)
    #expect(system.springs == [Spring(name: "sheet", dampingRatio: 0.86, stiffness: 320)])
    #expect(
      system.haptics == [
        Haptic(
          name: "light", swiftUI: "impact(weight: .light)", android: "CLOCK_TICK",
          androidVersion: 21, androidFallback: "LONG_PRESS")
      ])
    let wash = TokenPath("wash")
    #expect(
      system.wallpapers == [
        Wallpaper(
          name: "vivid",
          radials: [.init(centerX: 0.2, centerY: 0.1, radius: 0.8, stops: wash)],
          linear: .init(angle: 160, stops: wash))
      ])
    #expect(system.targets.map(\.size) == [TokenPath("button")])
    #expect(system.states.map(\.symbol) == ["pencil", ""])
    let before = try #require(SampleSet.tokens.firstRange(of: "\"edited\""))
    #expect(
      system.states[0].place.line
        == SampleSet.tokens[..<before.lowerBound].count { $0 == "\n" } + 1)
    #expect(
      system.backdrops == [
        Backdrop(name: "white", source: .color(TokenPath("color.tint"))),
        Backdrop(name: "vivid", source: .wallpaper("vivid")),
      ])
    #expect(
      system.components == [
        Component(
          name: "Sheet", swiftUI: "sheet", compose: "ModalBottomSheet", web: "dialog",
          difference: "None.", role: "sheet")
      ])
    let body = try #require(system.token(TokenPath("body")))
    #expect(body.role.textStyle == .body)
    #expect(body.role.isTabular && body.role.isMonospaced && !body.role.isUppercase)
    #expect(system.token(TokenPath("color.ink"))?.role.ink == .text)
    #expect(system.token(TokenPath("color.link"))?.role.ink == nil)
  }

  @Test func `an ink names what it is drawn on, a color its roles in Material's scheme`() throws {
    let json = #"""
      {"$type": "color",
       "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"materialRole": "primary"}}},
       "b": {"c": {"$value": "{a}", "$extensions": {"org.meridian.tokens": {"materialRole": ["surface", "background"]}}}},
       "on": {"$value": "{a}", "$extensions": {"org.meridian.tokens": {"ink": "largeText", "on": ["{a}", "{b.c}"]}}},
       "one": {"$extends": "{b}", "d": {"$value": "{a}", "$extensions": {"org.meridian.tokens": {"ink": "text", "on": "{a}"}}},
               "c": {"$value": "{a}"}}}
      """#
    let system = try Marked(json).read().system
    func role(_ path: String) -> DesignToken.Role? { system.token(TokenPath(path))?.role }
    #expect(role("on")?.fills == [TokenPath("a"), TokenPath("b.c")])
    #expect(role("one.d")?.fills == [TokenPath("a")])
    #expect(role("one.c")?.materialRoles == [])
    let played = KotlinColors.materialRoles(of: system).map { "\($0.role) \($0.token.path)" }
    #expect(played == ["primary a", "background b.c", "surface b.c"])
  }

  @Test func `materials have their layers and the first row that fits`() throws {
    let table = try Marked(SampleSet.tokens).read().system.materials
    #expect(table.materials.map(\.name) == ["liquid", "glass", "solid"])
    #expect(
      table.materials[1].layers == [
        .blur(radius: TokenPath("blur")), .fill(TokenPath("color.tint")),
        .border(TokenPath("rim")), .highlight(TokenPath("rim")),
        .grain(opacity: TokenPath("grain")), .shadow(TokenPath("drop")),
      ])
    #expect(
      table.materials[0].layers == [.system(.glassEffect, tint: TokenPath("color.tint"))])
    func name(_ role: String, _ platform: Context.Platform, _ version: Int) -> String? {
      table.material(
        for: .init(
          role: role, platform: platform, version: version, isLowRAM: false,
          transparency: .standard, contrast: .standard))?.name
    }
    #expect(name("sheet", .ios, 26) == "liquid")
    #expect(name("sheet", .ios, 25) == "glass")
    #expect(name("chrome", .ios, 26) == "glass")
    #expect(name("sheet", .web, 0) == "glass")
    // 2 roles × (2 versions of iOS + 1 of Android + 1 of the web) × RAM × transparency × contrast.
    #expect(MaterialCoverage.questions(table).count == 2 * 4 * 8)
  }

  @Test func `sources are merged entry by entry, arrays replaced`() throws {
    let json = #"""
      {"version": "2025.10", "resolutionOrder": [{"name": "n", "type": "set", "sources": [
        {"$extensions": {"org.meridian.tokens": {"springs": {"a": {"dampingRatio": 1, "stiffness": 1}, "b": {"dampingRatio": 1, "stiffness": 2}},
          "components": [{"name": "x", "swiftUI": "a", "compose": "a", "web": "a"}]}}},
        {"$extensions": {"org.meridian.tokens": {"springs": {"a": {"dampingRatio": 1, "stiffness": 3}},
          "components": [{"name": "y", "swiftUI": "a", "compose": "a", "web": "a"}]}}}]},
        {"name": "theme", "type": "modifier", "contexts": {"light": [], "dark": [
          {"$extensions": {"org.meridian.tokens": {"springs": {}}}}]}}]}
      """#
    let reading = try Folder(["set.resolver.json": json]).read()
    #expect(reading.system.springs.map(\.stiffness) == [3, 2])
    #expect(reading.system.components.map(\.name) == ["y"])
    #expect(
      reading.warnings.map(\.text) == [
        "What org.meridian.tokens says about the whole set is the same in every context and is not "
          + "read from here; move it into a set."
      ])
  }

  @Test func `rows and materials that nothing gets are told`() throws {
    let marked = Marked(
      SampleSet.file(
        extensions: #"""
          {"materials": {"roles": ["r"], "materials": {"a": [{"fill": "{color.ink}"}], ‸"b": [{"fill": "{color.ink}"}]},
           "table": [{"material": "a"}, {"material": "b"}]}}
          """#))
    let warnings = try marked.read().warnings
    #expect(
      warnings.map(\.text) == [
        "This row is never the first that fits; move it up or remove it.",
        "No surface ever gets the material \"b\"; remove it or give it a row.",
      ])
    #expect(warnings.last?.place == marked.place)
  }

  static let invalid: [InvalidSample] = [
    InvalidSample(
      "a section that there is not", #"{‸"spring": {}}"#,
      #""spring" says nothing about a set; did you mean "springs"?"#),
    InvalidSample(
      "a section in an array", #"{"springs": ‸[]}"#,
      #""springs" is an array; write an object of names."#),
    InvalidSample("all in a text", #"‸"x""#, "org.meridian.tokens is a text; write an object."),
    InvalidSample(
      "a spring without stiffness", #"{"springs": {"s": ‸{"dampingRatio": 1}}}"#,
      #"The spring has no "stiffness"; add it."#),
    InvalidSample(
      "a spring that pushes itself", #"{"springs": {"s": {"dampingRatio": ‸-1, "stiffness": 1}}}"#,
      "The dampingRatio is no number from 0 to 100; write one."),
    InvalidSample(
      "code that does more",
      #"{"haptics": {"h": {"swiftUI": ‸"success; exit()", "android": "A", "androidVersion": 1, "#
        + #""androidFallback": "B"}}}"#,
      #"The swiftUI "success; exit()" is no name of a constant; write one such as "#
        + #""impact(weight: .light)"."#),
    InvalidSample(
      "half a version",
      #"{"haptics": {"h": {"swiftUI": "a", "android": "A", "androidVersion": ‸1.5, "#
        + #""androidFallback": "B"}}}"#, "The androidVersion is no whole number; write one."),
    InvalidSample(
      "a wallpaper of colors",
      #"{"wallpapers": {"w": {"linear": {"angle": 1, "stops": ‸"{color.ink}"}}}}"#,
      #""{color.ink}" is a color token, and a gradient belongs here; refer to another token."#),
    InvalidSample(
      "a center of one number",
      #"{"wallpapers": {"w": {"radials": [{"center": ‸[1], "radius": 1, "stops": "{wash}"}], "#
        + #""linear": {"angle": 1, "stops": "{wash}"}}}}"#,
      "The center is not two numbers; write [x, y] in shares of width and height."),
    InvalidSample(
      "a target that is no token", #"{"targets": {"t": ‸44}}"#,
      "The value is a number, and a reference to a dimension token belongs here; write "
        + "{group.token}."),
    InvalidSample(
      "a target that there is not", #"{"targets": {"t": ‸"{buton}"}}"#,
      #"There is no token "{buton}"; did you mean "{button}"?"#),
    InvalidSample(
      "a backdrop of both", #"{"backdrops": {"b": ‸{"color": "{color.ink}", "wallpaper": "w"}}}"#,
      "A backdrop is a color or a wallpaper; write one of them."),
    InvalidSample(
      "a wallpaper that there is not", #"{"backdrops": {"b": {"wallpaper": ‸"w"}}}"#,
      #"There is no wallpaper "w"; check the name."#),
    InvalidSample(
      "a component of a role that there is not",
      #"{"components": [{"name": "x", "swiftUI": "a", "compose": "a", "web": "a", "role": ‸"r"}]}"#,
      #"There is no surface role "r"; list it in the roles."#),
    InvalidSample(
      "a component without a web form",
      #"{"components": [{"name": "x", "swiftUI": "a", "compose": "a", "web": ‸" "}]}"#,
      "The web is empty; write a text."),
    InvalidSample(
      "a layer that is two", materials(#"‸{"blur": "{blur}", "fill": "{color.ink}"}"#),
      #"A layer has one of "system", "blur", "fill", "border", "highlight", "grain" or "shadow"; "#
        + "write one of them."),
    InvalidSample(
      "a border of a color", materials(#"{"border": ‸"{color.ink}"}"#),
      #""{color.ink}" is a color token, and a border belongs here; refer to another token."#),
    InvalidSample(
      "more grain than all", materials(#"{"grain": ‸"{heavy}"}"#),
      #""heavy" is an opacity here and not from 0 to 1 in every context; change it."#),
    InvalidSample(
      "a system's material that there is not",
      materials(#"{"system": ‸"glasEffect", "tint": "{color.ink}"}"#),
      #""glasEffect" is no material of the system; did you mean "glassEffect"?"#),
    InvalidSample(
      "a gap in the table", materials(table: #"‸[{"platform": "ios", "material": "m"}]"#),
      #"No row fits the role "r" on android with enough RAM, standard transparency and standard "#
        + "contrast; add a row for it, a last one without conditions, say."),
    InvalidSample(
      "a gap below a version",
      materials(
        table: #"‸[{"platform": "android", "from": 31, "material": "m"}, "#
          + #"{"platform": "ios", "material": "m"}, {"platform": "web", "material": "m"}]"#),
      #"No row fits the role "r" on android with enough RAM, standard transparency and standard "#
        + "contrast; add a row for it, a last one without conditions, say."),
    InvalidSample(
      "a row of a material that there is not", materials(table: #"[{"material": ‸"n"}]"#),
      #"There is no material "n"; did you mean "m"?"#),
    InvalidSample(
      "a version of the web",
      materials(table: #"[{"platform": "web", "from": ‸1, "material": "m"}]"#),
      #""from" is a version of iOS or Android; name the platform too."#),
    InvalidSample(
      "materials without a table", #"{"materials": ‸{"roles": ["r"], "materials": {}}}"#,
      #"The materials have no "table"; add it."#),
  ]

  private static func materials(
    _ layer: String = #"{"fill": "{color.ink}"}"#, table: String = #"[{"material": "m"}]"#
  ) -> String {
    #"{"materials": {"roles": ["r"], "materials": {"m": [\#(layer)]}, "table": \#(table)}}"#
  }

  @Test(arguments: invalid)
  func `an invalid extension is refused in its place`(_ sample: InvalidSample) {
    let file = SampleSet.file(extensions: sample.json)
      .replacing(#""grain": {"#, with: #""heavy": {"$type": "number", "$value": 2}, "grain": {"#)
    let marked = Marked(file)
    let problem = marked.problem()
    #expect(problem?.text == sample.sentence)
    #expect(problem?.place == marked.place)
  }

  @Test(arguments: [
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"ink": ‸"texts"}}}}"#,
      #""texts" is no ink; did you mean "text"?"#
    ),
    (
      #"{"$type": "number", "a": {"$value": 1, "$extensions": {"org.meridian.tokens": {‸"ink": "text"}}}}"#,
      #""ink" is for a color token, and this is a number; remove it."#
    ),
    (
      #"{"$type": "number", "a": {"$value": 1, "$extensions": {"org.meridian.tokens": {‸"inc": "text"}}}}"#,
      #""inc" says nothing about a token; did you mean "ink"?"#
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {‸"on": "{a}"}}}}"#,
      #""on" says what an ink is drawn on, and this color is no ink; give it "ink" too."#
    ),
    (
      #"{"$type": "color", "ab": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"ink": "text", "on": ‸"{ac}"}}}}"#,
      #"There is no token "{ac}"; did you mean "{ab}"?"#
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"ink": "text", "on": ‸[]}}}}"#,
      "The array is empty; name something or remove it."
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"ink": "text", "on": ["{a}", ‸"{a}"]}}}}"#,
      #""{a}" is there already; name it once."#
    ),
    (
      #"{"$type": "color", "n": {"$type": "number", "$value": 1}, "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"ink": "text", "on": ‸"{n}"}}}}"#,
      #""{n}" is a number token, and a color belongs here; refer to another token."#
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"materialRole": ["primary", ‸"onPrimry"]}}}}"#,
      #""onPrimry" is no role of Material's color scheme; did you mean "onPrimary"?"#
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"materialRole": ["scrim", ‸"scrim"]}}}}"#,
      #"The role "scrim" is there already; name it once."#
    ),
    (
      #"{"$type": "color", "a": {"$value": \#(ValidSamples.redText), "$extensions": {"org.meridian.tokens": {"materialRole": "scrim"}}}, ‸"b": {"$value": "{a}", "$extensions": {"org.meridian.tokens": {"materialRole": "scrim"}}}}"#,
      #""b" and "a" at line 1 both play "scrim" in Material's color scheme; take it from one of them."#
    ),
  ])
  func `what a token says about its use is checked`(_ json: String, _ sentence: String) {
    let marked = Marked(json)
    #expect(marked.problem() == TokenProblem(sentence, at: marked.place))
  }
}
