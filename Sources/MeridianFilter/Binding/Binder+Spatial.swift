internal import MeridianKernel
internal import MeridianStore

// MARK: - Geometries

extension Binder {
  /// An operand of a spatial function.
  private enum Place {
    case row
    case literal(Int32)
  }

  mutating func spatial(
    _ predicate: SpatialPredicate, _ a: Expression, _ b: Expression, _ whole: Expression
  ) throws(FilterError) -> Program.Index {
    let name = "S_" + predicate.rawValue.uppercased()
    switch (try place(a, name), try place(b, name)) {
    case (.row, .literal(let literal)):
      return program.add(.spatial(predicate, literal: literal))
    case (.literal(let literal), .row):
      return program.add(.spatial(predicate.transposed, literal: literal))
    case (.literal(let first), .literal(let second)):
      return program.add(.spatialLiterals(predicate, first, second))
    case (.row, .row):
      throw error(
        "\(name) relates the layer's geometry to a geometry such as POINT(7 47), not to itself",
        at: b)
    }
  }

  private mutating func place(_ expression: Expression, _ name: String) throws(FilterError) -> Place
  {
    switch expression.kind {
    case .geometry(let geometry):
      try check(geometry, expression)
      return addLiteral(geometry)
    case .box(let sides): return addLiteral(try box(sides, expression))
    case .property(let property):
      switch try self.property(property, expression) {
      case .geometry: return .row
      case .attribute(let column):
        let hint = layer.geometryColumn.map { "; the layer's geometry is \"\($0)\"" }
        throw error(
          "\(name) needs a geometry, and column \"\(FilterError.shown(column.name))\" is not the "
            + "layer's" + (hint ?? ", which has none"), at: expression)
      }
    default:
      let value = try value(expression)
      throw error(
        "\(name) needs a geometry such as POINT(7 47), and \(described(expression, value.type))",
        at: expression)
    }
  }

  private mutating func addLiteral(_ geometry: GeometryBuffer) -> Place {
    if let known = program.literals.firstIndex(of: geometry) { return .literal(Int32(known)) }
    program.literals.append(geometry)
    return .literal(Int32(program.literals.count - 1))
  }

  /// Refuses what no geometry library takes: rings that are open, lines of one point.
  private func check(_ geometry: GeometryBuffer, _ expression: Expression) throws(FilterError) {
    guard !geometry.isNonFinite else {
      throw error("a coordinate of this geometry lies beyond any map", at: expression)
    }
    for part in geometry.parts.indices {
      let dimension = geometry.parts[part].dimension
      for ring in geometry.ringRange(ofPart: part) {
        let range = geometry.coordinateRange(ofRing: ring)
        if dimension == .line && range.count < 2 {
          throw error("a line of this geometry has one point only", at: expression)
        }
        guard dimension == .polygon else { continue }
        let isClosed =
          geometry.coordinates[range.lowerBound] == geometry.coordinates[range.upperBound - 1]
        if range.count < 4 || !isClosed {
          throw error(
            "a ring of this geometry is not closed: it needs at least four points, the last one "
              + "like the first", at: expression)
        }
      }
    }
  }

  // MARK: Boxes

  /// A BBOX as a geometry; one whose west lies east of its east spans the 180th meridian and
  /// becomes two.
  private func box(
    _ sides: [Double], _ expression: Expression
  ) throws(FilterError) -> GeometryBuffer {
    let (west, south, east, north) = (sides[0], sides[1], sides[2], sides[3])
    guard sides.allSatisfy({ $0.magnitude <= 1e12 }) else {
      throw error("a side of this BBOX lies beyond any map", at: expression)
    }
    guard south <= north else {
      throw error(
        "the south of this BBOX lies north of its north; the order is west, south, east, north",
        at: expression)
    }
    if west <= east { return Self.rectangle(west, south, east, north) }
    switch layer.crs {
    case .longitudeLatitude, .unknownGeographic, .authority: break
    case .webMercator, .undefined:
      throw error(
        "the west of this BBOX lies east of its east; the order is west, south, east, north",
        at: expression)
    }
    guard west <= 180, east >= -180 else {
      throw error(
        "a BBOX across the 180th meridian has longitudes from -180 to 180", at: expression)
    }
    var buffer = GeometryBuffer()
    buffer.begin(.multiPolygon)
    for (member, (from, to)) in [(west, 180.0), (-180.0, east)].enumerated() {
      // A box that only touches the meridian has no area on that side.
      guard from < to, south < north else { continue }
      Self.addRectangle(from, south, to, north, member: member, to: &buffer)
    }
    guard !buffer.isEmpty else {
      throw error("a BBOX across the 180th meridian needs an area", at: expression)
    }
    return buffer
  }

  /// A rectangle, or the line or point that is left of one without width or height.
  private static func rectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double
  ) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    if west < east && south < north {
      buffer.begin(.polygon)
      addRectangle(west, south, east, north, member: 0, to: &buffer)
      return buffer
    }
    let isPoint = west == east && south == north
    buffer.begin(isPoint ? .point : .lineString)
    buffer.beginPart(isPoint ? .point : .line, member: 0)
    buffer.append(Coordinate(west, south))
    if !isPoint { buffer.append(Coordinate(east, north)) }
    buffer.endRing()
    buffer.endPart()
    return buffer
  }

  private static func addRectangle(
    _ west: Double, _ south: Double, _ east: Double, _ north: Double, member: Int,
    to buffer: inout GeometryBuffer
  ) {
    buffer.beginPart(.polygon, member: member)
    for (x, y) in [(west, south), (east, south), (east, north), (west, north), (west, south)] {
      buffer.append(Coordinate(x, y))
    }
    buffer.endRing()
    buffer.endPart()
  }
}
