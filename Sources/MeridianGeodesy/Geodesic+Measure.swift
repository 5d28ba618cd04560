public import MeridianKernel

extension Geodesic {
  /// The length of a line in meters with its segments and flags. O(n).
  ///
  /// Fewer than two vertices make a line of no length; a repeated vertex makes a segment of 0 m.
  /// Throws when a vertex is not a place, naming it (counting from 1).
  public func line(_ vertices: [LonLat]) throws(GeodesyError) -> LineMeasure {
    try check(vertices)
    let ways = ways(along: vertices)
    var runs = LongitudeRuns()
    for vertex in vertices { runs.append(vertex) }
    var flags = flags(of: ways, along: vertices)
    if runs.cross180 { flags.insert(.crosses180) }
    return LineMeasure(
      length: Self.sum(ways.lazy.map(\.length)), segments: ways.map(\.segment),
      flags: flags.sorted())
  }

  /// The length of a path in meters, the sum of its geodesics; throws as ``line(_:)``.
  public func length(of vertices: [LonLat]) throws(GeodesyError) -> Double {
    try check(vertices)
    return Self.sum(ways(along: vertices).lazy.map(\.length))
  }

  /// The area and perimeter of a ring whose edges are geodesics. O(n log n) for ordinary rings.
  ///
  /// The ring may repeat its first vertex at the end or not. The area is that of the smaller side,
  /// whichever way the ring runs. Fewer than three vertices enclose nothing: area 0, perimeter
  /// there and back. Throws when a vertex is not a place, naming it (counting from 1).
  public func area(_ vertices: [LonLat]) throws(GeodesyError) -> AreaMeasure {
    try check(vertices)
    var ring = vertices
    while ring.count > 1, let first = ring.first, let last = ring.last, Self.same(first, last) {
      ring.removeLast()
    }
    guard ring.count > 1, let first = ring.first else {
      return AreaMeasure(area: 0, perimeter: 0, orientation: .none, segments: [], flags: [])
    }
    let closed = ring + [first]
    let ways = ways(along: closed)
    let (signed, perimeter) = checkedRing(ring)
    var flags = flags(of: ways, along: closed)
    var runs = LongitudeRuns()
    for vertex in closed + [ring[1]] { runs.append(vertex) }
    if runs.cross180 { flags.insert(.crosses180) }
    let course = RingCourse(ring, ways, self)
    if course.enclosesPole(signedArea: signed) { flags.insert(.enclosesPole) }
    if abs(course.turns) > 1 || RingCrossings(ring, ways, self).found {
      flags.insert(.selfOverlapping)
    }
    // A ring that is a nanometer wide: the sign of its area is rounding.
    let isFlat = abs(signed) <= 15e-9 * perimeter
    return AreaMeasure(
      area: abs(signed), perimeter: perimeter,
      orientation: isFlat ? .none : signed > 0 ? .counterclockwise : .clockwise,
      segments: ways.map(\.segment), flags: flags.sorted())
  }

  /// Whether two vertices are one place: whole turns do not count, nor a pole's longitude.
  static func same(_ a: LonLat, _ b: LonLat) -> Bool {
    a.latitude == b.latitude
      && (abs(a.latitude) == 90 || Trigonometry.difference(from: a.longitude, to: b.longitude) == 0)
  }

  private func check(_ vertices: [LonLat]) throws(GeodesyError) {
    for (index, vertex) in vertices.enumerated() { try Self.check(vertex, vertex: index + 1) }
  }

  private func ways(along vertices: [LonLat]) -> [Way] {
    zip(vertices, vertices.dropFirst()).map { checkedInverse(from: $0, to: $1) }
  }

  private func flags(of ways: [Way], along vertices: [LonLat]) -> Set<MeasureFlag> {
    var flags = Set<MeasureFlag>()
    for (index, way) in ways.enumerated() {
      let pair = PairAmbiguity(vertices[index], vertices[index + 1], way)
      if pair.areAntipodes { flags.insert(.antipodal) }
      if pair.coincide { flags.insert(.azimuthAmbiguous) }
      if pair.hasSeveralWays { flags.formUnion([.azimuthAmbiguous, .edgeAmbiguous]) }
    }
    return flags
  }

  /// A sum that keeps what rounding drops (Neumaier), for lines of a million short segments.
  static func sum(_ lengths: some Sequence<Double>) -> Double {
    var total = 0.0
    var dropped = 0.0
    for length in lengths {
      let next = total + length
      dropped += abs(total) >= length ? (total - next) + length : (length - next) + total
      total = next
    }
    return total + dropped
  }
}

extension Geodesic.Way {
  /// The way as a leg of a measurement.
  var segment: MeasuredSegment {
    MeasuredSegment(
      length: length, azimuth: azimuth, backAzimuth: GeodesicDirect.reversed(endAzimuth))
  }
}
