import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

struct ManualPageTests {
  private static let pages: [(name: String, source: String)] =
    [("meridian", Session(["man"]).output)]
    + CommandTable.all.map { (ManualPage.name(of: $0), Session(["man"] + $0.words).output) }

  @Test func `every page is clean for mandoc`() throws {
    guard let mandoc = ShellProbe.find("mandoc") else { return print("skipped: no mandoc") }
    let folder = try TemporaryFolder()
    for page in Self.pages {
      let file = folder.file(page.name + ".1")
      try page.source.write(toFile: file, atomically: true, encoding: .utf8)
      let found = try ShellProbe.run(
        mandoc, ["-T", "lint", "-W", "warning", file], in: folder.path)
      #expect(found.isEmpty, "\(page.name)")
    }
  }

  @Test func `every page is clean for groff`() throws {
    guard let groff = ShellProbe.find("groff") else { return print("skipped: no groff") }
    let folder = try TemporaryFolder()
    for page in Self.pages {
      let file = folder.file(page.name + ".1")
      try page.source.write(toFile: file, atomically: true, encoding: .utf8)
      let found = try ShellProbe.run(
        groff, ["-man", "-Tutf8", "-ww", "-z", file], in: folder.path)
      #expect(found.isEmpty, "\(page.name)")
    }
  }

  @Test func `a page names every option and operand, its value and what help says`() {
    for command in CommandTable.all {
      let source = Session(["man"] + command.words).output.replacing("\\-", with: "-")
      for option in command.allOptions {
        #expect(source.contains("\\fB--\(option.name)\\fR"), "\(command.name): \(option.name)")
      }
      for operand in command.operands {
        #expect(source.contains("\\fI\(operand.name)\\fR"), "\(command.name): \(operand.name)")
      }
    }
  }

  @Test func `what is special in a page's source comes out as it was`() throws {
    guard let mandoc = ShellProbe.find("mandoc") else { return print("skipped: no mandoc") }
    let summary = #".x 'y \fB "q" `a` ^~ -1 “z”… \(dq"#
    let help = "'leading quote, .dot and \\backslash"
    let command = Command(
      words: ["odd"], summary: summary, examples: [Example("odd '.'", ".dot first")],
      options: [Switch("no", help)], notes: ["'.", ".SH not a heading"]
    ) { _ in .done }
    let folder = try TemporaryFolder()
    try ManualPage.page(for: command, among: [command])
      .write(toFile: folder.file("a.1"), atomically: true, encoding: .utf8)
    let shown = try ShellProbe.run(
      mandoc, ["-T", "utf8", "-O", "width=200", folder.file("a.1")], in: folder.path)
    // Bold is struck twice.
    let plain = shown.replacing(/.\u{8}/, with: "")
    for text in [summary, help, ".SH not a heading", ".dot first", "odd '.'"] {
      #expect(plain.contains(text), "\(plain)")
    }
  }

  @Test func `the list of pages names every command once`() {
    let lines = Session(["man", "--list"]).output.split(separator: "\n").map(String.init)
    #expect(lines.first == "meridian")
    #expect(Set(lines).count == CommandTable.all.count + 1)
    for line in lines.dropFirst() {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      #expect(Session(["man"] + words).code == 0, "\(line)")
    }
  }
}
