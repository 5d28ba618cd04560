public import MeridianKernel

/// Lengths and areas on the plane of a projected reference system, for comparing with other
/// programs; on the ground they are off by the projection's scale.
///
/// ```swift
/// let grid = try PlanarMeasure(CoordinateTransform(parsing: "EPSG:2056"))
/// let length = try grid.line([LonLat(7.4386, 46.9511), LonLat(8.5417, 47.3769)]).length
/// ```
public final class PlanarMeasure {
  private let transform: CoordinateTransform
  private let metersPerUnit: Double

  /// Measures on the plane of a system; throws when its coordinates are not lengths.
  public init(_ transform: CoordinateTransform) throws(GeodesyError) {
    guard let metersPerUnit = transform.metersPerUnit else {
      throw .notPlanar(name: transform.name)
    }
    self.transform = transform
    self.metersPerUnit = metersPerUnit
  }

  /// The length of a line in meters of the grid; azimuths are clockwise from the grid's north.
  ///
  /// Throws when a vertex is not a place or the system cannot show it.
  public func line(_ vertices: [LonLat]) throws(GeodesyError) -> LineMeasure {
    let segments = Self.segments(along: try project(vertices))
    return LineMeasure(
      length: Geodesic.sum(segments.lazy.map(\.length)), segments: segments, flags: [])
  }

  /// The area and perimeter of a ring in meters of the grid, closed or not.
  ///
  /// Throws when a vertex is not a place or the system cannot show it.
  public func area(_ vertices: [LonLat]) throws(GeodesyError) -> AreaMeasure {
    var ring = try project(vertices)
    while ring.count > 1, ring.first == ring.last { ring.removeLast() }
    guard ring.count > 1, let first = ring.first else {
      return AreaMeasure(area: 0, perimeter: 0, orientation: .none, segments: [], flags: [])
    }
    ring.append(first)
    let segments = Self.segments(along: ring)
    let perimeter = Geodesic.sum(segments.lazy.map(\.length))
    var doubled = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      // Relative to the first vertex, so that large eastings do not cancel.
      let from = a - first
      let to = b - first
      doubled += from.x * to.y - from.y * to.x
    }
    let signed = doubled / 2
    let isFlat = abs(signed) <= 15e-9 * perimeter
    return AreaMeasure(
      area: abs(signed), perimeter: perimeter,
      orientation: isFlat ? .none : signed > 0 ? .counterclockwise : .clockwise,
      segments: segments, flags: [])
  }

  /// Vertices on the plane, in meters.
  private func project(_ vertices: [LonLat]) throws(GeodesyError) -> [Coordinate] {
    for (index, vertex) in vertices.enumerated() {
      try Geodesic.check(vertex, vertex: index + 1)
    }
    var coordinates = vertices.map { Coordinate($0.longitude, $0.latitude) }
    transform.fromLonLat(&coordinates)
    if let index = coordinates.firstIndex(where: { !$0.isFinite }) {
      throw .outsideDomain(vertex: index + 1, place: vertices[index], crs: transform.name)
    }
    return coordinates.map { $0 * metersPerUnit }
  }

  private static func segments(along vertices: [Coordinate]) -> [MeasuredSegment] {
    zip(vertices, vertices.dropFirst()).map { start, end in
      let step = end - start
      let length = step.squaredDistance(to: Coordinate(0, 0)).squareRoot()
      guard length > 0 else { return MeasuredSegment(length: 0, azimuth: 180, backAzimuth: 0) }
      let azimuth =
        Trigonometry.arctangent(step.x, step.y) / Trigonometry.radiansPerDegree + 0
      return MeasuredSegment(
        length: length, azimuth: azimuth, backAzimuth: GeodesicDirect.reversed(azimuth))
    }
  }
}
