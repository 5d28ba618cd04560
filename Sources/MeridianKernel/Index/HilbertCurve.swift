/// The Hilbert curve of order 16: cells near on the curve are near on the plane
/// (D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891).
enum HilbertCurve {
  /// The curve's 32-bit position of a cell of the 65,536 × 65,536 grid.
  static func position(x: UInt32, y: UInt32) -> UInt32 {
    var x = x
    var y = y
    var position: UInt32 = 0
    var half: UInt32 = 1 << 15
    while half > 0 {
      let right: UInt32 = x & half == 0 ? 0 : 1
      let upper: UInt32 = y & half == 0 ? 0 : 1
      // Quadrants are visited in the order 0, 1, 2, 3 along a U.
      position = position << 2 | ((3 * right) ^ upper)
      if upper == 0 {
        // The first and the last quadrant hold the curve turned on its side.
        if right == 1 {
          x = 65535 - x
          y = 65535 - y
        }
        swap(&x, &y)
      }
      half >>= 1
    }
    return position
  }
}
