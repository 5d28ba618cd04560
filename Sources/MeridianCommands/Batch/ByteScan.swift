/// Looks for bytes sixteen at a time.
enum ByteScan {
  /// Where the first line feed of a range stands.
  static func lineFeed(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      let feed = SIMD16<UInt8>(repeating: 0x0A)
      var at = range.lowerBound
      while at + 16 <= range.upperBound {
        let block = unsafe buffer.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        if any(block .== feed) { break }
        at += 16
      }
      while at < range.upperBound {
        if unsafe buffer[at] == 0x0A { return at }
        at += 1
      }
      return nil
    }
  }
}

/// Little-endian `Float64` in a buffer of bytes, at any offset.
enum PackedBytes {
  /// The number at an offset.
  static func number(in bytes: [UInt8], at offset: Int) -> Double {
    precondition(offset >= 0 && offset + 8 <= bytes.count, "A number lies within its buffer.")
    return unsafe bytes.withUnsafeBytes { buffer in
      Double(
        bitPattern: UInt64(
          littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
  }

  /// Sets the number at an offset.
  static func set(_ number: Double, in bytes: inout [UInt8], at offset: Int) {
    precondition(offset >= 0 && offset + 8 <= bytes.count, "A number lies within its buffer.")
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(
        of: number.bitPattern.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Appends a number.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    let offset = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 8))
    set(number, in: &bytes, at: offset)
  }
}
