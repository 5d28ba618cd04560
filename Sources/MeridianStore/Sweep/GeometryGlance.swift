import MeridianKernel

/// The bounds of a stored geometry, read without building it.
///
/// Knows plain geometries in little-endian order, with Z and M or without. Whatever else there is
/// (curves, collections, compressed lines, empty parts, broken bytes) has no bounds here: the
/// decoder decides about it.
struct GeometryGlance {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity
  /// Zero as long as every coordinate is finite.
  private var poison = 0.0
  /// What stands before the class of a member.
  private let memberMark: UInt8

  /// The bounds of the geometry blob at a range of `bytes`; nil when only decoding can tell.
  ///
  /// The range must lie within `bytes`.
  static func bounds(_ bytes: RawSpan, _ range: Range<Int>, isGeoPackage: Bool) -> Envelope? {
    var at = range.lowerBound
    if isGeoPackage {
      guard range.count >= 8, load(bytes, at, as: UInt16.self) == 0x5047 else { return nil }
      let flags = load(bytes, at + 3, as: UInt8.self)
      let kind = (flags >> 1) & 7
      guard kind <= 4, flags & 0x20 == 0 else { return nil }
      at += kind == 0 ? 8 : kind == 1 ? 40 : kind == 4 ? 72 : 56
    } else {
      guard range.count >= 44, load(bytes, at, as: UInt16.self) == 0x0100 else { return nil }
      at += 38
    }
    var glance = GeometryGlance(memberMark: isGeoPackage ? 1 : 0x69)
    guard
      glance.see(
        bytes, &at, end: range.upperBound, mark: isGeoPackage ? 1 : 0x7C, mayHaveMembers: true)
    else { return nil }
    return glance.bounds
  }

  private init(memberMark: UInt8) { self.memberMark = memberMark }

  private var bounds: Envelope? {
    guard poison == 0, minX <= maxX else { return nil }
    return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  @inline(__always)
  private static func load<T: BitwiseCopyable>(
    _ bytes: RawSpan, _ offset: Int, as type: T.Type
  ) -> T {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Takes in one geometry, moving on behind it; false when it is of no plain kind.
  private mutating func see(
    _ bytes: RawSpan, _ at: inout Int, end: Int, mark: UInt8, mayHaveMembers: Bool
  ) -> Bool {
    guard end - at >= 9, Self.load(bytes, at, as: UInt8.self) == mark else { return false }
    let code = UInt32(littleEndian: Self.load(bytes, at + 1, as: UInt32.self))
    at += 5
    guard code < 4000 else { return false }
    let dimensions = code / 1000
    let stride = dimensions == 0 ? 16 : dimensions == 3 ? 32 : 24
    switch code % 1000 {
    case 1:
      return run(bytes, &at, end: end, count: 1, stride: stride)
    case 2:
      return ring(bytes, &at, end: end, stride: stride)
    case 3:
      let rings = UInt32(littleEndian: Self.load(bytes, at, as: UInt32.self))
      at += 4
      for _ in 0..<rings {
        guard ring(bytes, &at, end: end, stride: stride) else { return false }
      }
      return true
    case 4...6 where mayHaveMembers:
      let members = UInt32(littleEndian: Self.load(bytes, at, as: UInt32.self))
      at += 4
      for _ in 0..<members {
        let isSeen = see(bytes, &at, end: end, mark: memberMark, mayHaveMembers: false)
        guard isSeen else { return false }
      }
      return true
    default: return false
    }
  }

  @inline(__always)
  private mutating func ring(_ bytes: RawSpan, _ at: inout Int, end: Int, stride: Int) -> Bool {
    guard end - at >= 4 else { return false }
    let count = Int(UInt32(littleEndian: Self.load(bytes, at, as: UInt32.self)))
    at += 4
    return run(bytes, &at, end: end, count: count, stride: stride)
  }

  @inline(__always)
  private mutating func run(
    _ bytes: RawSpan, _ at: inout Int, end: Int, count: Int, stride: Int
  ) -> Bool {
    guard count <= (end - at) / stride else { return false }
    var box = (minX, minY, maxX, maxY)
    var sum = poison
    for _ in 0..<count {
      // The whole run was measured against the end of the blob.
      let x = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: Double.self)
      let y = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at + 8, as: Double.self)
      box.0 = x < box.0 ? x : box.0
      box.1 = y < box.1 ? y : box.1
      box.2 = x > box.2 ? x : box.2
      box.3 = y > box.3 ? y : box.3
      // NaN for whatever is not finite, and stays so.
      sum += (x - x) + (y - y)
      at += stride
    }
    (minX, minY, maxX, maxY) = box
    poison = sum
    return true
  }
}
