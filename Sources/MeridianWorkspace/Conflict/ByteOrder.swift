/// Compares lent bytes, a word at a time.
enum ByteOrder {
  /// Whether two runs hold the same bytes. O(bytes).
  static func areSame(_ a: RawSpan, _ b: RawSpan) -> Bool {
    let count = a.byteCount
    guard count == b.byteCount else { return false }
    return firstDifference(a, b, count) == count
  }

  /// Below zero, zero or above, as C's `memcmp` and then the lengths order them. O(bytes).
  static func order(_ a: RawSpan, _ b: RawSpan) -> Int {
    let count = min(a.byteCount, b.byteCount)
    let place = firstDifference(a, b, count)
    if place == count { return a.byteCount - b.byteCount }
    return Int(byte(a, place)) - Int(byte(b, place))
  }

  /// Where two runs first differ, within their first `count` bytes; `count` when nowhere.
  static func firstDifference(_ a: RawSpan, _ b: RawSpan, _ count: Int) -> Int {
    var place = 0
    // Every word lies before `count`, which neither run ends before.
    while place + 8 <= count {
      let x = unsafe a.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      let y = unsafe b.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      if x != y { break }
      place += 8
    }
    while place < count, byte(a, place) == byte(b, place) { place += 1 }
    return place
  }

  /// One byte of a run.
  @inline(__always)
  static func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The 64-bit FNV-1a hash of a run: tells two long values apart in a report, and proves nothing.
  static func fingerprint(_ bytes: RawSpan) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in 0..<bytes.byteCount {
      hash = (hash ^ UInt64(byte(bytes, offset))) &* 0x100_0000_01B3
    }
    return hash
  }

  /// A copy of the first bytes of a run, `most` at most.
  static func prefix(_ bytes: RawSpan, _ most: Int) -> [UInt8] {
    let count = min(bytes.byteCount, most)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for offset in 0..<count { unsafe buffer[offset] = byte(bytes, offset) }
      filled = count
    }
  }
}
