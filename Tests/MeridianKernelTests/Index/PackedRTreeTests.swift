@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The tree finds what a plain scan finds, and the curve it is sorted by is a curve.
struct PackedRTreeTests {
  enum Kind: CaseIterable { case town, world, points, equal, thin }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257, 4097, 5000], Kind.allCases)
  func `a search finds what a scan finds`(count: Int, kind: Kind) {
    var random = SplitMix64(seed: UInt64(count) &+ 31)
    let boxes = Self.boxes(count, kind, &random)
    let tree = EnvelopeIndex(boxes)
    #expect(tree.tree.holdsInvariants())
    #expect(tree.order.sorted() == (0..<UInt32(count)).map { $0 })
    for round in 0..<40 {
      let window = Self.window(boxes, round, &random)
      var found: [UInt32] = []
      tree.search(window, into: &found)
      #expect(Set(found).count == found.count, "one item once")
      let expected = Set(boxes.indices.filter { boxes[$0].intersects(window) }.map(UInt32.init))
      #expect(expected.isSubset(of: found), "round \(round)")
      // Floats round outward: too much is allowed, but only by a step of the frame.
      let slack = max(window.width, window.height, tree.reach(boxes)) * 1e-6 + 1e-300
      let generous = window.padded(by: slack)
      for item in found { #expect(boxes[Int(item)].intersects(generous)) }
    }
  }

  static func boxes(_ count: Int, _ kind: Kind, _ random: inout SplitMix64) -> [Envelope] {
    (0..<count).map { _ in
      func unit() -> Double { Double.random(in: 0...1, using: &random) }
      switch kind {
      case .town:
        let x = 0.5208333 + unit() * 1e-6
        let y = 0.35 + unit() * 1e-6
        return Envelope(minX: x, minY: y, maxX: x + unit() * 1e-8, maxY: y + unit() * 1e-8)
      case .world:
        let x = unit()
        let y = unit()
        return Envelope(minX: x, minY: y, maxX: x + unit() * 0.2, maxY: y + unit() * 0.2)
      case .points:
        let x = unit()
        let y = unit()
        return Envelope(minX: x, minY: y, maxX: x, maxY: y)
      case .equal: return Envelope(minX: 0.3, minY: 0.3, maxX: 0.3, maxY: 0.3)
      case .thin:
        let y = unit()
        return Envelope(minX: 0, minY: y, maxX: 1, maxY: y)
      }
    }
  }

  static func window(_ boxes: [Envelope], _ round: Int, _ random: inout SplitMix64) -> Envelope {
    guard let box = boxes.randomElement(using: &random) else {
      return Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    }
    switch round % 4 {
    // A box itself, its corner, a neighborhood, and what only touches it.
    case 0: return box
    case 1: return Envelope(minX: box.maxX, minY: box.maxY, maxX: box.maxX, maxY: box.maxY)
    case 2: return box.padded(by: Double.random(in: 0...1e-7, using: &random))
    default: return box.padded(by: Double.random(in: 0...0.3, using: &random))
    }
  }

  @Test func `empty rectangles and empty windows find nothing`() {
    let whole = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let tree = EnvelopeIndex([.empty, whole, .empty])
    var found: [UInt32] = []
    tree.search(whole, into: &found)
    #expect(found == [1])
    found.removeAll()
    tree.search(.empty, into: &found)
    #expect(found.isEmpty)
    EnvelopeIndex([.empty]).search(whole, into: &found)
    #expect(found.isEmpty)
  }

  @Test func `equal input builds an equal tree`() {
    var random = SplitMix64(seed: 3)
    let boxes = Self.boxes(3000, .world, &random)
    let first = EnvelopeIndex(boxes)
    let second = EnvelopeIndex(boxes)
    #expect(first.order == second.order && first.tree.boxes.elementsEqual(second.tree.boxes))
  }

  @Test func `a small window opens few nodes`() {
    var random = SplitMix64(seed: 4)
    let boxes = Self.boxes(5000, .points, &random)
    var found: [UInt32] = []
    let window = Envelope(minX: 0.5, minY: 0.5, maxX: 0.505, maxY: 0.505)
    let visited = EnvelopeIndex(boxes).search(window, into: &found)
    #expect(visited >= 4 && visited <= 20, "\(visited) of 335 nodes")
  }

  @Test func `words are sorted by their upper half and equal ones keep their order`() {
    for count in [0, 1, 256, 257, 3000, 100_000] {
      var random = SplitMix64(seed: UInt64(count) &+ 9)
      var words = (0..<UInt64(count)).map {
        UInt64.random(in: 0..<(count == 257 ? 4 : 1 << 32), using: &random) << 32 | $0
      }
      let expected = words.sorted()
      var others = words
      RadixSort.sort(&words)
      #expect(words == expected)
      RadixSort.sort(&others) { count, body in
        for number in (0..<count).reversed() { body(number) }
      }
      #expect(others == expected)
    }
  }

  @Test func `a side of a box is rounded to the next number outward, or stays`() {
    var random = SplitMix64(seed: 5)
    let special: [Double] = [
      0, -0.0, 1e-300, -1e-300, 1e-46, -1e-46, 1e-40, -1e-40, 1e39, -1e39, 1, -1, 0.1, -0.1,
      .infinity, -.infinity, Double(Float.greatestFiniteMagnitude), 16_777_217, -16_777_217,
    ]
    let frame = PackedRTree.Frame(x: 0, y: 0)
    for value in special + (0..<10_000).map({ _ in .random(in: -2...2, using: &random) }) {
      let near = Float(value)
      let low = frame.low(value, 0)
      let high = frame.high(value, 0)
      #expect(low == (Double(near) > value ? near.nextDown : near), "\(value)")
      #expect(high == (Double(near) < value ? near.nextUp : near), "\(value)")
      #expect(Double(low) <= value && value <= Double(high))
    }
  }
}

