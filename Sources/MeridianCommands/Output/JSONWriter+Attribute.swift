internal import MeridianStore

extension JSONWriter {
  /// An attribute of a column of a type: booleans as such, bytes as text in base 64, numbers that
  /// are none as null.
  mutating func value(_ value: AttributeValue, of type: AttributeType) {
    switch value {
    case .null: null()
    case .integer(let number) where type == .boolean && (number == 0 || number == 1):
      boolean(number == 1)
    case .integer(let number): integer(number)
    case .real(let number): self.number(number)
    case .text(let text): string(text)
    case .blob(let bytes): string(Base64.text(bytes))
    }
  }
}

/// Bytes as text in base 64 (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes, padded.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word: UInt32 = 0
      for index in 0..<3 {
        word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        let letter = letters[Int(word >> (18 - 6 * UInt32(index))) & 63]
        text.append(index <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
