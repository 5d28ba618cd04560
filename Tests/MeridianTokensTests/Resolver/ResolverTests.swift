import Testing

@testable import MeridianTokens

/// Sets, modifiers and their order: Resolver Module 2025.10, 4 to 6.
struct ResolverTests {
  static func number(_ name: String, _ value: Int) -> String {
    #"{"\#(name)": {"$type": "number", "$value": \#(value)}}"#
  }

  private func values(_ reading: Reading, _ context: Context = Context()) -> [String: Double] {
    var found: [String: Double] = [:]
    for token in reading.system.tokens {
      if case .number(let value) = token.value[context] {
        found[token.path.description] = value
      }
    }
    return found
  }

  @Test func `later sources win, inline or in files`() throws {
    let folder = try Folder([
      "base.tokens.json": Self.number("a", 1), "sub/more.tokens.json": Self.number("b", 2),
      "set.resolver.json": #"""
      {"name": "Set", "version": "2025.10",
       "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}, {"$ref": "./sub/../sub/more.tokens.json"},
                                     {"b": {"$type": "number", "$value": 3}}]},
                "all": {"sources": [{"$ref": "#/sets/base"}, {"c": {"$type": "number", "$value": 4}}]}},
       "resolutionOrder": [{"$ref": "#/sets/all"},
         {"name": "last", "type": "set", "sources": [{"a": {"$type": "number", "$value": 5}}]}]}
      """#,
    ])
    let reading = try folder.read()
    #expect(reading.system.name == "Set")
    #expect(values(reading) == ["a": 5, "b": 3, "c": 4])
    #expect(reading.system.tokens.map(\.path.description) == ["a", "b", "c"])
    #expect(reading.warnings.isEmpty)
  }

  static let modifiers = #"""
    {"version": "2025.10", "sets": {"base": {"sources": [
        {"$type": "number", "a": {"$value": 1}, "b": {"$value": "{a}"}, "c": {"$value": 0}}]}},
     "modifiers": {
       "theme": {"contexts": {"light": [], "dark": [{"a": {"$type": "number", "$value": 2}}]}},
       "platform": {"contexts": {"ios": [], "android": [{"c": {"$value": "{b}"}}], "web": []},
                    "default": "ios"}},
     "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"},
                         {"$ref": "#/modifiers/platform"}]}
    """#

  @Test func `aliases are followed only when all sources are together`() throws {
    let reading = try Folder(["set.resolver.json": Self.modifiers]).read()
    #expect(values(reading) == ["a": 1, "b": 1, "c": 0])
    #expect(values(reading, Context(theme: .dark)) == ["a": 2, "b": 2, "c": 0])
    #expect(values(reading, Context(theme: .dark, platform: .android)) == ["a": 2, "b": 2, "c": 2])
    let c = try #require(reading.system.token(TokenPath("c")))
    #expect(c.aliases[Context(platform: .android)] == [TokenPath("b"), TokenPath("a")])
    #expect(c.aliases[Context()].isEmpty)
    #expect(reading.system.name == "set")
  }

  @Test func `keys beside a reference take the place of the target's`() throws {
    let json = #"""
      {"version": "2025.10",
       "sets": {"one": {"description": "One", "sources": [{"a": {"$type": "number", "$value": 1}}]}},
       "resolutionOrder": [{"$ref": "#/sets/one", "sources": [{"b": {"$type": "number", "$value": 2}}]},
         {"name": "two", "type": "set", "sources": [{"$ref": "#/$defs/c", "d": {"$type": "number", "$value": 4}}]}],
       "$defs": {"c": {"c": {"$type": "number", "$value": 3}, "d": {"$type": "number", "$value": 0}}}}
      """#
    #expect(try values(Folder(["set.resolver.json": json]).read()) == ["b": 2, "c": 3, "d": 4])
  }

  @Test func `a part of another file is a source`() throws {
    let folder = try Folder([
      "other.json": #"""
      {"sets": {"mine": {"sources": [{"a": {"$type": "number", "$value": 7}}]}}, "x": {"y": \#(Self.number("b", 8))}}
      """#,
      "set.resolver.json": #"""
      {"version": "2025.10", "resolutionOrder": [{"name": "n", "type": "set", "sources": [
        {"$ref": "other.json#sets/mine"}, {"$ref": "other.json#/x/y"}]}]}
      """#,
    ])
    #expect(try values(folder.read()) == ["a": 7, "b": 8])
  }

  private func document(_ json: String) throws -> ResolverDocument {
    let root = try JSONReader.read(Array(json.utf8), file: "set.resolver.json")
    var reader = ResolverReader(store: SourceStore(root: root, rootPath: "set.resolver.json"))
    return try reader.read()
  }

  @Test func `an input must fit the modifiers`() throws {
    let document = try document(Self.modifiers)
    #expect(try document.sources(for: [("theme", "dark")]).count == 2)
    #expect(try document.sources(for: [("Theme", "DARK"), ("platform", "web")]).count == 2)
    let wrong: [([(modifier: String, context: String)], String)] = [
      (
        [("theme", "blue")],
        #"The modifier "theme" has no context "blue"; it has "light" and "dark"."#
      ),
      ([("theme", "dark"), ("them", "x")], #"There is no modifier "them"; did you mean "theme"?"#),
      (
        [("platform", "web")],
        #"The modifier "theme" has no default and nothing chooses its context; give it a "default"."#
      ),
    ]
    for (input, sentence) in wrong {
      #expect {
        _ = try document.sources(for: input)
      } throws: {
        ($0 as? TokenProblem)?.text == sentence
      }
    }
  }

  @Test func `modifiers and contexts that no surface knows are told`() throws {
    let json = #"""
      {"version": "2025.10", "resolutionOrder": [
        {"name": "density", "type": "modifier", "default": "b", "contexts":
          {"a": [\#(Self.number("x", 1))], "b": [\#(Self.number("x", 2))]}},
        {"name": "theme", "type": "modifier", "contexts": {"light": [], "dark": [], "sepia": []}}]}
      """#
    let reading = try Folder(["set.resolver.json": json]).read()
    #expect(values(reading) == ["x": 2])
    #expect(
      reading.warnings.map(\.text) == [
        #"No surface has the modifier "density", and its default counts everywhere."#,
        #"No surface chooses the context "sepia" of "theme"; they know light and dark."#,
      ])
  }

  @Test func `sharing work between contexts changes nothing`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    for _ in 0..<20 {
      let text = RandomSet.resolver(&random)
      func tokens(shares: Bool) throws -> [DesignToken] {
        let root = try JSONReader.read(Array(text.utf8), file: "set.resolver.json")
        let store = SourceStore(root: root, rootPath: "set.resolver.json")
        var reader = ResolverReader(store: store)
        var contexts = ContextReader(
          store: store, document: try reader.read(), sharesWork: shares)
        return try contexts.tokens()
      }
      let fast = try tokens(shares: true)
      let slow = try tokens(shares: false)
      #expect(fast.map(\.path) == slow.map(\.path), "seed \(seed)")
      for (one, other) in zip(fast, slow) {
        #expect(one.value == other.value, "seed \(seed)")
        #expect(one.aliases == other.aliases, "seed \(seed)")
        #expect(one.place == other.place && one.deprecation == other.deprecation)
      }
    }
  }
}

/// Resolvers with random tokens: aliases, pointers, extensions, all modifiers.
enum RandomSet {
  /// Always the same one.
  static let fixed: String = {
    var random = SeededNumbers(6)
    return resolver(&random)
  }()

  static func resolver(_ random: inout SeededNumbers) -> String {
    func source(_ names: Range<Int>, aliases: Bool, _ random: inout SeededNumbers) -> String {
      let members = names.map { index -> String in
        let value: String
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where aliases && index > 0: value = "\"{g.t\(index - 1)}\""
        case 1 where aliases && index > 1: value = ##"{"$ref": "#/g/t\##(index - 2)/$value"}"##
        default: value = String(Int.random(in: 0..<100, using: &random))
        }
        return #""t\#(index)": {"$value": \#(value)}"#
      }
      return #"{"g": {"$type": "number", \#(members.joined(separator: ", "))}}"#
    }
    var modifiers: [String] = []
    for (name, contexts) in [
      ("theme", ["light", "dark"]), ("contrast", ["standard", "increased"]),
      ("transparency", ["standard", "reduced"]), ("motion", ["standard", "reduced"]),
      ("platform", ["ios", "android", "web"]),
    ] where Bool.random(using: &random) {
      let list = contexts.map { context -> String in
        let start = Int.random(in: 0..<10, using: &random)
        let count = Int.random(in: 1..<6, using: &random)
        let inner =
          Bool.random(using: &random)
          ? source(start..<start + count, aliases: true, &random) : "{}"
        return #""\#(context)": [\#(inner)]"#
      }
      modifiers.append(
        #"{"name": "\#(name)", "type": "modifier", "contexts": {\#(list.joined(separator: ", "))}}"#
      )
    }
    let base = source(0..<16, aliases: true, &random)
    let extended = ##"{"h": {"$extends": "{g}", "t3": {"$type": "number", "$value": 1}}}"##
    let order =
      [#"{"name": "base", "type": "set", "sources": [\#(base), \#(extended)]}"#] + modifiers
    return #"{"version": "2025.10", "resolutionOrder": [\#(order.joined(separator: ", "))]}"#
  }
}
