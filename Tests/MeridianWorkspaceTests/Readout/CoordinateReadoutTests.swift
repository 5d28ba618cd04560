import Foundation
import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Places as people read them: decimal degrees, sexagesimal, grids.
///
/// Figure spaces are shown as `_`, narrow ones as `'`.
@Suite struct `Coordinate readouts` {
  private let pump = LonLat(-0.1366, 51.5132)

  static func plain(_ readout: Readout) -> String {
    readout.text.replacingOccurrences(of: "\u{2007}", with: "_")
      .replacingOccurrences(of: "\u{202F}", with: "'")
  }

  private func plain(_ readout: Readout) -> String { Self.plain(readout) }

  // MARK: Decimal degrees

  @Test(arguments: [
    (0.0, "__0° E  52° N"), (2, "__0° E  52° N"), (10, "__0.137° W  51.513° N"),
    (16, "__0.1366° W  51.5132° N"), (17, "__0.13660° W  51.51320° N"),
    (24, "__0.1366000° W  51.5132000° N"),
  ])
  func `digits are no finer than what the zoom resolves`(zoom: Double, expected: String) {
    #expect(plain(.decimalDegrees(pump, at: Resolution(zoom: zoom))) == expected)
  }

  @Test func `a step of the last digit is never less than a point`() {
    for tenth in 0...240 {
      let zoom = Double(tenth) / 10
      let resolution = Resolution(zoom: zoom)
      let text = Readout.decimalDegrees(LonLat(0, 0), at: resolution).text
      let decimals = text.prefix { $0 != "°" }.split(separator: ".").dropFirst().first?.count ?? 0
      #expect(pow(10, -Double(decimals)) >= resolution.degrees || decimals == 0, "zoom \(zoom)")
      #expect(pow(10, -Double(decimals + 1)) < resolution.degrees, "zoom \(zoom)")
    }
  }

  @Test func `every place has one name, and its half of the Earth`() {
    func text(_ longitude: Double, _ latitude: Double) -> String {
      plain(.decimalDegrees(LonLat(longitude, latitude), at: Resolution(zoom: 10)))
    }
    #expect(text(-0.0, -0.0) == "__0.000° E  _0.000° N")
    #expect(text(-0.0004, -0.0004) == "__0.000° E  _0.000° N")
    #expect(text(-0.0006, -0.0006) == "__0.001° W  _0.001° S")
    #expect(text(180, 90) == "180.000° E  90.000° N")
    #expect(text(-180, -90) == "180.000° E  90.000° S")
    #expect(text(-179.9999, 1) == "180.000° E  _1.000° N")
    #expect(text(540.5, 1) == "179.500° W  _1.000° N")
    #expect(Readout.decimalDegrees(LonLat(.nan, 1)).text == "–")
    #expect(Readout.decimalDegrees(LonLat(1, 91)).spoken == "no place")
    #expect(Readout.decimalDegrees(LonLat(1, .infinity)).text == "–")
  }

