import MeridianKernel
import MeridianTestSupport
import MeridianTopology
import Testing

/// What GEOS 3.11 does badly, and what is answered instead.
@Suite struct HazardTests {
  let context: TopologyContext

  init() throws { context = try TopologyContext() }

  private func geometry(_ text: String) throws -> TopologyGeometry {
    try context.geometry(WKT.geometry(text))
  }

  static let empties = [
    "POINT EMPTY", "LINESTRING EMPTY", "POLYGON EMPTY", "MULTIPOINT EMPTY", "MULTIPOLYGON EMPTY",
    "GEOMETRYCOLLECTION EMPTY", "GEOMETRYCOLLECTION (POINT EMPTY)",
  ]

  @Test(arguments: empties)
  func `an empty geometry is disjoint from all and within no distance`(text: String) throws {
    let empty = try geometry(text)
    let square = try geometry("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))")
    #expect(empty.isEmpty && empty.dimension == nil)
    for predicate in SpatialPredicate.allCases {
      #expect(
        try context.everyWay(predicate, empty, square) == [predicate == .disjoint])
      #expect(
        try context.everyWay(predicate, empty, empty)
          == [predicate == .disjoint || predicate == .equals])
    }
    let prepared = PreparedGeometry(empty)
    for _ in 0..<3 {
      #expect(try context.distance(prepared, square) == nil)
      #expect(try context.distance(PreparedGeometry(square), empty) == nil)
      #expect(try !context.isWithin(.infinity, of: prepared, square))
    }
    #expect(try context.distance(empty, square) == nil)
    #expect(try !context.isWithin(.infinity, of: square, empty))
    #expect(try context.relate(empty, square) == "FFFFFF212")
    #expect(try context.relate(empty, empty) == "FFFFFFFF2")
    #expect(try empty.isValid)
    #expect(try context.makeValid(empty).isEmpty)
    #expect(try context.intersection(empty, square).isEmpty)
    #expect(try context.union(empty, square).envelope.maxX == 4)
  }

  @Test func `a polygon that crosses itself has one answer, prepared or not`() throws {
    // The bow tie's right half runs the other way round; both halves are inside.
    let tie = try geometry("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
    #expect(try !tie.isValid)
    for (place, isInside) in [
      ("POINT (0.5 2)", true), ("POINT (3.5 2)", true), ("POINT (2 3)", false),
    ] {
      let point = try geometry(place)
      #expect(try context.everyWay(.within, point, tie) == [isInside], "\(place)")
      #expect(try context.everyWay(.disjoint, point, tie) == [!isInside], "\(place)")
    }
    let validity = try context.validity(of: tie)
    #expect(validity.reason == "Self-intersection")
    #expect(validity.location == Coordinate(2, 2))
    let repaired = try context.geometry(context.makeValid(tie))
    #expect(try repaired.isValid)
    #expect(try context.holds(.equals, tie, repaired))
  }

  @Test func `polygons that overlap in one geometry are their union`() throws {
    let pair = try geometry(
      "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((1 1, 3 1, 3 3, 1 3, 1 1)))")
    let middle = try geometry("POINT (1.5 1.5)")
    #expect(try !pair.isValid)
    #expect(try context.everyWay(.contains, pair, middle) == [true])
  }

  @Test func `what collapses is kept as a line or a point`() throws {
    let flat = try geometry("POLYGON ((0 0, 4 0, 0 0, 0 0))")
    let dot = try geometry("POLYGON ((1 1, 1 1, 1 1, 1 1))")
    let still = try geometry("LINESTRING (1 1, 1 1)")
    let square = try geometry("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))")
    for geometry in [flat, dot, still] {
      #expect(try !geometry.isValid)
      #expect(try context.everyWay(.intersects, geometry, square) == [true])
    }
    #expect(try context.everyWay(.touches, flat, square) == [true])
    #expect(try context.everyWay(.within, dot, square) == [true])
    #expect(try context.everyWay(.equals, dot, still) == [true])
  }

  @Test func `an open ring is closed, a run too short is lengthened, and both are told`() throws {
    let open = try WKT.geometry("POLYGON ((0 0, 4 0, 4 4, 0 4))")
    let inside = try geometry("POINT (1 3)")
    #expect(try context.holds(.contains, context.geometry(open), inside))
    #expect(try context.validity(of: open).reason == "Ring is not closed")
    #expect(try context.validity(of: open).location == Coordinate(0, 0))
    let short = try WKT.geometry("LINESTRING (1 3)")
    #expect(try context.holds(.intersects, context.geometry(short), inside))
    #expect(
      try context.validity(of: short).reason == "Too few points in geometry component")
    let ring = try WKT.geometry("POLYGON ((0 0, 4 0, 0 0))")
    #expect(try !context.validity(of: ring).isValid)
    #expect(try context.holds(.intersects, context.geometry(ring), geometry("POINT (2 0)")))
  }

  @Test(arguments: [Double.nan, .infinity, -Double.infinity, 1e300])
  func `A103 a coordinate without a place is refused in one sentence`(value: Double) throws {
    let point = RandomGeometry.point(value, 1)
    let error = #expect(throws: TopologyError.self) { try context.geometry(point) }
    #expect(error?.code == "unsuitableGeometry")
    #expect(error?.description.hasSuffix("correct it first.") == true)
    #expect(try !context.validity(of: point).isValid)
  }

  @Test func `a mixed collection is the union of its members`() throws {
    let mixed = try geometry(
      "GEOMETRYCOLLECTION (POINT (9 9), POINT (1 1), LINESTRING (-2 2, 6 2), "
        + "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0)))")
    for (text, predicate, expected) in [
      ("POINT (9 9)", SpatialPredicate.contains, true), ("POINT (9 9)", .touches, false),
      ("POINT (6 2)", .touches, true), ("POINT (5 2)", .contains, true),
      ("LINESTRING (1 2, 5 2)", .contains, true), ("LINESTRING (1 2, 7 2)", .contains, false),
      ("LINESTRING (1 2, 7 2)", .crosses, true), ("POINT (8 8)", .disjoint, true),
      ("POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))", .contains, true),
      ("POLYGON ((1 1, 5 1, 5 2, 1 2, 1 1))", .overlaps, true),
      ("POLYGON ((-9 -9, 10 -9, 10 10, -9 10, -9 -9))", .within, true),
    ] {
      #expect(
        try context.everyWay(predicate, mixed, geometry(text)) == [expected],
        "\(text) \(predicate)")
    }
    #expect(try mixed.isValid)
    #expect(try context.everyWay(.equals, mixed, mixed) == [true])
    #expect(try context.distance(mixed, geometry("POINT (9 7)")) == 2)
    let cut = try context.difference(mixed, geometry("POLYGON ((-9 -9, 5 -9, 5 5, -9 5, -9 -9))"))
    #expect(cut.type == .geometryCollection)
    #expect(cut.parts.map(\.dimension).sorted() == [.point, .line])
  }

  @Test func `faces of a surface share edges and are valid one by one`() throws {
    var surface = GeometryBuffer()
    surface.begin(.polyhedralSurface)
    for offset in 0..<2 {
      surface.beginPart(.polygon, member: offset)
      for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)] {
        surface.append(Coordinate(Double(x + offset), Double(y)))
      }
      surface.endRing()
      surface.endPart()
    }
    let geometry = try context.geometry(surface)
    #expect(try geometry.isValid)
    #expect(try context.holds(.contains, geometry, self.geometry("POINT (1 0.5)")))
  }

  @Test func `a pattern is nine characters of the model`() throws {
    let point = try geometry("POINT (1 1)")
    for pattern in ["", "T*F", "T*F**F***0", "X********", "ÄÄÄÄ*"] {
      #expect(throws: TopologyError.badPattern(pattern)) {
        try context.relate(point, point, pattern: pattern)
      }
    }
    #expect(try context.relate(point, point, pattern: "0FFFFFFF2"))
    #expect(try context.relate(point, point) == "0FFFFFFF2")
  }

  @Test func `a prepared line inside a polygon is at no distance from it`() throws {
    // GEOS 3.11 measures from a prepared line to the polygon's boundary.
    let line = PreparedGeometry(try geometry("LINESTRING (4 4, 5 5)"))
    let square = try geometry("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))")
    for _ in 0..<3 {
      #expect(try context.distance(line, square) == 0)
      #expect(try context.isWithin(0, of: line, square))
      #expect(try context.distance(line, geometry("POINT (5 6)")) == 1)
    }
  }

  @Test func `distances that are no distances reach nothing`() throws {
    let point = try geometry("POINT (1 1)")
    for distance in [-1, Double.nan, -Double.infinity] {
      #expect(try !context.isWithin(distance, of: point, point))
    }
    #expect(try context.isWithin(0, of: point, point))
    #expect(try context.isWithin(.infinity, of: point, point))
  }

  @Test func `GEOS tells its version`() {
    #expect(context.version.hasPrefix("3."))
  }

  @Test func `every error is one sentence`() {
    let errors: [TopologyError] = [
      .geosNotInstalled, .unsuitable(reason: "x"), .badPattern("T"),
      .failed(operation: "union", said: "TopologyException"), .failed(operation: "union", said: ""),
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains("\n"))
    }
    #expect(Set(errors.map(\.code)).count == 4)
  }
}
