import MeridianGeodesy
import MeridianKernel
import Testing

@Suite struct UnitTests {
  @Test func `A74 number and label of a length come from the same conversion`() {
    let expected: [LengthUnit: Double] = [
      .meter: 1000, .kilometer: 1, .foot: 3280.839895, .surveyFoot: 3280.833333,
      .nauticalMile: 0.539957, .mile: 0.621371, .yard: 1093.613298,
    ]
    for unit in LengthUnit.allCases {
      expect(unit.fromMeters(1000), near: expected[unit] ?? .nan, within: 5e-7, unit.rawValue)
      expect(unit.toMeters(unit.fromMeters(1000)), near: 1000, within: 1e-12)
    }
  }

  @Test func `A75 the US survey foot and acre are not the international ones`() {
    let difference =
      LengthUnit.foot.fromMeters(1_000_000)
      - LengthUnit.surveyFoot.fromMeters(1_000_000)
    expect(difference, near: 6.561680, within: 1e-6)
    expect(AreaUnit.acre.toSquareMeters(1), near: 4046.8564224, within: 1e-12)
    expect(AreaUnit.surveyAcre.toSquareMeters(1), near: 4046.8726099, within: 1e-7)
    #expect(AreaUnit.squareMile.toSquareMeters(1) == 2_589_988.110336)
    #expect(AreaUnit.hectare.fromSquareMeters(25_000) == 2.5)
    #expect(AreaUnit.squareKilometer.fromSquareMeters(2_500_000) == 2.5)
  }

  @Test func `a length is read with its unit, a bare number takes the option's`() {
    #expect(LengthUnit.meters(parsing: "1.2km") == 1200)
    #expect(LengthUnit.meters(parsing: "25") == 25)
    #expect(LengthUnit.meters(parsing: "25", unit: .kilometer) == 25_000)
    #expect(LengthUnit.meters(parsing: "3937ft-us") == 1200)
    #expect(LengthUnit.meters(parsing: "-0.3nmi") == -0.3 * 1852)
    for text in ["", "m", "12 parsecs", "nan", "inf", "infm", "1.2.3km", "km1"] {
      #expect(LengthUnit.meters(parsing: text) == nil, "\(text)")
    }
  }

  @Test func `ellipsoids are read by name or by their two numbers`() throws {
    #expect(try Ellipsoid(parsing: "WGS84") == .wgs84)
    #expect(try Ellipsoid(parsing: "clrk66").equatorialRadius == 6_378_206.4)
    expect(try Ellipsoid(parsing: "clrk66").polarRadius, near: 6_356_583.8, within: 1e-8)
    #expect(try Ellipsoid(parsing: "6378137,298.257223563") == .wgs84)
    #expect(try Ellipsoid(parsing: "6371008.8,0").flattening == 0)
    #expect(try Ellipsoid(parsing: "6.4e6,-150").flattening == -1 / 150)
    for text in ["", "wgs72x", "6378137", "0,298", "-1,0", "nan,0", "1,inf", "1,0.5", "1,2,3"] {
      #expect(throws: GeodesyError.badEllipsoid(text)) { try Ellipsoid(parsing: text) }
    }
  }

  @Test func `each named ellipsoid gives its own length`() throws {
    let lengths = try Ellipsoid.named.map { try Geodesic($0.ellipsoid) }.map {
      try $0.inverse(from: at(46.9510811, 7.4386372), to: at(47.3768866, 8.541694)).length
    }
    // Asked from PROJ's own `geod +ellps=NAME -I`.
    for (length, expected) in zip(
      lengths, [96_103.235, 96_103.235, 96_091.787, 96_105.398, 96_107.443])
    {
      expect(length, near: expected, within: 0.001)
    }
  }

  @Test func `the surface of the ellipsoid is the known one`() throws {
    expect(Ellipsoid.wgs84.area, near: 510_065_621_724_088.5, within: 1)
    expect(try Ellipsoid(parsing: "1,0").area, near: 4 * .pi, within: 1e-14)
    expect(try Ellipsoid(parsing: "1,-1e9").area, near: 4 * .pi, within: 1e-7)
  }

  @Test func `a fingertip covers as much ground as the scale bar says`() {
    // Case A72's bar of 100 points at zoom 10, scaled to a fingertip of 22 points.
    for (latitude, bar) in [(0.0, 7643.703), (60, 3831.482), (-70, 2622.062), (80, 1331.645)] {
      let uncertainty = Ellipsoid.wgs84.uncertainty(zoom: 10, latitude: latitude)
      expect(uncertainty, near: bar * 0.22, within: 0.01)
    }
    #expect(Ellipsoid.wgs84.uncertainty(zoom: 22, latitude: 90) > 0)
  }
}
