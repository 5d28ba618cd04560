import MeridianKernel
import MeridianTestSupport
import Testing

/// The case log, A01–A25: what a finger touches, shape by shape, in the view V0.
struct ShapeCaseTests {
  let scene: ScreenScene
  let byClass = HitOptions(policy: .class)

  init() throws { scene = try ScreenScene() }

  private func distance(_ answer: HitAnswer, _ fid: Int64) -> Double {
    answer.hits.first { $0.fid == fid }?.distance ?? .infinity
  }

  @Test func `A01 a tap in the hole misses the polygon`() {
    let parcel = ScreenScene.layer("parcel", [scene.square(0, 0, half: 200, holes: [60])])
    #expect(scene.hits(0, 0, [parcel]) == [])
    #expect(scene.hits(100, 0, [parcel]) == ["parcel/1"])
  }

  @Test func `A02 a small feature in the hole is hit alone`() {
    let parcel = ScreenScene.layer(
      "parcel", [scene.square(0, 0, half: 200, holes: [60]), scene.square(0, 0, half: 10)])
    #expect(scene.hits(0, 0, [parcel]) == ["parcel/2"])
  }

  @Test func `A03 the edge of a hole is hit from within it`() throws {
    let parcel = ScreenScene.layer("parcel", [scene.square(0, 0, half: 200, holes: [60])])
    let hit = try #require(scene.answer(50, 0, [parcel]).hits.first)
    #expect(abs(hit.distance - 10) < 1e-3)
    #expect(!hit.isInside && hit.ring == 1)
    #expect(hit.score.kind == .edge)
  }

  @Test func `A04 a point on a polygon comes before it`() {
    let layers = [
      ScreenScene.layer("areas", [scene.square(0, 0, half: 300)]),
      ScreenScene.layer("points", [scene.point(0, 0)]),
    ]
    for options in [HitOptions(), byClass] {
      let answer = scene.answer(10, 0, layers, options: options)
      #expect(answer.hits.map(\.layer) == ["points", "areas"])
      #expect(abs(answer.hits[0].distance - 10) < 1e-3)
      #expect(answer.hits[1].isInside)
    }
  }

  @Test func `A05 the nearer point comes before a line`() {
    let layers = [
      ScreenScene.layer("points", [scene.point(0, 0)]),
      ScreenScene.layer("lines", [scene.line([(15, -400), (15, 400)])]),
    ]
    for options in [HitOptions(), byClass] {
      let answer = scene.answer(3, 0, layers, options: options)
      #expect(answer.hits.map(\.layer) == ["points", "lines"])
      #expect(abs(answer.hits[0].distance - 3) < 1e-3 && abs(answer.hits[1].distance - 12) < 1e-3)
    }
  }

  @Test func `A06 a small polygon inside a large one of its layer is reached`() {
    let layer = ScreenScene.layer(
      "p", [scene.square(0, 0, half: 20), scene.square(0, 0, half: 300)], fids: [2, 1])
    for options in [HitOptions(), byClass] {
      #expect(scene.hits(0, 0, [layer], options: options) == ["p/2", "p/1"])
    }
  }

  @Test func `A07 three equal polygons are all listed, in a stable order`() {
    let square = scene.square(0, 0, half: 100)
    let layer = ScreenScene.layer("p", [square, square, square], fids: [5, 9, 2])
    let answer = scene.answer(3, 4, [layer])
    #expect(answer.hits.map(\.fid) == [2, 5, 9])
    #expect(answer.isAmbiguous == true && answer.isStacked)
  }