extension EnvelopeIndex {
  /// How far from the frame's origin the rectangles reach.
  fileprivate func reach(_ boxes: [Envelope]) -> Double {
    var extent = Envelope.empty
    for box in boxes { extent.formUnion(box) }
    return max(extent.width, extent.height)
  }
}

struct HilbertCurveTests {
  /// The curve level by level: which quadrant, and how it is turned in there.
  private static func plain(x: UInt32, y: UInt32) -> UInt32 {
    var (x, y) = (x, y)
    var position: UInt32 = 0
    for shift in (0..<16).reversed() {
      let isRight = (x >> shift) & 1 == 1
      let isUpper = (y >> shift) & 1 == 1
      position = position << 2 | (isUpper ? (isRight ? 2 : 1) : isRight ? 3 : 0)
      guard !isUpper else { continue }
      if isRight { (x, y) = (0xFFFF ^ x, 0xFFFF ^ y) }
      swap(&x, &y)
    }
    return position
  }

  @Test func `a position is what the levels give one after the other`() {
    var random = SplitMix64(seed: 3)
    let corners: [UInt32] = [0, 1, 2, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF]
    var cells = corners.flatMap { x in corners.map { (x, $0) } }
    for _ in 0..<10_000 {
      cells.append(
        (.random(in: 0...0xFFFF, using: &random), .random(in: 0...0xFFFF, using: &random)))
    }
    for (x, y) in cells {
      #expect(HilbertCurve.position(x: x, y: y) == Self.plain(x: x, y: y), "\(x) \(y)")
    }
  }

  /// The 16 × 16 cells of a corner; the curve of order 16 fills an aligned corner without leaving.
  private func corner(_ x0: UInt32, _ y0: UInt32) -> [(position: UInt32, x: UInt32, y: UInt32)] {
    (0..<UInt32(256)).map { cell in
      let x = x0 + cell % 16
      let y = y0 + cell / 16
      return (HilbertCurve.position(x: x, y: y), x, y)
    }.sorted { $0.position < $1.position }
  }

  @Test(arguments: [(0, 0), (65520, 0), (0, 65520), (65520, 65520), (32768, 16384), (4096, 48)])
  func `an aligned block is one stretch of the curve and steps go to neighbors`(
    x: UInt32, y: UInt32
  ) {
    let cells = corner(x, y)
    #expect(Set(cells.map(\.position)).count == 256)
    #expect(cells[0].position % 256 == 0)
    #expect(cells[255].position - cells[0].position == 255)
    for (a, b) in zip(cells, cells.dropFirst()) {
      let step = abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y))
      #expect(step == 1, "from \(a) to \(b)")
    }
  }

  @Test func `blocks follow each other without a jump`() {
    // The coarse cells of 4096 × 4096: the last cell of one touches the first of the next.
    var ends: [(first: UInt32, last: UInt32, entry: (Int, Int), exit: (Int, Int))] = []
    for column in 0..<16 {
      for row in 0..<16 {
        var corners: [(position: UInt32, cell: (Int, Int))] = []
        for (dx, dy) in [(0, 0), (0, 4095), (4095, 0), (4095, 4095)] {
          let cell = (column * 4096 + dx, row * 4096 + dy)
          corners.append((HilbertCurve.position(x: UInt32(cell.0), y: UInt32(cell.1)), cell))
        }
        corners.sort { $0.position < $1.position }
        ends.append(
          (corners[0].position, corners[3].position, corners[0].cell, corners[3].cell))
      }
    }
    ends.sort { $0.first < $1.first }
    #expect(ends[0].first == 0 && ends[255].last == .max)
    for (a, b) in zip(ends, ends.dropFirst()) {
      #expect(b.first == a.last + 1)
      #expect(abs(a.exit.0 - b.entry.0) + abs(a.exit.1 - b.entry.1) == 1)
    }
  }
}
