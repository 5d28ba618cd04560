/// The Hilbert curve of order 16: cells near on the curve are near on the plane
/// (D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891).
enum HilbertCurve {
  /// Where a box's middle lies on the curve through an extent.
  @inline(__always)
  static func position(of box: Envelope, in extent: Envelope) -> UInt32 {
    let scaleX = extent.width > 0 ? 65535 / extent.width : 0
    let scaleY = extent.height > 0 ? 65535 / extent.height : 0
    return position(
      x: cell(box.center.x - extent.minX, scaleX), y: cell(box.center.y - extent.minY, scaleY))
  }

  /// The cell of a place so far from an extent's edge; the first one for what is no number, as
  /// comes of an extent too narrow to be divided.
  @inline(__always)
  private static func cell(_ offset: Double, _ scale: Double) -> UInt32 {
    let place = offset * scale
    return place > 0 ? UInt32(min(place, 65535)) : 0
  }

  /// The curve's 32-bit position of a cell of the 65,536 × 65,536 grid.
  ///
  /// Without branches and without a loop over the sixteen levels: how a level turns the curve is
  /// one of four permutations, and the products of all those above each level come of four rounds
  /// over words of one bit a level, a parallel prefix.
  @inline(__always)
  static func position(x: UInt32, y: UInt32) -> UInt32 {
    // For every level: whether the quadrant keeps, turns, or turns and mirrors the curve.
    var a = x ^ y
    var b = 0xFFFF ^ a
    var c = 0xFFFF ^ (x | y)
    var d = x & (y ^ 0xFFFF)
    (a, b, c, d) = (
      a | (b &>> 1), (a &>> 1) ^ a,
      ((c &>> 1) ^ (b & (d &>> 1))) ^ c, ((a & (c &>> 1)) ^ (d &>> 1)) ^ d
    )
    var shift: UInt32 = 2
    while shift < 8 {
      (a, b, c, d) = (
        (a & (a &>> shift)) ^ (b & (b &>> shift)),
        (a & (b &>> shift)) ^ (b & ((a ^ b) &>> shift)),
        c ^ (a & (c &>> shift)) ^ (b & (d &>> shift)),
        d ^ (b & (c &>> shift)) ^ ((a ^ b) & (d &>> shift))
      )
      shift &<<= 1
    }
    (c, d) = (
      c ^ (a & (c &>> 8)) ^ (b & (d &>> 8)), d ^ (b & (c &>> 8)) ^ ((a ^ b) & (d &>> 8))
    )
    // The two bits of every level, from what the levels above made of it.
    let low = x ^ y
    let high = (d ^ (d &>> 1)) | (0xFFFF ^ (low | (c ^ (c &>> 1))))
    return spread(high) &<< 1 | spread(low)
  }

  /// The sixteen lower bits at even places.
  @inline(__always)
  private static func spread(_ bits: UInt32) -> UInt32 {
    var word = bits
    word = (word | word &<< 8) & 0x00FF_00FF
    word = (word | word &<< 4) & 0x0F0F_0F0F
    word = (word | word &<< 2) & 0x3333_3333
    return (word | word &<< 1) & 0x5555_5555
  }
}
