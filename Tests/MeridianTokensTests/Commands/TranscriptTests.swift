import Foundation
import Testing

@testable import MeridianTokens

@Suite("The program's words")
struct TokensTranscriptTests {
  @Test func `a set that holds passes the check`() throws {
    let bench = try Workbench()
    #expect(
      bench.run("check", "@slip.resolver.json") == """
        $ check slip.resolver.json
        Slip: 1 ink in 48 places, 1 target, 1 state: all pass, the nearest to failing is \
        ink.primary on veil over black with 16.82:1 of 7
        """)
  }

  @Test func `gray ink, a small control and a bare state are each a line`() throws {
    let bench = try Workbench()
    let faulty = Workbench.tokens.replacing(
      "\"primary\": { \"$value\": \"{gray.pitch}\"",
      with:
        "\"primary\": { \"$value\": { \"colorSpace\": \"srgb\", \"components\": [0.5, 0.5, 0.5] }"
    )
    .replacing("\"value\": 48", with: "\"value\": 40")
    .replacing("\"symbol\": \"checkmark\", \"label\": \"Saved\"", with: "\"symbol\": \"\"")
    try bench.write("slip.tokens.json", faulty)
    #expect(
      bench.run("check", "@slip.resolver.json") == """
        $ check slip.resolver.json
        slip.tokens.json:5:5: ink.primary (#808080) on veil over black has 3.16:1 in light, \
        increased contrast, iOS, fails AAA (7:1 for text), and in 23 more places; #4A4A4A is \
        the nearest ink that passes
        slip.tokens.json:15:18: the target button is 40 pt in light, iOS, and fingers need 44; \
        raise size.button
        slip.tokens.json:17:7: only its color tells the state saved; give it a symbol or a label
        Slip: 1 ink in 48 places, 1 target, 1 state: 3 findings
        [exit 1]
        """)
  }

  @Test func `an alias that leads back to itself is named with its path`() throws {
    let bench = try Workbench()
    try bench.write(
      "slip.dark.tokens.json",
      """
      { "gray": { "$type": "color", "pitch": { "$value": "{ink.primary}" } } }
      """)
    #expect(
      bench.run("check", "@slip.resolver.json") == """
        $ check slip.resolver.json
        ! meridian-tokens: slip.dark.tokens.json:1:52: Tokens refer to one another in a circle, \
        gray.pitch → ink.primary → gray.pitch; give one of them a value of its own.
        [exit 6]
        """)
  }

  @Test func `a difference is told by its effect`() throws {
    let bench = try Workbench()
    try bench.write(
      "new.tokens.json",
      Workbench.tokens.replacing("\"alpha\": 0.9", with: "\"alpha\": 0.3")
        .replacing("\"value\": 48", with: "\"value\": 52")
        .replacing(
          "\"button\": {", with: "\"row\": { \"$value\": \"{size.button}\" }, \"button\": {"))
    #expect(
      bench.run("diff", "@slip.tokens.json", "@new.tokens.json") == """
        $ diff slip.tokens.json new.tokens.json
        changed     glass.tint in every mode: #FFFFFFE6 → #FFFFFF4D
        added       size.row: 52 px
        changed     size.button in every mode: 48 px → 52 px
        contrast    ink.primary on veil over black: 16.82 → 2.48, fails AAA (light, increased \
        contrast, iOS; 23 more places)
        """)
    #expect(
      bench.run("diff", "@slip.tokens.json", "@slip.tokens.json") == """
        $ diff slip.tokens.json slip.tokens.json
        no difference
        """)
  }

  @Test func `a token is explained, in every mode and with its uses`() throws {
    let bench = try Workbench()
    #expect(
      bench.run("explain", "ink.primary", "@slip.resolver.json") == """
        $ explain ink.primary slip.resolver.json
        ink.primary: color, ink for text
          What is read.
          slip.tokens.json:5:5
        values
          light: #000000 ← gray.pitch
          dark: #FFFFFF ← gray.paper
        used by
          state saved: checkmark, Saved
        contrast
          16.82:1 at worst, on veil over black in light, increased contrast, iOS; passes AAA (7:1)
        """)
    #expect(
      bench.run("explain", "{gray.paper}", "@slip.resolver.json") == """
        $ explain {gray.paper} slip.resolver.json
        gray.paper: color
          slip.tokens.json:2:5
        values
          every mode: #FFFFFF
        used by
          tokens: ink.primary
          backdrop white
        """)
  }

  @Test func `an unknown name is answered with the nearest`() throws {
    let bench = try Workbench()
    #expect(
      bench.run("explain", "ink.primry", "@slip.resolver.json") == """
        $ explain ink.primry slip.resolver.json
        ! meridian-tokens: There is no token "ink.primry"; did you mean "ink.primary"?
        [exit 5]
        """)
    #expect(bench.run("explain", "pimary", "@slip.resolver.json").contains("\"ink.primary\"?"))
    #expect(bench.run("explain", "paper", "@slip.resolver.json").contains("\"gray.paper\"?"))
    #expect(bench.run("explain", "zzz", "@slip.resolver.json").contains("check its spelling."))
  }

  @Test func `wrong words are a usage error of one sentence`() throws {
    let bench = try Workbench()
    let cases: [([String], String)] = [
      ([], "Say what to do: build, check, diff or explain."),
      (["chek"], "There is no command \"chek\"; did you mean \"check\"?"),
      (["paint"], "There is no command \"paint\"; there are build, check, diff and explain."),
      (["check", "--chek"], "check has no option \"--chek\"; "),
      (["build", "--out"], "--out takes a folder."),
      (["diff", "a"], "diff takes two files, the old one and the new one."),
      (["explain"], "explain takes the name of a token, ink.primary for instance."),
    ]
    for (words, sentence) in cases {
      var notes = ""
      let console = Console(result: { _ in Issue.record("a result") }, note: { notes += $0 })
      #expect(TokensCommand.execute(words, console) == .usage)
      #expect(notes.hasPrefix("meridian-tokens: " + sentence), "\(notes)")
      #expect(notes.filter { $0 == "\n" }.count == 1)
    }
    #expect(
      bench.run("check", "@gone.resolver.json") == """
        $ check gone.resolver.json
        ! meridian-tokens: Cannot read gone.resolver.json: there is no such file; check the path.
        [exit 5]
        """)
  }

  @Test func `every command has a page with examples and exit codes`() {
    for verb in Request.Verb.allCases {
      var text = ""
      let console = Console(result: { text += $0 }, note: { _ in Issue.record("a note") })
      #expect(TokensCommand.execute([verb.rawValue, "--help"], console) == .done)
      #expect(text.contains("  meridian-tokens \(verb.rawValue)"))
      #expect(text.contains("Exit codes: 0 done;"))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }
}
