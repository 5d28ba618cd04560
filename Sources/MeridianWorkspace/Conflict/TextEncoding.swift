/// How a database encodes its text (`PRAGMA encoding`), which decides how SQLite orders it.
enum TextEncoding: String, Hashable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16le"
  case utf16BigEndian = "UTF-16be"

  /// Below zero, zero or above: the order of two texts, given as UTF-8, by their bytes in this
  /// encoding (SQLite's collation BINARY). O(bytes).
  func order(_ a: RawSpan, _ b: RawSpan) -> Int {
    guard self != .utf8 else { return ByteOrder.order(a, b) }
    let count = min(a.byteCount, b.byteCount)
    var place = ByteOrder.firstDifference(a, b, count)
    if place == count { return a.byteCount - b.byteCount }
    // Back to the start of the character in which they differ: what is before it is the same.
    while place > 0, ByteOrder.byte(a, place) & 0xC0 == 0x80 { place -= 1 }
    let (x, y) = (Self.units(a, place), Self.units(b, place))
    for (left, right) in [(x.0, y.0), (x.1, y.1)] where left != right {
      return Int(ordered(left)) - Int(ordered(right))
    }
    return 0
  }

  /// A code unit with its first byte in front.
  private func ordered(_ unit: UInt16) -> UInt16 {
    self == .utf16LittleEndian ? unit.byteSwapped : unit
  }

  /// The one or two code units (the second 0) of the character that begins at a place.
  private static func units(_ bytes: RawSpan, _ place: Int) -> (UInt16, UInt16) {
    let first = UInt32(ByteOrder.byte(bytes, place))
    let more = first < 0xC0 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var value = more == 0 ? first : first & (0x3F >> UInt32(more))
    for offset in 0..<more where place + 1 + offset < bytes.byteCount {
      value = value << 6 | UInt32(ByteOrder.byte(bytes, place + 1 + offset)) & 0x3F
    }
    guard value >= 0x1_0000 else { return (UInt16(truncatingIfNeeded: value), 0) }
    let rest = value &- 0x1_0000
    return (
      UInt16(truncatingIfNeeded: 0xD800 | (rest >> 10) & 0x3FF),
      UInt16(truncatingIfNeeded: 0xDC00 | rest & 0x3FF)
    )
  }
}
