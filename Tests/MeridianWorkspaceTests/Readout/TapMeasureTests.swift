import Foundation
import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Measuring from tap to tap, and how far off a finger makes it.
@Suite struct `Tap to measure` {
  private let earth = try? Geodesic()

  private func view(
    _ zoom: Double = 16, latitude: Double = 47, bearing: Double = 0, pitch: Double = 0
  ) throws -> CameraTransform {
    CameraTransform(
      try Camera(center: LonLat(7.5, latitude), zoom: zoom, bearing: bearing, pitch: pitch))
  }

  @Test func `taps add segments, closing adds an area, and each can be taken back`() throws {
    let earth = try #require(earth)
    let view = try view()
    var measure = TapMeasure()
    #expect(try measure.result(on: earth).total().text == "–")
    #expect([measure.undo(), measure.close()] == [false, false])
    for (x, y) in [(100.0, 400.0), (300, 400), (300, 600)] {
      #expect([measure.tap(ScreenPoint(x, y), through: view)] == [true])
    }
    var result = try measure.result(on: earth)
    // 200 points of 0.8145 m on Mercator's sphere, and 0.18 % more on the ellipsoid.
    #expect(result.segments.count == 2 && result.area == nil && result.enclosed() == nil)
    #expect(abs(result.segments[0].length - 163.20) < 0.01)
    #expect(abs(result.segments[0].azimuth - 90) < 0.01)
    #expect(abs(abs(result.segments[1].azimuth) - 180) < 1e-6)
    #expect(result.segments[1].running == result.length)
    #expect(result.total().text == "330 ± 10 m")
    #expect(result.legs().map(\.length.text) == ["163 ± 9 m", "163 ± 9 m"])
    #expect(result.legs().map(\.azimuth.text) == ["090° E ± 3°", "180° S ± 3°"])
    #expect([measure.canClose, measure.close(), measure.close()] == [true, true, false])
    #expect(measure.isClosed)
    result = try measure.result(on: earth)
    let area = try earth.area(measure.vertices.map(\.place))
    #expect(result.area == area.area && result.length == area.perimeter)
    #expect(result.segments.count == 3 && result.segments[2].running == result.length)
    #expect(result.enclosed()?.text == "1.3 ± 0.1 ha")
    #expect([measure.undo(), measure.isClosed] == [true, false])
    #expect(measure.vertices.count == 3)
    #expect([measure.undo(), measure.canClose] == [true, false])
    #expect([measure.undo(), measure.undo(), measure.undo()] == [true, true, false])
    #expect(measure == TapMeasure())
  }

  @Test func `a tap after closing begins anew`() throws {
    let view = try view()
    var measure = TapMeasure()
    for (x, y) in [(100.0, 400.0), (300, 400), (300, 600)] {
      measure.tap(ScreenPoint(x, y), through: view)
    }
    measure.close()
    measure.tap(ScreenPoint(10, 10), through: view)
    #expect(measure.vertices.count == 1 && !measure.isClosed)
  }

  @Test func `a tap above the horizon or off the map changes nothing`() throws {
    var measure = TapMeasure()
    #expect([measure.tap(ScreenPoint(195, 5), through: try view(pitch: 85))] == [false])
    #expect([measure.tap(ScreenPoint(195, 5), through: try view(2, latitude: 85))] == [false])
    #expect([measure.tap(ScreenPoint(.nan, 5), through: try view())] == [false])
    #expect(measure.vertices.isEmpty)
  }

  @Test func `two taps on one place have no direction`() throws {
    let earth = try #require(earth)
    let view = try view()
    var measure = TapMeasure()
    for _ in 0..<2 { measure.tap(ScreenPoint(195, 422), through: view) }
    let result = try measure.result(on: earth)
    #expect(result.legs()[0].azimuth.text == "–" && result.total().text == "0 ± 9 m")
    measure.tap(ScreenPoint(195, 422), through: view)
    measure.close()
    #expect(try measure.result(on: earth).area == 0)
  }

  @Test func `a finger covers more ground far off on a tilted map, less up close`()
    throws
  {
    func deviation(_ y: Double, _ view: CameraTransform) -> Double {
      var measure = TapMeasure()
      measure.tap(ScreenPoint(195, y), through: view)
      return measure.vertices.first?.deviation ?? .nan
    }
    let flat = try view()
    #expect(abs(deviation(422, flat) - 8 * 0.8165) < 0.01)
    #expect(abs(deviation(422, try view(17)) - deviation(422, flat) / 2) < 1e-9)
    let tilted = try view(pitch: 55)
    #expect(deviation(200, tilted) > 1.5 * deviation(422, tilted))
    #expect(deviation(422, tilted) > 1.5 * deviation(422, flat))
  }

  /// The deviations are those of many taps scattered by a normal deviate of 8 points.
  @Test(arguments: Seeds.list(4))
  func `uncertainties are what scattered taps give`(seed: UInt64) throws {
    let earth = try #require(earth)
    var random = SplitMix64(seed: seed)
    let view = try view(Double.random(in: 13...18, using: &random), latitude: 47)
    let taps = (0..<5).map { index -> ScreenPoint in
      let turn = (Double(index) + Double.random(in: 0...0.5, using: &random)) / 5 * 2 * .pi
      let radius = Double.random(in: 120...190, using: &random)
      return ScreenPoint(195 + radius * cos(turn), 422 + radius * sin(turn))
    }
    func result(_ taps: [ScreenPoint], closed: Bool) throws -> TapMeasurement {
      var measure = TapMeasure()
      for tap in taps { measure.tap(tap, through: view) }
      if closed { measure.close() }
      return try measure.result(on: earth)
    }
    func normal() -> Double {
      (-2 * log(Double.random(in: Double.ulpOfOne...1, using: &random))).squareRoot()
        * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
    func deviation(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count))
        .squareRoot()
    }
    let scattered = (0..<2000).map { _ in
      taps.map { ScreenPoint($0.x + 8 * normal(), $0.y + 8 * normal()) }
    }
    let open = try result(taps, closed: false)
    let lengths = try scattered.map { try result($0, closed: false).length }
    #expect(abs(deviation(lengths) / open.lengthDeviation - 1) < 0.1, "SEED=\(seed)")
    let ring = try result(taps, closed: true)
    let rings = try scattered.map { try result($0, closed: true) }
    #expect(
      abs(deviation(rings.map(\.length)) / ring.lengthDeviation - 1) < 0.1, "SEED=\(seed)")
    #expect(
      abs(deviation(rings.compactMap(\.area)) / ring.areaDeviation - 1) < 0.1, "SEED=\(seed)")
  }
}
