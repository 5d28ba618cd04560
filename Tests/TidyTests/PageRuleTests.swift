import Testing

/// The rules about pages and what they name, on planted pages.
@Suite("The rules about pages")
struct PageRuleTests {
  private let repository = Repository([
    "README.md": """
    # Name
    ## How fast is it?
    [good](CONTRIBUTING.md) [good](CONTRIBUTING.md#where-things-go) [good](#how-fast-is-it)
    [bad](NOWHERE.md) [bad](CONTRIBUTING.md#gone) [far](https://example.org/a)
    ```
    [not a link](INSIDE-CODE.md)
    ```
    `Sources/A/B.swift` `Sources/A` Sources/A/C.swift. Data/samples/*.gpkg
    `make demo` and `make tea`
    """,
    "CONTRIBUTING.md": "# Contributing\n## Where things go\n",
    "Data/README.md": "# Data\n",
    "Sources/A/B.swift": "let a = [\"Transcripts\", \"used.gpkg\"]\n",
    "Data/samples/used.gpkg": "",
    "Data/samples/unused.gpkg": "",
    "Tests/XTests/Transcripts/hit.txt": "",
    "Tests/XTests/Other/hit2.txt": "",
    "Makefile": "QUIET := 1\ndemo: build\n\techo\n",
  ])

  private func readme() throws -> Repository.File {
    try #require(repository.files.first { $0.path == "README.md" })
  }

  @Test func `a link that leads nowhere is found`() throws {
    let findings = TextRules.links(in: try readme(), of: repository)
    #expect(
      findings.map(\.text) == [
        "leads nowhere: NOWHERE.md", "leads nowhere: CONTRIBUTING.md#gone",
      ])
    #expect(findings.map(\.line) == [4, 4])
  }

  @Test func `a named file that is not there is found`() throws {
    let findings = TextRules.namedFiles(in: try readme(), of: repository)
    #expect(findings.map(\.text) == ["not there: Sources/A/C.swift"])
  }

  @Test func `a named page that is nowhere is found`() {
    let text = "/// As \u{60}README.md\u{60} and \u{60}plans.md\u{60} say.\n"
    let file = Repository.File(path: "Sources/A/B.swift", text: text)
    #expect(
      TextRules.namedPages(in: file, of: repository).map(\.text) == ["no such page: plans.md"])
  }

  @Test func `a verb that make does not have is found`() throws {
    let findings = TextRules.makeVerbs(in: try readme(), of: repository)
    #expect(findings.map(\.text) == ["no such verb: tea"])
  }

  @Test func `a page that nothing links is found`() {
    #expect(TextRules.lonelyPages(of: repository).map(\.path) == ["Data/README.md"])
  }

  @Test func `data that nothing names is found`() {
    #expect(
      TextRules.lonelyFixtures(of: repository).map(\.path) == [
        "Data/samples/unused.gpkg", "Tests/XTests/Other/hit2.txt",
      ])
  }

  @Test func `a block is read without its margin`() {
    let text = "a\n  // begins\n    let b = 1\n\n      c()\n  // ends\n"
    #expect(
      TextRules.block(of: text, from: "// begins", to: "// ends") == "let b = 1\n\n  c()")
    #expect(TextRules.block(of: text, from: "// none", to: "// ends") == nil)
  }
}
