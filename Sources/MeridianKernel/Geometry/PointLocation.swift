/// Where a point lies with regard to an area (OGC 06-103r4, 6.1.2.3).
public enum PointLocation: UInt8, Hashable, Sendable, BitwiseCopyable {
  case exterior = 0
  case boundary = 1
  case interior = 2

  /// Where it lies with regard to two areas together, as the parts of a multipolygon are.
  @inlinable
  public func union(_ other: PointLocation) -> PointLocation {
    rawValue >= other.rawValue ? self : other
  }
}

/// Counts the edges of an area that the ray to the right of a point crosses; exact.
///
/// The even-odd rule over all rings of a part. On valid polygons it is what every predicate of the
/// standard means; a part that crosses itself is inside where it is wound an odd number of times.
struct RayCounter {
  private let point: Coordinate
  private var isOdd = false
  private var isOnEdge = false

  init(_ point: Coordinate) { self.point = point }

  var location: PointLocation { isOnEdge ? .boundary : isOdd ? .interior : .exterior }

  /// Takes an edge; false when the point lies on it and nothing more can change the answer.
  @inline(__always)
  mutating func take(_ a: Coordinate, _ b: Coordinate) -> Bool {
    if (a.y <= point.y) == (b.y <= point.y) {
      // Not passed in y: the point may still be the upper end of the edge, or on a level one.
      guard a.y == point.y || b.y == point.y else { return true }
      isOnEdge = a == point || b == point || (a.y == b.y && point.isWithin(a, b))
      return !isOnEdge
    }
    if min(a.x, b.x) > point.x {
      isOdd.toggle()
      return true
    }
    if max(a.x, b.x) < point.x { return true }
    let side = Orientation.sign(a, b, point)
    if side == 0 {
      isOnEdge = true
      return false
    }
    if (side > 0) == (b.y > a.y) { isOdd.toggle() }
    return true
  }
}

extension GeometryBuffer {
  /// Where a point lies with regard to the polygons of the geometry: `exterior` when it has none.
  ///
  /// Exact, by the even-odd rule over the rings of each polygon. A ring that is not closed is
  /// closed. O(coordinates).
  public func location(of point: Coordinate) -> PointLocation {
    var location = PointLocation.exterior
    for part in parts.indices where parts[part].dimension == .polygon {
      location = location.union(self.location(of: point, inPart: part))
      if location == .interior { break }
    }
    return location
  }

  private func location(of point: Coordinate, inPart part: Int) -> PointLocation {
    var counter = RayCounter(point)
    for ring in ringRange(ofPart: part) {
      let range = coordinateRange(ofRing: ring)
      guard var previous = range.last.map({ coordinates[$0] }) else { continue }
      for index in range {
        guard counter.take(previous, coordinates[index]) else { return counter.location }
        previous = coordinates[index]
      }
    }
    return counter.location
  }
}
