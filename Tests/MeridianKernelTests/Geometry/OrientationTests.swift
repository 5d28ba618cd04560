@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Exact orientation, and what is decided by it.
struct OrientationTests {
  @Test(arguments: Seeds.batches(200))
  func `three places a rounding from one line turn as whole numbers say`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      for _ in 0..<200 {
        // Whole numbers of 2⁻⁴⁰ around 1: products have too many bits for Double, not for 128.
        func number() -> Int { (1 << 40) + Int.random(in: -40...40, using: &random) }
        let (ax, ay, bx, by, cx, cy) = (
          number(), number(), number(), number(), number(), number()
        )
        let exact =
          Int128(bx - ax) * Int128(cy - ay) - Int128(by - ay) * Int128(cx - ax)
        let place = { (x: Int, y: Int) in Coordinate(Double(x) * 0x1p-40, Double(y) * 0x1p-40) }
        let sign = Orientation.sign(place(ax, ay), place(bx, by), place(cx, cy))
        #expect((sign > 0) == (exact > 0) && (sign < 0) == (exact < 0), "SEED=\(seed)")
        let slow = Orientation.exactSign(place(ax, ay), place(bx, by), place(cx, cy))
        #expect((slow > 0) == (exact > 0) && (slow < 0) == (exact < 0), "SEED=\(seed)")
      }
    }
  }

  @Test func `where plain arithmetic is wrong the exact sign is right`() {
    // C. Kettner et al., "Classroom Examples of Robustness Problems", 2008: points near a line.
    let (b, c) = (Coordinate(12, 12), Coordinate(24, 24))
    var wrong = 0
    for i in 0..<64 {
      for j in 0..<64 {
        let a = Coordinate(0.5 + Double(i) * 0x1p-53, 0.5 + Double(j) * 0x1p-53)
        let sign = Orientation.sign(a, b, c)
        let exact = a.x == a.y ? 0 : a.x > a.y ? -1.0 : 1
        #expect(sign.sign == exact.sign || exact == 0)
        #expect((sign == 0) == (exact == 0))
        if (SegmentRelation.orientation(a, b, c) > 0) != (exact > 0) { wrong += 1 }
      }
    }
    // The example is one: plain arithmetic fails on many of these.
    #expect(wrong > 100)
  }

  @Test func `a place on an edge, at a vertex, in a hole and outside`() throws {
    let square = try WKT.geometry(
      "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))")
    for (x, y, location): (Double, Double, PointLocation) in [
      (1, 1, .interior), (0, 0, .boundary), (10, 10, .boundary), (5, 0, .boundary),
      (0, 5, .boundary), (10, 3, .boundary), (5, 10, .boundary), (5, 5, .exterior),
      (4, 5, .boundary), (6, 4, .boundary), (11, 5, .exterior), (-1, 0, .exterior),
      (-1, 10, .exterior), (11, 0, .exterior), (5, 7, .interior), (3, 4, .interior),
    ] {
      #expect(square.location(of: Coordinate(x, y)) == location, "\(x) \(y)")
    }
  }

  @Test(arguments: Seeds.batches(200))
  func `a box meets a geometry when a dense sample or a clipped edge says so`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      for _ in 0..<40 {
        // Small whole numbers: touching is as likely as crossing, and arithmetic is exact.
        func side() -> (Double, Double) {
          let a = Int.random(in: 0...8, using: &random)
          return (Double(a), Double(a + Int.random(in: 0...4, using: &random)))
        }
        let ((minX, maxX), (minY, maxY)) = (side(), side())
        let box = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
        func vertex() -> Coordinate {
          Coordinate(
            Double(Int.random(in: 0...12, using: &random)),
            Double(Int.random(in: 0...12, using: &random)))
        }
        let (a, b) = (vertex(), vertex())
        // Liang and Barsky's parameters of the segment within the box, in exact fractions of 1.
        var (low, high) = (0.0, 1.0)
        var isOut = false
        for (delta, distance) in [
          (a.x - b.x, a.x - minX), (b.x - a.x, maxX - a.x), (a.y - b.y, a.y - minY),
          (b.y - a.y, maxY - a.y),
        ] {
          if delta == 0 {
            if distance < 0 { isOut = true }
          } else if delta < 0 {
            low = max(low, distance / delta)
          } else {
            high = min(high, distance / delta)
          }
        }
        #expect(box.meets(a, b) == (!isOut && low <= high), "SEED=\(seed) \(a) \(b) \(box)")
      }
    }
  }
}
