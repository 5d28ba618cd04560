/// The Hilbert curve of order 16: cells near on the curve are near on the plane
/// (D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891).
enum HilbertCurve {
  /// Where a box's middle lies on the curve through an extent.
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
  /// Without branches: which way the curve turns is as good as random, so a processor that guessed
  /// would guess wrong every other time.
  static func position(x: UInt32, y: UInt32) -> UInt32 {
    var x = x
    var y = y
    var position: UInt32 = 0
    for shift in stride(from: UInt32(15), through: 0, by: -1) {
      let right = (x &>> shift) & 1
      let upper = (y &>> shift) & 1
      // Quadrants are visited in the order 0, 1, 2, 3 along a U.
      position = position << 2 | ((3 &* right) ^ upper)
      // The first and the last quadrant, the lower ones, hold the curve turned on its side: its
      // cells are counted from the other end in the last, and x and y change places in both.
      let isLower = upper &- 1
      let isLast = (0 &- right) & isLower & 0xFFFF
      x ^= isLast
      y ^= isLast
      let change = (x ^ y) & isLower
      x ^= change
      y ^= change
    }
    return position
  }
}
