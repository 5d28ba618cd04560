import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The cases of the log about edits, each through a dry run and then saved.
@Suite struct `Edits in odd files` {
  @Test func `A80 a saved edit leaves the index as it is, and GDAL reads on`() throws {
    let fixture = try EditFixture(rows: Seeds.list(200).map { [.text("row \($0)")] })
    let nodes = { try fixture.rows("SELECT nodeno, hex(data) FROM rtree_t_geom_node ORDER BY 1") }
    let before = try nodes()
    let rows = Seeds.list(200).count
    let report = try fixture.tryAndApply([fixture.edit("name", 2, to: .text("z"))])
    #expect(report.isAccepted && report.effects.isEmpty && report.sideChanges.isEmpty)
    #expect(report.triggers.allSatisfy { $0.kind == .spatialIndex } && !report.triggers.isEmpty)
    #expect(try fixture.value("SELECT name FROM t WHERE fid = 2") == "z")
    #expect(try nodes() == before)
    #expect(try fixture.indexProblem() == nil)
    #expect(try fixture.isReadByGDAL("t", rows: rows))
  }

  @Test func `A85 ids and values beyond 32 and 53 bits come and go exactly`() throws {
    let fixture = try EditFixture(
      [AttributeColumn(name: "number", declaredType: "INTEGER")], rows: [[.integer(1)]])
    try fixture.sql("INSERT INTO t(fid, number) VALUES (9007199254740993, 2192502720)")
    for value: Int64 in [9_007_199_254_740_993, .max, .min, 2_192_502_720] {
      let edit = try fixture.edit("number", 9_007_199_254_740_993, to: .integer(value))
      #expect(try fixture.tryAndApply([edit]).isAccepted)
      #expect(
        try fixture.value("SELECT number FROM t WHERE fid = 9007199254740993") == "\(value)")
    }
    #expect(try fixture.value("SELECT number FROM t WHERE fid = 1") == "1")
    let text = try EditText.value(
      "9007199254740993", for: fixture.form().column(named: "number"), in: fixture.form())
    #expect(text == .integer(9_007_199_254_740_993))
  }

  @Test(arguments: ["a.b", "with-hyphen", "two words", "1st", "it's", "quo\"te", "größe"])
  func `A86 tables of any name are edited`(name: String) throws {
    let quoted = Connection.quoted(name)
    let fixture = try EditFixture(
      table: "CREATE TABLE \(quoted)(fid INTEGER PRIMARY KEY, geom BLOB, name TEXT UNIQUE)",
      named: name,
      sql: "INSERT INTO \(quoted) VALUES (1, \(EditFixture.blob("POINT (1 2)")), 'a'),"
        + " (2, NULL, 'b')")
    let report = try fixture.tryAndApply([fixture.edit("name", 1, to: .text("z"), in: name)])
    #expect(report.isAccepted, "\(report.problems)")
    #expect(try fixture.value("SELECT name FROM \(quoted) WHERE fid = 1") == "z")
    let clash = try fixture.tryAndApply([fixture.edit("name", 2, to: .text("z"), in: name)])
    #expect(clash.problems.map(\.kind) == [.notUnique])
    #expect(
      try fixture.value(
        "SELECT last_change > '2000-01-01T00:00:00.000Z' FROM gpkg_contents") == "1")
  }

  @Test func `A87 columns named by reserved words, quotes, umlauts and emoji are edited`() throws {
    let names = [
      "select", "count", "AS", "order", "quo\"te", "na'me", "ä", "🦆", "rowid", "group by", "a.b",
      "=", "check", "old", "new", "values", "?1",
    ]
    let list = names.map { Connection.quoted($0) + " TEXT" }.joined(separator: ", ")
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY, \(list), UNIQUE (\"order\", \"quo\"\"te\"))",
      geometry: nil, sql: "INSERT INTO t(fid) VALUES (1), (2)")
    let edits = try names.map { try fixture.edit($0, 2, to: .text("value of \($0)")) }
    let report = try fixture.tryAndApply(edits)
    #expect(report.isAccepted, "\(report.problems)")
    for name in names {
      let value = try fixture.value("SELECT \(Connection.quoted(name)) FROM t WHERE fid = 2")
      #expect(value == "value of \(name)")
      let first = try fixture.rows("SELECT \(Connection.quoted(name)) ISNULL FROM t WHERE fid = 1")
      #expect(first == [["1"]])
    }
  }

  @Test func `A89 a date of another form is shown and flagged, and stays unless it is edited`()
    throws
  {
    let fixture = try EditFixture(
      [
        AttributeColumn(name: "day", declaredType: "DATE"),
        AttributeColumn(name: "note", declaredType: "TEXT"),
      ], rows: [[.text("2018/02/13"), .null]])
    let field = try fixture.field("day")
    #expect(field.original == StoredValue(.text("2018/02/13")))
    #expect(field.flags == ["nonStandardDate"])
    #expect(try fixture.tryAndApply([fixture.edit("note", to: .text("x"))]).isAccepted)
    #expect(try fixture.value("SELECT day FROM t") == "2018/02/13")
    let bad = try fixture.tryAndApply([fixture.edit("day", to: .text("13.2.2018"))])
    #expect(bad.problems.map(\.kind) == [.badDate])
    let impossible = try fixture.tryAndApply([fixture.edit("day", to: .text("2019-02-29"))])
    #expect(impossible.problems.map(\.kind) == [.badDate])
    #expect(try fixture.value("SELECT day FROM t") == "2018/02/13")
    #expect(try fixture.tryAndApply([fixture.edit("day", to: .text("2020-02-29"))]).isAccepted)
    #expect(try fixture.value("SELECT day FROM t") == "2020-02-29")
  }

  @Test func `A91 a time with an offset is not rewritten by an edit beside it`() throws {
    let fixture = try EditFixture(
      [
        AttributeColumn(name: "at", declaredType: "DATETIME"),
        AttributeColumn(name: "note", declaredType: "TEXT"),
      ], rows: [[.text("2020-08-18T11:02:00+02:00"), .null]])
    let before = try fixture.image(without: "note")
    #expect(try fixture.tryAndApply([fixture.edit("note", to: .text("x"))]).isAccepted)
    #expect(try fixture.image(without: "note") == before)
    #expect(try fixture.value("SELECT at FROM t") == "2020-08-18T11:02:00+02:00")
  }

  @Test func `A92 booleans are 0, 1 and NULL, and an illegal 2 reads as it is`() throws {
    let fixture = try EditFixture(
      [
        AttributeColumn(name: "flag", declaredType: "BOOLEAN"),
        AttributeColumn(name: "note", declaredType: "TEXT"),
      ],
      rows: [[.integer(0)], [.integer(1)], [.null], [.integer(2)]])
    let values = try (1...4).map { try fixture.field("flag", $0).current.value }
    #expect(values == [.integer(0), .integer(1), .null, .integer(2)])
    #expect(try fixture.field("flag", 4).flags == ["notBoolean"])
    #expect(try fixture.field("flag", 3).flags.isEmpty)
    // The odd value is no obstacle to what is edited beside it.
    #expect(try fixture.tryAndApply([fixture.edit("note", 4, to: .text("x"))]).isAccepted)
    let report = try fixture.tryAndApply([fixture.edit("flag", 1, to: .integer(2))])
    #expect(
      report.problems.map(\.sentence) == [
        "column \"flag\" of feature 1 in layer \"t\" is BOOLEAN: true (1) or false (0), not 2"
      ])
    #expect(try fixture.tryAndApply([fixture.edit("flag", 4, to: .integer(1))]).isAccepted)
    let form = try fixture.form()
    let column = try form.column(named: "flag")
    #expect(try EditText.value("true", for: column, in: form) == .integer(1))
    #expect(try EditText.value(.boolean(false), for: column, in: form) == .integer(0))
    #expect(throws: EditProblem.self) { try EditText.value("2", for: column, in: form) }
    #expect(throws: EditProblem.self) { try EditText.value(.integer(2), for: column, in: form) }
  }

  @Test(arguments: EditDomains.cases)
  func `A93 field domains take their boundaries and refuse what lies beyond`(
    domain: EditDomains.Case
  ) throws {
    let fixture = try EditFixture(
      [
        AttributeColumn(name: "e", declaredType: "TEXT"),
        AttributeColumn(name: "i", declaredType: "INTEGER"),
        AttributeColumn(name: "r", declaredType: "REAL"),
        AttributeColumn(name: "g", declaredType: "TEXT"),
      ], rows: [[.null, .null, .null, .null]], sql: EditDomains.sql)
    for value in domain.legal {
      let report = try fixture.apply([fixture.edit(domain.column, to: value)])
      #expect(report.isAccepted, "\(value): \(report.problems)")
    }
    for value in domain.illegal {
      let report = try fixture.tryAndApply([fixture.edit(domain.column, to: value)])
      #expect(report.problems.map(\.kind) == [.outsideDomain], "\(value)")
      #expect(report.problems.first?.constraint == domain.name)
      let sentence = report.problems.first?.sentence ?? ""
      #expect(sentence.contains("(domain \"\(domain.name)\")"), "\(sentence)")
      #expect(sentence.contains(domain.words), "\(sentence)")
    }
    #expect(try fixture.apply([fixture.edit(domain.column, to: .null)]).isAccepted)
  }

  @Test func `A98 blobs with Z and M and every envelope are byte-identical after a save`() throws {
    let geometry = try WKT.geometry("LINESTRING (1 2, 3 4)")
    let folder = try TemporaryFolder()
    var blobs: [[UInt8]] = []
    for extra in 0...2 {
      for kind in 0...4 {
        var encoder = GeometryEncoder(isBigEndian: kind % 2 == 0, extraOrdinates: extra)
        encoder.geoPackage(geometry, envelopeKind: kind, srsID: 4326)
        blobs.append(encoder.bytes)
      }
    }
    let writer = try GeoPackageWriter(creating: folder.file("z.gpkg"))
    let layer = try writer.addLayer(
      "t", geometryType: "GEOMETRY", columns: [AttributeColumn(name: "n", declaredType: "TEXT")])
    for blob in blobs { try writer.insert(into: layer, blob: blob, box: geometry.envelope) }
    try writer.finish()
    let path = folder.file("z.gpkg")
    let store = try openStore(at: path, cacheFolder: folder.path)
    let form = try LayerForm(of: store.layer(named: "t"), in: store)
    let edits = blobs.indices.map {
      PropertyEdit(
        layer: "t", fid: Int64($0 + 1), column: "n", before: .null, after: .text("\($0)"))
    }
    let report = try EditApplication.apply(
      edits, ["t": form], on: Connection(path: path, mode: .update))
    #expect(report.isAccepted && report.features == blobs.count)
    let rows = try Connection(path: path, mode: .readOnly)
      .prepare("SELECT geom, n FROM t ORDER BY fid")
    for (index, blob) in blobs.enumerated() {
      #expect(try rows.step())
      #expect(rows.bytes(0) == blob && rows.text(1) == "\(index)")
    }
  }

  @Test func `A101 a layer of ids alone and a table without geometry are inspected`() throws {
    let fixture = try EditFixture(
      table: "CREATE TABLE t(fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT)",
      sql: """
        INSERT INTO t VALUES (1, NULL), (2, \(EditFixture.blob("POINT (3 4)")));
        CREATE TABLE plain(id INTEGER PRIMARY KEY, note TEXT); INSERT INTO plain VALUES (7, 'x');
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('plain', 'attributes', 'plain');
        CREATE TABLE bare(fid INTEGER PRIMARY KEY); INSERT INTO bare VALUES (1);
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('bare', 'attributes', 'bare');
        """)
    let store = try fixture.open()
    for (name, fid, title) in [("t", 2, "t 2"), ("plain", 7, "plain 7"), ("bare", 1, "bare 1")] {
      let form = try LayerForm(of: store.layer(named: name), in: store)
      let feature = try Inspector(fid: Int64(fid), in: form, from: store)
      #expect(feature.title == title)
      #expect(feature.editability == .editable)
      #expect(feature.form.fields.first?.column.lock == .key)
    }
    let form = try LayerForm(of: store.layer(named: "bare"), in: store)
    #expect(form.columns.map(\.name) == ["fid"])
    #expect(throws: WorkspaceError.self) { try form.column(named: "name") }
    let edit = PropertyEdit(
      layer: "bare", fid: 1, column: "fid", before: .integer(1), after: .integer(2))
    #expect(try fixture.tryAndApply([edit]).problems.map(\.kind) == [.notEditable])
  }

  @Test func `A102 what custom triggers do is told beside the edit that set them off`() throws {
    let fixture = try EditFixture(
      sql: """
        CREATE TABLE "trigger log"(id INTEGER PRIMARY KEY, what TEXT);
        CREATE TABLE "seen"(name TEXT PRIMARY KEY) WITHOUT ROWID;
        ALTER TABLE t ADD COLUMN changed TEXT;
        CREATE TRIGGER "trigger with space" AFTER UPDATE OF name ON t BEGIN
          INSERT INTO "trigger log"(what) VALUES (OLD.name || ' to ' || NEW.name);
          INSERT INTO seen VALUES (NEW.name);
        END;
        CREATE TRIGGER stamp AFTER UPDATE OF name ON t BEGIN
          UPDATE t SET changed = 'yes' WHERE fid = NEW.fid;
        END;
        CREATE TRIGGER other AFTER UPDATE OF changed ON t WHEN NEW.fid = 1 BEGIN
          DELETE FROM t WHERE fid = 3;
        END;
        """)
    let report = try fixture.tryAndApply([fixture.edit("name", 1, to: .text("z"))])
    #expect(report.isAccepted)
    let custom = report.triggers.filter { $0.kind == .custom }.map(\.name).sorted()
    #expect(custom == ["other", "stamp", "trigger with space"])
    let change = try #require(report.sideChanges.first)
    #expect(report.sideChanges.count == 1 && change.layer == "t" && change.fid == 1)
    #expect(change.column == "changed" && change.to == StoredValue(.text("yes")))
    #expect(
      report.sentences == [
        "1 edit of 1 feature saved",
        "column \"changed\" of feature 1 in layer \"t\" became \"yes\" by a trigger, not null",
        "1 row of \"t\" deleted by trigger \"other\" (3)",
        "1 row of \"trigger log\" inserted by trigger \"trigger with space\" (1)",
        "rows of \"seen\" inserted by trigger \"trigger with space\"",
      ])
    #expect(try fixture.value("SELECT what FROM \"trigger log\"") == "a to z")
    #expect(try fixture.indexProblem() == nil)
    // The index lost the row that the trigger deleted, and the report knows.
    #expect(report.effects.contains { $0.isSpatialIndex && $0.table == "rtree_t_geom" })
  }

  @Test func `A119 a batch is done as a whole or not at all, with a result for each edit`() throws {
    let fixture = try EditFixture(
      [AttributeColumn(name: "code", declaredType: "TEXT(3)")],
      rows: [[.text("a")], [.text("b")], [.text("c")]],
      sql: "CREATE UNIQUE INDEX codes ON t(code)")
    let edits = try [
      fixture.edit("code", 1, to: .text("x")), fixture.edit("code", 2, to: .text("c")),
      fixture.edit("code", 3, to: .text("long")),
    ]
    let report = try fixture.tryAndApply(edits)
    #expect(report.results.map(\.outcome) == [.held, .refused, .refused])
    #expect(
      report.sentences == [
        "nothing was saved: 2 of 3 edits are refused",
        "column \"code\" of feature 2 in layer \"t\" must be unique, and feature 3 has this value "
          + "already (UNIQUE (code))",
        "column \"code\" of feature 3 in layer \"t\" holds at most 3 characters (TEXT(3)), not 4",
      ])
    #expect(try fixture.rows("SELECT code FROM t ORDER BY fid") == [["a"], ["b"], ["c"]])
    let connection = try Connection(path: fixture.path, mode: .update)
    try connection.execute("BEGIN IMMEDIATE")
    let each = try EditApplication.applyEachInTransaction(
      edits, LayerForm.all(for: edits, in: fixture.open()), on: connection)
    try connection.execute("COMMIT")
    #expect(each.results.map(\.outcome) == [.done, .refused, .refused])
    #expect(try fixture.rows("SELECT code FROM t ORDER BY fid") == [["x"], ["b"], ["c"]])
  }
}

