import MeridianTokens
import Testing

struct IdentifierTests {
  @Test(arguments: [
    ("icon-button", ["icon", "button"]), ("iconButton", ["icon", "button"]),
    ("URLBar", ["url", "bar"]), ("title2XL", ["title2", "xl"]), ("2xl", ["2xl"]),
    ("  a__b ", ["a", "b"]), ("größe Ä", ["größe", "ä"]), ("名前", ["名前"]), ("🎉", []),
    ("a🎉b", ["a", "b"]), ("", []), ("𝒳", []), ("e\u{301}t", ["e", "t"]),
  ])
  func `a name falls into words`(name: String, words: [String]) {
    #expect(Identifier.words(name) == words)
  }

  @Test func `words are cased, and a digit in front gets an underscore`() {
    #expect(Identifier.lowerCamel(["icon", "button"]) == "iconButton")
    #expect(Identifier.upperCamel(["icon", "button"]) == "IconButton")
    #expect(Identifier.lowerCamel(["100"]) == "_100")
    #expect(Identifier.upperCamel(["2xl", "wide"]) == "_2xlWide")
    #expect(Identifier.lowerCamel([]) == "")
  }

  @Test func `reserved words get backticks in their own language only`() {
    #expect(Dialect.swift.escaped("default") == "`default`")
    #expect(Dialect.kotlin.escaped("default") == "default")
    #expect(Dialect.kotlin.escaped("when") == "`when`")
    #expect(Dialect.swift.escaped("when") == "when")
  }
}
