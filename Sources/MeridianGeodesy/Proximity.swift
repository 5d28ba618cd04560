public import MeridianKernel

/// How far stored geometry is from one place on the ellipsoid.
///
/// Segments are straight in longitude and latitude, as GeoPackage stores and maps draw them; only
/// distances are geodesic. Made once for a place, then asked many times.
///
/// ```swift
/// let near = try earth.proximity(to: LonLat(-0.1366, 51.5132))
/// near.distance(toSegment: a, b)                          // meters
/// ```
public struct Proximity: Sendable {
  /// The place.
  public let place: LonLat
  /// Meters of one degree north, and of one degree east as a multiple of it, at the place.
  public let metersPerDegree, eastScale: Double

  private let earth: Geodesic
  private let isEarth: Bool
  private let sine, cosine, tangent: Double
  private let reduced: (sine: Double, cosine: Double, angle: Double)
  private let polarRadius: Double

  init(_ earth: Geodesic, _ place: LonLat) {
    self.earth = earth
    self.place = place
    isEarth = earth.ellipsoid == .wgs84
    sine = Trigonometry.sine(degrees: place.latitude)
    cosine = Trigonometry.cosine(degrees: place.latitude)
    tangent = sine.magnitude / max(cosine, 1e-12)
    let curve = EllipsoidCurve(earth.ellipsoid, sine: sine)
    metersPerDegree = curve.meridian * Trigonometry.radiansPerDegree
    eastScale = curve.prime * cosine / curve.meridian
    let flattening = earth.ellipsoid.flattening
    let angle = Self.reducedLatitude(place.latitude, flattening)
    reduced = (Trigonometry.sine(angle), Trigonometry.cosine(angle), angle)
    polarRadius = earth.ellipsoid.equatorialRadius * (1 - max(flattening, 0))
  }

  /// The geodesic distance in meters to a place in degrees, whose latitude lies within ±90.
  @inline(__always)
  public func distance(to other: Coordinate) -> Double {
    let other = LonLat(other.x, other.y)
    if isEarth, let short = GroundDistance.short(place, other) { return short }
    return earth.checkedInverse(from: place, to: other).length
  }

  /// By what share the plane of ``eastScale`` may misjudge a distance of so many degrees, in either
  /// direction; infinite where it is no measure at all.
  ///
  /// From the haversine's terms: the parallel at the other end is longer or shorter by the tangent
  /// of the latitude, and arcs are longer than chords in the square of their length.
  public func planeError(_ degrees: Double) -> Double {
    let angle = degrees * Trigonometry.radiansPerDegree
    let wide = angle / max(cosine, 1e-12)
    guard wide < 0.2 else { return .infinity }
    return 2 * (angle * (tangent + 0.05) + wide * wide) + 1e-9
  }

  /// A distance in meters below which nothing in a rectangle of degrees lies.
  ///
  /// On the sphere of the polar radius over reduced latitudes every way is shorter than on the
  /// ellipsoid, so the sphere's distance to the rectangle is a bound.
  public func lowerBound(to box: Envelope) -> Double {
    guard !box.isEmpty else { return .infinity }
    let flattening = earth.ellipsoid.flattening
    let low = Self.reducedLatitude(max(box.minY, -90), flattening)
    let high = Self.reducedLatitude(min(box.maxY, 90), flattening)
    let width = box.maxX - box.minX
    let east = Trigonometry.difference(from: place.longitude, to: box.minX)
    let behind = east <= 0 ? -east : 360 - east
    if width >= 360 || behind <= width {
      let gap = max(low - reduced.angle, reduced.angle - high, 0)
      return polarRadius * gap * (1 - 1e-9)
    }
    // The nearer side, by degrees of longitude.
    let west = Trigonometry.difference(from: place.longitude, to: box.maxX).magnitude
    let turn = min(east.magnitude, west)
    return polarRadius * distance(toMeridian: turn, low, high) * (1 - 1e-9)
  }

