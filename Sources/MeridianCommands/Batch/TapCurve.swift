internal import MeridianKernel

/// The Hilbert curve over the world in cells of 2⁻²⁴ turn: taps near on it are near on the map
/// (D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891).
enum TapCurve {
  private static let bits: UInt32 = 24

  /// The 48-bit position of a place.
  static func position(of place: LonLat) -> UInt64 {
    let side = Double(1 << bits)
    let east = (place.canonical.longitude + 180) / 360
    let north = (place.latitude + 90) / 180
    // A place that is none is in the first cell; its answer says what it is.
    func cell(_ share: Double) -> UInt32 { share > 0 ? UInt32(min(share * side, side - 1)) : 0 }
    return position(x: cell(east), y: cell(north))
  }

  /// The position of a cell.
  static func position(x: UInt32, y: UInt32) -> UInt64 {
    let last: UInt32 = 1 << bits - 1
    var (x, y) = (x, y)
    var position: UInt64 = 0
    var half: UInt32 = 1 << (bits - 1)
    while half > 0 {
      let right: UInt32 = x & half == 0 ? 0 : 1
      let upper: UInt32 = y & half == 0 ? 0 : 1
      position = position << 2 | UInt64((3 * right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = last - x
          y = last - y
        }
        swap(&x, &y)
      }
      half >>= 1
    }
    return position
  }
}
