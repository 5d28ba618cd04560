import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Constraints of tables, through a dry run on the file that is only read and then saved.
@Suite struct `Edits and the constraints of a table` {
  private func fixture(_ table: String, _ rows: String) throws -> EditFixture {
    try EditFixture(table: table, geometry: nil, sql: rows)
  }

  /// The only problem of one edit, which leaves the file as it is.
  private func problem(
    _ fixture: EditFixture, _ edits: PropertyEdit...
  ) throws -> EditProblem {
    let before = try fixture.image()
    let report = try fixture.tryAndApply(edits)
    #expect(!report.isAccepted && report.problems.count == 1, "\(report.problems)")
    #expect(try fixture.image() == before)
    return try #require(report.problems.first)
  }

  @Test func `NOT NULL names itself, before the file is asked and by SQLite`() throws {
    let fixture = try fixture(
      "CREATE TABLE t(fid INTEGER PRIMARY KEY, a TEXT NOT NULL)", "INSERT INTO t VALUES (1, 'x')")
    let found = try problem(fixture, fixture.edit("a", to: .null))
    #expect(found.kind == .notNull && found.constraint == "NOT NULL")
    #expect(
      found.sentence
        == "column \"a\" of feature 1 in layer \"t\" refuses null; give it a value")
    let unchecked = try fixture.apply([fixture.edit("a", to: .null)], checksValues: false)
    #expect(unchecked.problems == [found])
  }

  @Test func `CHECK names its condition and its columns`() throws {
    let fixture = try fixture(
      """
      CREATE TABLE t(fid INTEGER PRIMARY KEY, lo REAL, hi REAL CHECK (hi  <
        100), other TEXT, CONSTRAINT "lo hi" CHECK (lo < hi AND other <> ')'),
        CHECK (length(other) < 5 /* a comment ) */))
      """, "INSERT INTO t VALUES (1, 1, 2, 'x')")
    let named = try problem(fixture, fixture.edit("lo", to: .real(3)))
    #expect(named.constraint == "lo hi" && named.columns == ["lo"])
    #expect(
      named.sentence == "column \"lo\" of feature 1 in layer \"t\" would break "
        + "CHECK (lo < hi AND other <> ')') (\"lo hi\")")
    let plain = try problem(fixture, fixture.edit("hi", to: .real(100)))
    #expect(plain.kind == .check && plain.constraint == "CHECK (hi < 100)")
    let both = try problem(
      fixture, fixture.edit("lo", to: .real(9)), fixture.edit("hi", to: .real(8)))
    #expect(both.columns == ["lo", "hi"])
    let commented = try problem(fixture, fixture.edit("other", to: .text("longer")))
    #expect(commented.kind == .check && commented.columns == ["other"])
    // Two columns that must change together are written together.
    let together = try fixture.tryAndApply([
      fixture.edit("lo", to: .real(50)), fixture.edit("hi", to: .real(60)),
    ])
    #expect(together.isAccepted)
    let rules = try fixture.field("hi").column.rules.map(\.summary)
    #expect(rules == ["CHECK (hi < 100)", "CHECK (lo < hi AND other <> ')')"])
  }

  @Test func `UNIQUE names its columns and who has the values`() throws {
    let fixture = try fixture(
      "CREATE TABLE t(fid INTEGER PRIMARY KEY, a TEXT, b TEXT COLLATE NOCASE, UNIQUE (a, b))",
      "INSERT INTO t VALUES (1, 'x', 'P'), (2, 'x', 'q'), (3, 'y', 'q'), (4, NULL, 'q')")
    let found = try problem(fixture, fixture.edit("b", 2, to: .text("p")))
    #expect(found.constraint == "UNIQUE (a, b)" && found.columns == ["b"])
    #expect(
      found.sentence
        == "column \"b\" of feature 2 in layer \"t\" must be unique, and feature 1 has "
        + "these values already (UNIQUE (a, b))")
    #expect(try fixture.tryAndApply([fixture.edit("a", 3, to: .null)]).isAccepted)
    #expect(try fixture.field("a").column.rules.map(\.summary) == ["unique with a, b"])
  }

  @Test func `unique indexes over expressions and parts are run into, and named`() throws {
    let fixture = try fixture(
      "CREATE TABLE t(fid INTEGER PRIMARY KEY, a TEXT, live INTEGER)",
      """
      INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 1), (3, 'z', 0);
      CREATE UNIQUE INDEX folded ON t(lower(a));
      CREATE UNIQUE INDEX living ON t(live, a) WHERE live = 1;
      """)
    let found = try problem(fixture, fixture.edit("a", 2, to: .text("X")))
    #expect(found.kind == .notUnique, "\(found)")
    #expect(try fixture.tryAndApply([fixture.edit("a", 2, to: .text("w"))]).isAccepted)
  }

  @Test(arguments: ["REPLACE", "IGNORE", "ROLLBACK", "FAIL"])
  func `a conflict clause of the table removes no other feature`(clause: String) throws {
    let fixture = try fixture(
      """
      CREATE TABLE t(fid INTEGER PRIMARY KEY, a TEXT UNIQUE ON CONFLICT \(clause),
        b TEXT NOT NULL ON CONFLICT \(clause) DEFAULT 'd')
      """, "INSERT INTO t VALUES (1, 'x', 'p'), (2, 'y', 'q')")
    #expect(try problem(fixture, fixture.edit("a", 2, to: .text("x"))).kind == .notUnique)
    #expect(try problem(fixture, fixture.edit("b", 2, to: .null)).kind == .notNull)
  }

  @Test func `values that move on make room, whatever the order`() throws {
    let fixture = try fixture(
      "CREATE TABLE t(fid INTEGER PRIMARY KEY, a INTEGER UNIQUE)",
      "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4)")
    // 1 → 2 → 3 → 4 → 5 with the first first.
    let edits = try (1...4).map { try fixture.edit("a", $0, to: .integer($0 + 1)) }
    let report = try fixture.tryAndApply(edits)
    #expect(report.isAccepted, "\(report.problems)")
    #expect(try fixture.rows("SELECT a FROM t ORDER BY fid") == [["2"], ["3"], ["4"], ["5"]])
    // A ring cannot be broken up: every one of them is in the way of another.
    let ring = try [
      fixture.edit("a", 1, to: .integer(3)), fixture.edit("a", 2, to: .integer(2)),
    ]
    #expect(try fixture.tryAndApply(ring).results.map(\.outcome) == [.refused, .refused])
    // Step by step, as somebody would do it, it goes.
    let steps = [
      PropertyEdit(layer: "t", fid: 1, column: "a", before: .integer(2), after: .null),
      PropertyEdit(layer: "t", fid: 2, column: "a", before: .integer(3), after: .integer(2)),
      PropertyEdit(layer: "t", fid: 1, column: "a", before: .null, after: .integer(3)),
    ]
    #expect(try fixture.tryAndApply(steps).isAccepted)
  }

  @Test func `references must lead somewhere, from both ends`() throws {
    let fixture = try EditFixture(
      table: """
        CREATE TABLE t(fid INTEGER PRIMARY KEY, zone TEXT REFERENCES zones(code),
          x INTEGER, y INTEGER, CONSTRAINT pair FOREIGN KEY (x, y) REFERENCES grid)
        """,
      geometry: nil,
      sql: """
        CREATE TABLE zones(id INTEGER PRIMARY KEY, code TEXT UNIQUE);
        CREATE TABLE grid(x INTEGER, y INTEGER, PRIMARY KEY (x, y));
        INSERT INTO zones VALUES (1, 'A'), (2, 'B');
        INSERT INTO grid VALUES (1, 1), (1, 2);
        INSERT INTO t VALUES (1, 'A', 1, 1), (2, NULL, 1, NULL);
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('zones', 'attributes', 'zones');
        """)
    let child = try problem(fixture, fixture.edit("zone", to: .text("C")))
    #expect(child.kind == .reference)
    #expect(child.constraint == "FOREIGN KEY (zone) REFERENCES zones (code)")
    #expect(
      child.sentence
        == "column \"zone\" of feature 1 in layer \"t\" refers to \"zones\" (code), which has no "
        + "such row")
    #expect(try problem(fixture, fixture.edit("y", to: .integer(3))).columns == ["y"])
    #expect(try fixture.tryAndApply([fixture.edit("y", to: .integer(2))]).isAccepted)
    #expect(try fixture.tryAndApply([fixture.edit("x", 2, to: .integer(77))]).isAccepted)
    let parent = try fixture.edit("code", 1, to: .text("Z"), in: "zones")
    let report = try fixture.tryAndApply([parent])
    #expect(
      report.problems.map(\.sentence) == [
        "column \"code\" of feature 1 in layer \"zones\" is referred to by rows of \"t\" as \"A\"; "
          + "change those first"
      ])
    // Both at once leave nothing dangling in any order that can be found.
    let both = try [fixture.edit("zone", to: .text("B")), parent]
    #expect(try fixture.tryAndApply(both).isAccepted)
  }

  @Test func `strict tables, computed columns and odd declarations say what is wrong`() throws {
    let fixture = try fixture(
      """
      CREATE TABLE t(fid INTEGER PRIMARY KEY, n INTEGER, double INTEGER AS (n * 2) STORED,
        half REAL AS (n / 2.0), CHECK (double < 100)) STRICT
      """, "INSERT INTO t(fid, n) VALUES (1, 4)")
    #expect(try fixture.field("double").column.lock == .computed)
    #expect(try fixture.field("half").current.value == .real(2))
    let check = try problem(fixture, fixture.edit("n", to: .integer(50)))
    #expect(check.kind == .check && check.constraint == "CHECK (double < 100)")
    #expect(try problem(fixture, fixture.edit("double", to: .integer(1))).kind == .notEditable)
    let wrong = try fixture.apply([fixture.edit("n", to: .text("x"))], checksValues: false)
    #expect(wrong.problems.first?.kind == .wrongType, "\(wrong.problems)")
    #expect(try fixture.tryAndApply([fixture.edit("n", to: .integer(6))]).isAccepted)
    #expect(try fixture.rows("SELECT n, double, half FROM t") == [["6", "12", "3.0"]])
    let text = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, s STRING)", geometry: nil,
      sql: "INSERT INTO t VALUES (1, 'x')")
    // SQLite makes 7 of "007" in a column that is declared STRING.
    let lost = try text.tryAndApply([text.edit("s", to: .text("007"))])
    #expect(lost.problems.first?.sentence.contains("would become 7") == true, "\(lost.problems)")
    #expect(try text.tryAndApply([text.edit("s", to: .text("12"))]).isAccepted)
    #expect(try text.rows("SELECT s, typeof(s) FROM t") == [["12", "integer"]])
  }

  @Test func `what other columns say is told for all edits, not only for the first`() throws {
    let fixture = try fixture(
      "CREATE TABLE t(fid INTEGER PRIMARY KEY, a TEXT(2), b INTEGER UNIQUE, c TEXT)",
      "INSERT INTO t VALUES (1, 'x', 1, 'p'), (2, 'y', 2, 'q')")
    let edits = try [
      fixture.edit("a", to: .text("long")), fixture.edit("b", to: .integer(2)),
      fixture.edit("c", to: .text("fine")),
      PropertyEdit(layer: "t", fid: 2, column: "c", before: .text("other"), after: .text("z")),
      PropertyEdit(layer: "t", fid: 99, column: "c", before: .null, after: .text("z")),
      PropertyEdit(layer: "t", fid: 2, column: "colour", before: .null, after: .null),
      PropertyEdit(layer: "nowhere", fid: 2, column: "c", before: .null, after: .null),
    ]
    let report = try fixture.tryAndApply(edits)
    #expect(
      report.results.map(\.outcome) == [
        .refused, .refused, .held, .refused, .refused, .refused, .refused,
      ])
    #expect(
      report.results.map { $0.problems.first?.kind } == [
        .tooLong, .notUnique, nil, .outOfStep, .noSuchFeature, .noSuchColumn, .noSuchFeature,
      ])
    #expect(report.results[3].problems.first?.sentence.contains("no longer \"other\"") == true)
    #expect(report.results[5].problems.first?.sentence.contains("has no column") == true)
    #expect(report.refusal(path: fixture.path) != nil)
  }

  @Test func `one feature that is gone is said as the store says it`() throws {
    let fixture = try EditFixture()
    let gone = PropertyEdit(layer: "t", fid: 99, column: "name", before: .null, after: .text("z"))
    let report = try fixture.tryAndApply([gone])
    #expect(
      report.refusal(path: "a.gpkg")
        == .store(.noSuchRow(row: RowID(fid: 99, row: 99), layer: "t", path: "a.gpkg")))
    let stale = PropertyEdit(
      layer: "t", fid: 1, column: "name", before: .text("q"), after: .text("z"))
    #expect(
      try fixture.tryAndApply([stale]).refusal(path: "a.gpkg")
        == .outOfStep(layer: "t", fid: 1, column: "name"))
    #expect(
      try fixture.tryAndApply([fixture.edit("name", to: .text("z"))]).refusal(path: "") == nil)
  }
}
