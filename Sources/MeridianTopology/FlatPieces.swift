internal import MeridianKernel

/// A geometry taken apart by dimension, with every run long enough and every ring closed.
///
/// GEOS refuses a line of one coordinate or an open ring outright. Here the ring is closed and the
/// run repeats its last coordinate: what is drawn is what is related, and the fault is kept to be
/// told.
enum FlatPieces {
  /// The first run of a buffer that GEOS would refuse; nil when there is none.
  static func fault(in buffer: borrowing GeometryBuffer) -> Validity? {
    for part in 0..<buffer.parts.count {
      let dimension = buffer.parts[part].dimension
      if dimension == .point { continue }
      for ring in buffer.ringRange(ofPart: part) {
        let range = buffer.coordinateRange(ofRing: ring)
        let first = buffer.coordinates[range.lowerBound]
        if dimension == .polygon, first != buffer.coordinates[range.upperBound - 1] {
          return Validity(reason: "Ring is not closed", location: first)
        }
        if range.count < (dimension == .polygon ? 4 : 2) {
          return Validity(reason: "Too few points in geometry component", location: first)
        }
      }
    }
    return nil
  }

  /// The dimensions of a buffer's parts, ascending.
  static func dimensions(of buffer: borrowing GeometryBuffer) -> [PartDimension] {
    var seen: [PartDimension] = []
    for part in 0..<buffer.parts.count {
      let dimension = buffer.parts[part].dimension
      if !seen.contains(dimension) { seen.append(dimension) }
    }
    return seen.sorted()
  }

  /// Whether a buffer of one dimension and without fault can be written as it is, being no
  /// collection and no surface of faces.
  static func isPlain(_ type: GeometryType) -> Bool {
    switch type {
    case .geometryCollection, .polyhedralSurface, .tin: false
    default: true
    }
  }

  /// The parts of one dimension as a multi-geometry.
  static func piece(
    _ dimension: PartDimension, of buffer: borrowing GeometryBuffer
  ) -> GeometryBuffer {
    var result = GeometryBuffer()
    begin(dimension, &result)
    append(dimension, of: buffer, to: &result)
    return result
  }

  /// Begins a multi-geometry of one dimension.
  static func begin(_ dimension: PartDimension, _ result: inout GeometryBuffer) {
    switch dimension {
    case .point: result.begin(.multiPoint)
    case .line: result.begin(.multiLineString)
    case .polygon: result.begin(.multiPolygon)
    }
  }

  /// Appends the parts of one dimension to a multi-geometry of that dimension.
  static func append(
    _ dimension: PartDimension, of buffer: borrowing GeometryBuffer,
    to result: inout GeometryBuffer
  ) {
    for part in 0..<buffer.parts.count where buffer.parts[part].dimension == dimension {
      append(part, of: buffer, member: result.parts.count, to: &result)
    }
  }

  /// All parts as a collection, whose members are judged one by one.
  static func collection(_ buffer: borrowing GeometryBuffer) -> GeometryBuffer {
    var result = GeometryBuffer()
    result.begin(.geometryCollection)
    for part in 0..<buffer.parts.count {
      // Faces of a surface share edges, which members of one multi-polygon must not.
      let isFace = buffer.type != .geometryCollection
      append(
        part, of: buffer, member: isFace ? part : Int(buffer.parts[part].member), to: &result)
    }
    return result
  }

  /// Appends all parts to a collection, each as a member of its own.
  static func appendAll(of buffer: borrowing GeometryBuffer, to result: inout GeometryBuffer) {
    for part in 0..<buffer.parts.count {
      append(part, of: buffer, member: result.parts.count, to: &result)
    }
  }

  private static func append(
    _ part: Int, of buffer: borrowing GeometryBuffer, member: Int,
    to result: inout GeometryBuffer
  ) {
    let dimension = buffer.parts[part].dimension
    result.beginPart(dimension, member: member)
    for ring in buffer.ringRange(ofPart: part) {
      let range = buffer.coordinateRange(ofRing: ring)
      for index in range { result.append(buffer.coordinates[index]) }
      var count = range.count
      let first = buffer.coordinates[range.lowerBound]
      if dimension == .polygon, first != buffer.coordinates[range.upperBound - 1] {
        result.append(first)
        count += 1
      }
      let least = dimension == .polygon ? 4 : dimension == .line ? 2 : 1
      let last = dimension == .polygon ? first : buffer.coordinates[range.upperBound - 1]
      while count < least {
        result.append(last)
        count += 1
      }
      result.endRing()
    }
    result.endPart()
  }
}
