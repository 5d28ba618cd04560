import Foundation
import Testing

@testable import MeridianTokens

/// Resolvers that break a rule: Resolver Module 2025.10, 4 to 6.
struct InvalidResolverTests {
  private static func order(_ item: String) -> String {
    #"{"version": "2025.10", "resolutionOrder": [\#(item)]}"#
  }

  private static func sources(_ list: String) -> String {
    order(#"{"name": "n", "type": "set", "sources": [\#(list)]}"#)
  }

  private static func sets(_ sets: String, modifiers: String = "{}") -> String {
    #"{"version": "2025.10", "sets": \#(sets), "modifiers": \#(modifiers), "resolutionOrder": []}"#
  }

  static let samples: [InvalidSample] = [
    InvalidSample(
      "no version", #"‸{"resolutionOrder": []}"#,
      #"The resolver has no version; add "version": "2025.10"."#),
    InvalidSample(
      "a version of a draft", #"{"version": ‸"1.0.0", "resolutionOrder": []}"#,
      #"The version is not "2025.10"; write the resolver after that report."#),
    InvalidSample(
      "no order", #"‸{"version": "2025.10"}"#,
      "The resolver has no resolutionOrder; add one with its sets and modifiers."),
    InvalidSample(
      "an order that is an object", #"{"version": "2025.10", "resolutionOrder": ‸{}}"#,
      "The resolutionOrder is an object; write an array of sets and modifiers."),
    InvalidSample(
      "a name that is no text", #"{"version": "2025.10", "name": ‸1, "resolutionOrder": []}"#,
      "The name is a number; write a text."),
    InvalidSample(
      "sets in an array", sets("‸[]"), #""sets" is an array; write an object of names."#),
    InvalidSample(
      "a set without sources", sets(#"{"a": ‸{}}"#),
      #"The set "a" has no sources; add an array of them."#),
    InvalidSample(
      "a set with tokens beside its sources", sets(#"{"a": {"sources": [], ‸"source": []}}"#),
      #""source" is no part of a set; did you mean "sources"?"#),
    InvalidSample(
      "a modifier without contexts", sets("{}", modifiers: #"{"m": ‸{}}"#),
      #"The modifier "m" has no contexts; add a map of them."#),
    InvalidSample(
      "a modifier of no context", sets("{}", modifiers: #"{"m": {"contexts": ‸{}}}"#),
      #"The modifier "m" has no context; give it two or more, or make it a set."#),
    InvalidSample(
      "a modifier of one context", sets("{}", modifiers: #"{"m": {"contexts": ‸{"a": []}}}"#),
      #"The modifier "m" has one context only; give it two or more, or make it a set."#),
    InvalidSample(
      "a default that there is not",
      sets("{}", modifiers: #"{"m": {"contexts": {"a": [], "b": []}, "default": ‸"c"}}"#),
      #"The default "c" is no context of "m"; use "a" or "b"."#),
    InvalidSample(
      "an item without a name", order(#"‸{"type": "set", "sources": []}"#),
      "The item has no name, which it needs inside the resolutionOrder; add one."),
    InvalidSample(
      "an item without a type", order(#"‸{"name": "n", "sources": []}"#),
      #""n" has no type; add "type": "set" or "modifier"."#),
    InvalidSample(
      "an item of another type", order(#"{"name": "n", "type": ‸"group", "sources": []}"#),
      #"The type of "n" is neither "set" nor "modifier"; use one of them."#),
    InvalidSample(
      "a name twice",
      order(
        #"{"name": "n", "type": "set", "sources": []}, {"name": ‸"n", "type": "set", "sources": []}"#
      ), #""n" stands twice in the resolutionOrder; give each a name of its own."#),
    InvalidSample(
      "an item that is a text", order(#"‸"n""#),
      "An item of the resolutionOrder is a text; write an object."),
    InvalidSample(
      "a reference to the order", sources(##"{"$ref": ‸"#/resolutionOrder/0"}"##),
      ##""#/resolutionOrder/0" points into the resolution order, which nothing may refer to; put "##
        + #"what is shared into "sets"."#),
    InvalidSample(
      "a modifier referred to from a set",
      sets(
        ##"{"a": {"sources": [{"$ref": ‸"#/modifiers/m"}]}}"##,
        modifiers: #"{"m": {"contexts": {"a": [], "b": []}}}"#),
      ##""#/modifiers/m" points at a modifier, which only the resolution order may refer to; refer "##
        + "to a set."),
    InvalidSample(
      "a modifier's context referred to from itself",
      sets(
        "{}",
        modifiers:
          ##"{"m": {"contexts": {"a": [], "b": [{"$ref": ‸"#/modifiers/m/contexts/a"}]}}}"##),
      ##""#/modifiers/m/contexts/a" points at a modifier, which only the resolution order may "##
        + "refer to; refer to a set."),
    InvalidSample(
      "a set that contains itself",
      sets(
        ##"{"a": {"sources": [{"$ref": "#/sets/b"}]}, "b": {"sources": [‸{"$ref": "#/sets/a"}]}}"##),
      ##"The set "#/sets/a" contains itself; leave this reference out."##),
    InvalidSample(
      "references in a circle",
      sets(##"{"a": {"$ref": "#/sets/b"}, "b": {"$ref": ‸"#/sets/a"}}"##),
      ##"The reference "#/sets/a" leads back to itself; point it at something else."##),
    InvalidSample(
      "a reference to what is around it", sources(##"{"$ref": ‸"#"}"##),
      ##"The reference "#" leads back to itself; point it at something else."##),
    InvalidSample(
      "a set that there is not",
      #"{"version": "2025.10", "sets": {"base": {"sources": []}}, "resolutionOrder": "#
        + ##"[{"$ref": ‸"#/sets/bse"}]}"##,
      ##""#/sets/bse" points at nothing: there is no "bse" in an object; did you mean "base"?"##),
    InvalidSample(
      "an item that is neither",
      #"{"version": "2025.10", "$defs": {"a": {"sources": []}}, "resolutionOrder": "#
        + ##"[{"$ref": ‸"#/$defs/a"}]}"##,
      ##""#/$defs/a" is neither a set nor a modifier of this resolver; point at "#/sets/…" or "##
        + ##""#/modifiers/…"."##),
    InvalidSample(
      "a remote file", sources(#"{"$ref": ‸"https://example.com/a.json"}"#),
      #""https://example.com/a.json" is the address of another computer, and only files beside the "#
        + "resolver are read; copy it there."),
    InvalidSample(
      "a file of the whole machine", sources(#"{"$ref": ‸"/etc/passwd"}"#),
      #""/etc/passwd" is no relative path; write it from this file's folder, with "/"."#),
    InvalidSample(
      "a file above the folder", sources(#"{"$ref": ‸"x/../../a.json"}"#),
      #""x/../../a.json" lies outside the resolver's folder; move the file into it."#),
    InvalidSample(
      "a link that leads out", sources(#"{"$ref": ‸"link.json"}"#),
      #""link.json" lies outside the resolver's folder; move the file into it."#),
    InvalidSample(
      "a file that there is not", sources(#"{"$ref": ‸"a.json"}"#),
      #"There is no file "a.json" in the resolver's folder; check the name."#),
    InvalidSample(
      "a source that is a text", sources(#"‸"a.json""#), "A source is a text; write an object."),
    InvalidSample(
      "a reference that is a number", sources(#"{"$ref": ‸1}"#),
      ##"$ref is a number; write a file's path or a pointer such as "#/sets/base"."##),
    InvalidSample(
      "a context that is missing",
      order(#"{"name": ‸"theme", "type": "modifier", "contexts": {"light": [], "night": []}}"#),
      #"The modifier "theme" has no context "dark"; it has "light" and "night"."#),
    InvalidSample(
      "a token of one context alone",
      order(
        #"{"name": "theme", "type": "modifier", "contexts": {"light": [], "dark": "#
          + #"[{‸"a": {"$type": "number", "$value": 1}}]}}"#),
      #""a" is there for theme dark, contrast standard, transparency standard, motion standard, "#
        + "platform ios but not in every context; give it a value in all."),
    InvalidSample(
      "a token of two types",
      order(
        #"{"name": "theme", "type": "modifier", "contexts": {"light": "#
          + #"[{"a": {"$type": "number", "$value": 1}}], "#
          + #""dark": [{‸"a": {"$type": "fontWeight", "$value": 1}}]}}"#),
      #""a" is a fontWeight here and a number in other contexts; give it one type."#),
  ]

  @Test(arguments: samples)
  func `an invalid resolver is refused in its place`(_ sample: InvalidSample) throws {
    let marked = Marked(sample.json, file: "in/set.resolver.json")
    let folder = try Folder(["in/set.resolver.json": marked.text, "out.json": "{}"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/in/link.json", withDestinationPath: folder.path + "/out.json")
    let problem = folder.problem("in/set.resolver.json")
    #expect(problem?.text == sample.sentence)
    #expect(problem?.place == marked.place)
  }

  @Test func `a problem of a source names the source`() throws {
    let folder = try Folder([
      "set.resolver.json": Self.sources(#"{"$ref": "sub/a.json"}"#),
      "sub/a.json": "{\n  \"a\": 1}",
    ])
    #expect(
      folder.problem()?.place == SourcePlace(file: "sub/a.json", line: 2, column: 8))
  }

  @Test func `a file that is not there is told by its name`() throws {
    let folder = try Folder(["x": ""])
    let sentence = "cannot be opened as a file; check its name and whether you may read it."
    #expect(folder.problem()?.text == "set.resolver.json " + sentence)
    #expect(folder.problem("")?.text.hasSuffix(sentence) == true)
  }

  @Test func `sets that double without end are stopped`() throws {
    let sets = (0..<30).map { index in
      let next = ##"{"$ref": "#/sets/s\##(index + 1)"}"##
      return #""s\#(index)": {"sources": [\#(next), \#(next)]}"#
    }
    let json = Self.sets("{\(sets.joined(separator: ", ")), \"s30\": {\"sources\": []}}")
    let folder = try Folder(["set.resolver.json": json])
    #expect(
      folder.problem()?.text
        == "The sets refer to more than 10000 sources together; flatten them.")
  }
}
