/// A text in quotes, as JSON writes it (RFC 8259, 7): only needed to say where something is wrong.
enum JSONString {
  /// The index behind the closing quote of the text that starts the bytes.
  static func end(_ bytes: ArraySlice<UInt8>) -> Int {
    var at = bytes.startIndex + 1
    while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at + 1, bytes.endIndex)
  }

  /// The UTF-8 of the text that starts the bytes; `nil` when an escape is half a character.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let inside = bytes[(bytes.startIndex + 1)..<max(bytes.startIndex + 1, end(bytes) - 1)]
    guard inside.contains(UInt8(ascii: "\\")) else { return Array(inside) }
    var out: [UInt8] = []
    var at = inside.startIndex
    while at < inside.endIndex {
      guard inside[at] == UInt8(ascii: "\\"), at + 1 < inside.endIndex else {
        out.append(inside[at])
        at += 1
        continue
      }
      guard inside[at + 1] == UInt8(ascii: "u") else {
        out.append(single(inside[at + 1]))
        at += 2
        continue
      }
      guard var unit = unit(inside[at...]) else { return nil }
      at += 6
      if (0xD800..<0xDC00).contains(unit) {
        guard let low = self.unit(inside[at...]), (0xDC00..<0xE000).contains(low) else {
          return nil
        }
        at += 6
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else { return nil }
      out.append(contentsOf: String(Character(scalar)).utf8)
    }
    return out
  }

  /// `\uXXXX` at the start of the bytes.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 6, bytes.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return nil
    }
    return UInt32(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
  }

  private static func single(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: byte
    }
  }
}
