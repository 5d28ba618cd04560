/// A statement of a schema as its words, so that two can be compared whatever spaces, comments and
/// capitals they are written with.
struct SQLTokens: Sequence {
  /// One word, quoted name or text, number or sign.
  struct Token: Hashable {
    /// As it is written.
    var text: String
    /// Whether it is a word or a sign outside of all quotes.
    var isBare: Bool

    /// A bare word with its ASCII letters in capitals; else as it is written.
    var normal: String { isBare ? ASCII.capitals(text) : text }

    /// The name that a word or a quoted name stands for.
    var name: String {
      guard !isBare, let first = text.utf8.first else { return text }
      let inner = text.dropFirst().dropLast()
      if first == UInt8(ascii: "[") { return String(inner) }
      // A quote within is written twice.
      let quote = Character(Unicode.Scalar(first))
      var name = ""
      var isSecond = false
      for character in inner {
        if character == quote && isSecond {
          isSecond = false
          continue
        }
        isSecond = character == quote
        name.append(character)
      }
      return name
    }
  }

  private(set) var tokens: [Token] = []

  /// Takes a statement apart. O(bytes); nothing fails: an open quote ends with the text.
  init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let start = at
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        at += 1
        continue
      case UInt8(ascii: "-") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "-"):
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
        continue
      case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*"):
        at = Self.endOfComment(bytes, at + 2)
        continue
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        at = Self.endOfQuote(bytes, at + 1, byte)
      case UInt8(ascii: "["):
        while at < bytes.count, bytes[at] != UInt8(ascii: "]") { at += 1 }
        at = Swift.min(at + 1, bytes.count)
      default:
        at += 1
        if Self.isWord(byte) { while at < bytes.count, Self.isWord(bytes[at]) { at += 1 } }
      }
      let isBare = !"'\"`[".utf8.contains(byte)
      tokens.append(
        Token(text: String(decoding: bytes[start..<at], as: UTF8.self), isBare: isBare))
    }
  }

  func makeIterator() -> IndexingIterator<[Token]> { tokens.makeIterator() }

  private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
    var at = start
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") { return at + 2 }
      at += 1
    }
    return bytes.count
  }

  private static func endOfQuote(_ bytes: [UInt8], _ start: Int, _ quote: UInt8) -> Int {
    var at = start
    while at < bytes.count {
      if bytes[at] == quote {
        guard at + 1 < bytes.count, bytes[at + 1] == quote else { return at + 1 }
        at += 1
      }
      at += 1
    }
    return bytes.count
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}

extension Sequence<SQLTokens.Token> {
  /// The words with single spaces, for people.
  var written: String { line(\.text) }

  /// The words with single spaces and bare ones in capitals, for comparing.
  var normal: String { line(\.normal) }

  private func line(_ text: (SQLTokens.Token) -> String) -> String {
    var result = ""
    var last = ""
    for token in self {
      let next = text(token)
      let isTight = result.isEmpty || last == "(" || [")", "(", ",", ";"].contains(next)
      result += isTight ? next : " " + next
      last = next
    }
    return result
  }
}

/// Names as SQLite compares them: only ASCII letters have two forms.
enum ASCII {
  /// With capitals made small.
  static func folding(_ name: String) -> String {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// With small letters made capitals.
  static func capitals(_ name: String) -> String {
    guard name.utf8.contains(where: { (97...122).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
  }
}
