import Testing

@testable import MeridianTokens

/// JSON with the place of each value.
struct JSONTreeTests {
  private func read(_ text: String) throws(TokenProblem) -> JSONNode {
    try JSONReader.read(Array(text.utf8), file: "x")
  }

  @Test func `members keep their order and everything its place`() throws {
    let root = try read(
      "{\n \"b\": [1, -2.5e1, null, true, \"ä\\n\"],\r\n \"é\": {}, \"a\": false}")
    #expect(root.members.map(\.name) == ["b", "é", "a"])
    #expect(root["b"]?.elements.map(\.number) == [1, -25, nil, nil, nil])
    #expect(root["b"]?.elements[4].string == "ä\n")
    #expect(root["a"]?.bool == false)
    #expect(root["a"]?.place == SourcePlace(file: "x", line: 3, column: 16))
    #expect(root["b"]?.elements[3].place == SourcePlace(file: "x", line: 2, column: 25))
    #expect(root["nothing"] == nil && root["b"]?["b"] == nil)
  }

  @Test func `a byte order mark is passed over`() throws {
    let root = try read("\u{FEFF}{\"a\": 1}")
    #expect(root["a"]?.place == SourcePlace(file: "x", line: 1, column: 7))
  }

  @Test func `places of a text on one line or on many are those of a slow count`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    let pieces = ["é", "👨‍👩‍👧", "x", "e\u{301}", "\\n", "漢"]
    for _ in 0..<50 {
      var text = "["
      for index in 0..<30 {
        if index > 0 { text += "," }
        text += [" ", "\n", "\r\n", "\t", ""].randomElement(using: &random) ?? ""
        text += "\"" + (pieces.randomElement(using: &random) ?? "") + "\""
      }
      text += "]"
      let nodes = try read(text).elements
      var line = 1
      var column = 1
      var found: [SourcePlace] = []
      var isInside = false
      for character in text {
        if character == "\"" {
          if !isInside { found.append(SourcePlace(file: "x", line: line, column: column)) }
          isInside.toggle()
        }
        if character.isNewline {
          line += 1
          column = 1
        } else {
          column += 1
        }
      }
      #expect(nodes.map(\.place) == found, "seed \(seed)")
    }
  }

  @Test func `control characters of a file never reach a terminal`() throws {
    let problem = Marked("{\"\\u001b[2J\\u202e\": 1}").problem()
    #expect(
      problem?.text
        == "\"\\u{1b}[2J\\u{202e}\" is a number, where a group or a token belongs; "
        + "write {\"$value\": …}.")
    let long = Marked("{\"\(String(repeating: "x", count: 1000))\": 1}").problem()
    #expect((long?.text.count ?? 0) < 200)
  }

  @Test func `a suggestion is near, or there is none`() {
    #expect(Suggestion.nearest(to: "colro", among: ["dimension", "color"]) == "color")
    #expect(Suggestion.nearest(to: "x", among: ["color"]) == nil)
    #expect(Suggestion.nearest(to: "Ink.Primary", among: ["ink.primary"]) == "ink.primary")
    #expect(Suggestion.nearest(to: "ab", among: ["ba", "ab"]) == "ab")
  }

  /// A file of 50 MB, each line a token.
  @Test func `a file of fifty megabytes is refused in one sentence`() {
    let line = Array("\"t12345678901\":{\"$type\":\"number\",\"$value\":1},\n".utf8)
    var bytes = Array("{\n".utf8)
    bytes.reserveCapacity(51_000_000)
    while bytes.count < 50_000_000 { bytes += line }
    // The first line has one bracket; every other one colon before and two inside, a bracket and
    // two commas: the fourth of its line, the first comma, is one too many.
    let values = 1 + 6 * 666_666
    #expect(4_000_000 - values == 3)
    #expect {
      _ = try TokenReader.read(text: bytes, path: "x")
    } throws: { error in
      let problem = error as? TokenProblem
      return problem?.text.hasPrefix("The file has more than 4000000 values") == true
        && problem?.place == SourcePlace(file: "x", line: 666_668, column: 33)
    }
  }

  @Test func `more tokens than a set may have are refused`() {
    let tokens = (0...100_000).map { "\"t\($0)\":{\"$value\":1}" }.joined(separator: ",\n")
    let problem = Marked("{\"$type\":\"number\",\n\(tokens)}").problem()
    #expect(
      problem
        == TokenProblem(
          "\"t100000\" is more than the 100000 tokens a set may have; split the set.",
          at: SourcePlace(file: Marked.file, line: 100_002, column: 1)))
  }
}
