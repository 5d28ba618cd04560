internal import MeridianKernel

/// A short stretch of a geodesic as seen from the Earth's center: two unit vectors and a box.
///
/// The plane through both ends and the center (a great ellipse) follows the geodesic to
/// `deviation`; the stretch lies inside its box.
struct Arc {
  /// The edge of the ring that the stretch belongs to.
  let edge: Int
  /// Where it begins and ends along the edge, in meters.
  let range: ClosedRange<Double>
  let start: SIMD3<Double>
  let end: SIMD3<Double>
  let low: SIMD3<Double>
  let high: SIMD3<Double>
  /// The angle it spans, in radians, rounded up.
  let span: Double
  /// How far the geodesic may be from the plane, in radians.
  let deviation: Double

  init(
    edge: Int, range: ClosedRange<Double>, start: SIMD3<Double>, end: SIMD3<Double>,
    ellipsoid: Ellipsoid
  ) {
    self.edge = edge
    self.range = range
    self.start = start
    self.end = end
    let smallest = min(ellipsoid.equatorialRadius, ellipsoid.polarRadius)
    span = (range.upperBound - range.lowerBound) / smallest
    // The plane is tilted against the surface's normal by at most about the flattening, which bends
    // a chord of angle s by tilt·s²/8; a factor of two keeps the bound safe.
    deviation = abs(ellipsoid.flattening) * span * span / 4
    let margin = SIMD3(repeating: span * span / 8 + deviation + 1e-15)
    low = pointwiseMin(start, end) - margin
    high = pointwiseMax(start, end) + margin
  }

  /// Whether the boxes of two stretches share a point.
  func mayMeet(_ other: Arc) -> Bool {
    all((low .<= other.high) .& (high .>= other.low))
  }

  /// How two stretches lie to each other.
  enum Meeting {
    case apart, crossing, unclear
  }

  /// What the planes of two stretches tell.
  func meeting(_ other: Arc) -> Meeting {
    let mine = sides(of: other)
    if mine.isClearlyOneSided { return .apart }
    let theirs = other.sides(of: self)
    if theirs.isClearlyOneSided { return .apart }
    return mine.isClearlyTwoSided && theirs.isClearlyTwoSided ? .crossing : .unclear
  }

  /// The ends of another stretch above or below this one's plane, and what can be told.
  private struct Sides {
    let first: Double
    let second: Double
    let doubt: Double

    var isClearlyOneSided: Bool {
      (first > doubt && second > doubt) || (first < -doubt && second < -doubt)
    }
    var isClearlyTwoSided: Bool {
      (first > doubt && second < -doubt) || (first < -doubt && second > doubt)
    }
  }

  private func sides(of other: Arc) -> Sides {
    // (a − b) × (a + b) is twice a × b without its cancellation for close ends.
    let normal = cross(start - end, start + end)
    let size = (normal * normal).sum().squareRoot()
    guard size > 0 else { return Sides(first: 0, second: 0, doubt: 1) }
    let middle = (start + end) * 0.5
    let first = other.start - middle
    let second = other.end - middle
    let reach = max((first * first).sum(), (second * second).sum()).squareRoot()
    let doubt = deviation * (1 + 4 * reach / size) + other.deviation + 1e-15 * (1 + reach / size)
    return Sides(
      first: (first * normal).sum() / size, second: (second * normal).sum() / size, doubt: doubt)
  }

  /// The direction of a place from the Earth's center.
  static func direction(of place: LonLat, on ellipsoid: Ellipsoid) -> SIMD3<Double> {
    let cosine = Trigonometry.cosine(degrees: place.latitude)
    let sine = Trigonometry.sine(degrees: place.latitude)
    let vector = SIMD3(
      cosine * Trigonometry.cosine(degrees: place.longitude),
      cosine * Trigonometry.sine(degrees: place.longitude),
      sine * (1 - ellipsoid.eccentricitySquared))
    return vector / (vector * vector).sum().squareRoot()
  }
}

/// The vector product.
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
