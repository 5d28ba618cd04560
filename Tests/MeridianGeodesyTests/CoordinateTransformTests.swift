import MeridianGeodesy
import MeridianKernel
import Testing

@Suite struct CoordinateTransformTests {
  private func epsg(_ code: String) throws -> CoordinateTransform {
    try CoordinateTransform(from: .authority(name: "EPSG", code: code, definition: nil))
  }

  @Test func `the Swiss grid's origin is in Bern`() throws {
    var places = [Coordinate(2_600_000, 1_200_000)]
    try epsg("2056").toLonLat(&places)
    // The old observatory: 46° 57' 3.90" N, 7° 26' 19.08" E on WGS 84.
    expect(places[0].x, near: 7 + 26 / 60.0 + 19.08 / 3600, within: 0.005 / 3600)
    expect(places[0].y, near: 46 + 57 / 60.0 + 3.90 / 3600, within: 0.005 / 3600)
    try epsg("2056").fromLonLat(&places)
    // The datum's shift is spatial and the height it makes is dropped: a millimeter.
    expect(places[0].x, near: 2_600_000, within: 2e-3)
    expect(places[0].y, near: 1_200_000, within: 2e-3)
  }

  @Test func `A32 New Zealand's grid shows the Chatham Islands beyond 180 degrees`() throws {
    let grid = try epsg("2193")
    var places = [Coordinate(-176.5, -44), Coordinate(183.5, -44)]
    grid.fromLonLat(&places)
    expect(places[0].x, near: places[1].x, within: 1e-6)
    #expect(places[0].x > 2_400_000 && places[0].x < 2_500_000)
    grid.toLonLat(&places)
    for place in places {
      expect((place.x + 176.5).remainder(dividingBy: 360), near: 0, within: 1e-9)
      expect(place.y, near: -44, within: 1e-9)
    }
  }

  @Test func `A94 x is the easting where the definition says north first`() throws {
    for (code, place) in [("3006", Coordinate(18.07, 59.33)), ("2193", Coordinate(174.78, -41.29))]
    {
      let grid = try epsg(code)
      var places = [place]
      grid.fromLonLat(&places)
      let isEastingFirst =
        code == "3006"
        ? abs(places[0].x - 674_000) < 2000 && abs(places[0].y - 6_580_000) < 2000
        : abs(places[0].x - 1_749_000) < 2000 && abs(places[0].y - 5_428_000) < 2000
      #expect(isEastingFirst, "\(code): \(places[0])")
      grid.toLonLat(&places)
      expect(places[0].x, near: place.x, within: 1e-9)
    }
  }

  @Test func `A97 Bern to Zurich: geodesic unless planar is asked for`() throws {
    let line = path(46.9510811, 7.4386372, 47.3768866, 8.541694)
    expect(try Geodesic().line(line).length, near: 96_103.235, within: 0.001)
    let plane = try PlanarMeasure(epsg("2056"))
    expect(try plane.line(line).length, near: 96_104.870, within: 0.002)
  }

  @Test func `the definition is used where the code is unknown`() throws {
    let definition = "+proj=utm +zone=32 +datum=WGS84 +type=crs"
    let local = try CoordinateTransform(
      from: .authority(name: "LOCAL", code: "1", definition: definition))
    var places = [Coordinate(9, 0)]
    local.fromLonLat(&places)
    expect(places[0].x, near: 500_000, within: 1e-6)
    expect(places[0].y, near: 0, within: 1e-6)
    #expect(local.name == "LOCAL:1")
  }

  @Test func `an unknown system is an error with its name`() throws {
    for crs in [
      CRS.authority(name: "EPSG", code: "999999", definition: nil),
      .authority(name: "NONE", code: "7", definition: "not a definition"), .undefined(id: 99_999),
    ] {
      let error = try #require(throws: GeodesyError.self) { try CoordinateTransform(from: crs) }
      #expect(error.code == "unknownCRS")
      #expect(error.description.contains(crs.name), "\(error)")
    }
  }

  @Test func `failing points become infinite and leave the others alone`() throws {
    let grid = try epsg("2056")
    var places = [
      Coordinate(7.44, 46.95), Coordinate(.nan, 0), Coordinate(0, .infinity), Coordinate(7.44, 146),
      Coordinate(7.44, 46.95),
    ]
    grid.fromLonLat(&places)
    #expect(places[0].isFinite && places[4] == places[0])
    for place in places[1...3] { #expect(place == Coordinate(.infinity, .infinity)) }
    var none: [Coordinate] = []
    grid.fromLonLat(&none)
    #expect(none.isEmpty)
  }

  @Test func `degrees and WGS 84 pass through unchanged`() throws {
    for crs in [CRS.longitudeLatitude, .unknownGeographic] {
      var places = [Coordinate(-0.1366, 51.5132)]
      try CoordinateTransform(from: crs).toLonLat(&places)
      expect(places[0].x, near: -0.1366, within: 1e-12)
      expect(places[0].y, near: 51.5132, within: 1e-12)
    }
  }

  @Test func `planar lengths are meters whatever the grid's unit, and need a grid`() throws {
    // New York Long Island in US survey feet (2263) and in meters (32118).
    let line = path(40.7, -74, 40.8, -73.9)
    let feet = try PlanarMeasure(epsg("2263")).line(line).length
    let meters = try PlanarMeasure(epsg("32118")).line(line).length
    expect(feet, near: meters, within: 1e-5)
    expect(meters, near: try Geodesic().line(line).length, within: 2)
    #expect(throws: GeodesyError.notPlanar(name: "EPSG:4326")) {
      try PlanarMeasure(CoordinateTransform(parsing: "EPSG:4326"))
    }
    #expect(throws: GeodesyError.notPlanar(name: "EPSG:4267")) {
      try PlanarMeasure(epsg("4267"))
    }
  }

  @Test func `a planar area is that of the grid`() throws {
    let plane = try PlanarMeasure(epsg("2056"))
    var corners = [
      Coordinate(2_600_000, 1_200_000), Coordinate(2_601_000, 1_200_000),
      Coordinate(2_601_000, 1_202_000), Coordinate(2_600_000, 1_202_000),
    ]
    try epsg("2056").toLonLat(&corners)
    let measure = try plane.area(corners.map { LonLat($0.x, $0.y) })
    expect(measure.area, near: 2_000_000, within: 0.01)
    expect(measure.perimeter, near: 6000, within: 1e-5)
    expect(measure.segments[0].azimuth, near: 90, within: 1e-6)
    #expect(measure.orientation == .counterclockwise)
    #expect(throws: GeodesyError.latitudeOutOfRange(vertex: 2, place: at(95, 7))) {
      try plane.line(path(46, 7, 95, 7))
    }
  }
}
