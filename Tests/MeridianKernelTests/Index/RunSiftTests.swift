import CKernels
@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The wide kernels and their twins in plain Swift.
struct RunSiftTests {
  /// A run of vertices within a box of so many steps, filled up to whole eights.
  private func run(
    _ segments: Int, _ size: UInt16, _ random: inout SplitMix64
  ) -> ([UInt16], [UInt16]) {
    let width = 8 * max((segments + 7) / 8, 1) + 1
    var xs: [UInt16] = []
    var ys: [UInt16] = []
    for index in 0..<width {
      if index <= segments {
        xs.append(UInt16.random(in: 0...size, using: &random))
        ys.append(UInt16.random(in: 0...size, using: &random))
      } else {
        xs.append(xs[index - 1])
        ys.append(ys[index - 1])
      }
    }
    // Rings are closed.
    if segments > 2 && Bool.random(using: &random) {
      for index in segments..<width { (xs[index], ys[index]) = (xs[0], ys[0]) }
    }
    return (xs, ys)
  }

  @Test(arguments: Seeds.batches(2000))
  func `both kernels agree with plain Swift within their error`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      // Few steps make many vertices fall together and many edges run along an axis.
      let steps: UInt16 = seed % 3 == 0 ? 4 : 65_535
      let size = Float(steps)
      let (xs, ys) = run(Int(seed % 17), steps, &random)
      let x = Float.random(in: -size...2 * size, using: &random)
      let y = seed % 5 == 0 ? Float(ys[0]) : Float.random(in: -size...2 * size, using: &random)
      let plain = RunSift.plain(xs: xs.map(Float.init), ys: ys.map(Float.init), x: x, y: y)
      // Both are given the same vertices: only their arithmetic may differ.
      let error = RunSift.error(x, y) - RunInk.roundingSteps
      for sift in [meridian_sift_run, meridian_sift_run_portable] {
        var found = meridian_run_sift()
        sift(xs, ys, Int32(xs.count / 8), x, y, &found)
        let difference = abs(Double(found.least).squareRoot() - Double(plain.squared).squareRoot())
        #expect(difference <= error, "SEED=\(seed)")
        if Double(plain.squared).squareRoot() > error {
          #expect((found.is_odd != 0) == plain.isOdd, "SEED=\(seed)")
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(2000))
  func `the error bounds the distance to the exact segments`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let size = Double.random(in: 1e-9...0.01, using: &random)
      let center = Coordinate(
        Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      // A run as narrow as a line, now and then.
      let height = seed % 4 == 0 ? 0 : size
      let exact = (0...8).map { _ in
        Coordinate(
          center.x + Double.random(in: 0...size, using: &random),
          center.y + Double.random(in: 0...height, using: &random))
      }
      let place = Coordinate(
        center.x + Double.random(in: -size...2 * size, using: &random),
        center.y + Double.random(in: -size...2 * size, using: &random))
      let truth =
        (0..<8).map {
          SegmentRelation.squaredDistance(exact[$0] - place, exact[$0 + 1] - place)
        }.min() ?? 0
      var box = Envelope.empty
      for vertex in exact { box.formUnion(vertex) }
      let frame = PackedRTree.Frame(x: 0.5, y: 0.5)
      let ink = RunInk(box: frame.outward(box), frame: frame)
      let steps = exact.map { ink.steps($0) }
      let x = Float((place.x - ink.corner.x) / ink.step)
      let y = Float((place.y - ink.corner.y) / ink.step)
      let found = RunSift.plain(
        xs: steps.map { Float($0.x) }, ys: steps.map { Float($0.y) }, x: x, y: y)
      let error = RunSift.error(x, y) * ink.step + RunInk.roundingWorld
      let difference = abs(Double(found.squared).squareRoot() * ink.step - truth.squareRoot())
      #expect(difference <= error, "SEED=\(seed)")
    }
  }

  @Test(arguments: Seeds.batches(400))
  func `boxes are near, met and within as in plain Swift`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var node = [Float](repeating: 0, count: 64)
      for lane in 0..<16 {
        for side in 0..<2 {
          let low = Float.random(in: -1...1, using: &random)
          node[lane + 16 * side] = low
          node[lane + 16 * side + 32] = low + Float.random(in: 0...0.5, using: &random)
        }
      }
      let (x, y) = (
        Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random)
      )
      let reach = Float.random(in: 0...1, using: &random)
      let window = (x - reach, y - reach, x + reach, y + reach)
      var (near, met, within) = (UInt32(0), UInt32(0), UInt32(0))
      var squares = [Float](repeating: 0, count: 16)
      meridian_box_distances(node, x, y, 1, &squares)
      for lane in 0..<16 {
        let box = (node[lane], node[lane + 16], node[lane + 32], node[lane + 48])
        let dx = max(box.0 - x, x - box.2, 0)
        let dy = max(box.1 - y, y - box.3, 0)
        #expect(squares[lane] == dx * dx + dy * dy, "SEED=\(seed)")
        let bit = UInt32(1) << UInt32(lane)
        if dx * dx + dy * dy <= reach { near |= bit }
        if box.0 <= window.2 && box.2 >= window.0 && box.1 <= window.3 && box.3 >= window.1 {
          met |= bit
        }
        if box.0 >= window.0 && box.2 <= window.2 && box.1 >= window.1 && box.3 <= window.3 {
          within |= bit
        }
      }
      #expect(meridian_boxes_near(node, x, y, reach) == near, "SEED=\(seed)")
      #expect(
        meridian_boxes_meeting(node, window.0, window.1, window.2, window.3) == met, "SEED=\(seed)")
      #expect(
        meridian_boxes_within(node, window.0, window.1, window.2, window.3) == within,
        "SEED=\(seed)")
    }
  }
}
