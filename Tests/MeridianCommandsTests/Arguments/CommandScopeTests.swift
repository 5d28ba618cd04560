import MeridianCommands
import Testing

/// `--scope` before the command.
@Suite struct `The scope of the command line` {
  private func names(_ words: [String]) -> [String] {
    Session(words + ["help"]).output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ")
    }.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `the phone has no imports, exports and analysis, and everything has`() {
    let full = names([])
    #expect(names(["--scope", "full"]) == full)
    let phone = names(["--scope=phone"])
    #expect(
      Set(full).subtracting(phone)
        == ["import", "export", "query", "doctor", "index", "profile"])
    #expect(phone == full.filter(Set(phone).contains))
  }

  @Test func `a command out of scope is unknown, like a word that is none`() {
    for words in [["export", "x.gpkg", "a"], ["import", "--help"], ["help", "query"]] {
      let out = Session(["--scope", "phone"] + words)
      let plain = Session(words)
      #expect(out.code == 2 && out.output.isEmpty)
      #expect(out.errors.hasPrefix("meridian: There is no command “"))
      #expect(plain.errors != out.errors)
    }
    #expect(Session(["--scope", "phone", "version"]).output == Session(["version"]).output)
    #expect(!Session(["--scope", "phone", "completion", "bash"]).output.contains("export"))
  }

  @Test func `layers are shown and hidden, and nothing else of them is known`() {
    let soho = "Data/samples/soho.gpkg"
    let phone = ["--scope", "phone", "layers", soho]
    #expect(Session(phone).output == Session(["layers", soho]).output)
    #expect(Session(phone).code == 0)
    for words in [["lock", "pumps"], ["unlock", "pumps"], ["set", "pumps"]] {
      let out = Session(phone + words)
      #expect(out.code == 2 && out.errors.contains("show, hide") && out.output.isEmpty)
    }
    for words in [["--order", "1"], ["--filter", "fid > 1"], ["--title", "x"]] {
      let out = Session(phone + words)
      #expect(out.code == 2 && out.errors.hasPrefix("meridian: `layers` has no option"))
    }
    let help = Session(["--scope", "phone", "layers", "--help"]).output
    #expect(help.contains("hide trees") && !help.contains("lock pumps"))
    #expect(!help.contains("--order") && !help.contains(" set "))
    let publish = Session(["--scope", "phone", "publish", soho, "--to", "x.gpkg"])
    #expect(publish.code == 2 && publish.errors.contains("no option “--to”"))
    #expect(!Session(["--scope", "phone", "publish", "--help"]).output.contains("--to "))
    let hit = Session(["--scope", "phone", "hit", soho, "--at", "0,0", "--filter", "pumps=fid>1"])
    #expect(hit.code == 2 && hit.errors.contains("no option “--filter”"))
  }

  @Test func `it stands among the common options before the command, and nowhere else`() {
    #expect(Session(["-q", "--color", "never", "--scope", "phone", "version"]).code == 0)
    #expect(Session(["--format", "--scope", "version"]).code == 2)
    #expect(Session(["version", "--scope", "phone"]).errors.contains("no option “--scope”"))
    #expect(Session(["--", "--scope", "phone"]).code == 2)
  }

  @Test func `a scope that is none, missing or given twice is told`() {
    #expect(
      Session(["--scope", "tablet", "version"]).errors
        == "meridian: `--scope` needs one of full, phone, but “tablet” is none of them.\n")
    #expect(
      Session(["--scope"]).errors == "meridian: `--scope` needs one of full, phone after it.\n")
    #expect(
      Session(["--scope", "phone", "--scope=full", "version"]).errors
        == "meridian: `--scope` stands twice; give it once.\n")
  }
}