  /// The angle to an arc of a meridian `turn` degrees away, between two reduced latitudes.
  private func distance(toMeridian turn: Double, _ low: Double, _ high: Double) -> Double {
    let cosineTurn = Trigonometry.cosine(degrees: turn)
    let sineTurn = Trigonometry.sine(degrees: turn / 2)
    func angle(_ latitude: Double) -> Double {
      let rise = Trigonometry.sine((latitude - reduced.angle) / 2)
      let share =
        rise * rise + reduced.cosine * Trigonometry.cosine(latitude) * sineTurn * sineTurn
      let root = min(max(share, 0), 1).squareRoot()
      return 2 * Trigonometry.arctangent(root, (1 - root * root).squareRoot())
    }
    // The great circle through the place at right angles to the meridian meets it here.
    let foot = Trigonometry.arctangent(reduced.sine, reduced.cosine * cosineTurn)
    if foot > low && foot < high { return angle(foot) }
    return min(angle(low), angle(high))
  }

  private static func reducedLatitude(_ degrees: Double, _ flattening: Double) -> Double {
    Trigonometry.arctangent(
      (1 - flattening) * Trigonometry.sine(degrees: degrees),
      Trigonometry.cosine(degrees: degrees))
  }
}

// MARK: - Segments

extension Proximity {
  /// The geodesic distance in meters to the nearest place of a segment in degrees, to a micrometer
  /// or so; infinite (or the distance, if that was cheaper to know) when it is above `bound`.
  public func distance(
    toSegment a: Coordinate, _ b: Coordinate, within bound: Double = .infinity
  ) -> Double {
    if a == b { return distance(to: a) }
    if bound < .infinity && isFarther(a, b, than: bound) { return .infinity }
    var best = Double.infinity
    search(a, b, bound, &best)
    return best
  }

  /// Whether the plane alone tells that a segment is out of reach.
  @inline(__always)
  private func isFarther(_ a: Coordinate, _ b: Coordinate, than bound: Double) -> Bool {
    let turn = ((a.x - place.longitude) / 360).rounded() * 360
    let x = (a.x - turn - place.longitude) * eastScale
    let dx = (b.x - a.x) * eastScale
    let (y, dy) = (a.y - place.latitude, b.y - a.y)
    // Beyond this the plane is no measure.
    guard x.magnitude + dx.magnitude + y.magnitude + dy.magnitude < 5 else { return false }
    let squared = dx * dx + dy * dy
    let along = squared > 0 ? min(max(-(x * dx + y * dy) / squared, 0), 1) : 0
    let (east, north) = (x + along * dx, y + along * dy)
    let degrees = (east * east + north * north).squareRoot()
    return degrees * metersPerDegree * (1 - planeError(degrees)) > bound
  }

