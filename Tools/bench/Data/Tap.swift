import Glibc
import MeridianKernel

/// A tap in both spellings: degrees for those who know the Earth, meters of EPSG:3857 for those
/// who compute in the plane.
struct Tap: Sendable {
  let place: LonLat
  let flat: Coordinate
  /// The corners of the window around it, see ``Work/window``, in degrees.
  let southWest: LonLat
  let northEast: LonLat

  init(place: LonLat, flat: Coordinate) {
    self.place = place
    self.flat = flat
    let reach = Work.windowReach
    southWest = Self.degrees(flat.x - reach, flat.y - reach)
    northEast = Self.degrees(flat.x + reach, flat.y + reach)
  }

  private static func degrees(_ x: Double, _ y: Double) -> LonLat {
    let radius = 6_378_137.0
    return LonLat(x / radius * 180 / .pi, atan(sinh(y / radius)) * 180 / .pi)
  }
}

/// The taps of a file that `meridian-fixtures taps` made, in their shuffled order.
enum TapFile {
  static func read(_ path: String) throws -> [Tap] {
    guard let file = fopen(path, "rb") else { throw Failure(text: "cannot read \(path).") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let count = ftell(file) / 32
    rewind(file)
    var numbers = [Double](repeating: 0, count: count * 4)
    guard fread(&numbers, 32, count, file) == count, count > 0 else {
      throw Failure(text: "\(path) holds no taps.")
    }
    return (0..<count).map {
      Tap(
        place: LonLat(numbers[4 * $0], numbers[4 * $0 + 1]),
        flat: Coordinate(numbers[4 * $0 + 2], numbers[4 * $0 + 3]))
    }
  }
}
