internal import MeridianKernel

extension JSONWriter {
  /// A geometry as RFC 7946 has it, its shape taken as it stands.
  mutating func geometry(_ geometry: borrowing GeometryBuffer, decimals: Int = 7) {
    if geometry.type != .geometryCollection {
      return shape(
        geometry, geometry.type, 0..<geometry.parts.count, decimals: decimals)
    }
    beginObject()
    member("type", "GeometryCollection")
    key("geometries")
    beginArray()
    var start = 0
    while start < geometry.parts.count {
      var end = start + 1
      let first = geometry.parts[start]
      while end < geometry.parts.count, geometry.parts[end].member == first.member,
        geometry.parts[end].dimension == first.dimension
      {
        end += 1
      }
      shape(
        geometry, Self.type(of: first.dimension, isMulti: end - start > 1), start..<end,
        decimals: decimals)
      start = end
    }
    endArray()
    endObject()
  }

  private static func type(of dimension: PartDimension, isMulti: Bool) -> GeometryType {
    switch dimension {
    case .point: isMulti ? .multiPoint : .point
    case .line: isMulti ? .multiLineString : .lineString
    case .polygon: isMulti ? .multiPolygon : .polygon
    }
  }

  /// Parts of one dimension as one geometry; curves have been made straight on reading.
  private mutating func shape(
    _ geometry: borrowing GeometryBuffer, _ type: GeometryType, _ parts: Range<Int>, decimals: Int
  ) {
    let name: String =
      switch type {
      case .circularString, .compoundCurve: "LineString"
      case .curvePolygon, .triangle: "Polygon"
      case .multiCurve: "MultiLineString"
      case .multiSurface, .polyhedralSurface, .tin: "MultiPolygon"
      default: type.name
      }
    beginObject()
    member("type", name)
    key("coordinates")
    if name.hasPrefix("Multi") {
      beginArray()
      for part in parts { self.part(geometry, part, decimals: decimals) }
      endArray()
    } else if let part = parts.first {
      self.part(geometry, part, decimals: decimals)
    } else {
      beginArray()
      endArray()
    }
    endObject()
  }

  private mutating func part(
    _ geometry: borrowing GeometryBuffer, _ part: Int, decimals: Int
  ) {
    let rings = geometry.ringRange(ofPart: part)
    switch geometry.parts[part].dimension {
    case .point:
      for ring in rings {
        for index in geometry.coordinateRange(ofRing: ring) {
          pair(geometry.coordinates[index], decimals: decimals)
        }
      }
    case .line:
      for ring in rings { run(geometry, ring, decimals: decimals) }
    case .polygon:
      beginArray()
      for ring in rings { run(geometry, ring, decimals: decimals) }
      endArray()
    }
  }

  private mutating func run(_ geometry: borrowing GeometryBuffer, _ ring: Int, decimals: Int) {
    beginArray()
    for index in geometry.coordinateRange(ofRing: ring) {
      pair(geometry.coordinates[index], decimals: decimals)
    }
    endArray()
  }

  private mutating func pair(_ place: Coordinate, decimals: Int) {
    compose(room: 2 * TextCursor.longestNumber + 3) { text in
      text.pair(place.x, place.y, decimals: decimals)
    }
  }
}
