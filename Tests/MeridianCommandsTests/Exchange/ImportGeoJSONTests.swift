import MeridianKernel
import MeridianStore
import Testing

struct ImportGeoJSONTests {
  /// A collection of features with these properties, ids and geometries.
  private func collection(_ features: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n")
      + "\n]}\n"
  }

  private func feature(
    _ properties: String, id: String? = nil,
    geometry: String = #"{"type":"Point","coordinates":[1,2]}"#
  ) -> String {
    "{\"type\":\"Feature\"," + (id.map { "\"id\":\($0)," } ?? "")
      + "\"properties\":\(properties),\"geometry\":\(geometry)}"
  }

  private func imported(_ features: [String]) throws -> (ExchangeFolder, ExchangeFolder.Answer) {
    let folder = try ExchangeFolder()
    try folder.write(collection(features), to: "a.geojson")
    return (folder, folder.run("import", "=a.geojson", "--into", "=t.gpkg"))
  }

  @Test func `columns hold every value they met without loss`() throws {
    let (folder, answer) = try imported([
      feature(#"{"b":true,"i":1,"r":1.5e3,"ir":1,"n":null,"o":{"a":[1,{"b":null}]},"m":1.50}"#),
      feature(#"{"b":false,"i":-9007199254740993,"r":2.5,"ir":2.5,"n":null,"o":[],"m":"x"}"#),
      feature(#"{"late":"x","big":18446744073709551615,"huge":123456789012345678901234}"#),
    ])
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(
      try folder.columns("a", of: "t.gpkg") == [
        "b BOOLEAN", "i INTEGER", "r REAL", "ir REAL", "n TEXT", "o TEXT", "m TEXT", "late TEXT",
        "big TEXT", "huge TEXT",
      ])
    let rows = try folder.layer("a", of: "t.gpkg").rows.map(\.values)
    #expect(
      rows[0] == [
        .integer(1), .integer(1), .real(1500), .real(1), .null, .text(#"{"a":[1,{"b":null}]}"#),
        .text("1.50"), .null, .null, .null,
      ])
    #expect(
      rows[1].prefix(7) == [
        .integer(0), .integer(-9_007_199_254_740_993), .real(2.5), .real(2.5), .null, .text("[]"),
        .text("x"),
      ])
    #expect(
      rows[2].suffix(3) == [
        .text("x"), .text("18446744073709551615"), .text("123456789012345678901234"),
      ])
  }

  @Test func `a long whole number beside a fraction keeps its digits`() throws {
    let (folder, _) = try imported([
      feature(#"{"a":9007199254740993}"#), feature(#"{"a":0.5}"#),
    ])
    let layer = try folder.layer("a", of: "t.gpkg")
    #expect(layer.rows.map(\.values) == [[.text("9007199254740993")], [.text("0.5")]])
  }

  @Test func `truth and numbers in one column become text`() throws {
    let (folder, _) = try imported([feature(#"{"a":true}"#), feature(#"{"a":1}"#)])
    #expect(
      try folder.layer("a", of: "t.gpkg").rows.map(\.values) == [[.text("true")], [.text("1")]])
  }

  @Test func `escapes and surrogates become the characters they mean`() throws {
    let (folder, answer) = try imported([
      feature(#"{"s":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000."}"#)
    ])
    #expect(answer.code == 0)
    let value = try folder.layer("a", of: "t.gpkg").rows[0].values[0]
    #expect(value == .text("\"\\/\u{8}\u{C}\n\r\té😀\0."))
  }

  @Test func `ids become keys when all are whole, above zero and different`() throws {
    let (folder, _) = try imported([feature("{}", id: "7"), feature("{}", id: "3")])
    #expect(try folder.layer("a", of: "t.gpkg").rows.map(\.fid) == [3, 7])
  }

  @Test(arguments: [
    (["7", "7"], "id INTEGER"), (["7", "0"], "id INTEGER"), (["7", "\"x\""], "id TEXT"),
    (["7", "1.5"], "id REAL"), (["\"a\"", "\"b\""], "id TEXT"),
  ])
  func `other ids are kept in a column`(_ ids: [String], _ column: String) throws {
    let (folder, _) = try imported(ids.map { feature("{}", id: $0) })
    #expect(try folder.columns("a", of: "t.gpkg") == [column])
    #expect(try folder.layer("a", of: "t.gpkg").rows.map(\.fid) == [1, 2])
  }

  @Test func `ids that some features lack are kept in a column beside one of that name`() throws {
    let (folder, answer) = try imported([feature(#"{"id":"p"}"#, id: "7"), feature("{}")])
    #expect(try folder.columns("a", of: "t.gpkg") == ["id TEXT", "id_2 INTEGER"])
    #expect(answer.errors.contains("id_2"))
  }

  @Test func `properties called like the table's own columns get other names`() throws {
    let (folder, answer) = try imported([feature(#"{"FID":1,"geom":2,"Name":3,"name":4}"#)])
    #expect(
      try folder.columns("a", of: "t.gpkg") == [
        "FID_2 INTEGER", "geom_2 INTEGER", "Name INTEGER", "name_2 INTEGER",
      ])
    #expect(answer.errors.split(separator: "\n").count == 3)
  }

  @Test func `geometries of one type declare it, others any`() throws {
    let polygon = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
    let multi = #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}"#
    let (one, _) = try imported([
      feature("{}", geometry: polygon), feature("{}", geometry: "null"),
    ])
    let layer = try one.layer("a", of: "t.gpkg")
    #expect(layer.schema.geometryTypeName == "POLYGON")
    #expect(layer.rows.map { $0.geometry == nil } == [false, true])
    let (both, _) = try imported([
      feature("{}", geometry: polygon), feature("{}", geometry: multi),
    ])
    #expect(try both.layer("a", of: "t.gpkg").schema.geometryTypeName == "GEOMETRY")
    try both.write(collection([feature("{}", geometry: polygon)]), to: "b.geojson")
    let answer = both.run(
      "import", "=b.geojson", "--into", "=t.gpkg", "--geometry-type", "multipolygon")
    #expect(answer.code == 0)
    let promoted = try both.layer("b", of: "t.gpkg")
    #expect(promoted.schema.geometryTypeName == "MULTIPOLYGON")
    #expect(promoted.rows[0].geometry?.type == .multiPolygon)
  }

  @Test func `features that cannot be read are named and the rest goes in`() throws {
    let (folder, answer) = try imported([
      feature("{}"), feature("{}", geometry: #"{"type":"Circle","coordinates":[1,2]}"#),
      feature("[1]"), "null", feature(#"{"a":1,"a":2}"#), feature("{}", id: "9"),
      feature("{}", geometry: #"{"type":"Point","coordinates":[1]}"#), feature(#"{"a":tru}"#),
    ])
    #expect(answer.code == 4)
    #expect(try folder.layer("a", of: "t.gpkg").rows.count == 2)
    let lines = answer.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(
      lines[0] == "meridian: a.geojson, feature 2 (line 3): its geometry is of the unknown type "
        + "“Circle”")
    #expect(lines[1].contains("feature 3 (line 4)") && lines[2].contains("feature 4"))
    #expect(lines[3].contains("stands twice") && lines[4].contains("two numbers"))
    #expect(lines[5].contains("is not JSON, at its byte"))
  }

  @Test func `of many bad features twenty are named`() throws {
    let (_, answer) = try imported((0..<30).map { _ in "1" })
    #expect(answer.errors.split(separator: "\n").count == 21)
    #expect(answer.errors.hasSuffix("a.geojson: and 10 more\n"))
  }

  @Test func `every cut of a document imports nothing and says where it ends`() throws {
    let whole = Array(
      collection([
        feature(#"{"s":"}]\"{"}"#, id: "1"), feature(#"{"o":[1,{"a":2}]}"#, id: "2"),
      ]).utf8)
    let folder = try ExchangeFolder()
    for count in 0..<whole.count - 1 {
      try folder.write(bytes: Array(whole[..<count]), to: "a.geojson")
      let answer = folder.run("import", "=a.geojson", "--into", "=t.gpkg")
      guard count < whole.count - 1 else { break }
      if count == whole.count - 2 { continue }
      #expect(answer.code == 6, "\(count): \(answer.errors)")
      #expect(answer.errors.contains("byte \(count)"), "\(answer.errors)")
      #expect(folder.names == ["a.geojson"])
    }
  }

  @Test func `members of the document may stand in any order and be anything`() throws {
    let folder = try ExchangeFolder()
    try folder.write(
      #"{"bbox":[1,2],"x":{"features":[{"a":"]}"}]},"features":["# + feature("{}")
        + #"],"y":"\"}","type":"FeatureCollection"}"#, to: "a.geojson")
    #expect(folder.run("import", "=a.geojson", "--into", "=t.gpkg").code == 0)
    try folder.write(feature(#"{"a":1}"#), to: "one.geojson")
    #expect(folder.run("import", "=one.geojson", "--into", "=t.gpkg").code == 0)
    try folder.write(#"{"type":"Point","coordinates":[1,2]}"#, to: "bare.json")
    #expect(folder.run("import", "=bare.json", "--into", "=t.gpkg").code == 0)
    for name in ["a", "one", "bare"] {
      #expect(try folder.layer(name, of: "t.gpkg").rows.count == 1)
    }
  }

  @Test(arguments: [
    ("[]", "object"), ("{\"type\":\"FeatureCollection\"}", "without `features`"),
    ("{\"type\":\"Topology\",\"arcs\":[]}", "TopoJSON"), ("{\"features\":[{} {}]}", "comma"),
    ("{\"features\":[]} {}", "goes on"), ("{\"features\":[],}", "key"), ("{\"a\" 1}", "colon"),
  ])
  func `what is no GeoJSON is refused with a reason`(_ text: String, _ reason: String) throws {
    let folder = try ExchangeFolder()
    try folder.write(text, to: "a.geojson")
    let answer = folder.run("import", "=a.geojson", "--into", "=t.gpkg")
    #expect(answer.code == 6 && answer.errors.contains(reason), "\(answer.errors)")
    #expect(folder.names == ["a.geojson"])
  }

  @Test(arguments: [
    ("urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326"), ("EPSG:4326", "EPSG:4326"),
    ("urn:ogc:def:crs:EPSG::3857", "EPSG:3857"), ("urn:ogc:def:crs:EPSG::2056", ""),
  ])
  func `the old crs member is honored where it still means what it says`(
    _ name: String, _ crs: String
  ) throws {
    let folder = try ExchangeFolder()
    try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature("{}"))],\"crs\":"
        + "{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}}", to: "a.geojson")
    let answer = folder.run("import", "=a.geojson", "--into", "=t.gpkg")
    guard !crs.isEmpty else {
      #expect(answer.code == 6 && answer.errors.contains("--via ogr2ogr"))
      return
    }
    #expect(try folder.layer("a", of: "t.gpkg").schema.crs.name == crs)
  }

  @Test func `keys of the document may be escaped, as any text of JSON may`() throws {
    let text =
      #"{"\u0074ype":"FeatureCollection","na\u006de":"x","feature\u0073":["#
      + feature(#"{"n":1}"#) + "," + feature(#"{"n":2}"#) + "]}"
    for piece in [1, 3, 17, Int.max] {
      let folder = try ExchangeFolder()
      let answer = folder.run(
        "import", "-", "--format-in", "geojson", "--into", "=t.gpkg", input: text, piece: piece)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(
        try folder.layer("layer", of: "t.gpkg").rows.map(\.values) == [
          [.integer(1)], [.integer(2)],
        ])
    }
    let folder = try ExchangeFolder()
    try folder.write(#"{"\x66eatures":[],"type":"FeatureCollection"}"#, to: "a.geojson")
    let answer = folder.run("import", "=a.geojson", "--into", "=t.gpkg")
    #expect(answer.code == 6 && answer.errors.contains("a key with a wrong escape (byte 14)"))
  }

  @Test func `lines and sequences of features are read alike, whatever the blocks`() throws {
    let features = (1...40).map { feature(#"{"n":\#($0),"s":"a\nb"}"#, id: "\($0)") }
    let lines = features.joined(separator: "\n") + "\n"
    let sequence = features.map { "\u{1E}" + $0.replacing(",", with: ",\n") + "\n" }.joined()
    let folder = try ExchangeFolder()
    var outputs: Set<String> = []
    for text in [lines, sequence, "\u{FEFF}" + lines] {
      for piece in [1, 2, 7, 100, Int.max] {
        let answer = folder.run(
          "import", "-", "--format-in", "geojsonseq", "--into", "=t.gpkg", "--dry-run",
          input: text, piece: piece)
        #expect(answer.code == 0, "\(answer.errors)")
        outputs.insert(answer.output)
      }
    }
    #expect(outputs.count == 1 && outputs.first?.contains("\"rows\":40") == true)
    #expect(folder.names.isEmpty)
    let kept = folder.run(
      "import", "-", "--format-in", "geojsonseq", "--into", "=t.gpkg", input: sequence, piece: 5)
    #expect(kept.code == 0 && folder.names == ["t.gpkg"])
    #expect(try folder.layer("layer", of: "t.gpkg").rows.count == 40)
  }

  @Test func `a bad line of a sequence is named, a cut one refused`() throws {
    let folder = try ExchangeFolder()
    try folder.write("\(feature("{}"))\n\n{\"type\":\n\(feature("{}"))\n", to: "a.ndjson")
    let bad = folder.run("import", "=a.ndjson", "--into", "=t.gpkg")
    #expect(bad.code == 4 && bad.errors.contains("line 3"), "\(bad.errors)")
    try folder.write("\(feature("{}"))\n\(feature("{}").dropLast(3))", to: "b.ndjson")
    let cut = folder.run("import", "=b.ndjson", "--into", "=t.gpkg")
    #expect(cut.code == 6 && cut.errors.contains("is cut off"), "\(cut.errors)")
  }

  @Test func `heights are left out and said so`() throws {
    let (folder, answer) = try imported([
      feature("{}", geometry: #"{"type":"Point","coordinates":[1,2,3]}"#)
    ])
    #expect(answer.code == 0 && answer.errors.contains("heights are left out"))
    #expect(
      try folder.layer("a", of: "t.gpkg").rows[0].geometry?.coordinates == [Coordinate(1, 2)])
  }
}
