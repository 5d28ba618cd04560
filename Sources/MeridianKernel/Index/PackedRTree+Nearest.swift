private import CKernels

/// Nodes yet to be visited, the nearest on top: a binary heap that the caller keeps.
struct NodeHeap: Sendable {
  /// A node, and a bound below which nothing in it is.
  struct Entry: Sendable {
    var squared: Float
    var level: UInt32
    var node: UInt32
  }

  private var entries: [Entry] = []

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if entries[parent].squared <= entry.squared { break }
      entries[child] = entries[parent]
      child = parent
    }
    entries[child] = entry
  }

  mutating func pop() -> Entry? {
    guard let top = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return top }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count && entries[child + 1].squared < entries[child].squared {
        child += 1
      }
      if last.squared <= entries[child].squared { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = last
    return top
  }
}

extension PackedRTree {
  /// Visits rectangles from the nearest on, until the bound that `visit` gives back is nearer than
  /// everything left (G. R. Hjaltason, H. Samet, "Distance Browsing in Spatial Databases", 1999).
  ///
  /// Bounds are in world widths; a rectangle may be visited although it is a rounding beyond the
  /// bound, never the other way round. Distances east–west count times `scale`, at most 1.01. Gives
  /// back how many nodes were visited.
  @inline(__always)
  func forEachNearest(
    to place: Coordinate, within bound: Double, scale: Double = 1, heap: inout NodeHeap,
    _ visit: (Int) -> Double
  ) -> Int {
    let top = levels.count - 2
    guard count > 0, top >= 0 else { return 0 }
    let (x, y) = (Float(place.x - frame.x), Float(place.y - frame.y))
    let shrink = Float(scale)
    let slack = Double(max(abs(x), abs(y))) * 2.6e-7 + 1e-30
    var limit = Self.square(bound, slack)
    var visited = 0
    heap.removeAll()
    heap.push(NodeHeap.Entry(squared: 0, level: UInt32(top), node: 0))
    let kernels = unsafe meridian_kernels().pointee
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.fanOut) { squares in
      guard let distances = squares.baseAddress else { return }
      while let entry = heap.pop(), entry.squared <= limit {
        visited += 1
        let level = Int(entry.level)
        let first = (Int(levels[level]) + Int(entry.node)) * Self.nodeLength
        var mask = unsafe kernels.measure_boxes(
          boxes.address(first, length: Self.nodeLength), x, y, shrink, limit, distances)
        let base = Int(entry.node) * Self.fanOut
        while level > 0 && mask != 0 {
          let lane = mask.trailingZeroBitCount
          mask &= mask - 1
          let child = UInt32(base + lane)
          unsafe heap.push(
            NodeHeap.Entry(squared: distances[lane], level: UInt32(level - 1), node: child))
          prefetchNode(Int(levels[level - 1]) + Int(child))
        }
        // The nearest entry of a leaf first: it may bring the bound below the others.
        while let nearest = unsafe Self.least(of: distances, in: mask) {
          guard unsafe distances[nearest] <= limit, base + nearest < count else { break }
          mask &= ~(1 << UInt32(nearest))
          limit = Self.square(visit(base + nearest), slack)
        }
      }
    }
    return visited
  }

  /// The lane with the least number among those of a mask.
  @inline(__always)
  private static func least(of numbers: UnsafeMutablePointer<Float>, in mask: UInt32) -> Int? {
    guard mask != 0 else { return nil }
    var best = mask.trailingZeroBitCount
    var rest = mask & (mask - 1)
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      if unsafe numbers[lane] < numbers[best] { best = lane }
    }
    return best
  }

  /// A bound as a square in `Float`, never too small.
  @inline(__always)
  private static func square(_ bound: Double, _ slack: Double) -> Float {
    let reach = bound * (1 + 1e-6) + slack
    return min(Float(reach * reach) * 1.000001, .greatestFiniteMagnitude)
  }
}
