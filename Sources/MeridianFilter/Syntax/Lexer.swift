internal import MeridianKernel

/// One token of a filter: what it is and which bytes it takes.
struct Token {
  /// What a token is.
  enum Kind: Equatable {
    /// The end of the text.
    case end
    /// A plain identifier or keyword.
    case word(String)
    /// A name in double quotes.
    case name(String)
    /// A text in single quotes.
    case text(String)
    /// A number without a sign.
    case number(Number)
    /// An operator or a bracket.
    case symbol(String)
  }

  var kind: Kind
  var range: Range<Int>

  /// Whether it is a keyword, in any case.
  func isWord(_ keyword: String) -> Bool {
    if case .word(let word) = kind { word.uppercased() == keyword } else { false }
  }

  /// Whether it is an operator or bracket.
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }
}

/// Splits the text of a filter into tokens (OGC 21-065r2, annex B).
struct Lexer {
  /// The largest filter in bytes: room for a long list or a detailed polygon, and no more.
  static let mostBytes = 1 << 20

  let text: String
  let bytes: [UInt8]
  /// Where the next token is looked for.
  var offset = 0

  init(_ text: String) throws(FilterError) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes else {
      throw FilterError(
        "a filter has at most \(Self.mostBytes) bytes, and this one has \(text.utf8.count)",
        in: "", at: 0)
    }
    bytes = Array(text.utf8)
  }

  /// An error at an offset of the text.
  func error(_ sentence: String, at offset: Int) -> FilterError {
    FilterError(sentence, in: text, at: offset)
  }

  /// The next token; after the end there are more ends.
  mutating func next() throws(FilterError) -> Token {
    while offset < bytes.count, bytes[offset] == 0x20 || (9...13).contains(bytes[offset]) {
      offset += 1
    }
    let start = offset
    guard start < bytes.count else { return Token(kind: .end, range: start..<start) }
    let kind: Token.Kind
    switch bytes[start] {
    case UInt8(ascii: "'"): kind = .text(try quotedText())
    case UInt8(ascii: "\""): kind = .name(try quotedName())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): kind = try number()
    default: kind = try wordOrSymbol()
    }
    return Token(kind: kind, range: start..<offset)
  }

  /// A text in single quotes, with `''` or `\'` for a quote in it.
  private mutating func quotedText() throws(FilterError) -> String {
    let start = offset
    var content: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      let following = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      offset += 1
      switch byte {
      case UInt8(ascii: "'"):
        guard following == UInt8(ascii: "'") else {
          return String(decoding: content, as: UTF8.self)
        }
        offset += 1
        content.append(byte)
      case UInt8(ascii: "\\") where following == UInt8(ascii: "'"):
        offset += 1
        content.append(following)
      case UInt8(ascii: "\\") where following == UInt8(ascii: "\\"):
        // Kept as two: it is LIKE that makes one of them, and no quote is escaped by the second.
        offset += 1
        content += [byte, following]
      default: content.append(byte)
      }
    }
    throw error("the text that starts here has no closing quote '", at: start)
  }

  /// A name in double quotes, with `""` for a quote in it.
  private mutating func quotedName() throws(FilterError) -> String {
    let start = offset
    var content: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") {
        guard offset < bytes.count, bytes[offset] == byte else {
          return String(decoding: content, as: UTF8.self)
        }
        offset += 1
      }
      content.append(byte)
    }
    throw error("the name that starts here has no closing quote \"", at: start)
  }

  private mutating func number() throws(FilterError) -> Token.Kind {
    let start = offset
    guard let scan = DecimalText.scan(bytes.span, from: start) else {
      throw error("a point without digits is no number", at: start)
    }
    offset = scan.end
    if let (scalar, _) = scalar(at: offset), Self.startsName(scalar) || scalar == "." {
      throw error("a number runs into a word here; put a blank between them", at: offset)
    }
    guard scan.value.isFinite else {
      throw error("this number is larger than any that can be compared", at: start)
    }
    if scan.isWhole, let whole = Int64(String(decoding: bytes[start..<offset], as: UTF8.self)) {
      return .number(.integer(whole))
    }
    return .number(.real(scan.value))
  }

  private mutating func wordOrSymbol() throws(FilterError) -> Token.Kind {
    let start = offset
    if let (first, _) = scalar(at: start), Self.startsName(first) {
      while let (scalar, length) = scalar(at: offset), Self.continuesName(scalar) {
        offset += length
      }
      return .word(String(decoding: bytes[start..<offset], as: UTF8.self))
    }
    let two = String(decoding: bytes[start..<min(bytes.count, start + 2)], as: UTF8.self)
    if ["<>", "<=", ">="].contains(two) {
      offset += 2
      return .symbol(two)
    }
    if two == "!=" { throw error("\"not equal\" is written <>", at: start) }
    if two == "==" || two == "||" || two == "&&" {
      let known = ["==": "=", "||": "OR", "&&": "AND"][two] ?? ""
      throw error("\(two) is written \(known) in a filter", at: start)
    }
    let one = Unicode.Scalar(bytes[start])
    guard "=<>+-*/%^(),".unicodeScalars.contains(one) else {
      let scalar = self.scalar(at: start)?.scalar ?? one
      throw error(
        "\"\(FilterError.shown(String(Character(scalar))))\" has no meaning in a filter; a name "
          + "with such characters is written in double quotes", at: start)
    }
    offset += 1
    return .symbol(String(Character(one)))
  }
}

// MARK: - Names

extension Lexer {
  /// The character that starts at a byte, and its length in bytes; nil at the end.
  private func scalar(at start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    start < bytes.count ? UTF8Scan.scalar(bytes.span, at: start) : nil
  }

  /// Rule `identifierStart`.
  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3A, 0x5F, 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFE, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Rule `identifierPart`.
  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E, 0x30...0x39, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName(scalar)
    }
  }
}
