import MeridianCommands
import MeridianKernel
import Testing

struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return json.text
  }

  @Test func `members keep their order and commas are put`() {
    let text = written { json in
      json.beginObject()
      json.member("b", 1)
      json.member("a", "x")
      json.key("list")
      json.beginArray()
      json.null()
      json.boolean(true)
      json.beginObject()
      json.endObject()
      json.number(0.5)
      json.endArray()
      json.member("flag", false)
      json.endObject()
      json.endLine()
      json.beginArray()
      json.endArray()
      json.endLine()
    }
    #expect(text == #"{"b":1,"a":"x","list":[null,true,{},0.5],"flag":false}"# + "\n[]\n")
  }

  @Test func `numbers are always valid JSON`() {
    let values: [Double] = [
      0, -0.0, 1, -1.5, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, 1e15,
    ]
    let text = written { json in
      json.beginArray()
      for value in values { json.number(value) }
      json.endArray()
    }
    #expect(text == "[0,0,1,-1.5,1e+300,5e-324,null,null,null,1000000000000000]")
  }

  @Test func `decimals are trimmed`() {
    let text = written { json in
      json.beginArray()
      for value in [0.5, 1.0, -0.0000001, 1.23456789, 100, 1e17, .nan] {
        json.number(value, decimals: 6)
      }
      json.endArray()
    }
    #expect(text == "[0.5,1,0,1.234568,100,100000000000000000,null]")
  }

  @Test func `whole numbers of 64 bits are exact`() {
    let text = written { json in
      json.beginArray()
      json.integer(Int64.min)
      json.integer(Int64.max)
      json.integer(UInt64.max)
      json.integer(9_007_199_254_740_993)
      json.integer(UInt8(7))
      json.endArray()
    }
    #expect(
      text == "[-9223372036854775808,9223372036854775807,18446744073709551615,9007199254740993,7]")
  }

  @Test func `text is escaped where JSON asks for it`() {
    let text = written { $0.string("a\"b\\c\n\r\t\u{1}\u{1F}/é😀\u{7F}") }
    #expect(text == "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u001f/é😀\u{7F}\"")
  }

  @Test func `features are written as GeoJSON`() {
    let text = written { json in
      json.beginFeatureCollection()
      json.beginFeature(id: 9)
      json.pointGeometry(LonLat(-0.13667, 51.51334), decimals: 7)
      json.key("properties")
      json.beginObject()
      json.endObject()
      json.endObject()
      json.endFeatureCollection()
    }
    #expect(
      text == #"{"type":"FeatureCollection","features":[{"type":"Feature","id":9,"geometry":"#
        + #"{"type":"Point","coordinates":[-0.13667,51.51334]},"properties":{}}]}"#)
  }
}

struct TextTableTests {
  @Test func `columns are aligned by what a terminal shows`() {
    var table = TextTable([("name", .left), ("count", .right)])
    table.append(["Żółw", "1"])
    table.append(["東京", "200"])
    table.append(["e\u{301}", "30"])
    #expect(
      table.text() == """
        name  count
        Żółw      1
        東京    200
        e\u{301}        30

        """)
  }

  @Test func `words are cut to fit a terminal and numbers are not`() {
    var table = TextTable([("name", .left), ("count", .right)])
    table.append(["a very long name indeed that goes on", "1234567890"])
    for line in table.text(width: 30).split(separator: "\n") { #expect(line.count <= 30) }
    #expect(table.text(width: 30).contains("…"))
    #expect(table.text(width: 30).contains("1234567890"))
  }

  @Test func `control characters cannot steer the terminal`() {
    var table = TextTable([("name", .left)])
    table.append(["a\u{1B}[2Jb\nc\u{202E}d"])
    let text = table.text()
    #expect(text == "name\na\u{FFFD}[2Jb c\u{FFFD}d\n")
  }

  @Test func `the head is bold only when asked for`() {
    let table = TextTable([("name", .left)])
    #expect(table.text(isColored: true) == "\u{1B}[1mname\u{1B}[0m\n")
    #expect(table.text() == "name\n")
  }
}

struct CSVWriterTests {
  @Test func `fields are quoted where they must be`() {
    var csv = CSVWriter()
    csv.append(["a", "b,c", "d\"e", "f\ng", " h", "", "é"])
    csv.append([""])
    csv.append(["\r\n"])
    #expect(csv.text == "a,\"b,c\",\"d\"\"e\",\"f\ng\",\" h\",,é\n\"\"\n\"\r\n\"\n")
  }
}
