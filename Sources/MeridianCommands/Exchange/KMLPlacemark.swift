internal import MeridianKernel

/// Gathers the geometries of a placemark while its elements pass (OGC 12-007r2, clause 10).
struct KMLGeometry {
  private struct Shape {
    var dimension: PartDimension
    /// The member of the outermost `MultiGeometry`.
    var member: Int
    var rings: [[Coordinate]] = []
  }

  private var shapes: [Shape] = []
  /// `MultiGeometry` elements that are open.
  private var depth = 0
  private var hasMulti = false
  private var members = 0
  private(set) var hasHeight = false
  /// Why it cannot be read, if so.
  private(set) var problem: String?

  /// An element that may be a geometry, or part of one, begins.
  mutating func begin(_ name: String) {
    switch name {
    case "MultiGeometry":
      if depth == 0 && (!shapes.isEmpty || hasMulti) { problem = "it has two geometries" }
      depth += 1
      hasMulti = true
    case "Point": open(.point)
    case "LineString": open(.line)
    case "LinearRing": if shapes.last?.dimension != .polygon || !isPolygonOpen { open(.line) }
    case "Polygon":
      open(.polygon)
      isPolygonOpen = true
    case "Model", "Track", "MultiTrack": problem = "geometries of type \(name) are not read"
    default: break
    }
  }

  private var isPolygonOpen = false

  private mutating func open(_ dimension: PartDimension) {
    if depth == 0 && (!shapes.isEmpty || hasMulti) { problem = "it has two geometries" }
    shapes.append(Shape(dimension: dimension, member: members))
    members += 1
  }

  /// Such an element ends.
  mutating func end(_ name: String) {
    if name == "MultiGeometry" { depth -= 1 }
    if name == "Polygon" { isPolygonOpen = false }
  }

  /// The text of `coordinates`: tuples of longitude, latitude and perhaps a height, with blanks
  /// between them.
  mutating func coordinates(_ text: [UInt8]) {
    guard !shapes.isEmpty else { return }
    var run: [Coordinate] = []
    let bytes = text.span
    var at = 0
    while at < bytes.count {
      if Self.isBlank(bytes[at]) {
        at += 1
        continue
      }
      var numbers: [Double] = []
      while let scan = DecimalText.scan(bytes, from: at) {
        numbers.append(scan.value)
        at = scan.end
        guard at < bytes.count, bytes[at] == UInt8(ascii: ","), numbers.count < 3 else { break }
        at += 1
        // Some writers put blanks behind the commas.
        while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 }
      }
      guard numbers.count >= 2, at == bytes.count || Self.isBlank(bytes[at]) else {
        problem = "its coordinates are not tuples of numbers"
        return
      }
      if numbers.count > 2 && numbers[2] != 0 { hasHeight = true }
      run.append(Coordinate(numbers[0], numbers[1]))
    }
    shapes[shapes.count - 1].rings.append(run)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Puts the geometry together; false when there is none.
  func write(to buffer: inout GeometryBuffer) throws(FeatureProblem) -> Bool {
    if let problem { throw FeatureProblem(problem) }
    guard let first = shapes.first else {
      buffer.begin(.geometryCollection)
      if hasMulti { buffer.noteEmptyPart() }
      return hasMulti
    }
    let isUniform = shapes.allSatisfy { $0.dimension == first.dimension }
    let type: GeometryType =
      switch (first.dimension, hasMulti, isUniform) {
      case (_, true, false): .geometryCollection
      case (.point, let isMulti, _): isMulti ? .multiPoint : .point
      case (.line, let isMulti, _): isMulti ? .multiLineString : .lineString
      case (.polygon, let isMulti, _): isMulti ? .multiPolygon : .polygon
      }
    buffer.begin(type)
    for shape in shapes {
      buffer.beginPart(shape.dimension, member: shape.member)
      for ring in shape.dimension == .polygon ? shape.rings[...] : shape.rings.prefix(1) {
        for place in ring { buffer.append(place) }
        buffer.endRing()
      }
      buffer.endPart()
    }
    if buffer.isNonFinite { throw FeatureProblem("a coordinate is beyond any place on a map") }
    if first.dimension == .point && type == .point && buffer.coordinates.count > 1 {
      throw FeatureProblem("its point has several places")
    }
    return true
  }
}
