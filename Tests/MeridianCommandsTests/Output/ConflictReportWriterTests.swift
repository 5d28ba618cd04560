import Foundation
import MeridianCommands
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Both reports as people and programs read them.
@Suite("Conflict and change reports as text and JSON")
struct ConflictReportWriterTests {
  /// Three files and the cache folder; the folder goes with the value.
  private struct Files {
    let folder: TemporaryFolder

    init(_ base: String, theirs: String, ours: String) throws {
      folder = try TemporaryFolder()
      for (name, statements) in [("base", ""), ("theirs", theirs), ("ours", ours)] {
        try Connection(path: path(name), mode: .create).execute(base + statements)
      }
    }

    func path(_ name: String) -> String { folder.file(name + ".sqlite") }

    func conflict(_ options: ReportOptions = ReportOptions()) throws -> ConflictReportWriter {
      ConflictReportWriter(
        try ConflictReport(
          base: path("base"), theirs: path("theirs"), ours: path("ours"),
          cacheFolder: folder.file("cache"), options: options))
    }

    func changes() throws -> ChangeReportWriter {
      ChangeReportWriter(
        try ChangeReport(
          base: path("base"), other: path("ours"), cacheFolder: folder.file("cache")))
    }
  }

  private func files() throws -> Files {
    try Files(
      """
      CREATE TABLE pumps(fid INTEGER PRIMARY KEY, code TEXT UNIQUE, flow, note);
      INSERT INTO pumps VALUES (1, 'A', 40, NULL), (2, 'B', 1.0, x'00ff'), (3, 'C', 5, 'old');
      CREATE TABLE streets(id TEXT PRIMARY KEY, name); INSERT INTO streets VALUES ('s', 'Broad');
      """,
      theirs: """
        UPDATE pumps SET flow = 42 WHERE fid = 1; DELETE FROM pumps WHERE fid = 3;
        INSERT INTO pumps VALUES (4, 'X', -0.5, 'a "b"'); ALTER TABLE streets ADD COLUMN width REAL;
        """,
      ours: """
        UPDATE pumps SET flow = 43, note = zeroblob(40) WHERE fid = 1;
        UPDATE pumps SET flow = 1 WHERE fid = 2; UPDATE pumps SET note = 'new' WHERE fid = 3;
        INSERT INTO pumps VALUES (9, 'X', NULL, CAST(x'ff' AS TEXT));
        """)
  }

  @Test func `a conflict for people`() throws {
    let text = try files().conflict().text()
    let difference = Golden.difference(
      text, from: "Tests/MeridianCommandsTests/Transcripts/Reports/conflict-report.txt")
    #expect(difference == nil)
    // In a terminal the widest words are cut.
    let narrow = try files().conflict().text(width: 72).split(separator: "\n")
    #expect(narrow.contains { $0.hasPrefix("pumps") && $0.contains("…") })
  }

  @Test func `a conflict for programs`() throws {
    var json = JSONWriter()
    try files().conflict().writeLines(to: &json)
    #expect(
      Golden.difference(
        json.text, from: "Tests/MeridianCommandsTests/Transcripts/Reports/conflict-report.ndjson")
        == nil)
    var document = JSONWriter()
    try files().conflict().writeDocument(to: &document)
    let parsed = try #require(
      try JSONSerialization.jsonObject(with: Data(document.bytes)) as? [String: Any])
    #expect(parsed["conflicts"] as? Int == 3)
    #expect(parsed["theirsHoldsAllOfOurs"] as? Bool == false)
    let tables = try #require(parsed["tables"] as? [[String: Any]])
    #expect(tables.map { $0["table"] as? String } == ["pumps"])
    // The records are the same in both forms.
    let lines = json.text.split(separator: "\n").dropLast()
    #expect(lines.filter { $0.hasPrefix(#"{"is":"row""#) }.allSatisfy(document.text.contains))
  }

  @Test func `changes for people and for programs`() throws {
    let writer = try files().changes()
    #expect(
      Golden.difference(
        writer.text(), from: "Tests/MeridianCommandsTests/Transcripts/Reports/change-report.txt")
        == nil)
    var json = JSONWriter()
    writer.writeLines(to: &json)
    #expect(
      Golden.difference(
        json.text, from: "Tests/MeridianCommandsTests/Transcripts/Reports/change-report.ndjson")
        == nil)
    var document = JSONWriter()
    writer.writeDocument(to: &document)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(document.bytes)) }
  }

  @Test func `nothing to tell is said so, and what is not listed is counted`() throws {
    let none = try Files("CREATE TABLE t(a);", theirs: "", ours: "")
    #expect(
      try none.conflict().text()
        == "Neither side has changed anything since the base.\n\n"
        + "Untouched, byte for byte: t (0 rows).\n")
    #expect(
      try none.changes().text()
        == "Nothing has changed.\n\nUntouched, byte for byte: t (0 rows).\n")
    let same = try Files(
      "CREATE TABLE t(a);", theirs: "INSERT INTO t VALUES (1), (2), (2);",
      ours: "INSERT INTO t VALUES (2);")
    var options = ReportOptions()
    options.rowsPerKind = 0
    let text = try same.conflict(options).text()
    #expect(
      text.hasPrefix(
        "No conflict; rows of theirs: 3 added; rows of ours: 1 added.\n"
          + "Theirs holds every change of ours: there is nothing to publish.\n"))
    #expect(text.contains("t: 2 more rows differ and are not listed.\n"))
  }
}
