/// A CHECK constraint as its table declares it.
public struct TableCheck: Hashable, Sendable {
  /// Its name, if it has one.
  public var name: String?
  /// The condition as it is written, in one line.
  public var condition: String
  /// The names that occur in it, with ASCII capitals made small.
  package var words: Set<String>

  /// Whether the condition speaks of a column.
  public func concerns(_ column: String) -> Bool {
    words.contains(SchemaCatalog.folding(column))
  }
}

/// Reads what only the text of a CREATE TABLE tells: its CHECK constraints.
///
/// A scanner of words, not a parser: SQLite has parsed the text before it was stored.
struct TableText {
  private enum Token: Equatable {
    case word(String)
    case name(String)
    case open, close, other
  }

  private let bytes: [UInt8]
  private var at = 0
  /// Where the current token starts.
  private var start = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The CHECK constraints of a table's text, in order. O(n).
  static func checks(in text: String) -> [TableCheck] {
    var scanner = TableText(text)
    return scanner.checks()
  }

  private mutating func checks() -> [TableCheck] {
    var found: [TableCheck] = []
    var depth = 0
    var name: String?
    var isNameNext = false
    while let token = next() {
      switch token {
      case .open: depth += 1
      case .close: depth -= 1
      case .other: name = nil
      case .name(let text), .word(let text):
        if isNameNext {
          (name, isNameNext) = (text, false)
          continue
        }
        guard case .word = token, depth == 1 else {
          if depth == 1 { name = nil }
          continue
        }
        switch SchemaCatalog.folding(text) {
        case "constraint": isNameNext = true
        case "check":
          if let check = condition(named: name) { found.append(check) }
          name = nil
        default: name = nil
        }
      }
    }
    return found
  }

  /// What stands between the parentheses that follow.
  private mutating func condition(named name: String?) -> TableCheck? {
    guard next() == .open else { return nil }
    let first = at
    var depth = 1
    var words: Set<String> = []
    while let token = next() {
      switch token {
      case .open: depth += 1
      case .close:
        depth -= 1
        if depth == 0 {
          return TableCheck(name: name, condition: line(bytes[first..<start]), words: words)
        }
      case .word(let text), .name(let text): words.insert(SchemaCatalog.folding(text))
      case .other: break
      }
    }
    return nil
  }

  /// Text in one line, runs of blanks outside of quotes as one.
  private func line(_ part: ArraySlice<UInt8>) -> String {
    var line: [UInt8] = []
    var quote: UInt8?
    for byte in part {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x27 || byte == 0x22 || byte == 0x60 {
        quote = byte
      }
      let isBlank = quote == nil && Self.isBlank(byte)
      if !isBlank {
        line.append(byte)
      } else if let last = line.last, last != 0x20 {
        line.append(0x20)
      }
    }
    if line.last == 0x20 { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte == 0x24 || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The next token; comments and blanks are passed over.
  private mutating func next() -> Token? {
    while at < bytes.count {
      start = at
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "("): return .open
      case UInt8(ascii: ")"): return .close
      case UInt8(ascii: "'"):
        _ = quoted(until: byte)
        return .other
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return .name(quoted(until: byte))
      case UInt8(ascii: "["): return .name(quoted(until: UInt8(ascii: "]")))
      case UInt8(ascii: "-") where at < bytes.count && bytes[at] == byte:
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      case UInt8(ascii: "/") where at < bytes.count && bytes[at] == UInt8(ascii: "*"):
        skipComment()
      case _ where Self.isBlank(byte): break
      case _ where Self.isLetter(byte):
        while at < bytes.count, Self.isLetter(bytes[at]) { at += 1 }
        return .word(String(decoding: bytes[start..<at], as: UTF8.self))
      default: return .other
      }
    }
    return nil
  }

  private mutating func skipComment() {
    at += 1
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        return
      }
      at += 1
    }
    at = bytes.count
  }

  /// The content of quotes whose end is written twice where it is meant.
  private mutating func quoted(until end: UInt8) -> String {
    var content: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == end {
        guard end != UInt8(ascii: "]"), at < bytes.count, bytes[at] == end else { break }
        at += 1
      }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }
}
