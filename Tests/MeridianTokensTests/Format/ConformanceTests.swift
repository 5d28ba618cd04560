import Testing

@testable import MeridianTokens

/// Samples of our own for every type and feature of the format.
struct ConformanceTests {
  @Test(arguments: ValidSamples.all)
  func `a valid sample has its values`(_ sample: ValidSample) throws {
    let reading = try Marked(sample.json).read()
    for (path, value) in sample.values {
      let token = try #require(reading.system.token(TokenPath(path)), "\(path)")
      #expect(token.value[Context()] == value, "\(path)")
      #expect(token.value.isConstant)
    }
    #expect(reading.warnings.isEmpty)
  }

  @Test(arguments: InvalidSamples.all)
  func `an invalid sample is refused in its place`(_ sample: InvalidSample) {
    let marked = Marked(sample.json)
    let problem = marked.problem()
    #expect(problem?.text == sample.sentence)
    #expect(problem?.place == marked.place)
  }

  @Test func `every type has valid and invalid samples`() {
    for type in TokenType.allCases {
      let word = "\"\(type.rawValue)\""
      #expect(ValidSamples.all.contains { $0.json.contains(word) }, "\(type)")
      #expect(InvalidSamples.all.contains { $0.json.contains(word) }, "\(type)")
    }
  }

  @Test func `every name of a font weight has its number`() throws {
    for (name, value) in Evaluator.weights {
      let json = #"{"a": {"$type": "fontWeight", "$value": "\#(name)"}}"#
      let token = try #require(try Marked(json).read().system.tokens.first)
      #expect(token.value[Context()] == .fontWeight(value))
    }
    #expect(Evaluator.weights.count == 18)
  }

  @Test func `aliases are kept, the nearest first`() throws {
    let json =
      #"{"c": {"$value": "{b}"}, "b": {"$value": "{a}"}, "a": {"$type": "number", "$value": 1}}"#
    let system = try Marked(json).read().system
    #expect(system.tokens.map(\.path.description) == ["c", "b", "a"])
    #expect(system.tokens[0].aliases[Context()] == [TokenPath("b"), TokenPath("a")])
    #expect(system.tokens[2].aliases[Context()].isEmpty)
  }

  @Test func `deprecation is inherited until something says otherwise`() throws {
    let json = """
      {"$type": "number", "g": {"$deprecated": "Use h.", "a": {"$value": 1},
       "b": {"$value": 1, "$deprecated": false}, "i": {"$deprecated": true, "c": {"$value": 1}}},
       "h": {"$extends": "{g}", "$deprecated": false}}
      """
    let system = try Marked(json).read().system
    let reasons = Dictionary(
      uniqueKeysWithValues: system.tokens.map { ($0.path.description, $0.deprecation) })
    #expect(
      reasons == [
        "g.a": "Use h.", "g.b": nil, "g.i.c": "", "h.a": nil, "h.b": nil, "h.i.c": "",
      ])
  }

  @Test func `descriptions and places belong to the token`() throws {
    let marked = Marked(
      "{\n  \"é\": {},\n  \"g\": {‸\"a\": {\"$type\": \"number\", "
        + "\"$value\": 1, \"$description\": \"One.\"}}\n}")
    let token = try #require(try marked.read().system.tokens.first)
    #expect(token.description == "One.")
    #expect(token.place == marked.place)
  }

  @Test func `what is allowed but unwise is warned of`() throws {
    let samples: [(String, String)] = [
      (
        #"{"$type": "number", "ab": {"$value": 1}, ‸"AB": {"$value": 2}}"#,
        #""AB" differs from "ab" at line 1 in the case of letters only; rename one of them."#
      ),
      (
        #"{‸"a": {"$type": "number"}}"#,
        #""a" has a $type and no $value; it is read as an empty group."#
      ),
      (
        ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0], "##
          + ##""hex": ‸"#ff0900"}}}"##,
        "The hex fallback \"#ff0900\" is another color than the components, which are #ff0000; "
          + "change one of them."
      ),
      (
        #"{"a": {"$type": "color", "$value": ‸{"colorSpace": "display-p3", "components": [0, 1, 0]}}}"#,
        "The color lies outside sRGB and is drawn as #00fb29, with less chroma; choose one within "
          + "to be sure of it."
      ),
    ]
    for (json, sentence) in samples {
      let marked = Marked(json)
      let warnings = try marked.read().warnings
      #expect(warnings.count == 1)
      #expect(warnings.first?.place == marked.place)
      #expect(warnings.first?.text == sentence)
    }
  }
}
