import Testing

/// The rules of the repository, held against the repository. `RuleTests` shows that each can fail.
@Suite("The repository")
struct RepositoryTests {
  private let repository = Repository.current

  private func expectNone(
    _ findings: [Finding], _ rule: Comment, location: SourceLocation = #_sourceLocation
  ) {
    for finding in findings {
      Issue.record("\(rule): \(finding)", sourceLocation: location)
    }
  }

  @Test func `the files are found`() {
    #expect(repository.has("Package.swift"))
    #expect(repository.has("Sources/MeridianKernel"))
    #expect(repository.swift.count > 50)
    #expect(!repository.paths.contains { $0.hasPrefix(".build/") })
  }

  @Test func `imports follow the arrows, and few files see C`() {
    expectNone(ImportRules.findings(in: repository), "architecture, section 2")
  }

  @Test func `files, functions and lines have a size one can read`() {
    expectNone(repository.swift.flatMap(SourceRules.sizes), "style sheet")
  }

  @Test func `nothing in the product or its tools ends the process or hides a race`() {
    // A fuzzer ends the process on purpose: that is how it reports.
    let product = repository.swift.filter {
      !$0.path.hasPrefix("Tests/") && !$0.path.hasPrefix("Tools/fuzz/")
    }
    expectNone(product.flatMap(SourceRules.words), "style sheet")
  }

  @Test func `every public declaration is documented`() {
    // What imitates the interface of others is documented there.
    let own = repository.swift.filter { !$0.path.contains("Stubs/") }
    expectNone(own.flatMap(SourceRules.documentation), "style sheet")
  }

  @Test func `no work is deferred in a text`() {
    expectNone(repository.files.flatMap(TextRules.deferredWork), "an issue is the place")
  }

  @Test func `no text names a place of one machine or a registry`() {
    expectNone(repository.files.flatMap(TextRules.machines), "works here only")
  }

  @Test func `every link of a page leads somewhere`() {
    expectNone(
      repository.markdown.flatMap { TextRules.links(in: $0, of: repository) }, "broken link")
  }

  @Test func `every file that a page names is there`() {
    expectNone(
      repository.markdown.flatMap { TextRules.namedFiles(in: $0, of: repository) }, "stale page")
    expectNone(
      repository.files.flatMap { TextRules.namedPages(in: $0, of: repository) }, "stale text")
  }

  @Test func `every verb of make that a page names exists`() {
    expectNone(
      repository.markdown.flatMap { TextRules.makeVerbs(in: $0, of: repository) }, "stale page")
  }

  @Test func `some page leads to every page`() {
    expectNone(TextRules.lonelyPages(of: repository), "unread page")
  }

  @Test func `something names every file of data`() {
    expectNone(TextRules.lonelyFixtures(of: repository), "dead fixture")
  }

  @Test func `the example of the README is the one that is compiled`() throws {
    let readme = try #require(repository.files.first { $0.path == "README.md" })
    let source = try #require(repository.swift.first { $0.name == "ReadmeExample.swift" })
    let shown = try #require(
      TextRules.block(of: readme.text, from: "```swift", to: "```"),
      "README.md shows no Swift")
    let compiled = try #require(
      TextRules.block(of: source.text, from: "// README begins", to: "// README ends"))
    #expect(shown == compiled)
    #expect(!shown.isEmpty)
  }
}
