public import MeridianKernel

// What the scatter of taps does to lengths and areas, to first order: each vertex moves on its own,
// by a normal deviate of the same size in every direction.
extension Geodesic {
  /// The standard deviation of the length of a line in meters.
  ///
  /// `scatter` has one standard deviation in meters for each vertex, in any direction; `segments`
  /// are those of the line, or of the ring with its closing edge when `isRing`. O(n).
  ///
  /// A vertex on a straight stretch counts nothing: moving it lengthens one side and shortens the
  /// other.
  public static func lengthDeviation(
    of segments: [MeasuredSegment], scatter: [Double], isRing: Bool
  ) -> Double {
    guard let last = segments.last else { return 0 }
    var variance = 0.0
    let vertices = scatter.prefix(segments.count + (isRing ? 0 : 1))
    for (vertex, deviation) in vertices.enumerated() {
      let arriving = vertex > 0 ? segment(vertex - 1, of: segments) : isRing ? last : nil
      let leaving = segment(vertex, of: segments)
      let weight: Double
      if let arriving, let leaving {
        // |u − v|² of the unit vectors along both, by the angle between them.
        weight = 2 + 2 * Trigonometry.cosine(degrees: leaving.azimuth - arriving.backAzimuth)
      } else {
        weight = arriving == nil && leaving == nil ? 0 : 1
      }
      variance += weight * deviation * deviation
    }
    return max(variance, 0).squareRoot()
  }

  /// The standard deviation of the area of a ring in square meters.
  ///
  /// `scatter` is as in ``lengthDeviation(of:scatter:isRing:)``; the ring is not closed by a
  /// repeated vertex. A vertex moves the area by half of the way between its neighbors. Throws when
  /// a vertex is not a place. O(n).
  public func areaDeviation(
    of ring: [LonLat], scatter: [Double]
  ) throws(GeodesyError) -> Double {
    guard ring.count > 2 else { return 0 }
    var variance = 0.0
    for (vertex, deviation) in zip(ring.indices, scatter) {
      let before = ring[(vertex + ring.count - 1) % ring.count]
      let behind = ring[(vertex + 1) % ring.count]
      let half = try way(from: before, to: behind).length / 2
      variance += half * half * deviation * deviation
    }
    return variance.squareRoot()
  }

  private static func segment(_ index: Int, of segments: [MeasuredSegment]) -> MeasuredSegment? {
    index < segments.count ? segments[index] : nil
  }
}
