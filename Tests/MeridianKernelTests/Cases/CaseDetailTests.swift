import MeridianKernel
import MeridianTestSupport
import Testing

/// The case log once more, where a case says more than who is hit: repeats, reasons, both paths.
struct CaseDetailTests {
  let scene: ScreenScene

  init() throws { scene = try ScreenScene() }

  @Test func `A03 the distance holds on every side of the hole and in its corners`() throws {
    let parcel = ScreenScene.layer("parcel", [scene.square(0, 0, half: 200, holes: [60])])
    for (x, y, distance) in [
      (50.0, 0.0, 10.0), (-50, 0, 10), (0, 50, 10), (0, -50, 10), (45, 45, 15), (-60, 0, 0),
    ] {
      let hit = try #require(scene.answer(x, y, [parcel]).hits.first, "at \(x),\(y)")
      #expect(abs(hit.distance - distance) < 1e-3, "at \(x),\(y)")
      // A tap on the edge itself may fall to either side of it.
      if distance > 1 { #expect(hit.ring == 1 && !hit.isInside) }
    }
  }

  @Test func `A04 the tap of the case log is ten points from the point`() throws {
    let layers = [
      ScreenScene.layer("areas", [scene.square(0, 0, half: 300)]),
      ScreenScene.layer("points", [scene.point(0, 0)]),
    ]
    let tap = try #require(scene.transform.project(LonLat(7.500107288360596, 47)))
    let hits = HitTester(layers: layers).hits(at: tap, through: scene.transform).hits
    #expect(hits.map(\.layer) == ["points", "areas"])
    #expect(abs(hits[0].distance - 10) < 0.005)
    #expect(hits[1].isInside && hits[1].distance == 0)
  }

  @Test func `A05 the tap of the case log is three and twelve points away`() throws {
    let point = ScreenScene.geometry(.point, [(.point, [[Coordinate(7.5, 47)]])])
    let line = ScreenScene.geometry(
      .lineString,
      [
        (
          .line,
          [[Coordinate(7.5001609325408936, 46.99), Coordinate(7.5001609325408936, 47.01)]]
        )
      ])
    let layers = [ScreenScene.layer("points", [point]), ScreenScene.layer("lines", [line])]
    let tap = try #require(scene.transform.project(LonLat(7.500032186508179, 47)))
    for policy in [HitPolicy.class, .likelihood, .nearest] {
      let hits = HitTester(layers: layers).hits(
        at: tap, through: scene.transform, options: HitOptions(policy: policy)
      ).hits
      #expect(hits.map(\.layer) == ["points", "lines"])
      #expect(abs(hits[0].distance - 3) < 0.005 && abs(hits[1].distance - 12) < 0.005)
    }
  }

  @Test func `A08 seven stacked points answer alike on every run and in both storing orders`() {
    let point = scene.point(0, 0)
    func layers(_ low: [Int64], _ top: [Int64]) -> [HitLayer] {
      [
        ScreenScene.layer("low", low.map { _ in point }, fids: low),
        ScreenScene.layer("top", top.map { _ in point }, fids: top),
      ]
    }
    let expected = ["top/6", "top/7", "top/8", "top/9", "low/1", "low/2", "low/3"]
    for policy in HitPolicy.allCases {
      for stored in [layers([3, 1, 2], [9, 7, 8, 6]), layers([1, 2, 3], [6, 8, 9, 7])] {
        for _ in 0..<5 {
          #expect(scene.hits(2, 1, stored, options: HitOptions(policy: policy)) == expected)
        }
      }
    }
  }

  @Test func `A10 a miss by half a point says by how much`() throws {
    let layer = ScreenScene.layer("p", [scene.square(122.5, 0, half: 100)])
    let answer = scene.answer(0, 0, [layer], options: HitOptions(explains: true))
    #expect(answer.hits.isEmpty)
    let miss = try #require(answer.nearMisses.first)
    #expect(miss.reason == .beyondTolerance && miss.fid == 1)
    #expect(abs((miss.distance ?? 0) - 22.5) < 1e-3)
  }

  @Test func `A11 the finger is as wide in every direction`() {
    let layer = ScreenScene.layer("p", [scene.point(0, 0)])
    for (x, y) in [(1.0, 0.0), (0.6, 0.8), (-0.8, 0.6), (-0.28, -0.96), (0.70710678, -0.70710678)] {
      #expect(scene.hits(21.99 * x, 21.99 * y, [layer]) == ["p/1"])
      #expect(scene.hits(22.01 * x, 22.01 * y, [layer]) == [])
    }
  }

  @Test func `A25 a bow-tie between its lobes is missed by more than a finger`() throws {
    let bow = scene.geometry(
      .polygon,
      [(.polygon, [[(-100, 100), (100, -100), (100, 100), (-100, -100), (-100, 100)]])])
    let layers = [ScreenScene.layer("p", [bow])]
    for (x, y) in [(-70.0, 0.0), (70, 0), (0, -60), (0, 60), (0, -20), (0, 0)] {
      let fast = scene.answer(x, y, layers)
      let twin = BruteForceHitTester(layers: layers).hits(
        at: scene.tap(x, y), through: scene.transform)
      #expect(fast.hits.map(\.isInside) == twin.hits.map(\.isInside), "at \(x),\(y)")
      #expect(fast.hits.map(\.distance) == twin.hits.map(\.distance), "at \(x),\(y)")
    }
    // 20 points above the crossing the edges are 14.14 away.
    let near = try #require(scene.answer(0, -20, layers).hits.first)
    #expect(!near.isInside && abs(near.distance - 14.142) < 1e-2)
  }

  @Test func `A28 the same tap from the other side of the seam`() throws {
    func point(_ longitude: Double) -> GeometryBuffer {
      ScreenScene.geometry(.point, [(.point, [[Coordinate(longitude, -17)]])])
    }
    let layer = ScreenScene.layer("p", [point(179.9999), point(-179.9999), point(0)])
    for center in [180.0, -180, 540, -179.9999, 179.9999] {
      let view = CameraTransform(try Camera(center: LonLat(center, -17), zoom: 16))
      let tap = try #require(view.project(LonLat(-179.9999, -17)))
      let hits = HitTester(layers: [layer]).hits(at: tap, through: view).hits
      #expect(hits.map(\.fid) == [2, 1], "from \(center)")
      #expect(hits.count == 2 && abs(hits[1].distance - 18.64) < 0.005, "from \(center)")
      #expect(hits.allSatisfy { abs($0.nearest.longitude) > 179.9 && $0.nearest.longitude < 180 })
    }
  }

  @Test func `A31 both halves of a split country weigh as one area`() throws {
    func box(_ west: Double, _ east: Double) -> [[Coordinate]] {
      [[(west, -1), (east, -1), (east, 1), (west, 1), (west, -1)].map { Coordinate($0.0, $0.1) }]
    }
    let split = ScreenScene.geometry(
      .multiPolygon, [(.polygon, box(179, 180)), (.polygon, box(-180, -179))])
    let whole = ScreenScene.geometry(.polygon, [(.polygon, box(179, 181))])
    func score(_ geometry: GeometryBuffer, _ longitude: Double) throws -> HitScore {
      let answer = try ScreenScene.answer(
        at: LonLat(longitude, 0), zoom: 7, [ScreenScene.layer("p", [geometry])])
      return try #require(answer.hits.first).score
    }
    for longitude in [179.5, -179.5] {
      let a = try score(split, longitude)
      let b = try score(whole, longitude)
      #expect(abs(a.wholeMeasure / b.wholeMeasure - 1) < 1e-9)
      #expect(abs(a.measure / b.measure - 1) < 1e-9)
    }
  }

  @Test func `A35 hidden by the switch, by opacity, by the reference system`() {
    var hidden = ScreenScene.layer("hidden", [scene.point(0, 0)])
    hidden.isVisible = false
    var clear = ScreenScene.layer("clear", [scene.point(1, 0)])
    clear.opacity = 0
    var placeless = ScreenScene.layer("placeless", [scene.point(2, 0)])
    placeless.hasPlace = false
    var reference = ScreenScene.layer("reference", [scene.point(3, 0)])
    reference.role = .reference
    reference.editability = .reference
    let answer = scene.answer(
      0, 0, [hidden, clear, placeless, reference], options: HitOptions(explains: true))
    #expect(answer.hits.map(\.layer) == ["reference"])
    #expect(answer.hits[0].editability == .reference)
    #expect(answer.nearMisses.map(\.reason) == [.layerHidden, .layerHidden, .crsUndefined])
  }

  @Test func `A40 what the limit cut is listed when asked for`() {
    let points = (0..<60).map { scene.point(Double($0) * 0.3, 0) }
    let answer = scene.answer(
      0, 0, [ScreenScene.layer("p", points)],
      options: HitOptions(policy: .nearest, limit: 10, explains: true))
    #expect(answer.hits.compactMap(\.fid) == Array(1...10))
    #expect(answer.truncated == 50)
    #expect(answer.nearMisses.compactMap(\.fid) == Array(11...60))
    #expect(answer.nearMisses.allSatisfy { $0.reason == .limit })
  }
}
