/// Walks over UTF-8 that is known to be well formed, such as a `String`'s.
enum UTF8Scan {
  /// The character that starts at a byte, and its length in bytes.
  @inline(__always)
  static func scalar(_ bytes: Span<UInt8>, at start: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[start]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for index in start + 1..<min(bytes.count, start + length) {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// How two texts are ordered by their characters' code points, which is how their UTF-8 bytes
  /// are: negative, zero or positive.
  static func order(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let count = min(a.count, b.count)
    for index in 0..<count where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
    return a.count - b.count
  }
}

extension String {
  /// Lends the text's UTF-8 without copying where it is stored as such.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let answer = unsafe utf8.withContiguousStorageIfAvailable { buffer in
      body(unsafe Span(_unsafeElements: buffer))
    }
    if let answer { return answer }
    let copy = Array(utf8)
    return body(copy.span)
  }
}
