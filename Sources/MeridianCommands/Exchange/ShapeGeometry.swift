internal import MeridianKernel

/// Shapes of a shapefile as geometries: rings become polygons by the way they turn.
enum ShapeGeometry {
  /// Reads a shape; false when it has no geometry.
  static func read(
    _ shape: Shapefile.Shape, into buffer: inout GeometryBuffer
  ) throws(FeatureProblem) -> Bool {
    guard shape.vertices.allSatisfy(\.isFinite) else { throw noPlace }
    switch shape.type {
    case 0: return false
    case 1, 11, 21: points(shape, .point, &buffer)
    case 8, 18, 28: points(shape, .multiPoint, &buffer)
    case 3, 13, 23: lines(shape, &buffer)
    case 5, 15, 25: polygons(shape, &buffer)
    default: throw FeatureProblem("shapes of type \(shape.type) are not read")
    }
    if buffer.isNonFinite { throw noPlace }
    return true
  }

  private static let noPlace = FeatureProblem("a coordinate is beyond any place on a map")

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

  /// Rings that turn clockwise are shells; each other one is a hole of the smallest shell around
  /// it, or, where there is none, a shell drawn the wrong way round. O(n log n) in all but shells
  /// that lie in one another by the thousand.
  private static func polygons(_ shape: Shapefile.Shape, _ buffer: inout GeometryBuffer) {
    let rings = runs(of: shape).map { shape.vertices[$0] }
    let areas = rings.map { RingSplitter.doubleArea($0) }
    let clockwise = rings.indices.filter { areas[$0] <= 0 }
    var shells = clockwise
    var holes: [Int: [Int]] = [:]
    if clockwise.count < rings.count {
      let index = ShellIndex(clockwise.map { rings[$0] }, holes: rings.count - clockwise.count)
      for ring in rings.indices where areas[ring] > 0 {
        if let shell = index.smallest(around: rings[ring], doubleArea: areas[ring]) {
          holes[clockwise[shell], default: []].append(ring)
        } else {
          shells.append(ring)
        }
      }
      shells.sort()
    }
    buffer.begin(shells.count > 1 ? .multiPolygon : .polygon)
    for (member, shell) in shells.enumerated() {
      buffer.beginPart(.polygon, member: member)
      for ring in [shell] + (holes[shell] ?? []) {
        for place in rings[ring] { buffer.append(place) }
        buffer.endRing()
      }
      buffer.endPart()
    }
  }
}
