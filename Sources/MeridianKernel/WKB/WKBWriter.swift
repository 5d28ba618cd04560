/// Encodes a geometry as little-endian ISO well-known binary, two-dimensional.
///
/// The flat parts are gathered by member again. Curves have been linearized on reading, so a curve
/// type is written as the straight type that holds the same coordinates.
public enum WKBWriter {
  /// Appends the encoding of a geometry to an array of bytes.
  public static func append(_ geometry: borrowing GeometryBuffer, to bytes: inout [UInt8]) {
    let parts = 0..<geometry.parts.count
    switch geometry.type {
    case .point:
      if geometry.parts.isEmpty {
        head(.point, &bytes)
        double(.nan, &bytes)
        double(.nan, &bytes)
      } else {
        part(0, geometry, &bytes)
      }
    case .lineString, .circularString, .compoundCurve:
      simple(.lineString, geometry, &bytes)
    case .polygon, .triangle, .curvePolygon:
      simple(.polygon, geometry, &bytes)
    case .multiPoint: many(.multiPoint, parts, geometry, &bytes)
    case .multiLineString, .multiCurve: many(.multiLineString, parts, geometry, &bytes)
    case .multiPolygon, .multiSurface, .polyhedralSurface, .tin:
      many(.multiPolygon, parts, geometry, &bytes)
    case .geometryCollection: collection(geometry, &bytes)
    }
  }

  private static func simple(
    _ type: GeometryType, _ geometry: borrowing GeometryBuffer, _ bytes: inout [UInt8]
  ) {
    if geometry.parts.isEmpty {
      head(type, &bytes)
      uint32(0, &bytes)
    } else {
      part(0, geometry, &bytes)
    }
  }

  private static func many(
    _ type: GeometryType, _ parts: Range<Int>, _ geometry: borrowing GeometryBuffer,
    _ bytes: inout [UInt8]
  ) {
    head(type, &bytes)
    uint32(parts.count, &bytes)
    for index in parts { part(index, geometry, &bytes) }
  }

  private static func collection(_ geometry: borrowing GeometryBuffer, _ bytes: inout [UInt8]) {
    var groups: [Range<Int>] = []
    for index in 0..<geometry.parts.count {
      if let last = groups.last,
        geometry.parts[last.lowerBound].member == geometry.parts[index].member
      {
        groups[groups.count - 1] = last.lowerBound..<index + 1
      } else {
        groups.append(index..<index + 1)
      }
    }
    head(.geometryCollection, &bytes)
    uint32(groups.count, &bytes)
    for group in groups {
      let dimension = geometry.parts[group.lowerBound].dimension
      var isUniform = true
      for index in group where geometry.parts[index].dimension != dimension { isUniform = false }
      if group.count == 1 {
        part(group.lowerBound, geometry, &bytes)
      } else if isUniform {
        let type: GeometryType =
          switch dimension {
          case .point: .multiPoint
          case .line: .multiLineString
          case .polygon: .multiPolygon
          }
        many(type, group, geometry, &bytes)
      } else {
        many(.geometryCollection, group, geometry, &bytes)
      }
    }
  }

  private static func part(
    _ index: Int, _ geometry: borrowing GeometryBuffer, _ bytes: inout [UInt8]
  ) {
    let rings = geometry.ringRange(ofPart: index)
    switch geometry.parts[index].dimension {
    case .point:
      head(.point, &bytes)
      for ring in rings { run(geometry.coordinateRange(ofRing: ring), geometry, &bytes) }
    case .line:
      head(.lineString, &bytes)
      for ring in rings {
        let range = geometry.coordinateRange(ofRing: ring)
        uint32(range.count, &bytes)
        run(range, geometry, &bytes)
      }
    case .polygon:
      head(.polygon, &bytes)
      uint32(rings.count, &bytes)
      for ring in rings {
        let range = geometry.coordinateRange(ofRing: ring)
        uint32(range.count, &bytes)
        run(range, geometry, &bytes)
      }
    }
  }

  private static func run(
    _ range: Range<Int>, _ geometry: borrowing GeometryBuffer, _ bytes: inout [UInt8]
  ) {
    for index in range {
      double(geometry.coordinates[index].x, &bytes)
      double(geometry.coordinates[index].y, &bytes)
    }
  }

  private static func head(_ type: GeometryType, _ bytes: inout [UInt8]) {
    bytes.append(1)
    uint32(Int(type.rawValue), &bytes)
  }

  private static func uint32(_ value: Int, _ bytes: inout [UInt8]) {
    append(UInt64(UInt32(clamping: value)), width: 4, &bytes)
  }

  private static func double(_ value: Double, _ bytes: inout [UInt8]) {
    append(value.bitPattern, width: 8, &bytes)
  }

  private static func append(_ value: UInt64, width: Int, _ bytes: inout [UInt8]) {
    var rest = value
    for _ in 0..<width {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
