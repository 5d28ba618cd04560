import Foundation
import Testing

/// Every rule finds what it forbids in planted text, and leaves good text alone.
@Suite("The rules")
struct RuleTests {
  private func file(_ text: String, _ path: String = "Sources/MeridianKernel/A.swift")
    -> Repository.File
  {
    Repository.File(path: path, text: text)
  }

  /// Lines are written with bars between them, so that a test's argument is one line.
  private func lines(_ text: String) -> String {
    text.replacing(" | ", with: "\n") + "\n"
  }

  @Test func `comments, strings and raw names are not code`() {
    let text = SwiftText(
      """
      let a = "x! \\(f("try!") + 1) y" // try!
      /* try! /* nested */ try! */ let b = #"a "try!" b"#
      func `force it!`() { g() }
      let c = \"\"\"
        try! \\(d)
        \"\"\"
      let e = 1
      """
    ).code
    #expect(!text.contains("try!"))
    #expect(!text.contains("force"))
    #expect(text.contains("let b = "))
    #expect(text.contains("g()"))
    #expect(text.contains("let e = 1"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 7)
  }

  @Test(arguments: [
    ("Sources/MeridianKernel/A.swift", "import Foundation"),
    ("Sources/MeridianKernel/A.swift", "public import MeridianStore"),
    ("Sources/MeridianStore/A.swift", "internal import MeridianGeodesy"),
    ("Sources/MeridianWorkspace/A.swift", "import struct MeridianCommands.Command"),
    ("Sources/MeridianCommands/A.swift", "private import CSQLite"),
    ("Sources/meridian/Main.swift", "import MeridianKernel"),
    ("Sources/Another/A.swift", "import MeridianKernel"),
    ("Tools/fixtures/A.swift", "@preconcurrency import MeridianWorkspace"),
  ])
  func `an import against the arrows is found`(path: String, text: String) {
    let repository = Repository([path: "// import Foundation\n" + text + "\n"])
    let findings = ImportRules.findings(in: repository)
    #expect(findings.map(\.line) == [2])
  }

  @Test func `imports along the arrows are fine`() {
    let repository = Repository([
      "Sources/MeridianStore/A.swift": "package import MeridianKernel\nimport CSQLite\n",
      "Sources/MeridianKernel/LibM.swift": "  private import Glibc\n",
      "Tests/XTests/A.swift": "import Foundation\n@testable import MeridianKernel\n",
    ])
    #expect(ImportRules.findings(in: repository).isEmpty)
  }

  @Test func `a wall seen in too many files is found`() {
    let files = (1...5).map { ("Sources/MeridianGeodesy/F\($0).swift", "import CPROJ\n") }
    let repository = Repository(Dictionary(uniqueKeysWithValues: files))
    #expect(ImportRules.findings(in: repository).count == 1)
    let fewer = Repository(Dictionary(uniqueKeysWithValues: files.dropLast()))
    #expect(ImportRules.findings(in: fewer).isEmpty)
  }

  @Test func `long files, lines and functions are found at the limit`() {
    func lines(_ count: Int) -> String { String(repeating: "let a = 1\n", count: count) }
    #expect(SourceRules.sizes(of: file(lines(400))).isEmpty)
    #expect(SourceRules.sizes(of: file(lines(401))).count == 1)
    let wide = "//" + String(repeating: "é", count: 98)
    #expect(SourceRules.sizes(of: file(wide + "\n")).isEmpty)
    #expect(SourceRules.sizes(of: file(wide + "x\n")).map(\.line) == [1])
    let short = "struct A {\n  func f(\n    a: Int = { 1 }()\n  ) {\n" + lines(55) + "  }\n}\n"
    let long = "struct A {\n  func f(\n    a: Int = { 1 }()\n  ) {\n" + lines(57) + "  }\n}\n"
    #expect(SourceRules.sizes(of: file(short)).isEmpty)
    #expect(SourceRules.sizes(of: file(long)).map(\.line) == [2])
  }

  @Test func `a function without a body does not count what follows`() {
    let text = "protocol P {\n  func a()\n  func b()\n}\nstruct S {\n  init() {\n  }\n}\n"
    #expect(SourceRules.functions(of: text).map(\.lines) == [2])
  }

  @Test(arguments: [
    "final class A: @unchecked Sendable {}", "nonisolated(unsafe) let a = 1", "let a = try! f()",
    "let a = b as! C", "  fatalError(\"x\")", "let a = b!", "let a = f()!.c", "let a = b[0]!",
    "@_exported import A", "var counter = 0", "  private static var cache: [Int] = []",
    "  static var now = 1",
  ])
  func `a forbidden word is found`(text: String) {
    #expect(!SourceRules.words(in: file(text + "\n")).isEmpty)
  }

  @Test func `one file may share memory, and may do nothing else that is forbidden`() {
    let path = "Sources/MeridianKernel/Storage/Column.swift"
    let shared = Repository.File(path: path, text: "nonisolated(unsafe) let a = 1\n")
    let forced = Repository.File(path: path, text: "let a = try! f()\n")
    #expect(SourceRules.words(in: shared).isEmpty)
    #expect(!SourceRules.words(in: forced).isEmpty)
  }

  @Test(arguments: [
    "if a != b, !c { d() }", "// never try! this", "let a = \"b!\"", "var a: Int { 1 }",
    "  static var a: Int { b == 1 ? 2 : 3 }", "  var counter = 0", "let a = b ?? !c",
  ])
  func `an allowed word is left alone`(text: String) {
    #expect(SourceRules.words(in: file(text + "\n")).isEmpty)
  }

  @Test(arguments: [
    "public func f() {}", "  public init() {}", "// plain | public struct A {}",
    "/// A. | public struct A { |   public var b: Int | }", "@inlinable | public func f() {}",
    "  public private(set) var a = 1",
  ])
  func `a public declaration without documentation is found`(text: String) {
    #expect(SourceRules.documentation(of: file(lines(text))).count == 1)
  }

  @Test(arguments: [
    "func f() {}", "public import MeridianKernel", "/// A. | @inlinable | public func f() {}",
    "let a = \"public func\"",
    "/// A. | public enum A { |   case b | }",
  ])
  func `a documented or internal declaration is left alone`(text: String) {
    #expect(SourceRules.documentation(of: file(lines(text))).isEmpty)
  }

  @Test func `deferred work is found`() {
    #expect(TextRules.deferredWork(in: file("// TO" + "DO: later\n")).count == 1)
    #expect(TextRules.deferredWork(in: file("let todo = 1\n")).isEmpty)
  }

  @Test(arguments: ["work/main", "root", "home/me/a", "tmp/x.gpkg", "Users/me"])
  func `a place of one machine is found`(rest: String) {
    #expect(TextRules.machines(in: file("see " + "/" + rest + "\n")).count == 1)
  }

  @Test(arguments: ["https://example.org/home/x", "a/tmp/b", "distance/work", "/usr/local/bin"])
  func `a place of every machine is left alone`(text: String) {
    #expect(TextRules.machines(in: file("see " + text + "\n")).isEmpty)
  }

  @Test func `a registry is found`() {
    #expect(TextRules.machines(in: file("https://" + "pypi" + ".org/x\n")).count == 1)
  }
}
