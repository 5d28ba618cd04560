import MeridianKernel
import MeridianStore
import Testing

struct ImportTableTests {
  private func imported(
    _ text: String, _ words: String...
  ) throws -> (ExchangeFolder, ExchangeFolder.Answer) {
    let folder = try ExchangeFolder()
    try folder.write(text, to: "a.csv")
    let (one, two) = (words.first, words.dropFirst().first)
    let answer =
      one == nil
      ? folder.run("import", "=a.csv", "--into", "=t.gpkg")
      : folder.run("import", "=a.csv", "--into", "=t.gpkg", one ?? "", two ?? "")
    return (folder, answer)
  }

  @Test func `types are those that hold the whole column`() throws {
    let (folder, answer) = try imported(
      """
      lon,lat,i,r,z,b,t,e,big,m
      1,2,1,1,01,true,x,,9223372036854775807,1.50
      3,4,-2,2.5,02,FALSE,,,9223372036854775808,a
      """)
    #expect(answer.code == 0, "\(answer.errors)")
    let layer = try folder.layer("a", of: "t.gpkg")
    #expect(layer.schema.geometryTypeName == "POINT")
    #expect(
      try folder.columns("a", of: "t.gpkg") == [
        "i INTEGER", "r REAL", "z TEXT", "b BOOLEAN", "t TEXT", "e TEXT", "big TEXT", "m TEXT",
      ])
    #expect(
      layer.rows[0].values == [
        .integer(1), .real(1), .text("01"), .integer(1), .text("x"), .null,
        .text("9223372036854775807"), .text("1.50"),
      ])
    #expect(layer.rows[1].geometry?.coordinates == [Coordinate(3, 4)])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `quotes hold delimiters, quotes and line ends`(_ end: String) throws {
    let (folder, answer) = try imported(
      ["\u{FEFF}\"na\"\"me\";x;y", "\"a;\"\"b\"\"\nc\";1;2", "", "\"\";3;4", "d;5;6"]
        .joined(separator: end))
    #expect(answer.code == 0, "\(answer.errors)")
    let layer = try folder.layer("a", of: "t.gpkg")
    #expect(layer.schema.columns.map(\.name).contains("na\"me"))
    #expect(layer.rows.map(\.values) == [[.text("a;\"b\"\nc")], [.null], [.text("d")]])
  }

  @Test func `tabs are guessed, and columns may be named`() throws {
    let (folder, answer) = try imported(
      "east\tnorth\tn\n1\t2\t3\n", "--lon", "east")
    #expect(answer.code == 2 && answer.errors.contains("--lat"))
    let named = folder.run(
      "import", "=a.csv", "--into", "=t.gpkg", "--lon", "east", "--lat", "north")
    #expect(named.code == 0)
    #expect(try folder.columns("a", of: "t.gpkg") == ["n INTEGER"])
    let wrong = folder.run(
      "import", "=a.csv", "--into", "=t.gpkg", "-l", "b", "--lon", "est", "--lat", "north")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean “east”?"))
  }

  @Test func `well-known text is a geometry, and a table without a place has attributes`() throws {
    let (folder, answer) = try imported(
      "n,geom\n1,\"LINESTRING (0 0, 1 1)\"\n2,\n3,POINT(1)\n")
    #expect(answer.code == 4 && answer.errors.contains("line 4"), "\(answer.errors)")
    let layer = try folder.layer("a", of: "t.gpkg")
    #expect(layer.schema.geometryTypeName == "LINESTRING")
    #expect(layer.rows.map { $0.geometry == nil } == [false, true])
    try folder.write("a,b\n1,2\n", to: "plain.csv")
    let plain = folder.run("import", "=plain.csv", "--into", "=t.gpkg")
    #expect(plain.code == 0 && plain.errors.contains("attributes"))
    #expect(try folder.layer("plain", of: "t.gpkg").schema.geometryColumn == nil)
  }

  @Test func `a quote that is never closed is named by the line where it opens`() throws {
    let (folder, answer) = try imported("a,b\n1,2\n3,\"x\n4,5\n6,7\n")
    #expect(answer.code == 6 && answer.errors.contains("on line 3"), "\(answer.errors)")
    #expect(folder.names == ["a.csv"])
  }

  @Test func `rows that cannot be read are named by their lines`() throws {
    let (folder, answer) = try imported(
      "lon,lat,n\n1,2,a\n181,91,b\n52,130,c\nx,1,d\n1,,e\n1,2\n1,2,f,g\n\n,,h\n1,2,f,\n")
    #expect(answer.code == 4)
    #expect(try folder.layer("a", of: "t.gpkg").rows.count == 3)
    let lines = answer.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 6, "\(answer.errors)")
    for (line, number) in zip(lines, [3, 4, 5, 6, 7, 8]) {
      #expect(line.contains("a.csv, line \(number): "), "\(line)")
    }
    #expect(lines[1].contains("swapped") && lines[2].contains("not a number"))
  }

  @Test func `other systems have other numbers, and their definition is kept`() throws {
    let (folder, answer) = try imported("x,y\n2600000,1200000\n", "--crs", "EPSG:2056")
    guard answer.code != 7 else { return print("skipped: no PROJ") }
    #expect(answer.code == 0, "\(answer.errors)")
    let schema = try folder.layer("a", of: "t.gpkg").schema
    #expect(schema.srsID == 2056 && schema.crs.name == "EPSG:2056")
    guard case .authority(_, _, let definition) = schema.crs else {
      Issue.record("not an authority's")
      return
    }
    #expect(definition?.hasPrefix("PROJCS[\"CH1903+ / LV95\"") == true)
  }

  @Test func `what is not UTF-8 is said so`() throws {
    let folder = try ExchangeFolder()
    try folder.write(bytes: Array("lon,lat,n\n1,2,a\n1,2,".utf8) + [0xE9, 0x0A], to: "a.csv")
    let row = folder.run("import", "=a.csv", "--into", "=t.gpkg")
    #expect(row.code == 4 && row.errors.contains("line 3: it is not UTF-8"))
    try folder.write(bytes: [0xFF, 0xFE, 0x61, 0], to: "b.csv")
    #expect(folder.run("import", "=b.csv", "--into", "=t.gpkg").code == 6)
    try folder.write("", to: "c.csv")
    #expect(folder.run("import", "=c.csv", "--into", "=t.gpkg").code == 6)
  }

  @Test func `the blocks in which a table comes do not matter`() throws {
    let folder = try ExchangeFolder()
    var text = "lon,lat,name\r\n"
    for row in 0..<50 { text += "\(row),1,\"a\"\"\(row)\r\nb\"\r\n" }
    var outputs: Set<String> = []
    for piece in [1, 2, 3, 11, Int.max] {
      let answer = folder.run(
        "import", "-", "--format-in", "csv", "--into", "=t.gpkg", "--dry-run", input: text,
        piece: piece)
      outputs.insert(answer.output + answer.errors)
    }
    #expect(outputs.count == 1 && outputs.first?.contains("\"rows\":50") == true)
  }

  @Test(arguments: ["5\" pipe;lon;lat\n", "\n\nname;lon;lat\n", "\"a,\"\"b,\";lon;lat\n"])
  func `the delimiter is that of the first record, quotes inside of fields or not`(
    header: String
  ) throws {
    let folder = try ExchangeFolder()
    try folder.write(header + "x,,,,;7.5;46.5\n", to: "a.csv")
    let answer = folder.run("import", "=a.csv", "--into", "=t.gpkg")
    #expect(answer.code == 0, "\(answer.errors)")
    let rows = try folder.layer("a", of: "t.gpkg").rows
    #expect(rows.map(\.values) == [[.text("x,,,,")]])
    #expect(rows[0].geometry?.envelope == Envelope(minX: 7.5, minY: 46.5, maxX: 7.5, maxY: 46.5))
  }
}
