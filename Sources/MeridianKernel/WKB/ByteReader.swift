/// Reads fixed-width numbers from borrowed bytes in either byte order.
///
/// Every read is checked against the end of the bytes, so hostile input ends in an error and never
/// in a read beyond it. The bytes are passed to each call: the cursor itself holds no reference.
package struct ByteReader {
  /// Where the next read starts, in bytes from the start of the blob.
  package var offset: Int
  /// Whether numbers are stored most significant byte first.
  package var isBigEndian: Bool

  /// Makes a cursor at an offset.
  package init(offset: Int, isBigEndian: Bool = false) {
    self.offset = offset
    self.isBigEndian = isBigEndian
  }

  /// Fails unless that many bytes are left.
  @inline(__always)
  package func require(_ count: Int, of bytes: RawSpan) throws(GeometryError) {
    guard bytes.byteCount - offset >= count else {
      throw .truncated(offset: bytes.byteCount)
    }
  }

  /// Reads one byte.
  package mutating func byte(_ bytes: RawSpan) throws(GeometryError) -> UInt8 {
    try require(1, of: bytes)
    defer { offset += 1 }
    return unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Reads a 32-bit unsigned integer.
  package mutating func uint32(_ bytes: RawSpan) throws(GeometryError) -> UInt32 {
    try require(4, of: bytes)
    defer { offset += 4 }
    let stored = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: stored) : UInt32(littleEndian: stored)
  }

  /// Reads a 64-bit floating-point number.
  package mutating func double(_ bytes: RawSpan) throws(GeometryError) -> Double {
    try require(8, of: bytes)
    defer { offset += 8 }
    let stored = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return Double(
      bitPattern: isBigEndian ? UInt64(bigEndian: stored) : UInt64(littleEndian: stored))
  }

  /// Reads a count of things that take at least `size` bytes each, refusing one that cannot fit.
  package mutating func count(_ bytes: RawSpan, ofSize size: Int) throws(GeometryError) -> Int {
    let start = offset
    let count = try uint32(bytes)
    guard Int(count) <= (bytes.byteCount - offset) / size else {
      throw .countTooLarge(count: count, offset: start)
    }
    return Int(count)
  }
}

extension GeometryBuffer {
  /// Appends the x and y of `count` coordinates that lie `stride` bytes apart.
  ///
  /// One growth check per run instead of one per coordinate. The caller has checked that the bytes
  /// reach that far; a run beyond them stops the process rather than read foreign memory.
  package mutating func appendRun(
    _ bytes: RawSpan, at offset: Int, count: Int, stride: Int, isBigEndian: Bool
  ) {
    let before = coordinates.count
    let farthest = Self.farthest
    var isPlace = true
    coordinates.append(addingCapacity: count) { (run: inout OutputSpan<Coordinate>) in
      var next = offset
      for _ in 0..<count {
        var x = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: next, as: UInt64.self)
        var y = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: next &+ 8, as: UInt64.self)
        x = isBigEndian ? UInt64(bigEndian: x) : UInt64(littleEndian: x)
        y = isBigEndian ? UInt64(bigEndian: y) : UInt64(littleEndian: y)
        let point = Coordinate(Double(bitPattern: x), Double(bitPattern: y))
        isPlace = isPlace && abs(point.x) <= farthest && abs(point.y) <= farthest
        run.append(point)
        next &+= stride
      }
    }
    // Rare: let the checked path note the number that has no place on a map.
    if !isPlace {
      let run = Array(coordinates[before...])
      coordinates.removeLast(run.count)
      for point in run { append(point) }
    }
  }
}