  /// Halves a segment until a piece is out of reach or short enough to have one nearest place.
  private func search(
    _ a: Coordinate, _ b: Coordinate, _ bound: Double, _ best: inout Double
  ) {
    if max((b.x - a.x).magnitude, (b.y - a.y).magnitude) <= 0.5 {
      best = min(best, nearest(a, b))
      return
    }
    let box = Envelope(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
    guard lowerBound(to: box) <= min(bound, best) else { return }
    let middle = Coordinate((a.x + b.x) / 2, (a.y + b.y) / 2)
    // The nearer half first: it may put the other out of reach.
    let isForward = distance(to: a) <= distance(to: b)
    search(isForward ? a : b, middle, bound, &best)
    search(middle, isForward ? b : a, bound, &best)
  }

  /// The distance to a short segment: Newton's method on the derivative of the distance along it,
  /// which is the speed along the segment times the cosine between it and the geodesic.
  private func nearest(_ a: Coordinate, _ b: Coordinate) -> Double {
    let turn = ((a.x - place.longitude) / 360).rounded() * 360
    let x = (a.x - turn - place.longitude) * eastScale
    let dx = (b.x - a.x) * eastScale
    let (y, dy) = (a.y - place.latitude, b.y - a.y)
    var along = min(max(-(x * dx + y * dy) / (dx * dx + dy * dy), 0), 1)
    if isEarth, let short = shortDistance(a, b, along) { return short }
    var least = Double.infinity
    for _ in 0..<8 {
      let foot = LonLat(a.x + along * (b.x - a.x), a.y + along * (b.y - a.y))
      let way = earth.checkedInverse(from: place, to: foot)
      least = min(least, way.length)
      guard way.length > 1e-6 else { break }
      let curve = EllipsoidCurve(
        earth.ellipsoid, sine: Trigonometry.sine(degrees: foot.latitude))
      let degree = Trigonometry.radiansPerDegree
      let east =
        (b.x - a.x) * degree * curve.prime * Trigonometry.cosine(degrees: foot.latitude)
      let north = (b.y - a.y) * degree * curve.meridian
      let slope =
        east * Trigonometry.sine(degrees: way.endAzimuth)
        + north * Trigonometry.cosine(degrees: way.endAzimuth)
      let speed = east * east + north * north
      let bend = max(speed - slope * slope, 1e-9 * speed) / way.length
      let next = min(max(along - slope / bend, 0), 1)
      let gain = (next - along) * slope
      along = next
      if gain.magnitude < 1e-7 { break }
    }
    return least
  }

  /// The distance to a segment so near that the local plane finds its nearest place: off along the
  /// segment by a share of second order, which changes the distance by one of fourth.
  private func shortDistance(_ a: Coordinate, _ b: Coordinate, _ along: Double) -> Double? {
    let foot = LonLat(a.x + along * (b.x - a.x), a.y + along * (b.y - a.y))
    guard let distance = GroundDistance.short(place, foot) else { return nil }
    // Half the plane's error, squared, of the distance: below a micrometer or not used.
    let error = planeError(distance / metersPerDegree)
    guard along == 0 || along == 1 ? error < 1e-3 : distance * error * error < 2e-6 else {
      return nil
    }
    return distance
  }
}

extension Geodesic {
  /// Prepares to measure from one place; throws when its latitude is outside ±90 or a number is not
  /// finite.
  public func proximity(to place: LonLat) throws(GeodesyError) -> Proximity {
    try Self.check(place, vertex: 1)
    return Proximity(self, place)
  }
}

extension Geodesic {
  /// A rectangle of degrees outside of which nothing is within some meters of another rectangle;
  /// nil when that is everywhere, or around a pole. Longitudes may leave ±180.
  ///
  /// On the sphere of the polar radius over reduced latitudes no way is longer than on the
  /// ellipsoid. A circle of angle σ around latitude β reaches asin(sin σ / cos β) east and west.
  public func window(around box: Envelope, within meters: Double) -> Envelope? {
    guard !box.isEmpty, meters >= 0 else { return nil }
    let polarRadius = ellipsoid.equatorialRadius * (1 - max(ellipsoid.flattening, 0))
    let angle = meters / polarRadius
    // A reduced latitude grows slower than a latitude by the flattening at most.
    let rise = angle / Trigonometry.radiansPerDegree * (1 + ellipsoid.flattening.magnitude * 1.1)
    let (south, north) = (box.minY - rise - 1e-9, box.maxY + rise + 1e-9)
    guard south > -89.9, north < 89.9 else { return nil }
    let highest = max(box.minY.magnitude, box.maxY.magnitude)
    let share = Trigonometry.sine(angle) / Trigonometry.cosine(degrees: highest)
    guard angle < 1.5, share < 0.999 else { return nil }
    let turn = Trigonometry.arctangent(share, (1 - share * share).squareRoot())
    let wide = turn / Trigonometry.radiansPerDegree * (1 + 1e-9) + 1e-9
    guard box.width + 2 * wide < 360 else { return nil }
    return Envelope(minX: box.minX - wide, minY: south, maxX: box.maxX + wide, maxY: north)
  }
}

/// The radii of curvature of an ellipsoid at a latitude, in meters.
private struct EllipsoidCurve {
  /// Across the meridian, and along it.
  let prime, meridian: Double

  init(_ ellipsoid: Ellipsoid, sine: Double) {
    let squared = ellipsoid.flattening * (2 - ellipsoid.flattening)
    let w = 1 - squared * sine * sine
    prime = ellipsoid.equatorialRadius / w.squareRoot()
    meridian = prime * (1 - squared) / w
  }
}
