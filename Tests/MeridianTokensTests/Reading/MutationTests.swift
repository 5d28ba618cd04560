import Foundation
import Testing

@testable import MeridianTokens

/// Damaged files: whatever they hold, reading ends with a set or with one plain sentence.
struct MutationTests {
  /// Reads a text as a file of tokens and as a resolver.
  static func readBothWays(_ bytes: [UInt8], seed: UInt64) {
    for name in ["x.tokens.json", "x.resolver.json"] {
      do throws(TokenProblem) {
        let reading = try TokenReader.read(text: bytes, path: "/nowhere/" + name)
        for problem in reading.warnings { check(problem, seed: seed) }
      } catch {
        check(error, seed: seed)
      }
    }
  }

  private static func check(_ problem: TokenProblem, seed: UInt64) {
    let isPlain = problem.description.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    #expect(isPlain && !problem.text.isEmpty, "seed \(seed): \(problem)")
    #expect(problem.text.count < 1_000, "seed \(seed): \(problem)")
    #expect(problem.text.hasSuffix(".") || problem.text.hasSuffix("?"), "seed \(seed): \(problem)")
    if let place = problem.place {
      #expect(place.line > 0 && place.column > 0, "seed \(seed)")
    }
  }

  static let starts = [SampleSet.tokens, RandomSet.fixed] + ValidSamples.all.map(\.json)

  @Test func `a damaged file never crashes the reader`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    let words = [
      "{", "}", "[", "]", "\"", ",", ":", "null", "1e308", "-1", "\"{a}\"", "\"$value\"",
      "\"$ref\"",
      "\"#/a/$value/0\"", "\"$extends\"", "\"none\"", "\\ud83d", "\u{0}", "é",
      "18446744073709551615",
      "\"$root\"", "\"#/resolutionOrder\"",
    ].map { Array($0.utf8) }
    for _ in 0..<1_500 {
      var bytes = Array((Self.starts.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0..<8, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 2:
          bytes.replaceSubrange(start..<end, with: words.randomElement(using: &random) ?? [])
        default:
          let other = Int.random(in: 0..<bytes.count, using: &random)
          bytes.replaceSubrange(
            start..<end, with: Array(bytes[other..<min(bytes.count, other + 20)]))
        }
      }
      Self.readBothWays(bytes, seed: seed)
    }
  }

  /// One whole value in the place of another: what stays JSON and is wrong in its meaning.
  @Test func `a file with values in the wrong places never crashes the reader`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed)
    let values = [
      "null", "{}", "[]", "0", "-1e300", "1e-300", "\"{a}\"", "\"{color.ink}\"", "\"\"",
      ##"{"$ref": "#/color"}"##, ##"{"$ref": "#/drop/$value/color"}"##, ##"{"$ref": "#/"}"##,
      ##"{"$ref": "#"}"##, "true", "[[[]]]", #"{"$value": 1}"#, "\"{rim}\"",
    ]
    for text in [SampleSet.tokens, RandomSet.fixed] {
      let bytes = Array(text.utf8)
      let root = try JSONReader.read(bytes, file: "x")
      let offsets = SlowOffsets.values(of: text)
      #expect(offsets.count == root.tree.entries.count)
      for _ in 0..<250 {
        let index = Int.random(in: 0..<offsets.count, using: &random)
        var changed = bytes
        let value = Array((values.randomElement(using: &random) ?? "").utf8)
        changed.replaceSubrange(offsets[index], with: value)
        Self.readBothWays(changed, seed: seed)
      }
    }
  }

  @Test func `inputs that once were trouble are read to an end`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Data/corpus/tokens").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!files.isEmpty)
    for file in files.sorted() {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      Self.readBothWays(Array(data), seed: 0)
    }
  }

  @Test func `chains and extensions that grow without end are stopped`() {
    let chain = (0..<2_000).map { "\"t\($0)\": {\"$value\": \"{t\($0 + 1)}\"}" }
    let long = Marked(
      "{\"$type\": \"number\", \(chain.joined(separator: ", ")), \"t2000\": {\"$value\": 1}}")
    #expect(
      long.problem()?.text
        == "The aliases from here on are more than 32 in a row; shorten the chain.")
    let circle = Marked(
      "{\"$type\": \"number\", \(chain.joined(separator: ", ")), \"t2000\": {\"$value\": \"{t0}\"}}"
    )
    #expect(
      circle.problem()?.text.hasPrefix("Tokens refer to one another in a circle, t0 → t1") == true)
    let doubling = (0..<60).map {
      #""g\#($0)": {"l": {"$extends": "{g\#($0 + 1)}"}, "r": {"$extends": "{g\#($0 + 1)}"}}"#
    }
    #expect(
      Marked("{\(doubling.joined(separator: ", ")), \"g60\": {}}").problem()?.text
        == "The groups have too many members once $extends is followed; split the set.")
    let row = (0..<500).map { #""g\#($0)": {"$extends": "{g\#($0 + 1)}"}"# }
    let marked = Marked("{\(row.joined(separator: ", ")), \"g500\": {}}")
    #expect(
      marked.problem()?.text.hasPrefix("Groups extend one another more than 64 times") == true)
  }
}

/// Where the values and keys of a JSON text stand, found by a walk of its own.
enum SlowOffsets {
  static func values(of text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var found: [Range<Int>] = []
    var open: [Int] = []
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append(found.count)
        found.append(at..<at + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let index = open.popLast() { found[index] = found[index].lowerBound..<at + 1 }
      case UInt8(ascii: "\""):
        let start = at
        at += 1
        while bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
        found.append(start..<at + 1)
      case UInt8(ascii: "-"), 0x30...0x39, UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        let start = at
        while at + 1 < bytes.count, !",}] \n\r\t".utf8.contains(bytes[at + 1]) { at += 1 }
        found.append(start..<at + 1)
      default: break
      }
      at += 1
    }
    return found
  }
}
