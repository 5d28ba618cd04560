/// The geometry types of ISO 19125 and SQL/MM, by their well-known-binary codes.
public enum GeometryType: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  case point = 1
  case lineString = 2
  case polygon = 3
  case multiPoint = 4
  case multiLineString = 5
  case multiPolygon = 6
  case geometryCollection = 7
  case circularString = 8
  case compoundCurve = 9
  case curvePolygon = 10
  case multiCurve = 11
  case multiSurface = 12
  case polyhedralSurface = 15
  case tin = 16
  case triangle = 17

  /// The name as OGC writes it in mixed case, such as `MultiPolygon`.
  public var name: String {
    switch self {
    case .point: "Point"
    case .lineString: "LineString"
    case .polygon: "Polygon"
    case .multiPoint: "MultiPoint"
    case .multiLineString: "MultiLineString"
    case .multiPolygon: "MultiPolygon"
    case .geometryCollection: "GeometryCollection"
    case .circularString: "CircularString"
    case .compoundCurve: "CompoundCurve"
    case .curvePolygon: "CurvePolygon"
    case .multiCurve: "MultiCurve"
    case .multiSurface: "MultiSurface"
    case .polyhedralSurface: "PolyhedralSurface"
    case .tin: "TIN"
    case .triangle: "Triangle"
    }
  }
}

/// The dimension of one simple part: what kind of ink it is drawn with.
public enum PartDimension: UInt8, Hashable, Sendable, BitwiseCopyable, Comparable {
  case point = 0
  case line = 1
  case polygon = 2

  /// Orders points before lines before polygons.
  public static func < (a: PartDimension, b: PartDimension) -> Bool { a.rawValue < b.rawValue }
}
