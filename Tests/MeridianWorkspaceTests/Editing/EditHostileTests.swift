import Foundation
import MeridianStore
import MeridianTestSupport
@testable import MeridianWorkspace
import Testing

/// Files that are made to hurt: nothing crashes, nothing is half done, every refusal is a sentence.
@Suite struct `Edits in hostile files` {
  private func trigger(_ body: String, when: String = "AFTER") throws -> EditFixture {
    try EditFixture(
      sql: """
        CREATE TABLE log(what TEXT);
        CREATE TRIGGER bad \(when) UPDATE ON t BEGIN \(body) END;
        """)
  }

  private func refusal(_ fixture: EditFixture) throws -> EditProblem {
    let before = try fixture.image()
    let report = try fixture.tryAndApply([fixture.edit("name", to: .text("z"))])
    #expect(report.results.map(\.outcome) == [.refused])
    #expect(try fixture.image() == before)
    #expect(try fixture.rows("SELECT * FROM log").isEmpty)
    return try #require(report.problems.first)
  }

  @Test(arguments: ["ABORT", "FAIL", "ROLLBACK"])
  func `a trigger that refuses is quoted`(way: String) throws {
    let fixture = try trigger(
      "INSERT INTO log VALUES ('x'); SELECT RAISE(\(way), 'not \u{1B}[31m now');")
    let problem = try refusal(fixture)
    #expect(problem.kind == .trigger && problem.constraint == "bad")
    #expect(
      problem.sentence
        == "feature 1 of layer \"t\" cannot be changed: trigger \"bad\" refuses it: not \u{FFFD}[31m now"
    )
  }

  @Test func `a trigger that ends the whole transaction is noticed, and others are not tried`()
    throws
  {
    let fixture = try EditFixture(
      sql: """
        CREATE TRIGGER bad AFTER UPDATE ON t WHEN NEW.fid = 2 BEGIN
          SELECT RAISE(ROLLBACK, 'all of it'); END;
        """)
    let edits = try (1...3).map { try fixture.edit("name", $0, to: .text("z")) }
    let connection = try Connection(path: fixture.path, mode: .update)
    try connection.execute("BEGIN IMMEDIATE")
    let report = try EditApplication.applyInTransaction(
      edits, LayerForm.all(for: edits, in: fixture.open()), on: connection)
    #expect(report.isTransactionLost && !connection.isInTransaction)
    #expect(report.results.map(\.outcome) == [.held, .refused, .notTried])
    #expect(try fixture.rows("SELECT name FROM t") == [["a"], ["b"], ["c"]])
  }

  @Test func `triggers that ignore the change or remove the row are found out`() throws {
    let ignored = try refusal(try trigger("SELECT RAISE(IGNORE);", when: "BEFORE"))
    #expect(
      ignored.sentence
        == "feature 1 of layer \"t\" cannot be changed: trigger \"bad\" passes the change over")
    let removed = try refusal(try trigger("DELETE FROM t WHERE fid = OLD.fid;"))
    #expect(
      removed.sentence
        == "feature 1 of layer \"t\" cannot be changed: trigger \"bad\" removes it or gives "
        + "it another id")
    let early = try refusal(try trigger("DELETE FROM t WHERE fid = OLD.fid;", when: "BEFORE"))
    #expect(early.kind == .trigger)
  }

  @Test func `a trigger that changes the value itself is told`() throws {
    let fixture = try trigger("UPDATE t SET name = upper(NEW.name) || '!' WHERE fid = NEW.fid;")
    let report = try fixture.tryAndApply([fixture.edit("name", to: .text("mill"))])
    #expect(report.isAccepted)
    #expect(report.results.first?.stored == StoredValue(.text("MILL!")))
    #expect(
      report.effectSentences == [
        "column \"name\" of feature 1 in layer \"t\" became \"MILL!\" by a trigger, not \"mill\""
      ])
  }

  @Test func `triggers that call each other come to an end, or are refused`() throws {
    let fixture = try EditFixture(
      sql: """
        CREATE TABLE other(what INTEGER);
        CREATE TRIGGER one AFTER UPDATE ON t BEGIN INSERT INTO other VALUES (1); END;
        CREATE TRIGGER two AFTER INSERT ON other BEGIN UPDATE t SET name = name || 'x'; END;
        """)
    // SQLite does not run a trigger within itself unless it is asked to.
    let ended = try fixture.tryAndApply([fixture.edit("name", to: .text("z"))])
    #expect(ended.isAccepted && ended.sideChanges.count == 1)
    #expect(try fixture.rows("SELECT name FROM t ORDER BY fid") == [["zx"], ["bx"], ["cx"]])
    let chain = (0..<12).map {
      "CREATE TABLE l\($0)(x); CREATE TRIGGER c\($0) AFTER INSERT ON l\($0) BEGIN "
        + "INSERT INTO l\($0 + 1) VALUES (1); END;"
    }
    let deep = try EditFixture(
      sql: "CREATE TABLE log(x); CREATE TABLE l12(x);" + chain.joined()
        + "CREATE TRIGGER c AFTER UPDATE ON t BEGIN INSERT INTO l0 VALUES (1); END;")
    let problem = try refusal(deep)
    #expect(problem.sentence.contains("too many levels of trigger recursion"), "\(problem)")
  }

  @Test func `a trigger that never ends is stopped`() throws {
    let fixture = try trigger(
      """
      INSERT INTO log SELECT count(*) FROM
        (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
      """)
    let edits = try [fixture.edit("name", to: .text("z")), fixture.edit("name", 2, to: .text("z"))]
    let forms = try LayerForm.all(for: edits, in: fixture.open())
    let connection = try Connection(path: fixture.path, mode: .update)
    let report = try EditRun.run(
      edits, forms, on: connection, policy: .allOrNothing, isDryRun: false, checksValues: true,
      work: 1_000_000)
    // SQLite ends the transaction of a statement that is stopped.
    #expect(report.isTransactionLost)
    #expect(report.results.map(\.outcome) == [.refused, .notTried])
    #expect(report.problems.first?.sentence.contains("takes too long") == true)
    #expect(!connection.isInTransaction)
    #expect(try fixture.rows("SELECT name FROM t") == [["a"], ["b"], ["c"]])
  }

  @Test func `a trigger that cannot run is a sentence`() throws {
    for (body, words) in [
      ("INSERT INTO nowhere VALUES (1);", "no such table"),
      ("SELECT no_such_function(NEW.name);", "no such function"),
      ("INSERT INTO log VALUES (1, 2, 3);", "columns but"),
    ] {
      let problem = try refusal(try trigger(body))
      #expect(problem.sentence.contains(words), "\(problem)")
      #expect(problem.sentence.hasPrefix("feature 1 of layer \"t\" cannot be changed: "))
    }
  }

  @Test func `a clash in a table that a trigger writes is the trigger's`() throws {
    let fixture = try EditFixture(
      sql: """
        CREATE TABLE log(what TEXT); CREATE TABLE once(name TEXT UNIQUE);
        INSERT INTO once VALUES ('z');
        CREATE TRIGGER note AFTER UPDATE ON t BEGIN INSERT INTO once VALUES (NEW.name); END;
        """)
    let problem = try refusal(fixture)
    #expect(problem.kind == .trigger && problem.constraint == "note")
    #expect(problem.sentence.contains("UNIQUE constraint failed: once.name"), "\(problem)")
  }

  @Test func `texts that are not UTF-8 are compared and put back to the last byte`() throws {
    let fixture = try EditFixture(
      [
        AttributeColumn(name: "name", declaredType: "TEXT"),
        AttributeColumn(name: "other", declaredType: "TEXT"),
      ], rows: [[.null, .null], [.null, .null]])
    let set = { (bytes: String, fid: Int) in
      try fixture.sql("UPDATE t SET name = CAST(x'\(bytes)' AS TEXT) WHERE fid = \(fid)")
    }
    // Both read as a, U+FFFD, b.
    try set("61FF62", 1)
    try set("61FE62", 2)
    let fields = try [fixture.field("name", 1), fixture.field("name", 2)]
    #expect(fields.map(\.current.value) == [.text("a\u{FFFD}b"), .text("a\u{FFFD}b")])
    #expect(fields.map(\.current.bytes) == [[0x61, 0xFF, 0x62], [0x61, 0xFE, 0x62]])
    #expect(fields[0].flags == ["notUTF8"])
    var edit = try fixture.edit("name", 1, to: .text("z"))
    edit.fid = 2
    #expect(try fixture.tryAndApply([edit]).problems.map(\.kind) == [.outOfStep])
    edit.fid = 1
    // The same words without the bytes are another text.
    var plain = edit
    plain.beforeBytes = nil
    #expect(try fixture.tryAndApply([plain]).problems.map(\.kind) == [.outOfStep])
    #expect(try fixture.tryAndApply([fixture.edit("other", 1, to: .text("y"))]).isAccepted)
    #expect(try fixture.value("SELECT hex(name) FROM t WHERE fid = 1") == "61FF62")
    #expect(try fixture.tryAndApply([edit]).isAccepted)
    #expect(try fixture.value("SELECT name FROM t WHERE fid = 1") == "z")
    #expect(try fixture.tryAndApply([edit.reversed]).isAccepted)
    #expect(
      try fixture.rows("SELECT typeof(name), hex(name) FROM t WHERE fid = 1") == [
        ["text", "61FF62"]
      ]
    )
  }

  @Test(arguments: [("UTF-16le", "3DD83DD8"), ("UTF-16be", "D83DD83D")])
  func `databases in UTF-16 are edited like others`(encoding: String, half: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("wide.gpkg")
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE gpkg_contents(table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT,
        last_change DATETIME, min_x, min_y, max_x, max_y, srs_id INTEGER);
      CREATE TABLE t(fid INTEGER PRIMARY KEY, name TEXT, n INTEGER);
      INSERT INTO gpkg_contents(table_name, data_type, identifier) VALUES ('t', 'attributes', 't');
      INSERT INTO t VALUES (1, 'größer 🦆', 1), (2, CAST(x'\(half)' AS TEXT), 2);
      """)
    let form = try LayerForm(
      of: openStore(at: path, cacheFolder: folder.path).layer(named: "t"),
      in: openStore(at: path, cacheFolder: folder.path))
    let first = try EditForm(of: 1, in: form, on: connection)
    #expect(try first.field(named: "name").original == StoredValue(.text("größer 🦆")))
    let second = try EditForm(of: 2, in: form, on: connection)
    // Half a pair is no text that a String holds.
    let bytes = try second.field(named: "name").original.bytes ?? []
    #expect(bytes.map { String(format: "%02X", $0) }.joined() == half)
    let edits = try [
      first.edit("name", to: .text("kleiner 🐭")), second.edit("n", to: .integer(3)),
      second.edit("name", to: .text("x")),
    ]
    let report = try EditApplication.apply(edits, ["t": form], on: connection)
    #expect(report.isAccepted, "\(report.problems)")
    let back = try EditApplication.apply(
      [edits[2].reversed, edits[0].reversed], ["t": form], on: connection)
    #expect(back.isAccepted, "\(back.problems)")
    let row = try connection.prepare("SELECT hex(CAST(name AS BLOB)), n FROM t WHERE fid = 2")
    #expect(try row.step() && row.text(0) == half && row.integer(1) == 3)
  }

  @Test func `values that only look alike are told apart`() throws {
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, v, w)", geometry: nil,
      sql: "INSERT INTO t VALUES (1, NULL, 'w')")
    let values: [AttributeValue] = [
      .null, .integer(1), .real(1), .text("1"), .blob([0x31]), .text(""), .blob([]), .integer(0),
      .real(0.0), .text("\u{E9}"), .text("e\u{301}"), .text("a"), .text("a "), .text("A"),
      .integer(.max), .real(Double(Int64.max)),
    ]
    for stored in values {
      let current = try fixture.field("v").current
      let write = PropertyEdit(
        layer: "t", fid: 1, column: "v", from: current, to: StoredValue(stored))
      #expect(try fixture.apply([write]).isAccepted)
      for before in values {
        let edit = PropertyEdit(
          layer: "t", fid: 1, column: "v", before: before, after: .text("next"))
        let isSame = StoredValue(before) == StoredValue(stored)
        let report = try fixture.dryRun([edit])
        #expect(report.isAccepted == isSame, "\(before) where \(stored) is stored")
        if !isSame { #expect(report.problems.map(\.kind) == [.outOfStep]) }
      }
    }
    #expect(try fixture.value("SELECT w FROM t") == "w")
  }

  @Test func `an untouched value that SQLite would store in another way is not lost`() throws {
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, name TEXT, code TEXT)", geometry: nil,
      sql: "INSERT INTO t VALUES (1, 'a', '12'), (2, 'b', 'x')")
    // What programs do that change a column's type without writing the rows again.
    try Connection(path: fixture.path, mode: .create).execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'code TEXT', 'code INTEGER') WHERE name = 't';
      """)
    let report = try fixture.tryAndApply([fixture.edit("name", 1, to: .text("z"))])
    #expect(
      report.problems.map(\.sentence) == [
        "column \"code\" of feature 1 in layer \"t\" would become 12, since that is how SQLite "
          + "stores \"12\" in a column that is declared so"
      ])
    #expect(try fixture.rows("SELECT name, typeof(code) FROM t WHERE fid = 1") == [["a", "text"]])
    #expect(try fixture.tryAndApply([fixture.edit("name", 2, to: .text("z"))]).isAccepted)
  }

  @Test func `very long values and very many columns are edited`() throws {
    let names = (0..<1500).map { "c\($0)" }
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, "
        + names.map { "\($0) TEXT" }.joined(separator: ", ") + ")", geometry: nil,
      sql: "INSERT INTO t(fid) VALUES (1)")
    let long = String(repeating: "0123456789", count: 200_000)
    let edits = try [
      fixture.edit("c3", to: .text(long)), fixture.edit("c1499", to: .text("last")),
    ]
    #expect(try fixture.tryAndApply(edits).isAccepted)
    #expect(try fixture.rows("SELECT length(c3), c1499 FROM t") == [["2000000", "last"]])
    let next = try fixture.tryAndApply([
      PropertyEdit(layer: "t", fid: 1, column: "c3", before: .text("x"), after: .null)
    ])
    let sentence = try #require(next.problems.first?.sentence)
    #expect(sentence.utf8.count < 300 && sentence.contains("…"))
  }

  @Test func `rows of a view, of no key and of a table without rowids`() throws {
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, name TEXT) WITHOUT ROWID", geometry: nil,
      sql: """
        INSERT INTO t VALUES (1, 'a'), (2, 'b');
        CREATE VIEW v AS SELECT fid, name FROM t; CREATE TABLE loose(name TEXT);
        INSERT INTO loose VALUES ('x');
        CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
        CREATE TRIGGER note AFTER UPDATE ON t BEGIN INSERT INTO log(what) VALUES (NEW.name); END;
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('v', 'attributes', 'v'), ('loose', 'attributes', 'loose');
        """)
    let report = try fixture.tryAndApply([fixture.edit("name", 2, to: .text("z"))])
    #expect(report.isAccepted)
    #expect(
      report.effectSentences == ["1 row of \"log\" inserted by trigger \"note\" (1)"])
    for name in ["v", "loose"] {
      let edit = PropertyEdit(
        layer: name, fid: 1, column: "name", before: .text("a"), after: .text("q"))
      let refused = try fixture.tryAndApply([edit])
      #expect(refused.problems.map(\.kind) == [.notEditable])
      #expect(refused.problems.first?.sentence.contains("no stable id") == true)
    }
  }
}
