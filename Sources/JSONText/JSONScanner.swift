/// Walks JSON text token by token: where it stops being JSON, and where the n-th token stands.
///
/// It does what a DOM cannot: tell a position. Only needed for errors and for echoing; linear.
package struct JSONScanner {
  private let bytes: ArraySlice<UInt8>
  private var at: Int
  /// What each open array or object is.
  private var open: [UInt8] = []
  /// Whether the innermost one has just been opened.
  private var isFresh = false
  /// Tokens passed: values and keys, not closing brackets.
  private var tokens = 0
  /// The token to stop in front of.
  private var target: Int?
  /// Where the tokens passed start, if that is wanted.
  private var starts: [Int]?

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// The offset of the first byte that cannot be, from 0; `nil` if the grammar finds none.
  package static func offsetOfError(_ bytes: ArraySlice<UInt8>) -> Int? {
    var scanner = JSONScanner(bytes)
    let isWhole = scanner.document(until: nil)
    return isWhole ? nil : scanner.at - bytes.startIndex
  }

  /// The text of the value whose first token has this number, from 0; the text must be JSON.
  package static func raw(token: Int, of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var scanner = JSONScanner(bytes)
    guard scanner.document(until: token) else { return [] }
    let start = scanner.at
    scanner.open = []
    guard scanner.value() else { return [] }
    while !scanner.open.isEmpty { guard scanner.step() else { return [] } }
    return bytes[start..<scanner.at]
  }

  /// The offset of every value and key, in the order of the text, which must be JSON.
  package static func offsets(of bytes: ArraySlice<UInt8>) -> [Int] {
    var scanner = JSONScanner(bytes)
    scanner.starts = []
    _ = scanner.document(until: nil)
    return (scanner.starts ?? []).map { $0 - bytes.startIndex }
  }

  /// Walks the whole document, or to the token with a number; false where it is no JSON.
  private mutating func document(until token: Int?) -> Bool {
    target = token
    skipSpace()
    if token == 0 { return true }
    guard value() else { return false }
    while !open.isEmpty {
      guard step() else { return tokens == target && target != nil }
    }
    skipSpace()
    return target == nil && at == bytes.endIndex
  }

  /// One element or member of the innermost open array or object, or its end.
  private mutating func step() -> Bool {
    skipSpace()
    guard let kind = open.last else { return false }
    let isObject = kind == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let isFirst = isFresh
    isFresh = false
    if take(close) {
      open.removeLast()
      return true
    }
    if !isFirst {
      guard take(UInt8(ascii: ",")) else { return false }
      skipSpace()
    }
    if isObject {
      if tokens == target { return false }
      starts?.append(at)
      guard string() else { return false }
      tokens += 1
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return false }
      skipSpace()
    }
    if tokens == target { return false }
    return value()
  }

  private mutating func value() -> Bool {
    guard let byte = peek else { return false }
    starts?.append(at)
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      at += 1
      open.append(byte)
      isFresh = true
      tokens += 1
      return true
    case UInt8(ascii: "\""): guard string() else { return false }
    case UInt8(ascii: "t"): guard word("true") else { return false }
    case UInt8(ascii: "f"): guard word("false") else { return false }
    case UInt8(ascii: "n"): guard word("null") else { return false }
    default: guard number() else { return false }
    }
    tokens += 1
    return true
  }

  private var peek: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func word(_ text: StaticString) -> Bool {
    for index in 0..<text.utf8CodeUnitCount {
      guard take(unsafe text.utf8Start[index]) else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte = peek, isDigit(byte) { at += 1 }
    return at > start
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { guard digits() else { return false } }
    if take(UInt8(ascii: ".")) { guard digits() else { return false } }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { return false }
    }
    return true
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return true
      case UInt8(ascii: "\\"):
        guard escape() else { return false }
      case 0..<0x20: return false
      case 0x80...: guard multibyte() else { return false }
      default: at += 1
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    at += 1
    guard let byte = peek else { return false }
    if byte == UInt8(ascii: "u") {
      at += 1
      for _ in 0..<4 {
        guard let digit = peek, isHexDigit(digit) else { return false }
        at += 1
      }
      return true
    }
    guard "\"\\/bfnrt".utf8.contains(byte) else { return false }
    at += 1
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66
  }

  /// One character of several bytes, well-formed as Unicode's table 3-7 has it.
  private mutating func multibyte() -> Bool {
    let rest = bytes[at...].prefix(4)
    guard let first = rest.first else { return false }
    let (count, lowest, highest): (Int, UInt8, UInt8) =
      switch first {
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xE1...0xEF: (3, 0x80, 0xBF)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      default: (0, 0, 0)
      }
    guard count > 0, rest.count >= count else { return false }
    for (place, byte) in rest.dropFirst().prefix(count - 1).enumerated() {
      let low = place == 0 ? lowest : 0x80
      let high = place == 0 ? highest : 0xBF
      guard byte >= low && byte <= high else { return false }
    }
    at += count
    return true
  }
}
