import MeridianGeodesy
import MeridianKernel
import Testing

/// The case log's lines: coordinates are latitude, longitude; lengths within a millimeter.
@Suite struct LineCaseTests {
  let earth: Geodesic

  init() throws { earth = try Geodesic(.wgs84) }

  private func length(_ numbers: Double...) throws -> Double {
    try earth.line(places(numbers)).length
  }

  @Test func `A50 a line of 340 km is measured on the ellipsoid, not on a sphere`() throws {
    let from = at(20.418389, -100.038972)
    let to = at(20.638778, -103.299028)
    let way = try earth.inverse(from: from, to: to)
    expect(way.length, near: 340_870.5898, within: 0.001)
    expect(way.azimuth, near: -85.324701110, within: 1e-6)
    for (radius, error) in [(6_371_008.8, -510.8), (6_373_000.0, -404.4)] {
      let sphere = try Geodesic(Ellipsoid(equatorialRadius: radius, flattening: 0))
      let wrong = try sphere.inverse(from: from, to: to).length
      expect(wrong - way.length, near: error, within: 0.06)
    }
  }

  @Test func `A51 one degree is longer or shorter by direction and latitude`() throws {
    expect(try length(0, 0, 1, 0), near: 110_574.3886, within: 0.001)
    expect(try length(0, 0, 0, 1), near: 111_319.4908, within: 0.001)
    expect(try length(60, 0, 60, 1), near: 55_799.4704, within: 0.001)
    expect(try length(89, 0, 90, 0), near: 111_693.8649, within: 0.001)
  }

  @Test func `A54 degrees are not measured as if they were planar`() throws {
    expect(try length(50.78, 6.05, 51.16, 14.97), near: 627_603.823, within: 0.001)
    expect(try length(55.06, 8.41, 47.52, 12.97), near: 896_658.978, within: 0.001)
  }

  @Test func `A55 Bern to Zurich is a geodesic, not a length on the Web Mercator plane`() throws {
    let line = path(46.9510811, 7.4386372, 47.3768866, 8.541694)
    expect(try earth.line(line).length, near: 96_103.2353, within: 0.001)
    let mercator = try PlanarMeasure(CoordinateTransform(from: .webMercator))
    expect(try mercator.line(line).length, near: 141_202.97, within: 0.01)
  }

  @Test func `A56 one vertex, a repeated vertex and a non-finite vertex never show nan`() throws {
    #expect(try earth.line(path(47, 7)).length == 0)
    #expect(try earth.line([]).length == 0)
    let repeated = try earth.line(path(47, 7, 47, 7, 48, 7))
    #expect(repeated.segments.map(\.length).first == 0)
    #expect(repeated.segments.allSatisfy { $0.azimuth.isFinite && $0.backAzimuth.isFinite })
    #expect(repeated.flags == [.azimuthAmbiguous])
    let error = try #require(throws: GeodesyError.self) {
      try earth.line(path(47, 7, 48, .infinity))
    }
    #expect(error.description == "Longitude inf of vertex 2 is not a finite number; give degrees.")
  }

  @Test func `A57 a latitude of 100 degrees is refused`() throws {
    let error = try #require(throws: GeodesyError.self) {
      try earth.inverse(from: at(100, 30), to: at(20, 0))
    }
    #expect(error == .latitudeOutOfRange(vertex: 1, place: at(100, 30)))
    #expect(error.description.contains("Latitude 100 of vertex 1"))
  }

  @Test func `A58 a longitude of 1000 degrees is a longitude`() throws {
    let way = try earth.inverse(from: at(20, 30), to: at(30, 1000))
    expect(way.length, near: 10_709_578.386827, within: 1e-6)
    let back = try earth.inverse(from: at(30, 1000), to: at(20, 30))
    let azimuths = [way.azimuth, way.backAzimuth, back.azimuth, back.backAzimuth]
    #expect(azimuths.contains { abs($0 - -54.91770376976906) < 1e-6 }, "\(azimuths)")
    #expect(azimuths.contains { abs($0 - 62.56591359249907) < 1e-6 }, "\(azimuths)")
  }

  @Test func `A60 a NaN in any of the four numbers is named`() throws {
    for index in 0..<4 {
      var numbers = [20.0, 30, 40, 50]
      numbers[index] = .nan
      let pair = places(numbers)
      let error = try #require(throws: GeodesyError.self) {
        try earth.inverse(from: pair[0], to: pair[1])
      }
      let axis = index % 2 == 0 ? "Latitude" : "Longitude"
      #expect(error.description.hasPrefix("\(axis) nan of vertex \(index / 2 + 1)"), "\(error)")
    }
    #expect(throws: GeodesyError.numberNotFinite(name: "distance", value: .infinity)) {
      try earth.direct(from: at(0, 0), azimuth: 0, distance: .infinity)
    }
  }

  @Test func `A61 a nearly antipodal line converges`() throws {
    let way = try earth.inverse(from: at(-41.32, 174.81), to: at(40.96, -5.5))
    expect(way.length, near: 19_959_679.2674, within: 0.001)
    expect(way.azimuth, near: 161.067669986, within: 1e-6)
    expect(way.endAzimuth, near: 18.825195123, within: 1e-6)
    #expect(way.flags.isDisjoint(with: [.antipodal, .azimuthAmbiguous]))
  }

  @Test func `A62 antipodes have a length and an ambiguous azimuth`() throws {
    let way = try earth.inverse(from: at(30, 0), to: at(-30, 180))
    expect(way.length, near: 20_003_931.4586, within: 0.001)
    #expect(way.flags.isSuperset(of: [.antipodal, .azimuthAmbiguous]))
    #expect(way.azimuth.isFinite && way.endAzimuth.isFinite)
  }

  @Test func `A63 a line across 180 degrees takes the short way`() throws {
    let short = try earth.line(path(60, 179.9, 60, -179.9))
    expect(short.length, near: 11_159.9961, within: 0.001)
    #expect(short.flags == [.crosses180])
    let fiji = try earth.inverse(from: at(-18.1416, 178.4419), to: at(-13.8333, -171.75))
    expect(fiji.length, near: 1_152_678.8276, within: 0.001)
    expect(fiji.azimuth, near: 66.989696, within: 1e-6)
    #expect(fiji.flags == [.crosses180])
  }

  @Test func `A64 180, -180 and 540 degrees are one meridian`() throws {
    #expect(try length(10, 180, 10, -180) == 0)
    #expect(try length(10, 540, 10, -180) == 0)
    #expect(
      try earth.line(path(10, 170, 10, 180, 11, -180, 10, 170)).flags.contains(.crosses180) == false
    )
    #expect(try earth.line(path(10, 170, 10, 180, 11, -180, 10, -170)).flags.contains(.crosses180))
  }

  @Test func `a mirrored pair near the antipode has two ways`() throws {
    let way = try earth.inverse(from: at(0, 0), to: at(0, 179.5))
    #expect(way.flags == [.azimuthAmbiguous])
    #expect(try earth.inverse(from: at(30, 0), to: at(-30, 20)).flags == [])
    #expect(try earth.inverse(from: at(60, 0), to: at(60, 180)).flags == [])
  }
}
