internal import MeridianGeodesy
internal import MeridianKernel

/// Geodesic distances from one geometry in degrees to many others.
///
/// The distance of two geometries is that of their nearest vertices and segments; 0 where one lies
/// in a polygon of the other, or where they cross. Segments are straight in longitude and latitude.
struct GeodesicReach {
  /// One for every vertex of the geometry.
  private let vertices: [Proximity]
  private let earth: Geodesic
  private let geometry: GeometryBuffer
  private let box: Envelope

  /// Prepares a geometry; throws when it is empty or a latitude is outside ±90.
  init(_ geometry: GeometryBuffer, on earth: Geodesic) throws(QueryError) {
    guard !geometry.isEmpty else {
      throw .unsuitable(reason: "a distance from an empty geometry has no meaning; give a place")
    }
    var vertices: [Proximity] = []
    do throws(GeodesyError) {
      for vertex in geometry.coordinates {
        vertices.append(try earth.proximity(to: LonLat(vertex.x, vertex.y)))
      }
    } catch {
      throw .geodesy(error)
    }
    self.vertices = vertices
    self.earth = earth
    self.geometry = geometry
    box = geometry.envelope
  }

  /// Degrees around the geometry outside of which nothing is within a distance; nil when that is
  /// everywhere. Longitudes may leave ±180.
  func window(_ meters: Double) -> Envelope? { earth.window(around: box, within: meters) }

  /// The distance in meters to a geometry in degrees; infinite, or anything above `bound`, when it
  /// is more than that.
  func distance(to other: borrowing GeometryBuffer, within bound: Double) -> Double {
    let otherBox = other.envelope
    guard !other.isEmpty, otherBox.minY >= -90, otherBox.maxY <= 90 else { return .infinity }
    if vertices.count == 1, vertices[0].lowerBound(to: otherBox) > bound { return .infinity }
    if holdsPolygons(other, geometry.coordinates) { return 0 }
    if holdsPolygons(geometry, other.coordinates) { return 0 }
    if vertices.count > 1 && otherBox.intersects(box) && cross(other) { return 0 }
    var best = Double.infinity
    for vertex in vertices {
      vertex.reach(other, bound: min(bound, best), &best)
      if best == 0 { return 0 }
    }
    guard geometry.coordinates.count > 1 else { return best }
    for vertex in other.coordinates {
      let place = LonLat(vertex.x, vertex.y)
      guard let near = try? earth.proximity(to: place) else { return .infinity }
      near.reach(geometry, bound: min(bound, best), &best)
    }
    return best
  }

  /// Whether one of the places, or a copy of it a turn away, lies in a polygon of a geometry.
  private func holdsPolygons(
    _ geometry: borrowing GeometryBuffer, _ places: [Coordinate]
  ) -> Bool {
    guard geometry.parts.contains(where: { $0.dimension == .polygon }) else { return false }
    let box = geometry.envelope
    for place in places {
      for turn in [0.0, 360, -360] {
        let copy = Coordinate(place.x + turn, place.y)
        if box.contains(copy), geometry.location(of: copy) != .exterior { return true }
      }
    }
    return false
  }

  /// Whether a segment of one geometry crosses one of the other.
  private func cross(_ other: borrowing GeometryBuffer) -> Bool {
    var found = false
    geometry.forEachSegment { a, b in
      guard !found, a != b else { return }
      let box = Envelope(
        minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
      other.forEachSegment { c, d in
        if !found
          && box.intersects(
            Envelope(
              minX: min(c.x, d.x), minY: min(c.y, d.y), maxX: max(c.x, d.x), maxY: max(c.y, d.y)))
        {
          found = SegmentCrossing.meet(a, b, c, d)
        }
      }
    }
    return found
  }
}

extension Proximity {
  /// Lowers `best` to the distance to a geometry's nearest segment or vertex, if below `bound`.
  func reach(
    _ geometry: borrowing GeometryBuffer, bound: Double, _ best: inout Double
  ) {
    var least = best
    geometry.forEachSegment { a, b in
      let found = distance(toSegment: a, b, within: min(bound, least))
      if found < least { least = found }
    }
    best = least
  }
}
