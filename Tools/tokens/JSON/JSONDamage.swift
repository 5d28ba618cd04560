private import CSimdJSON
private import JSONText

/// What is wrong with a text that is refused, and at which byte.
enum JSONDamage {
  struct Finding: Hashable {
    var text: String
    /// From the start of the text; `nil` when no place can be told.
    var offset: Int?
  }

  /// Looks for more values or more depth than a text may have. One pass, no memory: a file that is
  /// too large is refused before a tree is made of it.
  static func excess(of text: ArraySlice<UInt8>) -> (text: String, offset: Int)? {
    unsafe text.withUnsafeBufferPointer { bytes in unsafe excess(of: bytes) }
  }

  private static func excess(
    of bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, offset: Int)? {
    var values = 0
    var depth = 0
    var at = 0
    while at < bytes.count {
      switch unsafe bytes[at] {
      case 0x22:  // A quote: on to the one that ends the text.
        at += 1
        while at < bytes.count, unsafe bytes[at] != 0x22 { at += unsafe bytes[at] == 0x5C ? 2 : 1 }
      case 0x2C, 0x3A: values += 1  // A comma, a colon.
      case 0x7B, 0x5B:  // An opening brace or bracket.
        values += 1
        depth += 1
        if depth > JSONReader.depthLimit {
          let limit = JSONReader.depthLimit
          return ("More than \(limit) arrays and objects are nested here; flatten them.", at)
        }
      case 0x7D, 0x5D: depth -= 1
      default: break
      }
      if values > JSONReader.valueLimit {
        return (
          "The file has more than \(JSONReader.valueLimit) values, the rest begins here; "
            + "split the tokens into several sources.", at
        )
      }
      at += 1
    }
    return nil
  }

  /// The sentence about a text that the parser refuses.
  static func find(code: Int32, key: [UInt8], in text: ArraySlice<UInt8>) -> Finding {
    switch Int(code) {
    case Int(CSIMDJSON_EMPTY):
      return Finding(text: "The file is empty; write a JSON object with tokens.", offset: 0)
    case Int(CSIMDJSON_NO_MEMORY):
      return Finding(text: "There is not enough memory to read this file.", offset: 0)
    case Int(CSIMDJSON_DUPLICATE_KEY):
      let name = String(decoding: key, as: UTF8.self)
      return Finding(
        text: "The key \(Quote.of(name)) stands a second time in the same object; give it once.",
        offset: offset(ofSecond: key, in: text))
    default: break
    }
    if let offset = JSONScanner.offsetOfError(text) {
      let isUTF8 = Int(code) == Int(CSIMDJSON_BAD_UTF8)
      return Finding(
        text: isUTF8
          ? "The file is not UTF-8 here; save it as UTF-8."
          : "The text is not JSON here; look for a missing comma, quote or bracket.",
        offset: offset)
    }
    return unusable(in: text)
  }

  /// The first number or text that JSON's grammar allows and that still cannot be had.
  private static func unusable(in text: ArraySlice<UInt8>) -> Finding {
    for offset in JSONScanner.offsets(of: text) {
      let rest = text[(text.startIndex + offset)...]
      guard let first = rest.first else { continue }
      if first == UInt8(ascii: "\"") {
        if JSONString.decode(rest) == nil {
          return Finding(
            text: "The text has an escape of half a character; write the character itself.",
            offset: offset)
        }
      } else if first == UInt8(ascii: "-") || (0x30...0x39).contains(first) {
        let digits = rest.prefix { "+-.eE0123456789".utf8.contains($0) }
        let isWhole = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
        let value = Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
        if !value.isFinite || isWhole && abs(value) >= 0x1p63 {
          return Finding(text: "The number is out of range; write a smaller one.", offset: offset)
        }
      }
    }
    return Finding(text: "The text is not JSON; check it with a JSON editor.", offset: nil)
  }

  /// Where a key stands for the second time in one object; the text is JSON.
  private static func offset(ofSecond key: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    // For each open array or object: whether the key has been seen in it.
    var open: [Bool] = []
    var at = text.startIndex
    while at < text.endIndex {
      switch text[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""):
        let end = JSONString.end(text[at...])
        let behind = text[end...].first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        if behind == UInt8(ascii: ":"), let last = open.indices.last,
          JSONString.decode(text[at...]) == key
        {
          if open[last] { return at - text.startIndex }
          open[last] = true
        }
        at = end
        continue
      default: break
      }
      at += 1
    }
    return nil
  }
}
