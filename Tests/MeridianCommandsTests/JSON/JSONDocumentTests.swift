import MeridianCommands
import MeridianKernel
import Testing

struct JSONDocumentTests {
  private func code(_ text: String) -> JSONError.Code? {
    do {
      _ = try JSONDocument().parse(text)
      return nil
    } catch {
      return error.code
    }
  }

  private func offset(_ text: String) -> Int? {
    do {
      _ = try JSONDocument().parse(text)
      return nil
    } catch {
      return error.offset
    }
  }

  @Test func `members are found by name and in order`() throws {
    let value = try JSONDocument().parse(#"{"a":{"b":[1,[2],{"c":3}]},"":4,"\u0061b":5}"#)
    #expect(value.kind == .object && value.count == 3)
    #expect(value["a"]?["b"]?.count == 3)
    #expect(value["a"]?["b"]?.elements.map(\.kind) == [.number, .array, .object])
    #expect(value[""]?.int64 == 4)
    #expect(value["ab"]?.int64 == 5)
    #expect(value["c"] == nil && value["a"]?["x"] == nil && value[""]?["a"] == nil)
    #expect(value.members.map(\.key) == ["a", "", "ab"])
    #expect(value.elements.map(\.kind).isEmpty)
  }

  @Test func `whole numbers of 64 bits are exact`() throws {
    let list = try JSONDocument().parse(
      "[9007199254740993,-9223372036854775808,18446744073709551615,2.0,0,-0,1e2]")
    let values = Array(list.elements)
    #expect(values[0].int64 == 9_007_199_254_740_993)
    #expect(values[1].int64 == .min)
    #expect(values[2].int64 == nil && values[2].uint64 == .max)
    #expect(values[3].int64 == nil && values[3].double == 2)
    #expect(values[5].int64 == 0 && values[6].double == 100)
    #expect(values[0].uint64 == 9_007_199_254_740_993 && values[1].uint64 == nil)
  }

  @Test func `texts are unescaped`() throws {
    let value = try JSONDocument().parse(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#)
    #expect(value.string == "a\"\\/\u{8}\u{C}\n\r\té😀é")
  }

  @Test func `a value is echoed byte for byte`() throws {
    let document = try JSONDocument()
    let text = #" { "x" : [ 1 , {"y":2} ] , "id" : { "a" : [1.50, "\u0041" ] , "b":{}} , "z":0 } "#
    let value = try document.parse(text)
    func raw(_ key: String) -> String { String(decoding: value[key]?.raw ?? [], as: UTF8.self) }
    #expect(raw("id") == #"{ "a" : [1.50, "\u0041" ] , "b":{}}"#)
    #expect(raw("x") == #"[ 1 , {"y":2} ]"#)
    #expect(raw("z") == "0")
    #expect(String(decoding: value.raw, as: UTF8.self) == text.trimmed)
  }

  @Test func `a key given twice is an error that names it`() throws {
    #expect(code(#"{"a":1,"a":2}"#) == .duplicateKey)
    #expect(code(#"{"a":1,"\u0061":2}"#) == .duplicateKey)
    #expect(code(#"{"a":{"a":1},"b":{"a":1}}"#) == nil)
    let many = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(code("{\(many)}") == nil)
    #expect(code("{\(many),\"k7\":1}") == .duplicateKey)
    #expect(throws: JSONError.self) { try JSONDocument().parse(#"[{"zoom":1,"zoom":2}]"#) }
  }

  @Test func `sixty-four levels are allowed and no more`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(code(nested(64)) == nil)
    #expect(code(nested(65)) == .tooDeep)
    #expect(code(nested(100_000)) == .tooDeep)
    let objects = String(repeating: #"{"a":"#, count: 64) + "0" + String(repeating: "}", count: 64)
    #expect(code(objects) == nil)
    #expect(code(#"{"a":"# + objects + "}") == .tooDeep)
  }

  @Test(arguments: [
    ("{\"a\":1,}", 7), ("{\"a\" 1}", 5), ("[1 2]", 3), ("{a:1}", 1), ("[1,]", 3), ("tru", 3),
    ("{\"a\":1} x", 8), ("\"abc", 4), ("[01]", 2), ("[1.]", 3), ("[\"\\x\"]", 3), ("-", 1),
    ("[\"a\u{1}\"]", 3), ("{", 1), ("[NaN]", 1), ("'a'", 0), ("[1]]", 3), ("{\"a\":}", 5),
  ])
  func `the place of an error is told`(_ text: String, _ place: Int) {
    #expect(offset(text) == place)
  }

  @Test func `what is not JSON is refused with its kind`() throws {
    #expect(code("") == .empty && code("  ") == .empty)
    #expect(code("[1e999]") == .badNumber)
    #expect(code("[18446744073709551616]") == .badNumber)
    #expect(code(#"["\ud800"]"#) == .badString)
    #expect(throws: JSONError(code: .badUTF8, offset: 2)) {
      try JSONDocument().parse([0x5B, 0x22, 0xFF, 0x22, 0x5D], 0..<5)
    }
  }

  @Test func `a parser is used again after errors and after large documents`() throws {
    let document = try JSONDocument()
    let large = "[" + String(repeating: "1234567,", count: 1_000_000) + "0]"
    #expect(try document.parse(large).count == 1_000_001)
    #expect(throws: JSONError.self) { try document.parse("[") }
    #expect(try document.parse("[1]").count == 1)
    #expect(throws: JSONError.self) { try document.parse("{\"a\":1,\"a\":1}") }
    #expect(try document.parse("{\"a\":1}")["a"]?.int64 == 1)
  }

  @Test func `a document may stand in the middle of a buffer`() throws {
    let document = try JSONDocument()
    let bytes = Array("xx{\"id\":7}yy".utf8)
    let value = try document.parse(bytes, 2..<10)
    #expect(value["id"]?.raw.elementsEqual([UInt8(ascii: "7")]) ?? false)
    let padded = bytes + [UInt8](repeating: UInt8(ascii: "]"), count: 200)
    #expect(try document.parse(padded, 2..<10)["id"]?.int64 == 7)
  }

  @Test func `members of a record are read with errors that name them`() throws {
    let document = try JSONDocument()
    let record = try document.parse(
      #"{"at":[1,2],"zoom":"x","bad":[1,200],"swap":[51.5,151],"line":[[1,2],[3,"4"]],"n":null}"#)
    #expect(try record.place("at")?.latitude == 2)
    #expect(try record.number("n") == nil && record.number("none") == nil)
    func sentence(_ body: () throws(CommandError) -> Void) -> String {
      do throws(CommandError) { try body() } catch { return error.message }
      return ""
    }
    #expect(
      sentence { () throws(CommandError) in _ = try record.number("zoom") }
        == "“zoom” must be a number.")
    #expect(
      sentence { () throws(CommandError) in _ = try record.place("bad") }
        == "“bad” must be a place [lon,lat], but latitude 200 lies outside ±90.")
    #expect(
      sentence { () throws(CommandError) in _ = try record.place("swap") }.hasSuffix(
        "the axes look swapped, longitude comes first."))
    #expect(
      sentence { () throws(CommandError) in _ = try record.places("line") }
        == "Vertex 2 of “line” must be a place [lon,lat].")
    #expect(
      sentence { () throws(CommandError) in try record.refuseMembers(except: ["at", "zoomed"]) }
        == "The record has no use for “zoom”; did you mean “zoomed”?")
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