/// Field domains of every kind with what they take and what not.
enum EditDomains {
  struct Case: Sendable {
    var column: String
    var name: String
    var words: String
    var legal: [AttributeValue]
    var illegal: [AttributeValue]
  }

  static let cases = [
    Case(
      column: "e", name: "state", words: "one of good, fair",
      legal: [.text("good"), .text("fair")], illegal: [.text("Good"), .text("good "), .text("")]),
    Case(
      column: "i", name: "inclusive", words: "at least 1 and at most 9",
      legal: [.integer(1), .integer(9)], illegal: [.integer(0), .integer(10), .integer(.min)]),
    Case(
      column: "r", name: "exclusive", words: "above 0 and below 1.5",
      legal: [.real(0.0.nextUp), .real(1.5.nextDown)],
      illegal: [.real(0), .real(1.5), .real(-1), .real(1e300)]),
    Case(
      column: "g", name: "sheet", words: "like [A-Z][0-9]*",
      legal: [.text("B4"), .text("Z0 and more")], illegal: [.text("b4"), .text("4B"), .text("")]),
  ]

  static let sql = """
    CREATE TABLE gpkg_data_columns(table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT,
      title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT,
      CONSTRAINT pk PRIMARY KEY (table_name, column_name));
    CREATE TABLE gpkg_data_column_constraints(constraint_name TEXT NOT NULL,
      constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC,
      max_is_inclusive BOOLEAN, description TEXT);
    INSERT INTO gpkg_data_columns(table_name, column_name, title, constraint_name) VALUES
      ('t', 'e', 'The state', 'state'), ('t', 'i', NULL, 'inclusive'), ('t', 'r', '', 'exclusive'),
      ('t', 'g', NULL, 'sheet');
    INSERT INTO gpkg_data_column_constraints VALUES
      ('state', 'enum', 'good', NULL, NULL, NULL, NULL, 'as new'),
      ('state', 'enum', 'fair', NULL, NULL, NULL, NULL, NULL),
      ('inclusive', 'range', NULL, 1, 1, 9, 1, NULL),
      ('exclusive', 'range', NULL, 0, 0, 1.5, 0, NULL),
      ('sheet', 'glob', '[A-Z][0-9]*', NULL, NULL, NULL, NULL, NULL);
    """
}
