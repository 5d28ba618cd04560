import MeridianKernel
import MeridianTestSupport
import Testing

/// The case log, A33–A45: layers, symbols, limits and leaning views.
struct LayerCaseTests {
  let scene: ScreenScene

  init() throws { scene = try ScreenScene() }

  @Test func `A33 filtered features are not hit and say why`() {
    var layer = ScreenScene.layer("things", [scene.point(2, 0), scene.point(15, 0)])
    layer.filter { fid, _ in fid == 2 }
    let answer = scene.answer(0, 0, [layer], options: HitOptions(explains: true))
    #expect(answer.hits.map(\.fid) == [2])
    #expect(answer.nearMisses.map(\.fid) == [1])
    #expect(answer.nearMisses.map(\.reason) == [.filtered])
    #expect(abs((answer.nearMisses.first?.distance ?? 0) - 2) < 1e-3)
  }

  @Test func `A34 a layer answers within its zoom range`() throws {
    var layer = ScreenScene.layer(
      "p", [ScreenScene.geometry(.point, [(.point, [[Coordinate(7.5, 47)]])])])
    layer.minimumZoom = 17
    let place = LonLat(7.5, 47)
    let before = try ScreenScene.answer(
      at: place, zoom: 16.9, [layer], options: HitOptions(explains: true))
    #expect(before.hits.isEmpty && before.nearMisses.map(\.reason) == [.zoomRange])
    #expect(try ScreenScene.answer(at: place, zoom: 17, [layer]).hits.count == 1)
  }

  @Test func `A35 markup answers only when asked and is never editable`() {
    var notes = ScreenScene.layer("notes", [scene.point(0, 0)])
    notes.role = .markup
    notes.editability = .markup
    let layers = [ScreenScene.layer("parcel", [scene.square(0, 0, half: 100)]), notes]
    let answer = scene.answer(0, 0, layers, options: HitOptions(explains: true))
    #expect(answer.hits.map(\.layer) == ["parcel"])
    #expect(answer.nearMisses.map(\.reason) == [.markup])
    let asked = scene.answer(0, 0, layers, options: HitOptions(includesMarkup: true))
    #expect(asked.hits.map(\.layer) == ["notes", "parcel"])
    #expect(asked.hits[0].editability == .markup)
  }

  @Test func `A36 the point in front wins at a distance, unless its own tolerance is smaller`() {
    var points = ScreenScene.layer("points", [scene.point(12, 0)])
    let fill = ScreenScene.layer("fill", [scene.square(0, 0, half: 300)])
    for policy in [HitPolicy.class, .likelihood] {
      let hits = scene.hits(0, 0, [fill, points], options: HitOptions(policy: policy))
      #expect(hits == ["points/1", "fill/1"])
    }
    points.tolerance = .pencil
    #expect(scene.hits(0, 0, [fill, points]) == ["fill/1"])
  }

  @Test func `A37 a large symbol is hit on all of its ink`() throws {
    var layer = ScreenScene.layer("p", [scene.point(170, 0)])
    layer.symbolRadius = 180
    #expect(try #require(scene.answer(0, 0, [layer]).hits.first).distance == 0)
  }

  @Test(arguments: [nil, Double.nan, .infinity, -4])
  func `A38 a radius that is no number means the layer's`(radius: Double?) throws {
    var builder = HitIndex.Builder(placement: .degrees)
    builder.append(scene.point(25, 0), fid: 1, row: 1, symbolRadius: 9)
    builder.append(scene.point(-25, 0), fid: 2, row: 2, symbolRadius: radius)
    var layer = HitLayer(name: "p", index: builder.build())
    layer.symbolRadius = 5
    let hits = scene.answer(0, 0, [layer], options: HitOptions(policy: .nearest)).hits
    #expect(hits.map(\.fid) == [1, 2])
    #expect(zip(hits, [16.0, 20]).allSatisfy { abs($0.distance - $1) < 1e-3 })
  }

  @Test func `A39 a long line is one hit with its nearest segment`() throws {
    // A comb: teeth every 10 points, 3 segments a tooth.
    var offsets: [(Double, Double)] = []
    for tooth in 0..<200 {
      let x = Double(tooth) * 10 - 1000
      offsets += [(x, -50), (x, 50), (x + 5, 50)]
    }
    let answer = scene.answer(1, 0, [ScreenScene.layer("l", [scene.line(offsets)])])
    let hit = try #require(answer.hits.first)
    #expect(answer.hits.count == 1)
    // Tooth 100 stands at x = 0 and is the segment from vertex 300.
    #expect(hit.segment == 300 && hit.part == 0)
    #expect(abs(hit.distance - 1) < 1e-3)
  }

  @Test func `A40 a limit cuts off after ranking`() {
    let points = (0..<500).map { number -> GeometryBuffer in
      // The last one is the nearest.
      let radius = 20 - Double(number) * 0.03
      let x = radius * (number.isMultiple(of: 2) ? 0.6 : -0.8)
      return scene.point(x, (radius * radius - x * x).squareRoot())
    }
    let layer = ScreenScene.layer("p", points)
    for policy in [HitPolicy.nearest, .likelihood, .class] {
      let answer = scene.answer(
        0, 0, [layer], options: HitOptions(policy: policy, limit: 10))
      #expect(answer.hits.count == 10 && answer.truncated == 490)
      #expect(answer.hits.first?.fid == 500)
    }
  }

