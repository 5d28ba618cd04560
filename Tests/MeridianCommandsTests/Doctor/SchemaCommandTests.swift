import Foundation
import MeridianCommands
import MeridianStore
import MeridianTestSupport
import Testing

/// `schema` on a layer with everything that the schema extension can say.
struct SchemaCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try writer.finish()
    try Connection(path: path, mode: .create).execute(
      """
      CREATE TABLE trees (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        name TEXT(40) NOT NULL DEFAULT 'O''Hara', shape MULTIPOLYGON,
        kind TEXT, grade INTEGER DEFAULT 3, height REAL DEFAULT 1.5, code TEXT,
        planted DATE, seen DATETIME DEFAULT CURRENT_TIMESTAMP, alive BOOLEAN DEFAULT 1, photo BLOB);
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
        VALUES ('trees', 'features', 'Trees of the town', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('trees', 'shape', 'MULTIPOLYGON', 4326, 0, 0);
      CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
        name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT);
      CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL,
        constraint_type TEXT NOT NULL, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
        max NUMERIC, max_is_inclusive BOOLEAN, description TEXT);
      INSERT INTO gpkg_data_columns VALUES
        ('trees', 'name', NULL, 'Name', 'What people call it', NULL, NULL),
        ('trees', 'KIND', NULL, NULL, NULL, NULL, 'kinds'),
        ('trees', 'grade', NULL, NULL, NULL, NULL, 'grades'),
        ('trees', 'height', NULL, NULL, NULL, NULL, 'heights'),
        ('trees', 'code', NULL, NULL, NULL, NULL, 'codes'),
        ('trees', 'planted', NULL, NULL, NULL, NULL, 'there is none'),
        ('trees', 'photo', NULL, NULL, NULL, 'image/jpeg', NULL);
      INSERT INTO gpkg_data_column_constraints VALUES
        ('kinds', 'enum', 'oak', NULL, NULL, NULL, NULL, 'Quercus'),
        ('kinds', 'enum', 'elm', NULL, NULL, NULL, NULL, NULL),
        ('grades', 'enum', '1', NULL, NULL, NULL, NULL, NULL),
        ('grades', 'enum', '3', NULL, NULL, NULL, NULL, NULL),
        ('heights', 'range', NULL, 0, 0, 60.5, 1, NULL),
        ('codes', 'glob', '[A-Z][0-9]*', NULL, NULL, NULL, NULL, NULL);
      """)
  }

  @Test func `every type, title and constraint is in its place`() throws {
    let run = Session(["schema", path, "trees"])
    #expect(run.code == 0, "\(run.errors)")
    let properties = [
      #""id":{"x-ogc-role":"id","type":"integer"}"#,
      #""name":{"title":"Name","description":"What people call it","type":"string","maxLength":40,"default":"O'Hara"}"#,
      #""shape":{"x-ogc-role":"primary-geometry","format":"geometry-multipolygon"}"#,
      #""kind":{"type":["string","null"],"enum":["oak","elm",null],"x-ogc-codelist":{"oak":"Quercus","elm":"elm"}}"#,
      #""grade":{"type":["integer","null"],"enum":[1,3,null],"default":3}"#,
      #""height":{"type":["number","null"],"exclusiveMinimum":0,"maximum":60.5,"default":1.5}"#,
      #""code":{"type":["string","null"],"pattern":"^[A-Z][0-9][\\s\\S]*$"}"#,
      #""planted":{"type":["string","null"],"format":"date"}"#,
      #""seen":{"type":["string","null"],"format":"date-time"}"#,
      #""alive":{"type":["boolean","null"],"default":true}"#,
      #""photo":{"type":["string","null"],"contentEncoding":"base64","contentMediaType":"image/jpeg"}"#,
    ]
    let expected =
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","#
      + #""title":"Trees of the town","properties":{"# + properties.joined(separator: ",")
      + #"},"required":["id","name"],"additionalProperties":false}"# + "\n"
    #expect(run.output == expected)
    #expect(Session(["schema", path, "TREES", "--format", "json"]).output == expected)
  }

  @Test func `A93 constraints are read with their names, whatever version wrote them`() throws {
    let store = try openStore(at: path, cacheFolder: folder.path)
    let details = try store.columnDetails(of: store.layer(named: "trees"))
    let named = Dictionary(uniqueKeysWithValues: details.map { ($0.column.name, $0) })
    #expect(named["planted"]?.constraintName == "there is none")
    #expect(named["planted"]?.constraint == nil && named["seen"]?.defaultValue == nil)
    #expect(
      named["height"]?.constraint
        == .range(
          lower: ColumnConstraint.Bound(value: 0, isInclusive: false),
          upper: ColumnConstraint.Bound(value: 60.5, isInclusive: true)))
    #expect(named["code"]?.constraint == .glob("[A-Z][0-9]*"))
    try Connection(path: path, mode: .create).execute(
      """
      ALTER TABLE gpkg_data_column_constraints RENAME COLUMN min_is_inclusive TO minIsInclusive;
      ALTER TABLE gpkg_data_column_constraints RENAME COLUMN max_is_inclusive TO maxIsInclusive
      """)
    #expect(Session(["schema", path, "trees"]).output.contains(#""exclusiveMinimum":0"#))
  }

  @Test(arguments: Seeds.batches(400))
  func `a pattern fits the same texts as SQLite's GLOB`(seeds: [UInt64]) throws {
    let connection = try Connection(path: path, mode: .readOnly)
    let glob = try connection.prepare("SELECT ?1 GLOB ?2")
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let pattern = Self.text("abcABC09-^[]]**??\\.$()ä/", 0...8, &random)
      let expression = GlobPattern.regularExpression(pattern)
      let regex = try NSRegularExpression(pattern: expression)
      for _ in 0..<20 {
        let text = Self.text("abcABC09-^[]\\.$ä\n", 0...6, &random)
        glob.reset()
        try glob.bind(.text(text), to: 1)
        try glob.bind(.text(pattern), to: 2)
        let fits = try glob.step() && glob.integer(0) == 1
        let range = NSRange(text.startIndex..., in: text)
        // `$` also fits before a last line feed there, which ECMA-262 does not do.
        let found = regex.firstMatch(in: text, range: range)?.range == range
        #expect(found == fits, "seed \(seed): “\(text)” GLOB “\(pattern)” = \(expression)")
      }
    }
  }

  private static func text(
    _ alphabet: String, _ length: ClosedRange<Int>, _ random: inout SplitMix64
  ) -> String {
    let letters = Array(alphabet)
    return String(
      (0..<Int.random(in: length, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      })
  }
}
