import Foundation
import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The bar that tells lengths on the ground, and the camera's other readouts.
@Suite struct `The scale bar` {
  private func transform(
    _ latitude: Double, zoom: Double, bearing: Double = 0, pitch: Double = 0
  ) throws -> CameraTransform {
    CameraTransform(
      try Camera(center: LonLat(7.5, latitude), zoom: zoom, bearing: bearing, pitch: pitch))
  }

  private func text(_ bar: ScaleBar?) -> String {
    bar.map { `Coordinate readouts`.plain($0.readout) } ?? "none"
  }

  @Test(arguments: [
    (0.0, 7643.703), (60, 3831.482), (70, 2622.062), (80, 1331.645), (-60, 3831.482),
    (-80, 1331.645),
  ])
  func `A72 a hundred points are as long as the ellipsoid says at any latitude`(
    latitude: Double, expected: Double
  ) throws {
    let transform = try transform(latitude, zoom: 10)
    let meters = try #require(ScaleBar.metersPerPoint(transform)) * 100
    #expect((meters * 1000).rounded() / 1000 == expected)
    // A bar of so many points is a hundred points' share of it.
    let bar = try #require(ScaleBar(transform))
    let length = bar.unit.toMeters(bar.length)
    #expect(abs(bar.width * meters / 100 - length) < 1e-9)
    // The geodesic between both ends says the same, to the bend of the parallel.
    let ends = [-50.0, 50].map { transform.unproject(ScreenPoint(195 + $0, 422)) }
    let earth = try Geodesic()
    let way = try earth.inverse(from: try #require(ends[0]), to: try #require(ends[1]))
    #expect(abs(way.length - expected) < 1e-3)
  }

  @Test func `A73 a nautical bar has its decimals`() throws {
    // 100 points at the equator are 0.31 nautical miles at this zoom.
    let zoom = 10 + log2(7643.702828517626 / (0.31 * 1852))
    let bar = try #require(ScaleBar(try transform(0, zoom: zoom), units: .nautical))
    #expect(text(bar) == "0.2 nmi" && bar.length == 0.2 && bar.unit == .nauticalMile)
    #expect(abs(bar.width - 100 * 0.2 / 0.31) < 1e-9)
    #expect(bar.readout.spoken == "0.2 nautical miles")
  }

  @Test(arguments: [
    (0.0, "5'000 km", "2'000 mi", "2'000 nmi"), (10, "5 km", "2 mi", "2 nmi"),
    (13, "500 m", "2'000 ft", "0.5 nmi"), (16, "100 m", "200 ft", "0.05 nmi"),
    (20, "5 m", "20 ft", "0.002 nmi"), (24, "0.2 m", "1 ft", "0.0002 nmi"),
  ])
  func `bars are 1, 2 or 5 times a power of ten in the units chosen`(
    zoom: Double, metric: String, imperial: String, nautical: String
  ) throws {
    let transform = try transform(0, zoom: zoom)
    #expect(text(ScaleBar(transform)) == metric)
    #expect(text(ScaleBar(transform, units: .imperial)) == imperial)
    #expect(text(ScaleBar(transform, units: .nautical)) == nautical)
  }

  @Test func `A74 the bar's number and label come from one conversion`() throws {
    let transform = try transform(47, zoom: 13.3)
    for unit in LengthUnit.allCases {
      let bar = try #require(ScaleBar(transform, units: .only(unit, .hectare)))
      #expect(bar.unit == unit && bar.readout.text.hasSuffix(" " + unit.rawValue))
      let ground = try #require(ScaleBar.metersPerPoint(transform)) * bar.width
      #expect(abs(unit.fromMeters(ground) / bar.length - 1) < 1e-12)
      let shown = Double(
        bar.readout.text.dropLast(unit.rawValue.count + 1).filter { $0 != "\u{202F}" })
      #expect(shown == bar.length)
    }
    for (unit, number) in [
      (LengthUnit.meter, "1'000.00 m"), (.kilometer, "1.000 km"), (.foot, "3'280.8 ft"),
      (.surveyFoot, "3'280.8 ft-us"), (.nauticalMile, "0.540 nmi"), (.mile, "0.621 mi"),
      (.yard, "1'093.6 yd"),
    ] {
      let readout = Readout.length(1000, units: .only(unit, .hectare))
      #expect(`Coordinate readouts`.plain(readout) == number)
    }
  }

  @Test(arguments: Seeds.batches(300))
  func `a bar fits its room, fills a fifth of it or more, and shrinks as the map grows`(
    seeds: [UInt64]
  ) throws {
    let choices = [ShownUnits.metric, .imperial, .nautical, .survey]
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let latitude = Double.random(in: -85...85, using: &random)
      let zoom = Double.random(in: 0...23, using: &random)
      let room = Double.random(in: 20...300, using: &random)
      let units = choices[Int.random(in: 0..<4, using: &random)]
      let pitch = Double.random(in: 0...60, using: &random)
      let first = try transform(latitude, zoom: zoom, pitch: pitch)
      let place = ScreenPoint(
        Double.random(in: 0...390, using: &random), Double.random(in: 500...844, using: &random))
      let bar = try #require(
        ScaleBar(first, at: place, maximumWidth: room, units: units), "SEED=\(seed)")
      #expect(bar.width <= room, "SEED=\(seed)")
      // Between 2 and 5 lies the widest gap; feet change to miles within it.
      #expect(bar.width > room * 0.39, "SEED=\(seed) \(bar.width / room)")
      let meters = bar.unit.toMeters(bar.length)
      let closer = try transform(latitude, zoom: zoom + 0.7, pitch: pitch)
      let shorter = try #require(ScaleBar(closer, maximumWidth: room, units: units))
      let still = try #require(ScaleBar(first, maximumWidth: room, units: units))
      #expect(
        shorter.unit.toMeters(shorter.length) <= still.unit.toMeters(still.length), "SEED=\(seed)")
      let wider = try #require(
        ScaleBar(first, at: place, maximumWidth: room * 1.3, units: units), "SEED=\(seed)")
      #expect(wider.unit.toMeters(wider.length) >= meters, "SEED=\(seed)")
    }
  }

  @Test func `on a tilted map the bar tells the ground where it lies`() throws {
    let transform = try transform(47, zoom: 15, bearing: 30, pitch: 55)
    let earth = try Geodesic()
    for y in [400.0, 600, 800] {
      let ends = try [194.0, 196].map { try #require(transform.unproject(ScreenPoint($0, y))) }
      let way = try earth.inverse(from: ends[0], to: ends[1]).length / 2
      let told = try #require(ScaleBar.metersPerPoint(transform, at: ScreenPoint(195, y)))
      // Along any other direction than the parallel the ellipsoid differs by up to 0.7 %.
      #expect(abs(told / way - 1) < 0.007)
    }
    #expect(ScaleBar(try self.transform(47, zoom: 15, pitch: 85), at: ScreenPoint(195, 5)) == nil)
    #expect(ScaleBar(transform, maximumWidth: 0) == nil)
    #expect(ScaleBar(transform, maximumWidth: .nan) == nil)
  }

  // MARK: Zoom, bearing, pitch

  @Test func `zoom, bearing and pitch keep their width and are read out in words`() throws {
    func camera(_ zoom: Double, _ bearing: Double, _ pitch: Double) throws -> Camera {
      try Camera(center: LonLat(0, 0), zoom: zoom, bearing: bearing, pitch: pitch)
    }
    func shown(_ readout: Readout) -> String { `Coordinate readouts`.plain(readout) }
    let low = try camera(9.96, 359.6, 0)
    let high = try camera(16.04, -135, 7.4)
    #expect(shown(.zoom(of: low)) == "z 10.0" && shown(.zoom(of: high)) == "z 16.0")
    #expect(shown(.zoom(of: try camera(2, 0, 0))) == "z _2.0")
    #expect(shown(.bearing(of: low)) == "000° N" && shown(.bearing(of: high)) == "225° SW")
    #expect(Readout.bearing(of: high).spoken == "225 degrees, southwest")
    #expect(shown(.pitch(of: low)) == "_0°" && shown(.pitch(of: high)) == "_7°")
    #expect(Readout.pitch(of: low).spoken == "flat")
    #expect(Readout.pitch(of: high).spoken == "tilted 7 degrees")
    let winds = try (0..<360).map { Readout.bearing(of: try camera(1, Double($0), 0)).text }
    #expect(winds[22] == "022° N" && winds[23] == "023° NE" && winds[67] == "067° NE")
    #expect(winds[68] == "068° E" && winds[337] == "337° NW" && winds[338] == "338° N")
    #expect(Set(winds.map { $0.split(separator: " ")[1] }).count == 8)
  }
}
