import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Comparing by pages what several files share, against comparing all rows.
@Suite("Pages that files share")
struct SharedRowsTests {
  /// Statements that change a table here and there; some keep the length of a row.
  private static func edits(_ random: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let id = Int.random(in: -20...3100, using: &random)
      let digit = Int.random(in: 0...9, using: &random)
      return switch Int.random(in: 0...6, using: &random) {
      case 0: "DELETE FROM t WHERE id = \(id);"
      case 1: "DELETE FROM t WHERE id BETWEEN \(id) AND \(id + 60);"
      case 2: "INSERT OR IGNORE INTO t VALUES (\(id), 'new', zeroblob(\(digit * 900)));"
      case 3: "UPDATE t SET name = 'name \(digit)' WHERE id = \(id);"
      // The end of a long value, on a page of its own: its leaf stays as it is.
      case 4: "UPDATE t SET b = substr(b, 1, length(b) - 1) || '\(digit)' WHERE id = \(id);"
      case 5: "UPDATE t SET id = \(id + 5000) WHERE id = \(id);"
      default: "UPDATE t SET b = zeroblob(\(digit * 3000)) WHERE id = \(id);"
      }
    }.joined()
  }

  private static func base(_ random: inout SplitMix64) -> String {
    let size = [20, 300, 3000].randomElement(using: &random) ?? 20
    let page = [512, 1024, 4096, 65536].randomElement(using: &random) ?? 4096
    return """
      PRAGMA page_size = \(page);
      CREATE TABLE other(x);
      CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, b BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)
      INSERT INTO t SELECT i + (i / 7) % 2, 'name 0', zeroblob(\(size) * (i % 5)) FROM n WHERE 1
        ON CONFLICT DO NOTHING;
      """
  }

  @Test func `the report is the same with and without them`() throws {
    var sharing = 0
    for seed in Seeds.list(20) {
      var random = SplitMix64(seed: seed)
      let both = Self.edits(&random)
      let files = try ThreeFiles(
        plain: Self.base(&random), theirs: both + Self.edits(&random),
        ours: both + Self.edits(&random))
      let pages = try files.conflicts()
      var options = ReportOptions()
      options.comparesPages = false
      let rows = try files.conflicts(options)
      #expect(pages == rows, "seed \(seed)")
      #expect(
        try files.changes(to: files.ours) == files.changes(to: files.ours, options), "seed \(seed)")
      let opened = try [files.base, files.theirs, files.ours].map {
        (try StoreFile(path: $0, cacheFolder: files.cache), "t")
      }
      let shared = SharedRows.find(opened)
      let all = pages.tables.first?.rowCounts ?? pages.untouched.last.map { [$0.rows] } ?? []
      if let shared, shared.count > 0 {
        sharing += 1
        #expect(all[0] == shared.count + shared.gapCounts[0], "seed \(seed)")
      }
    }
    // Without any the test would say nothing.
    #expect(sharing > 0 || Seeds.list(20).count == 1)
  }

  @Test func `a byte on a page of its own is seen, though its leaf is the same`() throws {
    let files = try ThreeFiles(
      plain: """
        CREATE TABLE t(id INTEGER PRIMARY KEY, b BLOB);
        INSERT INTO t VALUES (1, x'00'), (2, zeroblob(30000)), (3, x'01');
        """)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: files.ours))
    // The last byte of the last page of the long value.
    let place = try #require(bytes.indices.last { bytes[$0] != 0 && $0 < 4096 * 2 }) + 4096 * 5
    bytes[place] = 7
    try bytes.write(to: URL(fileURLWithPath: files.ours))
    let table = try #require(try files.conflicts().tables.first)
    #expect(table.rows.map(\.key) == [.fid(2)] && table.rows[0].cells.map(\.column) == ["b"])
  }

  @Test func `columns declared otherwise are not taken from the same pages`() throws {
    // A column added with a default: no page changes but that of the schema.
    let files = try ThreeFiles(
      plain: "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 2), (2, 3);",
      theirs: "ALTER TABLE t ADD COLUMN c DEFAULT 9;")
    #expect(
      try files.conflicts().lines == [
        "column t.c: – > DEFAULT 9 | – theirs", "t 1 c: – > i9 | – theirs",
        "t 2 c: – > i9 | – theirs",
      ])
  }
}
