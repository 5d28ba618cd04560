import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// Text in text, against Foundation's search.
@Suite struct `Searching text` {
  @Test func `finds what stands there byte for byte`() {
    #expect("UNSIGNED BIG INT".holds("INT"))
    #expect(!"UNSIGNED BIG IN".holds("INT"))
    #expect("INT".holds("INT") && "INT".holds("") && "".holds(""))
    #expect(!"".holds("I") && !"IN".holds("INT"))
    // A letter with an accent is its bytes, however it is read aloud.
    #expect("Gr\u{00FC}n".holds("\u{00FC}") && !"Gr\u{00FC}n".holds("u"))
    #expect("Gru\u{0308}n".holds("u"))
  }

  @Test func `replaces every place from the left`() {
    #expect("aaaa a".replacing(every: "aa", by: "b") == "bb a")
    #expect("one\r\ntwo\n".replacing(every: "\n", by: "?") == "one\r?two?")
    #expect("/a/b.gpkg: /a/b.gpkg".replacing(every: "/a/b.gpkg", by: "b") == "b: b")
    #expect("as it was".replacing(every: "", by: "x") == "as it was")
    #expect("".replacing(every: "a", by: "x") == "")
  }

  @Test(arguments: Seeds.batches(200))
  func `agrees with another search`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let letters = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        ["a", "b", "é"].randomElement(using: &random) ?? "a"
      }
      let text = letters.joined()
      let wanted = letters.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        .joined()
      guard !wanted.isEmpty else { continue }
      let place = text.range(of: wanted, options: .literal)
      #expect(text.holds(wanted) == (place != nil), "SEED=\(seed)")
      let replaced = text.replacingOccurrences(of: wanted, with: "x", options: .literal)
      #expect(text.replacing(every: wanted, by: "x") == replaced, "SEED=\(seed)")
    }
  }
}
