internal import MeridianGeodesy
internal import MeridianKernel

extension MeasureResult {
  /// Writes the measurement in the format of the run.
  func write(in context: CommandContext) throws(CommandError) {
    switch context.format {
    case .table: try writeTable(in: context)
    case .wkt: try context.output.write(wellKnownText + "\n")
    case .geojson:
      var json = JSONWriter()
      json.beginFeatureCollection()
      json.beginFeature(id: nil)
      appendGeometry(to: &json)
      json.key("properties")
      json.beginObject()
      appendMembers(to: &json)
      json.endObject()
      json.endObject()
      json.endFeatureCollection()
      json.endLine()
      try context.output.write(&json)
    default:
      var json = JSONWriter()
      json.beginObject()
      appendMembers(to: &json)
      json.endObject()
      json.endLine()
      try context.output.write(&json)
    }
  }

  // MARK: JSON

  /// The members of the record, in the order of the contract.
  func appendMembers(to json: inout JSONWriter) {
    switch value {
    case .inverse(let way):
      append(length: way.length, to: &json)
      json.member("azimuthDeg", way.azimuth)
      json.member("backAzimuthDeg", way.backAzimuth)
      append(
        [
          MeasuredSegment(
            length: way.length, azimuth: way.azimuth, backAzimuth: way.backAzimuth)
        ], way.flags.sorted(), to: &json)
    case .direct(let end):
      json.key("to")
      append(position: end.to, to: &json)
      json.member("azimuthDeg", end.endAzimuth)
      json.member("backAzimuthDeg", end.backAzimuth)
    case .line(let line):
      append(length: line.length, to: &json)
      append(line.segments, line.flags, to: &json)
    case .area(let ring):
      append(length: ring.perimeter, to: &json)
      json.member("areaM2", ring.area)
      if let areaUnit {
        json.member("area", areaUnit.fromSquareMeters(ring.area))
        json.member("unit", areaUnit.rawValue)
      }
      json.member("perimeterM", ring.perimeter)
      json.member("orientation", ring.orientation.rawValue)
      append(ring.segments, ring.flags, to: &json)
    }
    if let planar { json.member("planar", planar) }
    if let uncertainty { json.member("uncertaintyM", uncertainty) }
  }

  private func append(length: Double, to json: inout JSONWriter) {
    json.member("lengthM", length)
    if let lengthUnit {
      json.member("length", lengthUnit.fromMeters(length))
      json.member("unit", lengthUnit.rawValue)
    }
  }

  private func append(
    _ segments: [MeasuredSegment], _ flags: [MeasureFlag], to json: inout JSONWriter
  ) {
    json.key("segments")
    json.beginArray()
    for segment in segments {
      json.beginObject()
      json.member("lengthM", segment.length)
      json.member("azimuthDeg", segment.azimuth)
      json.member("backAzimuthDeg", segment.backAzimuth)
      json.endObject()
    }
    json.endArray()
    json.key("flags")
    json.beginArray()
    for flag in flags { json.string(flag.rawValue) }
    json.endArray()
  }

  // MARK: Geometry

  /// What the measurement is of: the end of a direct one, the line, or the closed ring with its
  /// smaller side on the left, as GeoJSON asks.
  private var shape: (type: String, places: [LonLat]) {
    switch value {
    case .direct(let end): return ("Point", [end.to])
    case .inverse, .line: return ("LineString", request.places)
    case .area(let ring):
      var places = request.places
      if let first = places.first, places.last != first { places.append(first) }
      if ring.orientation == .clockwise { places.reverse() }
      return ("Polygon", places)
    }
  }

  private func appendGeometry(to json: inout JSONWriter) {
    let (type, places) = shape
    json.beginObject()
    json.member("type", type)
    json.key("coordinates")
    if type == "Point", let place = places.first {
      append(position: place, to: &json)
    } else {
      if type == "Polygon" { json.beginArray() }
      json.beginArray()
      for place in places { append(position: place, to: &json) }
      json.endArray()
      if type == "Polygon" { json.endArray() }
    }
    json.endObject()
  }

  /// All digits: a measurement's own places are worth nanometers.
  private func append(position place: LonLat, to json: inout JSONWriter) {
    json.beginArray()
    json.number(place.longitude)
    json.number(place.latitude)
    json.endArray()
  }

  private var wellKnownText: String {
    let (type, places) = shape
    let list = places.map { place in
      "\(NumberText.plain(place.longitude)) \(NumberText.plain(place.latitude))"
    }.joined(separator: ", ")
    return "\(type.uppercased()) " + (type == "Polygon" ? "((\(list)))" : "(\(list))")
  }
}
