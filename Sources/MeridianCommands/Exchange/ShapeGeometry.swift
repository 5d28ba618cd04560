internal import MeridianKernel

/// Shapes of a shapefile as geometries: rings become polygons by the way they turn.
enum ShapeGeometry {
  /// Reads a shape; false when it has no geometry.
  static func read(
    _ shape: Shapefile.Shape, into buffer: inout GeometryBuffer
  ) throws(FeatureProblem) -> Bool {
    switch shape.type {
    case 0: return false
    case 1, 11, 21: points(shape, .point, &buffer)
    case 8, 18, 28: points(shape, .multiPoint, &buffer)
    case 3, 13, 23: lines(shape, &buffer)
    case 5, 15, 25: polygons(shape, &buffer)
    default: throw FeatureProblem("shapes of type \(shape.type) are not read")
    }
    if buffer.isNonFinite { throw FeatureProblem("a coordinate is beyond any place on a map") }
    return true
  }

  private static func points(
    _ shape: Shapefile.Shape, _ type: GeometryType, _ buffer: inout GeometryBuffer
  ) {
    buffer.begin(type)
    for (member, place) in shape.vertices.enumerated() {
      buffer.beginPart(.point, member: member)
      buffer.append(place)
      buffer.endRing()
      buffer.endPart()
    }
  }

  private static func lines(_ shape: Shapefile.Shape, _ buffer: inout GeometryBuffer) {
    let parts = runs(of: shape)
    buffer.begin(parts.count > 1 ? .multiLineString : .lineString)
    for (member, part) in parts.enumerated() {
      buffer.beginPart(.line, member: member)
      for place in shape.vertices[part] { buffer.append(place) }
      buffer.endRing()
      buffer.endPart()
    }
  }

  /// The parts that have vertices.
  private static func runs(of shape: Shapefile.Shape) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, start) in shape.starts.enumerated() {
      let end = index + 1 < shape.starts.count ? shape.starts[index + 1] : shape.vertices.count
      if start < end { runs.append(start..<end) }
    }
    return runs
  }

  // MARK: Polygons

  private struct Ring {
    var range: Range<Int>
    var box: Envelope
    /// Twice the area, negative for a ring that turns clockwise.
    var area: Double
  }

  /// Rings that turn clockwise are shells; each other one is a hole of the smallest shell around
  /// it, or, where there is none, a shell drawn the wrong way round.
  private static func polygons(_ shape: Shapefile.Shape, _ buffer: inout GeometryBuffer) {
    let rings = runs(of: shape).map { ring($0, shape.vertices) }
    var shells = rings.indices.filter { rings[$0].area <= 0 }
    var holes: [Int: [Int]] = [:]
    for index in rings.indices where rings[index].area > 0 {
      let place = shape.vertices[rings[index].range.lowerBound]
      let around = shells.filter {
        rings[$0].area <= 0 && rings[$0].box.contains(place)
          && rings[$0].area.magnitude >= rings[index].area
          && contains(place, shape.vertices[rings[$0].range])
      }
      if let shell = around.min(by: { rings[$0].area.magnitude < rings[$1].area.magnitude }) {
        holes[shell, default: []].append(index)
      } else {
        shells.append(index)
      }
    }
    shells.sort()
    buffer.begin(shells.count > 1 ? .multiPolygon : .polygon)
    for (member, shell) in shells.enumerated() {
      buffer.beginPart(.polygon, member: member)
      for index in [shell] + (holes[shell] ?? []) {
        for place in shape.vertices[rings[index].range] { buffer.append(place) }
        buffer.endRing()
      }
      buffer.endPart()
    }
  }

  private static func ring(_ range: Range<Int>, _ vertices: [Coordinate]) -> Ring {
    var box = Envelope.empty
    var area = 0.0
    let first = vertices[range.lowerBound]
    var previous = vertices[range.upperBound - 1] - first
    for place in vertices[range] {
      box.formUnion(place)
      let next = place - first
      area += previous.x * next.y - next.x * previous.y
      previous = next
    }
    return Ring(range: range, box: box, area: area)
  }

  /// Whether a place lies in a ring or, by half of its sides, on it.
  private static func contains(_ place: Coordinate, _ ring: ArraySlice<Coordinate>) -> Bool {
    var isInside = false
    guard var a = ring.last else { return false }
    for b in ring {
      if a == place { return true }
      if (a.y > place.y) != (b.y > place.y),
        place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x
      {
        isInside.toggle()
      }
      a = b
    }
    return isInside
  }
}
