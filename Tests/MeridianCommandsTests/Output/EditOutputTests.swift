import Foundation
import MeridianCommands
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// A feature, and what becomes of its edits, as people and programs see it.
@Suite struct `Inspections and edit reports` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("pumps.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer(
      "pumps", geometryType: "POINT",
      columns: [
        AttributeColumn(name: "name", declaredType: "TEXT(20)", isNotNull: true),
        AttributeColumn(name: "state", declaredType: "TEXT"),
        AttributeColumn(name: "depth", declaredType: "REAL"),
        AttributeColumn(name: "open", declaredType: "BOOLEAN"),
        AttributeColumn(name: "seen", declaredType: "DATE"),
      ])
    for (fid, name) in [(9, "Broad Street"), (10, "Rupert Street")] {
      try writer.insert(
        into: layer, fid: Int64(fid), geometry: WKT.geometry("POINT (-0.1367 51.5134)"),
        values: [.text(name), .text("good"), .real(4.5), .integer(1), .text("1854/09/08")])
    }
    try writer.finish()
    try Connection(path: path, mode: .update).execute(
      """
      CREATE TABLE gpkg_data_columns(table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT,
        title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT);
      CREATE TABLE gpkg_data_column_constraints(constraint_name TEXT NOT NULL,
        constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
        max NUMERIC, max_is_inclusive BOOLEAN, description TEXT);
      INSERT INTO gpkg_data_columns VALUES
        ('pumps', 'state', NULL, 'State of repair', 'As seen', NULL, 'state'),
        ('pumps', 'depth', NULL, 'Depth in meters', NULL, NULL, 'depth');
      INSERT INTO gpkg_data_column_constraints VALUES
        ('state', 'enum', 'good', NULL, NULL, NULL, NULL, NULL),
        ('state', 'enum', 'dry', NULL, NULL, NULL, NULL, NULL),
        ('depth', 'range', NULL, 0, 0, 30, 1, NULL);
      CREATE UNIQUE INDEX "pump names" ON pumps(name);
      CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER note AFTER UPDATE OF name ON pumps BEGIN
        INSERT INTO log(what) VALUES (NEW.name); END;
      """)
  }

  /// `look STORE LAYER FID [WORD]…`: a feature with the edits that words ask for pending, or, with
  /// `try` first, what would become of them.
  private static let look: Command = {
    let layer = Operand("LAYER", .layer, "A layer.")
    let fid = Operand("FID", .layer, "A feature.")
    let words = Operand("WORD", .layer, arity: .atLeast(0), "Edits.")
    return Command(
      words: ["look"], summary: "a feature", examples: [Example("look", "a feature")],
      operands: [CommonOperands.store, layer, fid, words], formats: [.table, .json]
    ) { context throws(CommandError) in
      var given = context.arguments.all(words)
      let isTrial = given.first == "try"
      if isTrial { given.removeFirst() }
      let id = Int64(try context.arguments.required(fid)) ?? 0
      let name = try context.arguments.required(layer)
      return try context.withStore(about: [name]) { store throws(CommandError) in
        do {
          let form = try LayerForm(of: store.layer(named: name), in: store)
          let feature = try Inspector(fid: id, in: form, from: store)
          let edits = try EditArgument.edits(given, of: feature.form)
          var json = JSONWriter()
          if isTrial {
            let writer = EditReportWriter(
              try EditCheck.dryRun(edits, in: store), forms: [form.layer.name: form])
            if context.format == .table {
              try writer.writeTable(in: context)
            } else {
              writer.write(to: &json)
            }
          } else {
            let pending = Dictionary(
              uniqueKeysWithValues: edits.map { ($0.column, $0.storedAfter) })
            let writer = InspectWriter(
              try Inspector(fid: id, in: form, from: store, pending: pending))
            if context.format == .table {
              try writer.writeTable(in: context)
            } else {
              writer.write(to: &json)
            }
          }
          try context.output.write(&json)
          return .done
        } catch {
          throw CommandError(error)
        }
      }
    }
  }()

  private func look(_ words: String..., format: String = "table") -> Session {
    Session(["look", path, "pumps"] + words + ["--format", format], commands: [Self.look])
  }

  private func expect(_ session: Session, _ lines: String) {
    #expect(session.output == lines + "\n", "\(session.output)\(session.errors)")
  }

  @Test func `a feature in a table`() {
    expect(
      look("9"),
      """
      Broad Street
      layer            pumps, feature 9
      geometry         Point, 1 part, 1 vertex
      extent           -0.1367000,51.5134000,-0.1367000,51.5134000 (EPSG:4326)
      State of repair  good
      Depth in meters  4.5
      open             true
      editable         yes

      field  title            type      value         rules
      fid                     INTEGER   9             not edited: key; not null
      name                    TEXT(20)  Broad Street  not null; at most 20; unique
      state  State of repair  TEXT      good          one of good, dry (state)
      depth  Depth in meters  REAL      4.5           above 0 and at most 30 (depth)
      open                    BOOLEAN   true
      seen                    DATE      1854/09/08    [nonStandardDate]
      """)
  }

  @Test func `pending values beside those that are saved`() {
    expect(
      look("10", "name=Mill", "depth:=12", "open:=null"),
      """
      Mill
      layer            pumps, feature 10
      geometry         Point, 1 part, 1 vertex
      extent           -0.1367000,51.5134000,-0.1367000,51.5134000 (EPSG:4326)
      State of repair  good
      Depth in meters  12
      open             –
      editable         yes

      field  title            type      value       saved value    rules
      fid                     INTEGER   10                         not edited: key; not null
      name                    TEXT(20)  Mill        Rupert Street  not null; at most 20; unique
      state  State of repair  TEXT      good                       one of good, dry (state)
      depth  Depth in meters  REAL      12          4.5            above 0 and at most 30 (depth)
      open                    BOOLEAN   –           true
      seen                    DATE      1854/09/08                 [nonStandardDate]
      """)
  }

  @Test func `a feature for programs, keys in one order`() throws {
    let session = look("9", "open:=false", format: "json")
    let start = [
      #"{"layer":"pumps","fid":9,"title":"Broad Street","editable":true,"geometry":{"#,
      #""status":"valid","type":"Point","parts":1,"vertices":1,"#,
      #""extent":[-0.1367,51.5134,-0.1367,51.5134],"crs":"EPSG:4326"},"#,
      #""keyFields":["state","depth","open"],"fields":[{"name":"fid","type":"integer","#,
      #""declaredType":"INTEGER","value":9,"editable":false,"lock":"key","rules":[{"#,
      #""rule":"notNull","constraint":"NOT NULL"}],"flags":[]},"#,
    ].joined()
    #expect(session.output.hasPrefix(start), "\(session.output)")
    for part in [
      #"{"rule":"enum","constraint":"state","values":["good","dry"]}"#,
      #"{"rule":"range","constraint":"depth","exclusiveMinimum":0,"maximum":30}"#,
      #""declaredType":"BOOLEAN","value":false,"original":true,"editable":true,"#,
      #"{"rule":"unique","constraint":"UNIQUE (name)","columns":["name"]}"#,
      #""value":"1854/09/08","editable":true,"rules":[],"flags":["nonStandardDate"]}]}"#,
    ] { #expect(session.output.contains(part), "\(part) in \(session.output)") }
    #expect((try? JSONSerialization.jsonObject(with: Data(session.output.utf8))) != nil)
  }

  @Test func `a dry run in a table`() {
    expect(
      look("9", "try", "name=Mill", "open:=false"),
      """
      layer  fid  column  from          to     outcome
      pumps    9  name    Broad Street  Mill   good
      pumps    9  open    true          false  good
      2 edits of 1 feature would be saved.
      Trigger "note" on "pumps" runs and may write "log".
      1 row of "log" would be inserted by trigger "note" (1).
      """)
    expect(
      look("9", "try", "name=Rupert Street", "open:=false", "depth=31"),
      """
      layer  fid  column  from          to             outcome
      pumps    9  name    Broad Street  Rupert Street  refused
      pumps    9  open    true          false          good, but not alone
      pumps    9  depth   4.5           31             refused
      Nothing would be saved: 2 of 3 edits are refused.
      Column "name" of feature 9 in layer "pumps" must be unique, and feature 10 has this value \
      already (UNIQUE (name)).
      Column "depth" of feature 9 in layer "pumps" must be above 0 and at most 30 (domain "depth"), \
      not 31.
      Trigger "note" on "pumps" runs and may write "log".
      """)
  }

  @Test func `a dry run for programs`() throws {
    let session = look("9", "try", "name=Mill", format: "json")
    let expected = [
      #"{"dryRun":true,"accepted":true,"features":1,"edits":[{"layer":"pumps","fid":9,"#,
      #""column":"name","before":"Broad Street","after":"Mill","outcome":"done","problems":[]}],"#,
      #""triggers":[{"name":"note","table":"pumps","kind":"custom","writes":[{"action":"#,
      #""inserted","table":"log"}]},{"name":"rtree_pumps_geom_update4","table":"pumps","kind":"#,
      #""spatialIndex","writes":[{"action":"deleted","table":"rtree_pumps_geom"}]},{"name":"#,
      #""rtree_pumps_geom_update5","table":"pumps","kind":"spatialIndex","writes":[{"action":"#,
      #""deleted","table":"rtree_pumps_geom"},{"action":"inserted","table":"rtree_pumps_geom"}]}],"#,
      #""effects":[{"table":"log","action":"inserted","count":1,"rows":[1],"triggers":["note"]}],"#,
      #""sideChanges":[]}"#,
    ].joined()
    #expect(session.output == expected, "\(session.output)")
  }

  @Test(arguments: [
    (["height=1"], "No column \"height\" in layer \"pumps\" of "),
    (["nmae=x"], "did you mean \"name\"?"),
    (["name"], "`edit` needs words like name=text or height:=12.5, but “name” has no sign of"),
    (["=x"], "has no sign of equality behind a name"),
    (
      ["depth:=1e999"],
      "`depth:=` needs a number, true, false, null or a text in double quotes, but"
    ),
    (["depth:=NaN"], "“NaN” is not JSON; a text is name=text."),
    (["depth:=[1]"], "“[1]” is a list."),
    (["depth:={\"a\":1}"], "is an object."),
    (["depth:="], "but an empty word is not JSON"),
    (["depth:=9223372036854775808e5000"], "is no number that 64 bits hold."),
    (["name=a", "NAME=b"], "“name” is given twice; give it one value."),
    (["fid:=3", "fid=3"], "given twice"),
    (["depth=x", "open=maybe"], "takes numbers (REAL), not \"x\"; column \"open\" of feature 9"),
  ])
  func `words that are no edits are refused`(words: [String], says: String) {
    let session = Session(["look", path, "pumps", "9"] + words, commands: [Self.look])
    #expect(session.code == 2)
    #expect(session.errors.contains(says), "\(session.errors)")
    #expect(session.output.isEmpty && session.errors.split(separator: "\n").count == 1)
  }

  @Test func `the name ends where a column's does`() throws {
    let split = { (word: String, columns: [String]) in
      try EditArgument(word) { columns.contains($0) }
    }
    #expect(try split("a=b=c", ["a"]).value == .text("b=c"))
    #expect(try split("a=b=c", ["a=b"]).column == "a=b")
    #expect(try split("a:=b", ["a"]).value == .json("b"))
    #expect(try split("a:=b", ["a:"]).value == .text("b"))
    #expect(try split("a:b:=1", ["a:b"]).value == .json("1"))
    #expect(try split("é=", ["é"]).value == .text(""))
    #expect(try split("x:=y=z", []).column == "x")
    #expect(try EditArgument.scalar("-0", of: "a") == .integer(0))
    #expect(try EditArgument.scalar("18446744073709551615", of: "a") == .number(0x1p64))
    #expect(try EditArgument.scalar(" \"a\\u00e9\" ", of: "a") == .text("aé"))
  }
}
