import Testing

@testable import MeridianTokens

/// Quick walks over bytes beside slow ones over characters.
struct TextTwinTests {
  private static let pieces = [
    "§", "¤", "\n", "é", "£", " ", "a", "Z", "9", "*", "/", "😀", "\u{C2}", "--", "\u{301}",
  ]

  private static func texts(seed: UInt64) -> [String] {
    var numbers = Numbers(seed: seed)
    return (0..<400).map { _ in
      (0..<Int.random(in: 0...30, using: &numbers)).map { _ in
        pieces.randomElement(using: &numbers) ?? ""
      }.joined()
    }
  }

  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  @Test func `a template is filled as a walk over its scalars fills it`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    for text in Self.texts(seed: seed) {
      var slow = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "§": slow += "Type"
        case "¤": slow += "member"
        default: slow.unicodeScalars.append(scalar)
        }
      }
      let quick = CodeText.filled(text, type: "Type", member: "member")
      #expect(Array(quick.utf8) == Array(slow.utf8), "seed \(seed)")
    }
  }

  @Test func `lines are those of a split`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    for text in Self.texts(seed: seed) {
      var lines: [Substring] = []
      text.eachLine { lines.append($0) }
      let slow = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines == slow, "seed \(seed)")
      #expect(text.isOfSeveralLines == (slow.count > 1))
      for room in [0, 5, 12] { #expect(text.fits(in: room) == (text.count <= room)) }
    }
  }

  @Test func `ASCII is cased and told apart as Unicode does it`() {
    for value in UInt8.min..<0x80 {
      let scalar = Unicode.Scalar(value)
      let isKept =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .decimalNumber: true
        default: false
        }
      let words = Identifier.words("a\(scalar)b")
      let expected =
        !isKept
        ? ["a", "b"]
        : scalar.properties.isUppercase
          ? ["a", "\(scalar)b".lowercased()] : ["a\(scalar)b"]
      #expect(words == expected, "\(value)")
      let isSpace =
        Character(scalar).isWhitespace || scalar.properties.generalCategory == .control
      #expect(CodeText.wrapped("a\(scalar)b", to: 1).count == (isSpace ? 2 : 1), "\(value)")
    }
  }

  @Test func `numbers and levels are written as the slow way writes them`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = Numbers(seed: seed)
    let some = (0..<2000).map { _ in Double(Int.random(in: -99_999...99_999, using: &numbers)) }
    for value in some.flatMap({ [$0, $0 / 100, $0 / 10_000] }) {
      let scaled = Int64((value * 10_000).rounded())
      let digits = String(scaled.magnitude)
      var slow = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
      slow.insert(".", at: slow.index(slow.endIndex, offsetBy: -4))
      while slow.last == "0" { slow.removeLast() }
      if slow.last == "." { slow.removeLast() }
      #expect(Rounding.text(value) == (scaled < 0 ? "-" : "") + slow, "seed \(seed)")
    }
    for level in 0...255 {
      let digits = String(level, radix: 16, uppercase: true)
      #expect(Color.hexByte(level) == (digits.count < 2 ? "0" : "") + digits)
    }
  }

  @Test func `a value made of several is made for each combination once`() {
    let theme = Varying<Int> { $0.theme == .dark ? 1 : 0 }.kept
    let motion = Varying<Int> { $0.motion == .reduced ? 2 : 0 }.kept
    var asked = 0
    let sum = Varying(of: [theme, motion]) { parts in
      asked += 1
      return parts.reduce(0, +)
    }
    #expect(asked == 4)
    for context in Context.all { #expect(sum[context] == theme[context] + motion[context]) }
    #expect(theme.map { $0 * 2 }[Context(theme: .dark)] == 2)
    #expect(theme.only == nil)
    #expect(Varying(of: [Varying<Int>]()) { _ in 7 }.only == 7)
    #expect(
      Decision(sum, from: Context()).leaves == Decision(from: Context()) { sum[$0] }.leaves)
  }
}

extension Varying<Int> {
  /// The same with equal values kept once.
  fileprivate var kept: Varying<Int> {
    let values = Array(Set(Context.all.map { self[$0] })).sorted()
    return Varying(
      values, places: Context.all.map { UInt8(values.firstIndex(of: self[$0]) ?? 0) })
  }
}
