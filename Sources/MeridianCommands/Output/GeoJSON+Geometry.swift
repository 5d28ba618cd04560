internal import MeridianKernel

extension JSONWriter {
  /// A geometry as GeoJSON (RFC 7946, section 3.1), as it is stored; `null` when it is empty.
  ///
  /// Curves have been linearized on reading, so a curve type is written as the straight type that
  /// holds the same coordinates.
  mutating func geometry(_ geometry: borrowing GeometryBuffer, decimals: Int = 7) {
    guard !geometry.parts.isEmpty else { return null() }
    var writer = GeoJSONShape(geometry, decimals: decimals)
    writer.write(to: &self)
  }
}

/// Writes one geometry, gathering flat parts by member again.
private struct GeoJSONShape {
  private let geometry: GeometryBuffer
  private let decimals: Int

  init(_ geometry: borrowing GeometryBuffer, decimals: Int) {
    self.geometry = copy geometry
    self.decimals = decimals
  }

  mutating func write(to json: inout JSONWriter) {
    let parts = 0..<geometry.parts.count
    switch geometry.type {
    case .point, .lineString, .circularString, .compoundCurve, .polygon, .triangle, .curvePolygon:
      simple(0, &json)
    case .multiPoint, .multiLineString, .multiCurve, .multiPolygon, .multiSurface,
      .polyhedralSurface, .tin:
      many(parts, &json)
    case .geometryCollection: collection(&json)
    }
  }

  private static let names: [PartDimension: String] = [
    .point: "Point", .line: "LineString", .polygon: "Polygon",
  ]

  private func simple(_ part: Int, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("type", Self.names[geometry.parts[part].dimension] ?? "")
    json.key("coordinates")
    coordinates(part, &json)
    json.endObject()
  }

  private func many(_ parts: Range<Int>, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("type", "Multi" + (Self.names[geometry.parts[parts.lowerBound].dimension] ?? ""))
    json.key("coordinates")
    json.beginArray()
    for part in parts { coordinates(part, &json) }
    json.endArray()
    json.endObject()
  }

  private func collection(_ json: inout JSONWriter) {
    json.beginObject()
    json.member("type", "GeometryCollection")
    json.key("geometries")
    json.beginArray()
    var start = 0
    while start < geometry.parts.count {
      // Parts of one member and dimension stand together.
      let (member, dimension) = (geometry.parts[start].member, geometry.parts[start].dimension)
      var end = start + 1
      while end < geometry.parts.count, geometry.parts[end].member == member,
        geometry.parts[end].dimension == dimension
      { end += 1 }
      if end - start == 1 { simple(start, &json) } else { many(start..<end, &json) }
      start = end
    }
    json.endArray()
    json.endObject()
  }

  private func coordinates(_ part: Int, _ json: inout JSONWriter) {
    let rings = geometry.ringRange(ofPart: part)
    switch geometry.parts[part].dimension {
    case .point:
      for index in rings.first.map({ geometry.coordinateRange(ofRing: $0).prefix(1) }) ?? 0..<0 {
        position(index, &json)
      }
    case .line:
      json.beginArray()
      for ring in rings { positions(geometry.coordinateRange(ofRing: ring), &json) }
      json.endArray()
    case .polygon:
      json.beginArray()
      for ring in rings {
        json.beginArray()
        positions(geometry.coordinateRange(ofRing: ring), &json)
        json.endArray()
      }
      json.endArray()
    }
  }

  private func positions(_ range: Range<Int>, _ json: inout JSONWriter) {
    for index in range { position(index, &json) }
  }

  private func position(_ index: Int, _ json: inout JSONWriter) {
    let place = geometry.coordinates[index]
    json.compose(room: 2 * TextCursor.longestNumber + 3) { text in
      text.pair(place.x, place.y, decimals: decimals)
    }
  }
}
