import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

/// The pitch people are led to, the way back to flat north, and what a point of glass covers.
@Suite struct ComfortTests {
  @Test(arguments: [
    (0.0, 0.0), (359.5, 359.5), (360, 0), (-0.0, 0), (-90, 270), (-1e-20, 0), (725, 5),
    (-1085, 355), (3600, 0),
  ])
  func `a bearing is told within one turn`(given: Double, expected: Double) throws {
    let camera = try Camera(center: LonLat(8, 47), zoom: 12, bearing: given)
    #expect(camera.normalizedBearing == expected)
    #expect(camera.normalizedBearing.sign == .plus)
    #expect(camera.comfortable.bearing == expected)
  }

  @Test(arguments: Seeds.batches(200))
  func `a comfortable camera differs in pitch and turns only, and stays as it is`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let camera = try Camera(
        center: LonLat(
          Double.random(in: -900...900, using: &random),
          Double.random(in: -85...85, using: &random)),
        zoom: Double.random(in: 0...24, using: &random),
        bearing: Double.random(in: -2000...2000, using: &random),
        pitch: Double.random(in: 0...85, using: &random))
      let comfortable = camera.comfortable
      #expect(comfortable.center == camera.center && comfortable.zoom == camera.zoom)
      #expect(comfortable.pitch == min(camera.pitch, 60), "SEED=\(seed)")
      #expect((0..<360).contains(comfortable.bearing), "SEED=\(seed)")
      let turns = (camera.bearing - comfortable.bearing) / 360
      #expect(abs(turns - turns.rounded()) < 1e-9, "SEED=\(seed)")
      #expect(comfortable.comfortable == comfortable, "SEED=\(seed)")
      let flat = camera.returningToFlatNorth
      #expect(flat.center == camera.center && flat.zoom == camera.zoom)
      #expect(flat.bearing == 0 && flat.pitch == 0 && flat.isFlatNorth, "SEED=\(seed)")
      #expect(flat.returningToFlatNorth == flat)
    }
  }

  @Test func `bearing and pitch return together`() throws {
    let place = LonLat(8, 47)
    #expect(!(try Camera(center: place, zoom: 1, bearing: 1).isFlatNorth))
    #expect(!(try Camera(center: place, zoom: 1, pitch: 1).isFlatNorth))
    #expect(try Camera(center: place, zoom: 1, bearing: 720).isFlatNorth)
  }

  @Test(arguments: Seeds.batches(200))
  func `the stretch of the ground is what small steps on the glass give`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let transform = try CameraTransformTests.randomCamera(&random)
      let tap = ScreenPoint(
        Double.random(in: 0...390, using: &random), Double.random(in: 0...844, using: &random))
      guard transform.perspectiveFactor(at: tap) > 0.05 else { continue }
      let stretch = try #require(transform.groundStretch(at: tap), "SEED=\(seed)")
      // The farthest that a step of a thousandth point reaches, looked for all around.
      var farthest = 0.0
      let step = 1e-3
      let worldSize = transform.camera.worldSize
      func world(_ point: ScreenPoint) -> Coordinate? {
        transform.unproject(point).map(WebMercator.project)
      }
      guard let origin = world(tap), origin.y > 0.001, origin.y < 0.999 else { continue }
      for angle in 0..<360 {
        let turn = Double(angle) * .pi / 180
        let near = ScreenPoint(
          tap.x + step * cos(turn), tap.y + step * sin(turn))
        let place = try #require(world(near), "SEED=\(seed)")
        let (east, south) = (place.x - origin.x, place.y - origin.y)
        farthest = max(farthest, (east * east + south * south).squareRoot() * worldSize / step)
      }
      #expect(abs(farthest / stretch - 1) < 2e-3, "SEED=\(seed) \(farthest) \(stretch)")
    }
  }

  @Test func `above the horizon there is no ground to stretch`() throws {
    let transform = CameraTransform(try Camera(center: LonLat(8, 47), zoom: 12, pitch: 85))
    #expect(transform.groundStretch(at: ScreenPoint(195, 10)) == nil)
    #expect(transform.groundStretch(at: ScreenPoint(195, 422)) != nil)
    let flat = CameraTransform(try Camera(center: LonLat(8, 47), zoom: 12))
    #expect(flat.groundStretch(at: ScreenPoint(0, 0)) == 1)
  }
}
