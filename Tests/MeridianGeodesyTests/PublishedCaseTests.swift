import MeridianGeodesy
import MeridianKernel
import Testing

/// Checks published with PROJ's geodesic routines, under the names they have there.
@Suite struct PublishedCaseTests {
  let earth: Geodesic

  init() throws { earth = try Geodesic(.wgs84) }

  private func expectInverse(
    _ figure: Geodesic, _ numbers: [Double], length: Double, within: Double,
    azimuths: (Double, Double)? = nil, azimuthsWithin: Double = 0.5e-5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let way = try figure.inverse(from: at(numbers[0], numbers[1]), to: at(numbers[2], numbers[3]))
    expect(way.length, near: length, within: within, sourceLocation: sourceLocation)
    guard let azimuths else { return }
    expect(
      way.azimuth, near: azimuths.0, within: azimuthsWithin, sourceLocation: sourceLocation)
    expect(
      abs(way.endAzimuth), near: azimuths.1, within: azimuthsWithin,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: GeodesicRow.published)
  func `A77 a published row holds in both directions`(_ row: GeodesicRow) throws {
    let way = try earth.inverse(from: row.from, to: row.to)
    expect(way.length, near: row.length, within: 1e-8)
    expect(way.azimuth, near: row.azimuth, within: 1e-12)
    expect(way.endAzimuth, near: row.endAzimuth, within: 1e-12)
    let end = try earth.direct(from: row.from, azimuth: row.azimuth, distance: row.length)
    expect(end.to.latitude, near: row.to.latitude, within: 1e-12)
    let turn = (end.to.longitude - row.to.longitude).remainder(dividingBy: 360)
    expect(turn, near: 0, within: 1e-12)
    expect(end.endAzimuth, near: row.endAzimuth, within: 1e-12)
  }

  @Test func `A77 GeodSolve0 and 1: New York to Paris`() throws {
    try expectInverse(
      earth, [40.6, -73.8, 49.01666667, 2.55], length: 5_853_226, within: 0.5,
      azimuths: (53.47022, 111.59367))
    let end = try earth.direct(
      from: at(40.63972222, -73.77888889), azimuth: 53.5, distance: 5_850_000)
    expect(end.to.latitude, near: 49.01467, within: 0.5e-5)
    expect(end.to.longitude, near: 2.56106, within: 0.5e-5)
    expect(end.endAzimuth, near: 111.62947, within: 0.5e-5)
  }

  @Test func `A77 GeodSolve2: antipodes on a prolate figure`() throws {
    let prolate = try Geodesic(Ellipsoid(equatorialRadius: 6.4e6, flattening: -1 / 150))
    try expectInverse(
      prolate, [0.07476, 0, -0.07476, 180], length: 20_106_193, within: 0.5,
      azimuths: (90.00078, 90.00078))
    try expectInverse(
      prolate, [0.1, 0, -0.1, 180], length: 20_106_193, within: 0.5, azimuths: (90.00105, 90.00105))
  }

  @Test func `A77 GeodSolve4 and 92: very short lines`() throws {
    try expectInverse(
      earth, [36.493349428792, 0, 36.49334942879201, 0.0000008], length: 0.072, within: 0.5e-3)
    try expectInverse(
      earth, [37.757540000000006, -122.47018, 37.75754, -122.470177], length: 0.264, within: 0.5e-3,
      azimuths: (89.99999923, 90.00000106), azimuthsWithin: 1e-7)
    try expectInverse(
      earth, [54.1589, 15.3872, 54.1591, 15.3877], length: 39.527686385, within: 5e-9,
      azimuths: (55.723110355, 55.723515675), azimuthsWithin: 5e-9)
  }

  @Test func `A77 GeodSolve5 and 73: over the pole and back`() throws {
    let pole = try earth.direct(from: at(0.01777745589997, 30), azimuth: 0, distance: 10e6)
    expect(pole.to.latitude, near: 90, within: 0.5e-5)
    let back = try earth.direct(from: at(90, 10), azimuth: 180, distance: -1e6)
    expect(back.to.latitude, near: 81.04623, within: 0.5e-5)
    expect(back.to.longitude, near: -170, within: 0.5e-5)
    #expect(back.endAzimuth == 0 && back.endAzimuth.sign == .plus)
  }

  @Test(arguments: [
    ([88.202499451857, 0, -88.202499451857, 179.981022032992859592], 20_003_898.214),
    ([89.262080389218, 0, -89.262080389218, 179.992207982775375662], 20_003_925.854),
    ([89.333123580033, 0, -89.333123580032997687, 179.99295812360148422], 20_003_926.881),
    ([56.320923501171, 0, -56.320923501171, 179.664747671772880215], 19_993_558.287),
    ([52.784459512564, 0, -52.784459512563990912, 179.634407464943777557], 19_991_596.095),
    ([48.522876735459, 0, -48.52287673545898293, 179.599720456223079643], 19_989_144.774),
    ([45.0, 0, -45, 179.572719], 19_987_083.007),
  ])
  func `A77 GeodSolve6 to 11 and 99: nearly antipodal lines`(
    _ numbers: [Double], _ length: Double
  ) throws {
    try expectInverse(earth, numbers, length: length, within: 0.5e-3)
  }

  @Test func `A77 GeodSolve33: along the equator to the other side`() throws {
    let sphere = try Geodesic(Ellipsoid(equatorialRadius: 6.4e6, flattening: 0))
    let prolate = try Geodesic(Ellipsoid(equatorialRadius: 6.4e6, flattening: -1 / 300))
    let rows: [(Geodesic, Double, Double, Double, Double, Double)] = [
      (earth, 0, 179, 90, 90, 19_926_189), (earth, 0, 179.5, 55.96650, 124.03350, 19_980_862),
      (earth, 0, 180, 0, 180, 20_003_931), (earth, 1, 180, 0, 180, 19_893_357),
      (sphere, 0, 179, 90, 90, 19_994_492), (sphere, 0, 180, 0, 180, 20_106_193),
      (sphere, 1, 180, 0, 180, 19_994_492), (prolate, 0, 179, 90, 90, 19_994_492),
      (prolate, 0, 180, 90, 90, 20_106_193), (prolate, 0.5, 180, 33.02493, 146.97364, 20_082_617),
      (prolate, 1, 180, 0, 180, 20_027_270),
    ]
    for (figure, latitude, longitude, azimuth, endAzimuth, length) in rows {
      try expectInverse(
        figure, [0, 0, latitude, longitude], length: length, within: 0.5,
        azimuths: (azimuth, endAzimuth))
    }
  }

  @Test func `A77 GeodSolve59, 76 and 78: where other formulas fail`() throws {
    try expectInverse(
      earth, [5, 0.00000000000001, 10, 180], length: 18_345_191.174332713, within: 5e-9,
      azimuths: (0.000000000000035, 179.99999999999996), azimuthsWithin: 3e-14)
    try expectInverse(
      earth, [-(41 + 19 / 60.0), 174 + 49 / 60.0, 40 + 58 / 60.0, -(5 + 30 / 60.0)],
      length: 19_960_543.857179, within: 0.5e-6, azimuths: (160.39137649664, 19.50042925176),
      azimuthsWithin: 0.5e-11)
    try expectInverse(
      earth, [27.2, 0, -27.1, 179.5], length: 19_974_354.765767, within: 0.5e-6,
      azimuths: (45.82468716758, 134.22776532670), azimuthsWithin: 0.5e-11)
  }

  @Test func `A77 GeodSolve80: coinciding places have length zero and a conventional azimuth`()
    throws
  {
    let here = try earth.inverse(from: at(20.001, 0), to: at(20.001, 0))
    #expect(here.length == 0 && here.azimuth == 180 && here.endAzimuth == 180)
    #expect(here.flags == [.azimuthAmbiguous])
    let pole = try earth.inverse(from: at(90, 0), to: at(90, 180))
    expect(pole.length, near: 0, within: 1e-8)
    #expect(pole.azimuth == 0 && abs(pole.endAzimuth) == 180)
  }

  @Test func `A77 Planimeter0: around both poles and the origin`() throws {
    let south = try earth.area(path(-89, 0, -89, 90, -89, 180, -89, 270))
    expect(south.area, near: 24_952_305_678, within: 1)
    #expect(south.orientation == .clockwise)
    let origin = try earth.area(path(0, -1, -1, 0, 0, 1, 1, 0))
    expect(origin.perimeter, near: 627_598.2731, within: 1e-4)
    expect(origin.area, near: 24_619_419_146, within: 1)
    expect(try earth.line(path(90, 0, 0, 0, 0, 90)).length, near: 20_020_719, within: 1)
  }

  @Test func `A77 Planimeter5: an edge over the pole`() throws {
    let measure = try earth.area(path(89, 0.1, 89, 90.1, 89, -179.9))
    expect(measure.perimeter, near: 539_297, within: 1)
    expect(measure.area, near: 12_476_152_838.5, within: 1)
    #expect(!measure.flags.contains(.enclosesPole))
  }

  @Test(arguments: [
    (-0.00000000000001, 180.0, 0.0), (0.00000000000001, 0, 180), (0.00000000000001, 180, 0),
    (-0.00000000000001, 0, 180),
  ])
  func `A77 Planimeter6: a ring without width over the pole`(
    _ first: Double, _ second: Double, _ third: Double
  ) throws {
    let measure = try earth.area(path(9, first, 9, second, 9, third))
    expect(measure.perimeter, near: 36_026_861, within: 1)
    expect(measure.area, near: 0, within: 1)
  }

  @Test func `A77 Planimeter12: out and back over the pole`() throws {
    for sign in [1.0, -1] {
      let ring = path(66.562222222, 0, 66.562222222, sign * 180, 66.562222222, sign * 360)
      let measure = try earth.area(ring)
      expect(measure.perimeter, near: 10_465_729, within: 1)
      expect(measure.area, near: 0, within: 1)
      #expect(measure.orientation == .none)
    }
  }

  @Test func `A77 Planimeter13 and 21: around the pole more than once`() throws {
    let twice = try earth.area(path(89, -360, 89, -240, 89, -120, 89, 0, 89, 120, 89, 240))
    expect(twice.perimeter, near: 1_160_741, within: 1)
    expect(twice.area, near: 32_415_230_256, within: 1)
    #expect(twice.flags.contains(.selfOverlapping))
    let circuit = [45.0, 60, 45, 180, 45, -60]
    let once = 39_433_884_866_571.4277
    for count in 1...4 {
      let ring = places(Array(repeatElement(circuit, count: count).joined()))
      let measure = try earth.area(ring)
      expect(measure.area, near: Double(count) * once, within: 0.5)
      #expect(measure.flags.contains(.selfOverlapping) == (count > 1))
      #expect(measure.flags.contains(.enclosesPole))
    }
  }

  @Test func `A77 Planimeter15 and 19: small and degenerate rings`() throws {
    let ring = path(2, 1, 1, 2, 3, 3)
    expect(try earth.area(ring).area, near: 18_454_562_325.45119, within: 0.5)
    expect(try earth.area(ring.reversed()).area, near: 18_454_562_325.45119, within: 0.5)
    for degenerate in [[], path(1, 1), path(1, 1, 1, 1), path(90, 0, 90, 100)] {
      let measure = try earth.area(degenerate)
      #expect(measure.area == 0 && measure.perimeter == 0)
      #expect(measure.orientation == .none)
    }
    let bar = try earth.area(path(1, 1, 2, 2))
    expect(bar.perimeter, near: 2 * 156_876.149, within: 1e-3)
    #expect(bar.area == 0 && bar.segments.count == 2)
  }
}
