@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// What a question looks at, counted: a change of these numbers is a change of cost.
struct TraceTests {
  let scene: ScreenScene

  init() throws { scene = try ScreenScene() }

  private func trace(_ x: Double, _ y: Double, _ layers: [HitLayer]) -> HitTrace {
    scene.answer(x, y, layers).trace
  }

  @Test func `a layer out of reach costs nothing`() {
    let layer = ScreenScene.layer("p", [scene.point(2000, 0)])
    #expect(trace(0, 0, [layer]) == HitTrace())
  }

  @Test func `one point costs one run`() {
    let layer = ScreenScene.layer("p", [scene.point(0, 0)])
    let counted = trace(0, 0, [layer])
    #expect(counted.runs == 1 && counted.segments == 1 && counted.candidates == 1)
    #expect(counted.nodes == 1)
  }

  @Test func `hidden features and hidden layers are not measured`() {
    var layer = ScreenScene.layer("p", [scene.point(0, 0), scene.point(5, 0)])
    layer.filter { fid, _ in fid == 1 }
    #expect(trace(0, 0, [layer]).candidates == 1)
    layer.isVisible = false
    #expect(trace(0, 0, [layer]) == HitTrace())
  }

  @Test func `a shoreline of many vertices is measured near the finger only`() {
    // 160 000 segments of 1 point, in runs of 16.
    let path = (0...160_000).map { (number: Int) -> (Double, Double) in
      (Double(number) - 80_000, Double(number % 2))
    }
    let counted = trace(0, 0, [ScreenScene.layer("l", [scene.line(path)])])
    // Six standard deviations to both sides: 96 points, which is 6 runs and what is begun.
    #expect(counted.candidates == 1)
    #expect((6...10).contains(counted.runs), "\(counted)")
    #expect(counted.segments == counted.runs * 16)
    #expect(counted.nodes < 40)
  }

  @Test func `inside a large ring far from ink only the cell's edges are looked at`() {
    let ring = Shapes.densified(Shapes.square(0, 0, 1000), pieces: 64)
    let polygon = scene.geometry(.polygon, [(.polygon, [ring + [ring[0]]])])
    let answer = scene.answer(0, 0, [ScreenScene.layer("p", [polygon])])
    #expect(answer.hits.map(\.isInside) == [true])
    #expect(answer.trace.candidates == 1)
    #expect(answer.trace.runs == 0 && answer.trace.segments == 0)
    #expect(answer.trace.edges <= 8, "of 256")
  }

  @Test func `a tap among ten thousand points measures its neighbors`() {
    // A grid of 20 points' spacing.
    let points = (0..<10_000).map { (number: Int) -> GeometryBuffer in
      scene.point(Double(number % 100) * 20 - 990, Double(number / 100) * 20 - 990)
    }
    let answer = scene.answer(0, 0, [ScreenScene.layer("p", points)])
    // Four at a distance of √200, twelve within 60 of which none but four is within 22.
    #expect(answer.hits.count == 4)
    #expect(answer.trace.candidates >= 4 && answer.trace.candidates <= 36)
    #expect(answer.trace.nodes < 30)
  }

  @Test func `a fixed scene costs exactly what it did`() {
    // A block of nine parcels, a street of 40 segments, a point in the middle.
    let parcels = (0..<9).map { (number: Int) -> GeometryBuffer in
      scene.square(Double(number % 3) * 100 - 100, Double(number / 3) * 100 - 100, half: 45)
    }
    let street = scene.line((0...40).map { (Double($0) * 10 - 200, -50.0) })
    let layers = [
      ScreenScene.layer("parcels", parcels), ScreenScene.layer("street", [street]),
      ScreenScene.layer("points", [scene.point(0, 0)]),
    ]
    let between = scene.answer(0, -40, layers)
    #expect(between.hits.map(\.layer).sorted() == ["parcels", "parcels", "street"])
    #expect(between.trace == HitTrace(nodes: 3, boxes: 3, runs: 3, segments: 42, candidates: 3))
    #expect(
      trace(0, 0, layers) == HitTrace(nodes: 3, boxes: 2, runs: 2, segments: 5, candidates: 2))
  }

  @Test func `the same question counts the same on every run`() {
    var maker = RandomScene(seed: 11, center: LonLat(7.5, 47), spread: 0.002)
    let layers = maker.layers(count: 3, featuresEach: 40)
    let first = trace(3, 4, layers)
    var scratch = HitScratch()
    for _ in 0..<5 {
      let again = HitTester(layers: layers).hits(
        at: scene.tap(3, 4), through: scene.transform, options: HitOptions(), scratch: &scratch)
      #expect(again.trace == first)
    }
    #expect(first.candidates > 0)
  }
}
