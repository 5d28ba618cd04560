import MeridianKernel
import MeridianTestSupport
import Testing

@Suite struct `Courses on the glass` {
  private let box = Envelope(minX: -10, minY: -20, maxX: 400, maxY: 860)

  private func isWithin(_ point: ScreenPoint) -> Bool {
    box.padded(by: 1e-6).contains(Coordinate(point.x, point.y))
  }

  @Test func `what is drawn is finite, within the rectangle, and holds every visible vertex`()
    throws
  {
    for seed in Seeds.list(300) {
      var numbers = SplitMix64(seed: seed)
      let camera = try Camera(
        center: LonLat(
          Double.random(in: -540...540, using: &numbers),
          Double.random(in: -80...80, using: &numbers)),
        zoom: Double.random(in: 0...18, using: &numbers),
        bearing: Double.random(in: -180...180, using: &numbers),
        pitch: Bool.random(using: &numbers) ? 0 : Double.random(in: 0...85, using: &numbers))
      let transform = CameraTransform(camera)
      let spread = 600 / camera.worldSize * 360 * Double.random(in: 0.01...3, using: &numbers)
      let center = camera.center.canonical
      let places = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
        LonLat(
          center.longitude + spread * Double.random(in: -1...1, using: &numbers),
          min(max(center.latitude + spread * Double.random(in: -1...1, using: &numbers), -85), 85))
      }
      for isRing in [false, true] {
        let courses = transform.courses(of: places, isRing: isRing, within: box)
        let points = courses.flatMap { $0 }
        let all = points.allSatisfy { $0.isFinite }
        #expect(all, "SEED=\(seed)")
        // A single place is given as it lies; whoever draws it clips.
        if isRing || places.count > 1 {
          let within = points.allSatisfy(isWithin)
          #expect(within, "SEED=\(seed)")
        }
        guard isRing ? places.count > 2 : true else { continue }
        for place in places {
          guard let seen = transform.project(place), box.contains(Coordinate(seen.x, seen.y)) else {
            continue
          }
          let isDrawn = points.contains { $0.distance(to: seen) < 1e-3 }
          #expect(isDrawn, "SEED=\(seed) \(isRing): \(place)")
        }
      }
    }
  }

  @Test func `a ring around the glass becomes the rectangle`() throws {
    let transform = CameraTransform(try Camera(center: LonLat(10, 50), zoom: 10))
    let ring = [LonLat(0, 40), LonLat(20, 40), LonLat(20, 60), LonLat(0, 60), LonLat(0, 40)]
    let courses = transform.courses(of: ring, isRing: true, within: box)
    #expect(courses.count == 1)
    let corners = Set(courses.flatMap { $0 }.map { "\($0.x.rounded()) \($0.y.rounded())" })
    #expect(corners == ["-10.0 -20.0", "400.0 -20.0", "400.0 860.0", "-10.0 860.0"])
    #expect(transform.courses(of: ring, isRing: false, within: box).isEmpty)
  }

  @Test func `a place is drawn in every copy of the world in view`() throws {
    let transform = CameraTransform(
      try Camera(center: LonLat(0, 0), zoom: 0), viewport: Viewport(width: 2000, height: 800))
    let wide = Envelope(minX: 0, minY: 0, maxX: 2000, maxY: 800)
    let courses = transform.courses(of: [LonLat(0, 0)], isRing: false, within: wide)
    #expect(courses.flatMap { $0 }.map(\.x) == [1000 - 512, 1000, 1000 + 512])
  }

  @Test func `a line through the eye is cut before it`() throws {
    let transform = CameraTransform(try Camera(center: LonLat(0, 0), zoom: 10, pitch: 80))
    let line = [LonLat(0, -3), LonLat(0, 0.01)]
    let courses = transform.courses(of: line, isRing: false, within: box)
    #expect(courses.count == 1)
    let ends = courses.flatMap { $0 }
    let bottom = ends.map(\.y).max() ?? 0
    #expect(abs(bottom - 860) < 1e-6)
  }
}
