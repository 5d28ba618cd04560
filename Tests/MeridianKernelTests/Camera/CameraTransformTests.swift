import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

/// The camera's closed form: there and back, the horizon, the map's edge.
struct CameraTransformTests {
  @Test(arguments: Seeds.batches(400))
  func `glass to ground to glass comes back within a millionth of a point`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let transform = try Self.randomCamera(&random)
      for _ in 0..<10 {
        let tap = ScreenPoint(
          Double.random(in: 0...390, using: &random), Double.random(in: 0...844, using: &random))
        // Near the horizon a point of glass is a continent, so the copies of the world mix.
        guard transform.perspectiveFactor(at: tap) > 0.05,
          let place = transform.unproject(tap), abs(place.latitude) < 89,
          abs(place.longitude - transform.camera.center.longitude) < 179
        else { continue }
        let back = try #require(transform.project(place), "SEED=\(seed)")
        #expect(
          back.distance(to: tap) < 1e-6, "SEED=\(seed) \(transform.camera) \(tap) \(back)")
      }
    }
  }

  @Test(arguments: Seeds.batches(200))
  func `whole turns of the center change nothing on the glass`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      // Steps of 1/1024 degree, so that adding a turn is exact.
      let longitude = Double(Int.random(in: -184_320..<184_320, using: &random)) / 1024
      let zoom = Double.random(in: 3...22, using: &random)
      let pitch = Double.random(in: 0...70, using: &random)
      func transform(_ turns: Double) throws -> CameraTransform {
        CameraTransform(
          try Camera(center: LonLat(longitude + 360 * turns, 40), zoom: zoom, pitch: pitch))
      }
      let tap = ScreenPoint(
        Double.random(in: 0...390, using: &random), Double.random(in: 400...844, using: &random))
      let still = try #require(try transform(0).unproject(tap))
      for turns in [-3.0, 1, 2] {
        let moved = try #require(try transform(turns).unproject(tap))
        #expect(moved.latitude == still.latitude, "SEED=\(seed)")
        #expect(abs(moved.longitude - 360 * turns - still.longitude) < 1e-9, "SEED=\(seed)")
        let first = try #require(try transform(0).project(still))
        let second = try #require(try transform(turns).project(still))
        #expect(first == second, "SEED=\(seed)")
      }
    }
  }

  static func randomCamera(_ random: inout SplitMix64) throws -> CameraTransform {
    let isFlat = Int.random(in: 0..<4, using: &random) == 0
    return CameraTransform(
      try Camera(
        center: LonLat(
          Double.random(in: -900...900, using: &random), Double.random(in: -84...84, using: &random)
        ),
        zoom: Double.random(in: 2...22, using: &random),
        bearing: Double.random(in: -720...720, using: &random),
        pitch: isFlat ? 0 : Double.random(in: 0...85, using: &random)))
  }

  @Test func `the center is in the middle of the glass at every lean`() throws {
    for pitch in [0.0, 30, 60, 85] {
      let transform = CameraTransform(
        try Camera(center: LonLat(7.5, 47), zoom: 16, bearing: 33, pitch: pitch))
      let middle = try #require(transform.project(LonLat(7.5, 47)))
      #expect(middle.distance(to: ScreenPoint(195, 422)) < 1e-6)
      #expect(transform.perspectiveFactor(at: ScreenPoint(195, 422)) == 1)
    }
  }

  @Test func `the world is 512 points wide at zoom zero and doubles with every zoom`() throws {
    let transform = CameraTransform(try Camera(center: LonLat(0, 0), zoom: 0))
    let left = try #require(transform.project(LonLat(-90, 0)))
    #expect(left.distance(to: ScreenPoint(195 - 128, 422)) < 1e-9)
    let camera = try Camera(center: LonLat(0, 0), zoom: 3.5)
    #expect(abs(camera.worldSize - 512 * 8 * 2.0.squareRoot()) < 1e-8)
  }

  @Test func `bearing turns the map against the clock`() throws {
    // Looking east, what lies east of the center is above the middle of the glass.
    let transform = CameraTransform(try Camera(center: LonLat(0, 0), zoom: 10, bearing: 90))
    let east = try #require(transform.project(LonLat(0.1, 0)))
    #expect(abs(east.x - 195) < 1e-9)
    #expect(abs(east.y - (422 - 0.1 / 360 * 512 * 1024)) < 1e-6)
    let north = try #require(transform.project(LonLat(0, 0.1)))
    #expect(north.x < 195 - 100 && abs(north.y - 422) < 1e-9)
  }

  @Test func `the perspective factor falls in proportion to the height on the glass`() throws {
    for (pitch, up) in [(60.0, 422.0), (45, 100), (30, -400)] {
      let transform = CameraTransform(try Camera(center: LonLat(7.5, 47), zoom: 16, pitch: pitch))
      let radians = pitch * .pi / 180
      // The eye is 1.5 viewport heights away: 1266 points.
      let expected = 1 - up * tan(radians) / 1266
      let factor = transform.perspectiveFactor(at: ScreenPoint(20, 422 - up))
      #expect(abs(factor - expected) < 1e-12)
    }
  }

  @Test(arguments: [(71.56, true), (71.57, false), (85.0, false), (0.0, true)])
  func `the horizon enters the glass when the tangent of the pitch exceeds three`(
    pitch: Double, hasGround: Bool
  ) throws {
    let transform = CameraTransform(try Camera(center: LonLat(7.5, 0), zoom: 20, pitch: pitch))
    let factor = transform.perspectiveFactor(at: ScreenPoint(195, 0))
    #expect((factor > 0) == hasGround)
    if !hasGround { #expect(transform.unproject(ScreenPoint(195, 0)) == nil) }
  }

  @Test func `a tap above the horizon has no ground and says so`() throws {
    let scene = try ScreenScene(pitch: 80)
    let layer = ScreenScene.layer("p", [scene.point(0, 0)])
    let answer = scene.answer(0, -400, [layer], options: HitOptions(explains: true))
    #expect(answer.reason == .aboveHorizon)
    #expect(answer.ground == nil && answer.hits.isEmpty && answer.nearMisses.isEmpty)
    let below = scene.answer(0, 0, [layer])
    #expect(below.reason == nil && below.hits.count == 1)
  }

  @Test func `a tap beyond the edge of the map says so`() throws {
    let transform = CameraTransform(try Camera(center: LonLat(0, 0), zoom: 0))
    let layer = ScreenScene.layer(
      "p", [ScreenScene.geometry(.point, [(.point, [[Coordinate(0, 85)]])])])
    let tester = HitTester(layers: [layer])
    // The square's top is 256 points above the middle.
    let beyond = tester.hits(at: ScreenPoint(195, 165), through: transform)
    #expect(beyond.reason == .offMap && beyond.hits.isEmpty && beyond.ground == nil)
    let within = tester.hits(at: ScreenPoint(195, 167), through: transform)
    #expect(within.reason == nil && within.hits.count == 1)
  }

  @Test func `numbers outside a camera's range are refused by name`() {
    let place = LonLat(7.5, 47)
    #expect(throws: CameraError.centerNotFinite) { try Camera(center: LonLat(.nan, 0), zoom: 1) }
    #expect(throws: CameraError.latitudeOutOfRange(LonLat(0, 91))) {
      try Camera(center: LonLat(0, 91), zoom: 1)
    }
    #expect(throws: CameraError.offMap(86)) { try Camera(center: LonLat(0, 86), zoom: 1) }
    #expect(throws: CameraError.zoomOutOfRange(24.5)) { try Camera(center: place, zoom: 24.5) }
    #expect(throws: CameraError.zoomOutOfRange(-0.5)) { try Camera(center: place, zoom: -0.5) }
    #expect(throws: CameraError.bearingNotFinite) {
      try Camera(center: place, zoom: 1, bearing: .infinity)
    }
    #expect(throws: CameraError.pitchOutOfRange(85.5)) {
      try Camera(center: place, zoom: 1, pitch: 85.5)
    }
  }
}
