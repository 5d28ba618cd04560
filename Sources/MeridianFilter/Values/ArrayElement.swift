internal import MeridianKernel

/// One element of an array: of a literal, or of a column that holds a JSON array (RFC 8259).
enum ArrayElement: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// In its canonical form, so that equal numbers are identical.
  case number(Number)
  /// UTF-8: texts are equal when their characters are.
  case text([UInt8])
  case instant(Instant)
  case list([ArrayElement])
  /// An object, by its text.
  case object([UInt8])
}

extension ArrayElement {
  /// The elements of a text that holds a JSON array and nothing else; nil when it does not.
  static func elements(ofJSON text: Span<UInt8>) -> [ArrayElement]? {
    var reader = JSONArrayReader()
    guard case .list(let elements) = reader.value(text, depth: 0) else { return nil }
    reader.skipBlanks(text)
    return reader.offset == text.count ? elements : nil
  }

  /// The element with texts that are dates or times as instants.
  var timed: ArrayElement {
    switch self {
    case .text(let text): Instant(text.span).map { .instant($0) } ?? self
    case .list(let elements): .list(elements.map(\.timed))
    default: self
    }
  }

  /// Whether it is an instant or holds one.
  var hasInstant: Bool {
    switch self {
    case .instant: true
    case .list(let elements): elements.contains { $0.hasInstant }
    default: false
    }
  }
}

/// A relation of two arrays, taken as sets (OGC 21-065r2, 7.9).
package enum ArrayRelation: String, Sendable, CaseIterable {
  case equals = "A_EQUALS"
  case contains = "A_CONTAINS"
  case containedBy = "A_CONTAINEDBY"
  case overlaps = "A_OVERLAPS"
}

extension ArrayRelation {
  /// Whether the relation holds. O(elements).
  func holds(_ a: [ArrayElement], _ b: [ArrayElement]) -> Bool {
    var (a, b) = (a, b)
    // JSON has no dates, only texts: next to a date they are read as one.
    if a.contains(where: \.hasInstant) || b.contains(where: \.hasInstant) {
      a = a.map(\.timed)
      b = b.map(\.timed)
    }
    switch self {
    case .equals: return Set(a) == Set(b)
    case .contains: return Set(b).isSubset(of: Set(a))
    case .containedBy: return Set(a).isSubset(of: Set(b))
    case .overlaps: return !Set(a).isDisjoint(with: Set(b))
    }
  }
}

/// Reads JSON; arrays and objects may nest 32 deep.
private struct JSONArrayReader {
  static let deepest = 32
  private(set) var offset = 0

  mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }

  /// The value that comes next; nil when it is no JSON.
  mutating func value(_ bytes: Span<UInt8>, depth: Int) -> ArrayElement? {
    skipBlanks(bytes)
    guard depth < Self.deepest, offset < bytes.count else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "["): return list(bytes, depth: depth)
    case UInt8(ascii: "{"): return object(bytes, depth: depth)
    case UInt8(ascii: "\""): return string(bytes).map { .text($0) }
    case UInt8(ascii: "t"): return word("true", bytes) ? .boolean(true) : nil
    case UInt8(ascii: "f"): return word("false", bytes) ? .boolean(false) : nil
    case UInt8(ascii: "n"): return word("null", bytes) ? .null : nil
    default: return number(bytes)
    }
  }

  private mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let letters = Array(word.description.utf8)
    guard bytes.count - offset >= letters.count else { return false }
    for index in letters.indices where bytes[offset + index] != letters[index] { return false }
    offset += letters.count
    return true
  }

  private mutating func number(_ bytes: Span<UInt8>) -> ArrayElement? {
    let start = offset
    guard bytes[start] != UInt8(ascii: "+"), bytes[start] != UInt8(ascii: "."),
      let scan = DecimalText.scan(bytes, from: start), scan.value.isFinite
    else { return nil }
    offset = scan.end
    if scan.isWhole, scan.value.magnitude >= 0x1p53, scan.value.magnitude < 0x1p64 {
      var text = ""
      for index in start..<scan.end { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
      if let whole = Int64(text) { return .number(.integer(whole)) }
    }
    return .number(Number.real(scan.value).canonical)
  }

  private mutating func list(_ bytes: Span<UInt8>, depth: Int) -> ArrayElement? {
    offset += 1
    var elements: [ArrayElement] = []
    skipBlanks(bytes)
    if take("]", bytes) { return .list([]) }
    repeat {
      guard let element = value(bytes, depth: depth + 1) else { return nil }
      elements.append(element)
      skipBlanks(bytes)
    } while take(",", bytes)
    return take("]", bytes) ? .list(elements) : nil
  }

  private mutating func object(_ bytes: Span<UInt8>, depth: Int) -> ArrayElement? {
    let start = offset
    offset += 1
    skipBlanks(bytes)
    if !take("}", bytes) {
      repeat {
        skipBlanks(bytes)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\""), string(bytes) != nil
        else { return nil }
        skipBlanks(bytes)
        guard take(":", bytes), value(bytes, depth: depth + 1) != nil else { return nil }
        skipBlanks(bytes)
      } while take(",", bytes)
      guard take("}", bytes) else { return nil }
    }
    var text: [UInt8] = []
    for index in start..<offset { text.append(bytes[index]) }
    return .object(text)
  }

  private mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func string(_ bytes: Span<UInt8>) -> [UInt8]? {
    offset += 1
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard escape(bytes, into: &text) else { return nil }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(_ bytes: Span<UInt8>, into text: inout [UInt8]) -> Bool {
    guard offset < bytes.count else { return false }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"):
      guard var code = unit(bytes) else { return false }
      if (0xD800..<0xDC00).contains(code), take("\\", bytes) {
        guard take("u", bytes), let low = unit(bytes), (0xDC00..<0xE000).contains(low) else {
          return false
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      // Half of a pair is no character.
      guard let scalar = Unicode.Scalar(code) else { return false }
      text += String(Character(scalar)).utf8
    default: return false
    }
    return true
  }

  private mutating func unit(_ bytes: Span<UInt8>) -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
