internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// A feature's geometry in a few figures.
public struct GeometrySummary: Hashable, Sendable {
  /// What the geometry is good for.
  public var status: GeometryStatus
  /// Its type as stored, such as `MultiPolygon`; nil when it is NULL or cannot be decoded.
  public var type: String?
  /// Simple parts: points, lines, polygons.
  public var parts = 0
  /// Vertices of all parts; a ring's first counts again at its end. Of a curve, those of the
  /// segments that stand for it.
  public var vertices = 0
  /// Whether curves were replaced by segments.
  public var isLinearized = false
  /// The geodesic length of its lines or area of its polygons; nil for points, and where it has no
  /// place on the Earth or ``measureProblem`` says why.
  public var measure: FeatureMeasure?
  /// Why there is no measure, in one sentence, where there could be one.
  public var measureProblem: String?
  /// The extent in the layer's reference system.
  public var extent = Envelope.empty
  /// The layer's reference system.
  public var crs: CRS

  /// Sums up a geometry; edges are measured as geodesics between the stored vertices. O(vertices).
  public init(of geometry: GeometryBuffer, status: GeometryStatus, in crs: CRS) {
    self.status = status
    self.crs = crs
    switch status {
    case .null, .malformed: return
    case .valid, .empty, .nonFinite: break
    }
    type = geometry.type.name
    parts = geometry.parts.count
    vertices = geometry.coordinates.count
    isLinearized = geometry.isLinearized
    extent = geometry.envelope
    guard status == .valid, crs.hasPlace, geometry.parts.contains(where: { $0.dimension != .point })
    else { return }
    do throws(GeodesyError) {
      measure = try Self.measure(Self.places(of: geometry, in: crs), geometry)
    } catch {
      measureProblem = error.description
    }
  }

  /// Where the coordinates lie on the Earth.
  private static func places(
    of geometry: GeometryBuffer, in crs: CRS
  ) throws(GeodesyError) -> [LonLat] {
    switch crs {
    case .webMercator:
      return geometry.coordinates.map {
        WebMercator.unproject(
          Coordinate(
            $0.x / WebMercator.circumference + 0.5, 0.5 - $0.y / WebMercator.circumference))
      }
    case .authority:
      var moved = geometry.coordinates
      try CoordinateTransform(from: crs).toLonLat(&moved)
      return moved.map { LonLat($0.x, $0.y) }
    case .longitudeLatitude, .unknownGeographic, .undefined:
      return geometry.coordinates.map { LonLat($0.x, $0.y) }
    }
  }

  /// The area of polygons without their holes where there are any, else the length of lines.
  private static func measure(
    _ places: [LonLat], _ geometry: GeometryBuffer
  ) throws(GeodesyError) -> FeatureMeasure {
    let geodesic = try Geodesic()
    let isArea = geometry.parts.contains { $0.dimension == .polygon }
    var sum = 0.0
    for part in geometry.parts.indices {
      let dimension = geometry.parts[part].dimension
      for (position, ring) in geometry.ringRange(ofPart: part).enumerated() {
        let vertices = Array(places[geometry.coordinateRange(ofRing: ring)])
        if isArea, dimension == .polygon {
          let area = try geodesic.area(vertices).area
          sum += position == 0 ? area : -area
        } else if !isArea, dimension == .line {
          sum += try geodesic.length(of: vertices)
        }
      }
    }
    return isArea ? .area(sum) : .length(sum)
  }
}
