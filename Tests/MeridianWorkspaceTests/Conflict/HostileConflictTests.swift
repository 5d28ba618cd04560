import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Files that nobody promised anything about.
@Suite("Conflict reports on odd files")
struct HostileConflictTests {
  @Test func `a table that the contents list and no file has is no table`() throws {
    let files = try ThreeFiles(
      base: ThreeFiles.places
        + "INSERT INTO gpkg_contents(table_name, data_type, identifier) VALUES ('ghost', 'features', 'g');",
      theirs: "UPDATE gpkg_contents SET identifier = 'h' WHERE table_name = 'ghost';",
      ours: "UPDATE places SET name = 'x' WHERE fid = 1;")
    #expect(
      try files.conflicts().lines == [
        "places 1 name: tMill > tMill | tx ours",
        "gpkg_contents table_name=tghost identifier: tg > th | tg theirs",
      ])
  }

  @Test func `a table that theirs made a view of counts as dropped, and the view as added`() throws
  {
    let files = try ThreeFiles(
      plain: "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 2);",
      theirs: "ALTER TABLE t RENAME TO u; CREATE VIEW t AS SELECT * FROM u WHERE random() > 0;")
    let lines = try files.conflicts().lines
    #expect(
      lines == [
        "table t: table, 2 columns > – | table, 2 columns theirs",
        "table u: – > table, 2 columns | – theirs",
        "view t: – > CREATE VIEW t AS SELECT * FROM u WHERE random() > 0 | – theirs",
        "t 1 a: i2 > – | i2 theirs",
        "u 1 a: – > i2 | – theirs",
      ])
  }

  @Test func `tables without rowids, odd keys and generated columns`() throws {
    let files = try ThreeFiles(
      plain: """
        CREATE TABLE w(
          a TEXT, b INTEGER, c, d GENERATED ALWAYS AS (b * 2), PRIMARY KEY (b, a)) WITHOUT ROWID;
        INSERT INTO w VALUES ('x', 2, 'one'), ('y', 1, 'two');
        CREATE TABLE u(code TEXT NOT NULL UNIQUE, c);
        INSERT INTO u VALUES ('k', 1), ('l', 2);
        CREATE TABLE n(k TEXT PRIMARY KEY, c);
        INSERT INTO n VALUES (NULL, 1), (NULL, 1), (NULL, 2), ('x', 3);
        """,
      theirs: "UPDATE w SET c = 'uno' WHERE b = 2; UPDATE u SET c = 9 WHERE code = 'l';",
      ours: """
        UPDATE w SET b = 3 WHERE b = 1; DELETE FROM u WHERE code = 'l';
        DELETE FROM n WHERE rowid = 2; INSERT INTO n VALUES (NULL, 1.0);
        """)
    #expect(
      try files.conflicts().lines == [
        "w b=i1&a=ty c: ttwo > ttwo | – ours", "w b=i2&a=tx c: tone > tuno | tone theirs",
        "w b=i3&a=ty c: – > – | ttwo ours", "u code=tl c: i2 > i9 | – conflict",
        "n - c: i1 > i1 | i1 ours", "n - c: – > – | r1.0 ours",
      ])
  }

  @Test func `names that differ in case are the same`() throws {
    let files = try ThreeFiles(
      plain: "CREATE TABLE Trees(Id INTEGER PRIMARY KEY, Name); INSERT INTO Trees VALUES (1, 'a');",
      theirs: """
        ALTER TABLE Trees RENAME TO x; ALTER TABLE x RENAME TO TREES;
        ALTER TABLE TREES RENAME COLUMN Name TO NAME; UPDATE TREES SET NAME = 'b';
        """)
    #expect(try files.conflicts().lines == ["Trees 1 Name: ta > tb | ta theirs"])
  }

  @Test func `a layer that the contents list twice, in other letters, is one table`() throws {
    let files = try ThreeFiles(
      base: ThreeFiles.places + """
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('PLACES', 'attributes', 'again');
        """, ours: "DELETE FROM gpkg_contents WHERE table_name = 'PLACES'; DELETE FROM places;")
    let report = try files.conflicts()
    #expect(report.tables.map(\.name) == ["places", "gpkg_contents"])
    #expect(report.tables.map(\.ours.deleted) == [3, 1])
  }

  @Test func `damaged bytes end in a report or in an error, never in a signal`() throws {
    for seed in Seeds.list(40) {
      var random = SplitMix64(seed: seed)
      let files = try ThreeFiles(
        plain: """
          PRAGMA page_size = 512;
          CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT UNIQUE, b);
          CREATE TABLE u(a, b); CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300)
          INSERT INTO t SELECT i, 'a' || i, zeroblob(i * 7) FROM n;
          INSERT INTO u SELECT a, b FROM t; INSERT INTO w SELECT a, b FROM t;
          """, theirs: "UPDATE t SET b = 1 WHERE id % 50 = 0;",
        ours: "UPDATE t SET b = 2 WHERE id % 60 = 0; DELETE FROM u WHERE rowid < 5;")
      let path = [files.base, files.theirs, files.ours].randomElement(using: &random) ?? ""
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        // Behind the header, which is checked before anything is read.
        bytes[Int.random(in: 100..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      for comparesPages in [true, false] {
        var options = ReportOptions()
        options.comparesPages = comparesPages
        do throws(WorkspaceError) {
          _ = try ConflictReport(
            base: files.base, theirs: files.theirs, ours: files.ours, cacheFolder: files.cache,
            options: options)
        } catch {
          #expect(!error.description.isEmpty, "seed \(seed)")
        }
      }
    }
  }

  @Test func `a file without contents is compared all the same, one that is no store is refused`()
    throws
  {
    let files = try ThreeFiles(
      theirs: "PRAGMA foreign_keys = OFF; DROP TABLE gpkg_contents;",
      ours: "UPDATE places SET rating = 0 WHERE fid = 2;")
    let report = try files.conflicts()
    #expect(
      report.lines.prefix(1) == [
        "table gpkg_contents: table, 10 columns > – | table, 10 columns theirs"
      ])
    #expect(report.lines.contains("places 2 rating: i41 > i41 | i0 ours"))
    #expect(
      report.tables.first { $0.name == "gpkg_contents" }?.theirs == ChangeCounts(deleted: 1))
    for bytes in ["", "no store", "SQLite format 3\0"] {
      try Data(bytes.utf8).write(to: URL(fileURLWithPath: files.theirs))
      #expect(throws: WorkspaceError.self) { try files.conflicts() }
    }
    try FileManager.default.removeItem(atPath: files.theirs)
    #expect(throws: WorkspaceError.store(.notFound(path: files.theirs))) { try files.conflicts() }
  }

  @Test func `huge values are told by their beginning, their size and a fingerprint`() throws {
    let size = 3_000_000
    let files = try ThreeFiles(
      plain: """
        CREATE TABLE t(id INTEGER PRIMARY KEY, b, s);
        INSERT INTO t VALUES (1, zeroblob(\(size)), printf('%.*c', \(size), 'ä'));
        """, theirs: "UPDATE t SET b = CAST(b || 'x' AS BLOB);",
      ours: "UPDATE t SET s = s || 'y';")
    let cells = try #require(try files.conflicts().tables.first?.rows.first?.cells)
    guard case .blob(let base)? = cells[0].base, case .blob(let theirs)? = cells[0].theirs,
      case .text(let text)? = cells[1].ours
    else {
      Issue.record("other kinds of values: \(cells)")
      return
    }
    #expect(base.byteCount == size && base.start == [UInt8](repeating: 0, count: 32))
    #expect(theirs.byteCount > 0 && theirs.fingerprint != base.fingerprint)
    #expect(!text.isWhole)
    #expect(text.text.utf8.count == 400 && text.byteCount == 2 * size + 1)
    #expect(cells.map(\.agreement) == [.theirs, .ours])
  }

  @Test func `text that is not UTF-8 is compared by its bytes`() throws {
    let files = try ThreeFiles(
      plain: """
        CREATE TABLE t(k TEXT PRIMARY KEY, s TEXT);
        INSERT INTO t VALUES (CAST(x'ff' AS TEXT), CAST(x'80' AS TEXT)), ('é', 'é');
        """, theirs: "UPDATE t SET s = CAST(x'81' AS TEXT) WHERE k <> 'é';",
      // The same letter composed otherwise is another text.
      ours: "UPDATE t SET s = 'e\u{301}' WHERE k = 'é';")
    let report = try files.conflicts()
    let rows = try #require(report.tables.first?.rows)
    #expect(rows.map(\.agreement) == [.ours, .theirs])
    guard case .text(let base)? = rows[1].cells[0].base,
      case .text(let theirs)? = rows[1].cells[0].theirs
    else {
      Issue.record("no text")
      return
    }
    #expect(base.text == "\u{FFFD}" && theirs.text == "\u{FFFD}" && !base.isWhole)
    #expect(base != theirs)
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `text in UTF-16 is compared, and not with text in UTF-8`(encoding: String) throws {
    let words = ["a", "z", "ä", "ā", "€", "\u{FFFD}", "\u{FF41}", "🌲", "🌳", "ab", ""]
    let values = words.map { "('\($0)', 1)" }.joined(separator: ", ")
    let table = "CREATE TABLE t(k TEXT PRIMARY KEY, v); INSERT INTO t VALUES \(values);"
    let files = try ThreeFiles(
      plain: "PRAGMA encoding = '\(encoding)';" + table,
      theirs: "UPDATE t SET v = 2 WHERE k IN ('ā', '🌲'); INSERT INTO t VALUES ('🌴', 3);",
      ours: "DELETE FROM t WHERE k = '\u{FF41}'; INSERT INTO t VALUES ('Ā', 4);")
    #expect(
      Set(try files.conflicts().lines) == [
        "t k=tā v: i1 > i2 | i1 theirs", "t k=t🌲 v: i1 > i2 | i1 theirs",
        "t k=t🌴 v: – > i3 | – theirs",
        "t k=t\u{FF41} v: i1 > i1 | – ours",
        "t k=tĀ v: – > – | i4 ours",
      ])
    let other = try ThreeFiles(plain: table)
    #expect(throws: WorkspaceError.self) {
      try ConflictReport(
        base: files.base, theirs: other.base, ours: files.ours, cacheFolder: files.cache)
    }
  }

  @Test func `lists end where they are told to, and counts do not`() throws {
    let rows = (1...500).map { "(\($0), \($0))" }.joined(separator: ", ")
    let files = try ThreeFiles(
      plain: "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES \(rows);",
      theirs: "UPDATE t SET a = -a;", ours: "UPDATE t SET a = 0 WHERE id > 400;")
    var options = ReportOptions()
    options.rowsPerKind = 10
    let table = try #require(try files.conflicts(options).tables.first)
    #expect(table.counts == [.theirs: 400, .conflict: 100])
    #expect(table.rows.count == 20 && table.omitted == 480)
    #expect(table.rows.map(\.key) == ((1...10).map(Int64.init) + (401...410)).map { .fid($0) })
    options.totalBytes = 1000
    #expect(try files.conflicts(options).tables.first?.rows.count ?? 0 < 10)
    options.isCanceled = { true }
    let many = try ThreeFiles(
      plain: """
        CREATE TABLE t(id INTEGER PRIMARY KEY);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
        INSERT INTO t SELECT i FROM n;
        """)
    #expect(throws: WorkspaceError.store(.interrupted)) { try many.conflicts(options) }
  }

  @Test
  func `a file with unfinished changes is compared with them, and nothing is left beside any`()
    throws
  {
    let files = try ThreeFiles(theirs: "PRAGMA journal_mode = WAL;")
    let writer = try Connection(path: files.theirs, mode: .update)
    try writer.execute(
      "PRAGMA wal_autocheckpoint = 0; UPDATE places SET name = 'late' WHERE fid = 3;")
    let before = files.folder.names
    #expect(
      try files.conflicts().lines == ["places 3 name: tWell > tlate | tWell theirs"])
    #expect(files.folder.names.filter { $0 != "cache" } == before)
    #expect(
      (try? FileManager.default.contentsOfDirectory(atPath: files.cache + "/snapshots")) == [])
  }

  @Test func `a connection that is open is compared within its transaction`() throws {
    let files = try ThreeFiles(ours: "UPDATE places SET rating = 5 WHERE fid = 1;")
    let writer = try Connection(path: files.theirs, mode: .update)
    try writer.execute("BEGIN IMMEDIATE; UPDATE places SET rating = 5 WHERE fid = 1;")
    let report = try ConflictReport(
      base: ComparedFile(path: files.base, cacheFolder: files.cache),
      theirs: ComparedFile(connection: writer),
      ours: ComparedFile(path: files.ours, cacheFolder: files.cache))
    #expect(report.theirsHoldsAllOfOurs && report.tables.first?.counts == [.same: 1])
    try writer.execute("ROLLBACK")
    #expect(try files.conflicts().tables.first?.counts == [.ours: 1])
  }
}