  @Test func `places are read out in words`() {
    let resolution = Resolution(zoom: 16)
    #expect(
      Readout.decimalDegrees(pump, at: resolution).spoken
        == "0.1366 degrees west, 51.5132 degrees north")
    #expect(
      Readout.degreesMinutesSeconds(pump, at: resolution).spoken
        == "0 degrees 8 minutes 11.8 seconds west, 51 degrees 30 minutes 47.5 seconds north")
    #expect(
      Readout.degreesMinutesSeconds(LonLat(-1.5, -1), at: Resolution(zoom: 6)).spoken
        == "1 degree 30 minutes west, 1 degree 0 minutes south")
  }

  // MARK: Degrees, minutes, seconds

  @Test(arguments: [
    (0.0, "__0° E  52° N"), (6, "__0° 08′ W  51° 31′ N"), (12, "__0° 08′ 12″ W  51° 30′ 48″ N"),
    (16, "__0° 08′ 11.8″ W  51° 30′ 47.5″ N"),
    (24, "__0° 08′ 11.760″ W  51° 30′ 47.520″ N"),
  ])
  func `parts of a degree are no finer than what the zoom resolves`(
    zoom: Double, expected: String
  ) {
    #expect(plain(.degreesMinutesSeconds(pump, at: Resolution(zoom: zoom))) == expected)
  }

  @Test func `59.9995 seconds carry into the next minute, 59 minutes into the degree`() {
    func text(_ degrees: Double, _ minutes: Double, _ seconds: Double) -> String {
      plain(
        .degreesMinutesSeconds(
          LonLat(degrees + minutes / 60 + seconds / 3600, 0), at: Resolution(zoom: 24)))
    }
    #expect(text(10, 20, 59.9995) == "_10° 21′ 00.000″ E  _0° 00′ 00.000″ N")
    #expect(text(10, 20, 59.9994) == "_10° 20′ 59.999″ E  _0° 00′ 00.000″ N")
    #expect(text(10, 59, 59.9995) == "_11° 00′ 00.000″ E  _0° 00′ 00.000″ N")
    #expect(text(179, 59, 59.9996) == "180° 00′ 00.000″ E  _0° 00′ 00.000″ N")
    #expect(
      plain(.degreesMinutesSeconds(LonLat(-0.0001 / 3600, -89.99999999), at: Resolution(zoom: 24)))
        == "__0° 00′ 00.000″ E  90° 00′ 00.000″ S")
  }

  @Test(arguments: Seeds.batches(400))
  func `read back, a text is within half of its last digit, and its width is the zoom's`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let resolution = Resolution(zoom: Double.random(in: 12...24, using: &random))
      let places = (0..<2).map { _ in
        LonLat(
          Double.random(in: -180..<180, using: &random),
          Double.random(in: -90...90, using: &random))
      }
      for style in [Readout.decimalDegrees, Readout.degreesMinutesSeconds] {
        let texts = places.map { style($0, resolution) }
        #expect(texts[0].text.count == texts[1].text.count, "SEED=\(seed)")
        let numbers = Self.plain(texts[0]).replacingOccurrences(of: "_", with: "")
          .components(separatedBy: "  ")
        for (text, value) in zip(numbers, [places[0].longitude, places[0].latitude]) {
          let parts = text.split { "°′″ ".contains($0) }
          let angle = zip(parts.dropLast(), [1.0, 60, 3600]).reduce(0) {
            $0 + (Double($1.0) ?? .nan) / $1.1
          }
          let signed = "WS".contains(parts[parts.count - 1]) ? -angle : angle
          // A step of the last digit is less than ten points.
          #expect(abs(signed - value) <= 5.01 * resolution.degrees, "SEED=\(seed) \(text) \(value)")
        }
      }
    }
  }

  // MARK: Grids

  @Test func `zones follow the standard, Norway and Svalbard included`() {
    func zone(_ longitude: Double, _ latitude: Double) -> String {
      GridZone(LonLat(longitude, latitude))?.name ?? "none"
    }
    #expect(zone(-180, 0) == "01N" && zone(179.99, -0.1) == "60S" && zone(180, 0) == "01N")
    #expect(zone(0, 51) == "31N" && zone(-0.001, 51) == "30N" && zone(6, 51) == "32N")
    #expect(zone(3, 56) == "32N" && zone(2.99, 60) == "31N" && zone(5, 55.99) == "31N")
    #expect(zone(5, 64) == "31N" && zone(11.9, 63.9) == "32N")
    let svalbard = [
      (8.99, "31N"), (9, "33N"), (20.99, "33N"), (21, "35N"), (32.99, "35N"), (33, "37N"),
      (41.99, "37N"), (42, "38N"), (-0.1, "30N"),
    ]
    for (longitude, expected) in svalbard {
      #expect(zone(longitude, 72) == expected && zone(longitude, 83.9) == expected)
    }
    #expect(zone(10, 71.99) == "32N" && zone(10, 84) == "UPS N" && zone(10, -80) == "32S")
    #expect(zone(10, -80.01) == "UPS S" && zone(.nan, 1) == "none" && zone(1, 91) == "none")
  }

  @Test func `grid coordinates are PROJ's, to the millimeter`() throws {
    let grid = GridReference()
    // Asked from PROJ's own `proj +proj=utm` and `+proj=ups`.
    let rows: [(LonLat, String, Double, Double)] = [
      (LonLat(-79.38713889, 43.6425667), "17N", 630_084.310, 4_833_438.553),
      (LonLat(5.32, 60.39), "32N", 297_230.220, 6_700_510.175),
      (LonLat(15.6, 78.2), "33N", 513_696.945, 8_680_760.053),
      (LonLat(151.2, -33.85), "56S", 333_471.815, 6_253_018.169),
      (LonLat(-100, 84.5), "UPS N", 1_398_202.343, 2_106_113.164),
      (LonLat(30, -85), "UPS S", 2_277_728.696, 2_481_040.212),
      (LonLat(12, 90), "UPS N", 2_000_000, 2_000_000),
    ]
    for (place, name, easting, northing) in rows {
      let found = try grid.coordinate(of: place)
      #expect(found.zone.name == name)
      #expect(abs(found.easting - easting) < 6e-4, "\(place) \(found)")
      #expect(abs(found.northing - northing) < 6e-4, "\(place) \(found)")
    }
  }

  @Test(arguments: Seeds.batches(200))
  func `grid coordinates are those of Krüger's series`(seeds: [UInt64]) throws {
    let grid = GridReference()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let place = LonLat(
        Double.random(in: -180..<180, using: &random),
        Double.random(in: -80..<84, using: &random))
      let found = try grid.coordinate(of: place)
      guard case .transverseMercator(let zone, let isNorth) = found.zone else {
        Issue.record("SEED=\(seed) \(found)")
        continue
      }
      let (easting, northing) = Self.krueger(place, meridian: Double(zone) * 6 - 183)
      #expect(abs(found.easting - easting) < 1e-3, "SEED=\(seed) \(place)")
      #expect(
        abs(found.northing - northing - (isNorth ? 0 : 10_000_000)) < 1e-3, "SEED=\(seed) \(place)")
    }
  }

  /// Krüger's series to the fourth order of the third flattening (Karney 2011, equation 35).
  private static func krueger(
    _ place: LonLat, meridian: Double
  ) -> (easting: Double, northing: Double) {
    let flattening = 1 / 298.257223563
    let n = flattening / (2 - flattening)
    let radius = 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
    let alpha = [
      n / 2 - 2 / 3 * n * n + 5 / 16 * pow(n, 3) + 41 / 180 * pow(n, 4),
      13 / 48 * n * n - 3 / 5 * pow(n, 3) + 557 / 1440 * pow(n, 4),
      61 / 240 * pow(n, 3) - 103 / 140 * pow(n, 4), 49561 / 161280 * pow(n, 4),
    ]
    let e = (flattening * (2 - flattening)).squareRoot()
    let latitude = place.latitude * .pi / 180
    let longitude = (place.longitude - meridian) * .pi / 180
    let t = sinh(atanh(sin(latitude)) - e * atanh(e * sin(latitude)))
    let (xi, eta) = (atan2(t, cos(longitude)), asinh(sin(longitude) / hypot(t, cos(longitude))))
    var (x, y) = (eta, xi)
    for (index, a) in alpha.enumerated() {
      let j = Double(2 * index + 2)
      x += a * cos(j * xi) * sinh(j * eta)
      y += a * sin(j * xi) * cosh(j * eta)
    }
    return (500_000 + 0.9996 * radius * x, 0.9996 * radius * y)
  }

  @Test(arguments: [
    (2.0, "30N  700'000 E  5'700'000 N"), (10, "30N  698'700 E  5'710'800 N"),
    (16, "30N  698'680 E  5'710'780 N"), (18, "30N  698'680 E  5'710'785 N"),
    (24, "30N  698'680.43 E  5'710'784.68 N"),
  ])
  func `steps of the grid are no finer than what the zoom resolves`(
    zoom: Double, expected: String
  ) throws {
    let shown = plain(try GridReference().readout(pump, at: Resolution(zoom: zoom)))
    #expect(shown == expected)
  }

  @Test func `grid readouts keep their width and are read out in words`() throws {
    let grid = GridReference()
    let resolution = Resolution(zoom: 18)
    #expect(plain(try grid.readout(LonLat(-3, 0), at: resolution)) == "30N  500'000 E  ________0 N")
    #expect(
      plain(try grid.readout(LonLat(12, -90), at: resolution)) == "UPS S  2'000'000 E  2'000'000 N")
    #expect(
      try grid.readout(LonLat(151.2, -33.85), at: resolution).spoken
        == "UTM zone 56 south, easting 333472 meters, northing 6253018 meters")
    #expect(try grid.readout(LonLat(.nan, 0)).text == "–")
    #expect(throws: GeodesyError.self) { try grid.coordinate(of: LonLat(0, 100)) }
  }
}