  @Test func `A41 distances are measured on the leaning glass`() throws {
    let leaning = try ScreenScene(pitch: 60)
    // Offsets from the middle: the tap at S(195,122) is 300 points above it.
    let layer = ScreenScene.layer(
      "p", [leaning.point(0, -315), leaning.point(15, -300), leaning.point(24, -300)])
    let answer = leaning.answer(0, -300, [layer], options: HitOptions(explains: true))
    #expect(answer.hits.map(\.fid) == [1, 2])
    #expect(answer.hits.allSatisfy { abs($0.distance - 15) < 1e-6 })
    #expect(abs((answer.nearMisses.first?.distance ?? 0) - 24) < 1e-6)
    #expect(zip(answer.hits, [72.7, 20.8]).allSatisfy { abs(($0.groundDistance ?? 0) - $1) < 0.1 })
  }

  @Test func `A42 a finger's footprint on a leaning map is longer than wide`() throws {
    let leaning = try ScreenScene(pitch: 60)
    for (y, across, away) in [(-300.0, 37.3, 126.9), (0, 22.0, 44.0)] {
      let size = try footprint(of: 22, at: y, in: leaning)
      #expect(abs(size.across - across) < 0.1 && abs(size.away - away) < 0.1, "at \(y): \(size)")
    }
  }

  /// Half the extent of a disc's ground, in points of the center's scale, along both axes.
  private func footprint(of radius: Double, at y: Double, in scene: ScreenScene) throws
    -> (across: Double, away: Double)
  {
    // The scale of the center: what one point of the flat view covers.
    let flat = try ScreenScene()
    let scale = flat.place(1, 0).x - flat.place(0, 0).x
    var box = Envelope.empty
    for step in 0..<3600 {
      let turn = LonLatCircle.offset(step, of: 3600, radius: radius)
      let place = scene.place(turn.x, y + turn.y)
      box.formUnion(place)
    }
    let stretch = flat.place(0, 0).y - flat.place(0, 1).y
    return (box.width / scale / 2, box.height / stretch / 2)
  }

  @Test func `A43 screen to ground to screen comes back`() throws {
    let leaning = try ScreenScene(pitch: 60)
    let tap = ScreenPoint(195, 122)
    let ground = try #require(leaning.transform.unproject(tap))
    #expect(abs(ground.longitude - 7.5) < 1e-12)
    #expect(abs(ground.latitude - 47.00744608292078) < 1e-11)
    #expect(try #require(leaning.transform.project(ground)).distance(to: tap) < 1e-6)
  }

  @Test func `A44 all overlapping polygons of a layer are given`() {
    let layer = ScreenScene.layer(
      "p",
      [
        scene.square(0, 0, half: 100), scene.square(10, 10, half: 100),
        scene.square(-10, 5, half: 100),
      ])
    #expect(scene.answer(0, 0, [layer]).hits.count == 3)
  }

  @Test(arguments: [-1, Double.nan, .infinity, 101])
  func `A45 a tolerance outside its range is refused`(radius: Double) {
    #expect(HitTolerance(radius) == nil)
  }

  @Test func `A45 the ends of the range are allowed`() {
    #expect(HitTolerance(0) != nil && HitTolerance(100) != nil)
  }

  @Test func `A103 coordinates without a place change nobody else's answer`() {
    let bad = [
      ScreenScene.geometry(.point, [(.point, [[Coordinate(.infinity, 0)]])]),
      ScreenScene.geometry(.point, [(.point, [[Coordinate(1e300, 0)]])]),
      ScreenScene.geometry(
        .lineString, [(.line, [[Coordinate(7.5, 47), Coordinate(.nan, 47)]])]),
    ]
    let alone = scene.answer(0, 0, [ScreenScene.layer("p", [scene.point(3, 0)], fids: [9])])
    let layer = ScreenScene.layer("p", bad + [scene.point(3, 0)], fids: [1, 2, 3, 9])
    let answer = scene.answer(0, 0, [layer], options: HitOptions(explains: true))
    #expect(answer.hits.map(\.fid) == [9])
    #expect(answer.hits.map(\.score) == alone.hits.map(\.score))
    #expect(
      layer.index.problems.map(\.reason) == [
        .geometryNonFinite, .geometryNonFinite, .geometryNonFinite,
      ])
    #expect(answer.nearMisses.map(\.fid) == [3])
  }
}

/// Points of a circle without a mathematics library.
enum LonLatCircle {
  static func offset(_ step: Int, of count: Int, radius: Double) -> (x: Double, y: Double) {
    // The half-angle substitution walks a half circle for t in −1…1; every other step the lower
    // one.
    let t = Double(step) / Double(count) * 2 - 1
    let divisor = 1 + t * t
    let y = radius * (1 - t * t) / divisor
    return (radius * 2 * t / divisor, step.isMultiple(of: 2) ? y : -y)
  }
}
