internal import MeridianKernel

/// Follows the longitudes of a path and tells whether it crosses the meridian of 180°.
///
/// A geodesic's longitude runs one way, so vertices suffice. Touching the meridian and turning back
/// is no crossing, nor is passing over a pole, where all meridians meet.
struct LongitudeRuns {
  /// Whether the path so far has passed from one side of 180° to the other.
  private(set) var cross180 = false

  private var previous: Double?
  /// While the path stays on 180°: whether it came there going east.
  private var arrivedEastward: Bool?

  /// Continues the path to a place.
  mutating func append(_ place: LonLat) {
    guard abs(place.latitude) < 90 else {
      previous = nil
      arrivedEastward = nil
      return
    }
    let longitude = LonLat.canonicalLongitude(place.longitude)
    defer { previous = longitude }
    guard let previous else { return }
    let turn = Trigonometry.difference(from: previous, to: longitude)
    guard turn != 0 else { return }
    guard abs(turn) < 180 else {
      arrivedEastward = nil
      return
    }
    let eastward = turn > 0
    if previous == -180 {
      if arrivedEastward == eastward { cross180 = true }
      arrivedEastward = nil
    } else if longitude != -180, eastward ? longitude < previous : longitude > previous {
      cross180 = true
    }
    if longitude == -180 { arrivedEastward = eastward }
  }
}