  @Test func `A08 stacked points are all listed, the topmost layer first`() {
    let point = scene.point(0, 0)
    let layers = [
      ScreenScene.layer("low", [point, point, point], fids: [3, 1, 2]),
      ScreenScene.layer("top", [point, point, point, point], fids: [9, 7, 8, 6]),
    ]
    #expect(
      scene.hits(0, 0, layers)
        == ["top/6", "top/7", "top/8", "top/9", "low/1", "low/2", "low/3"])
  }

  @Test(arguments: [false, true])
  func `A09 the polygon that contains the tap wins in both orders`(isReversed: Bool) {
    let a = scene.square(0, 0, half: 50)
    let b = scene.square(119, 0, half: 50)
    let layer =
      isReversed
      ? ScreenScene.layer("p", [b, a], fids: [1, 2])
      : ScreenScene.layer("p", [a, b], fids: [2, 1])
    // Fid 2 is A; the tap lies 19 points west of B.
    let answer = scene.answer(50, 0, [layer])
    #expect(answer.hits.first?.fid == 2)
    #expect(abs(distance(answer, 1) - 19) < 1e-3)
  }

  @Test func `A10 the tolerance holds for polygons too`() {
    let layer = ScreenScene.layer("p", [scene.square(121, 0, half: 100)])
    #expect(scene.hits(0, 0, [layer]) == ["p/1"])
    #expect(scene.hits(-1.5, 0, [layer]) == [])
  }

  @Test func `A11 the finger is a circle and not a square`() {
    let layer = ScreenScene.layer("p", [scene.point(20, 20)])
    #expect(scene.hits(0, 0, [layer]) == [])
    #expect(scene.hits(5, 5, [layer]) == ["p/1"])
  }

  @Test func `A12 a wide road is hit on its ink`() throws {
    var layer = ScreenScene.layer("road", [scene.line([(-300, 0), (300, 0)])])
    layer.lineWidth = 30
    #expect(try #require(scene.answer(0, 14, [layer]).hits.first).distance == 0)
    let beside = try #require(scene.answer(0, 36.9, [layer]).hits.first)
    #expect(abs(beside.distance - 21.9) < 1e-3)
    #expect(abs(beside.geometryDistance - 36.9) < 1e-3)
  }

  @Test func `A13 a polygon smaller than a finger is hit near by`() throws {
    let tiny = ScreenScene.geometry(
      .polygon,
      [
        (
          .polygon,
          [
            [
              Coordinate(7.5, 47), Coordinate(7.50001, 47), Coordinate(7.50001, 47.00001),
              Coordinate(7.5, 47.00001), Coordinate(7.5, 47),
            ]
          ]
        )
      ])
    let hit = try #require(
      scene.answer(0.4, 15, [ScreenScene.layer("p", [tiny])]).hits.first)
    #expect(hit.flags.contains(.subFingertip))
    #expect(abs(hit.distance - 15) < 0.01)
  }

  @Test func `A14 a tolerance of zero still hits what is under the tap`() throws {
    let layer = ScreenScene.layer("p", [scene.point(0, 0)])
    let options = HitOptions(tolerance: try #require(HitTolerance(0)))
    // The place is stored in degrees; the tap goes to the very place that was stored.
    let stored = try #require(scene.transform.project(LonLat(7.5, 47)))
    let answer = HitTester(layers: [
      ScreenScene.layer(
        "p", [ScreenScene.geometry(.point, [(.point, [[Coordinate(7.5, 47)]])])])
    ]).hits(at: stored, through: scene.transform, options: options)
    #expect(answer.hits.map(\.distance) == [0])
    #expect(scene.hits(3, 0, [layer], options: options) == [])
  }

  @Test func `A15 a line without length is hit and flagged`() throws {
    let hit = try #require(
      scene.answer(10, 0, [ScreenScene.layer("l", [scene.line([(0, 0), (0, 0)])])]).hits.first)
    #expect(abs(hit.distance - 10) < 1e-3)
    #expect(hit.flags.contains(.degenerate))
  }

  @Test func `A16 the inside of an open line is not hit`() {
    let open = scene.line([(-100, -100), (-100, 100), (100, 100), (100, -100)])
    #expect(scene.hits(0, 0, [ScreenScene.layer("l", [open])]) == [])
  }

  @Test func `A17 shapes count, not their boxes`() {
    let bent = scene.line([(-100, -100), (-100, 120), (220, 120)])
    let layers = [
      ScreenScene.layer("l", [bent]), ScreenScene.layer("p", [scene.square(30, 0, half: 10)]),
    ]
    #expect(scene.hits(0, 0, layers) == ["p/1"])
  }

  @Test func `A21 every part of mixed geometry is reached and named`() throws {
    let collection = scene.geometry(
      .geometryCollection,
      [
        (.polygon, [ScreenScene.corners(-100, 0, 40)]), (.point, [[(100, 0)]]),
        (.line, [[(-150, 200), (150, 200)]]),
      ])
    let multi = scene.geometry(.multiPoint, [(.point, [[(0, -200)]]), (.point, [[(60, -200)]])])
    let layer = ScreenScene.layer("mixed", [collection, multi])
    for (x, y, fid, part) in [
      (-100.0, 0.0, 1, 0), (100, 5, 1, 1), (0, 205, 1, 2), (60, -205, 2, 1),
    ] {
      let hit = try #require(scene.answer(x, y, [layer]).hits.first)
      #expect(hit.fid == Int64(fid) && hit.part == part, "at \(x),\(y)")
    }
    #expect(scene.answer(100, 5, [layer]).hits[0].geometryType == .geometryCollection)
  }

  @Test func `A22 no row of a mixed layer is dropped`() {
    let rows = (1...8).map { number -> GeometryBuffer in
      let x = Double(number) * 40 - 180
      switch number {
      case 1: return scene.point(x, 0)
      case 2: return scene.line([(x, 0), (x, 10)])
      case 3: return scene.square(x, 0, half: 5)
      case 4: return scene.geometry(.multiPoint, [(.point, [[(x, 0)]])])
      case 5: return scene.geometry(.multiLineString, [(.line, [[(x, 0), (x, 9)]])])
      case 6: return scene.geometry(.multiPolygon, [(.polygon, [ScreenScene.corners(x, 0, 5)])])
      case 7: return scene.geometry(.geometryCollection, [(.point, [[(x, 0)]])])
      default:
        return scene.geometry(
          .geometryCollection, [(.point, [[(x, 0)]]), (.line, [[(x, 0), (x, 8)]])])
      }
    }
    let layer = ScreenScene.layer("geometry2d", rows)
    #expect(layer.index.count == 8)
    for number in 1...8 {
      #expect(scene.hits(Double(number) * 40 - 180, 0, [layer]).contains("geometry2d/\(number)"))
    }
  }

  @Test func `A25 the lobes of a bow-tie are inside, its notches are not`() throws {
    // (0 0, 10 10, 10 0, 0 10, 0 0) at 200 points: lobes left and right.
    let bow = scene.geometry(
      .polygon,
      [(.polygon, [[(-100, 100), (100, -100), (100, 100), (-100, -100), (-100, 100)]])])
    let layer = ScreenScene.layer("p", [bow])
    for x in [-70.0, 70] {
      let hit = try #require(scene.answer(x, 0, [layer]).hits.first)
      #expect(hit.isInside && hit.flags.contains(.invalid))
    }
    #expect(scene.hits(0, -60, [layer]) == [])
    #expect(scene.hits(0, 60, [layer]) == [])
  }
}
