import MeridianGeodesy
import MeridianKernel
import Testing

/// The case log's rings: coordinates are latitude, longitude unless written as text.
@Suite struct AreaCaseTests {
  let earth: Geodesic

  init() throws { earth = try Geodesic(.wgs84) }

  /// Areas are right to 1e-12 of themselves or a hundredth of a square meter.
  private func expectArea(
    _ measure: AreaMeasure, _ expected: Double, within tolerance: Double = 0.01,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(
      measure.area, near: expected, within: max(tolerance, expected * 1e-12),
      sourceLocation: sourceLocation)
  }

  static let tiny = ring(
    """
    106.66416522963165 14.579907369919486, 106.6641609900968 14.579919026608949, \
    106.66415731659645 14.579932022843553, 106.66414116820758 14.579927094033418, \
    106.66413907381092 14.579900138182057, 106.66411935271576 14.579868331778414, \
    106.66412579474931 14.5798490375216, 106.66414456560182 14.579868433595195, \
    106.66415768266069 14.579875838613062, 106.66416266097694 14.579878985318168, \
    106.66416175432456 14.579893036877686
    """)
  static let finland = ring(
    """
    20.13293641 59.95688345, 26.94617837 60.47397663, 29.74782155 62.56499443, \
    27.45254202 68.7065034, 23.75771765 68.24937206, 25.42698984 65.27444593, \
    21.51545237 63.10353609, 21.4056276 61.12318104, 19.41123592 60.40477513
    """)

  @Test func `A26 a box in Melbourne has one area in both directions`() throws {
    let box = path(
      -37.834369664262354, 144.96064066886902, -37.834369664262354, 144.97222781181335,
      -37.83140388052918, 144.97222781181335, -37.83140388052918, 144.96064066886902)
    expectArea(try earth.area(box), 335_776.489)
    expectArea(try earth.area(box.reversed()), 335_776.489)
  }

  @Test func `A30 a box across 180 degrees is one box in both encodings`() throws {
    let split = try earth.area(path(-17, 177, -17, -178, -19, -178, -19, 177))
    let unrolled = try earth.area(path(-17, 177, -17, 182, -19, 182, -19, 177))
    expectArea(split, 117_263_685_611.52)
    expectArea(unrolled, 117_263_685_611.52)
    #expect(split.flags == [.crosses180])
    #expect(unrolled.flags == [.crosses180])
  }

  @Test func `A52 a tiny ring keeps its area`() throws {
    let measure = try earth.area(Self.tiny)
    expect(measure.area, near: 22.0564, within: 0.0001)
    expect(measure.perimeter, near: 22.4399, within: 0.0001)
    #expect(measure.flags == [])
  }

  @Test func `A53 a ring of the size of Finland is measured on the ellipsoid`() throws {
    let measure = try earth.area(Self.finland)
    expectArea(measure, 251_199_344_354.43)
    expect(measure.perimeter, near: 2_578_086.2024, within: 0.001)
    #expect(measure.orientation == .counterclockwise)
  }

  @Test func `A59 swapped axes give an error that says so`() throws {
    // The ring itself lies within ±90 in both readings; one longitude beyond 90 tells.
    let pacific = path(-150.5, 61.2, -149.5, 61.3, -149.6, 61.1)
    let error = try #require(throws: GeodesyError.self) { try earth.area(pacific) }
    #expect(error.axesLookSwapped)
    #expect(
      error.description
        == "Latitude -150.5 of vertex 1 lies outside ±90; the axes look swapped, longitude comes "
        + "first.")
    let swapped = Self.finland.map { LonLat($0.latitude, $0.longitude) }
    #expect(try earth.area(swapped).area.isFinite)
  }

  @Test func `A65 an area does not depend on the start vertex or the direction`() throws {
    let box = path(22, 10, 20, 10, 20, 11, 21, 11)
    for turned in [box, box.reversed()] {
      let expected = try earth.area(turned).orientation
      for start in box.indices {
        let measure = try earth.area(Array(turned[start...] + turned[..<start]))
        expectArea(measure, 17_304_786_956.666)
        #expect(measure.orientation == expected)
      }
    }
    #expect(try earth.area(box).orientation == .counterclockwise)
    #expect(try earth.area(box.reversed()).orientation == .clockwise)
  }

  @Test func `A66 a side on the meridian of Greenwich is an ordinary side`() throws {
    let measure = try earth.area(
      path(41.5, -0.5, 41.5, -0.25, 41.5, 0, 41.75, 0, 42, 0, 42, -0.25, 42, -0.5, 41.75, -0.5))
    expect(measure.area, near: 2_309_499_997, within: 1)
    expect(measure.perimeter, near: 194_241.868, within: 0.001)
    #expect(measure.flags == [])
  }

  @Test func `A67 a ring around the pole encloses it`() throws {
    let measure = try earth.area(path(89, 0, 89, 90, 89, 180, 89, 270))
    expect(measure.perimeter, near: 631_819.8745, within: 0.0001)
    expect(measure.area, near: 24_952_305_678, within: 1)
    #expect(measure.flags == [.crosses180, .enclosesPole])
  }

  @Test func `A68 an octant has its corner on the pole and does not enclose it`() throws {
    for longitude in [0.0, 45, 200, -180] {
      let measure = try earth.area(path(90, longitude, 0, 0, 0, 90))
      expect(measure.perimeter, near: 30_022_685, within: 1)
      expect(measure.area, near: 63_758_202_715_511, within: 1)
      #expect(measure.flags == [], "pole written at \(longitude)")
    }
  }

  @Test func `A69 a polar ring has one area in both directions`() throws {
    let cap = path(80, 0, 80, 120, 80, -120)
    for ring in [cap, cap.reversed()] {
      let measure = try earth.area(ring)
      expect(measure.area, near: 1_634_782_820_861, within: 1)
      #expect(measure.flags == [.crosses180, .enclosesPole])
    }
  }

  @Test func `A70 a ring around the south pole`() throws {
    let ring = stride(from: -180.0, to: 180, by: 30).map { LonLat($0, -70) }
    let measure = try earth.area(ring)
    expectArea(measure, 14_866_384_606_680.3, within: 0.06)
    expect(measure.perimeter, near: 13_608_468.279, within: 0.001)
    #expect(measure.flags == [.crosses180, .enclosesPole])
    #expect(measure.orientation == .clockwise)
  }

  @Test func `A71 a square built by azimuth and length at longitude 0`() throws {
    var corner = at(0, 0)
    var ring = [corner]
    for azimuth in [90.0, 0, -90] {
      corner = try earth.direct(from: corner, azimuth: azimuth, distance: 1000).to
      ring.append(corner)
    }
    expect(try earth.area(ring).area, near: 1_000_000, within: 0.01)
  }

  @Test func `A78 an edge over 180 degrees of longitude along the equator is ambiguous`() throws {
    let ring = path(0, 0, 0, 180, 40, 90)
    let measure = try earth.area(ring)
    #expect(measure.flags.contains(.edgeAmbiguous))
    // The choice is PROJ's: over the north pole, in both directions.
    #expect(try earth.area(ring.reversed()).area == measure.area)
    #expect(abs(try earth.inverse(from: at(0, 0), to: at(0, 180)).azimuth) == 0)
    #expect(abs(try earth.inverse(from: at(0, 180), to: at(0, 0)).azimuth) == 0)
  }
}
