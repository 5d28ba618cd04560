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
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.fanOut) { squares in
      guard let distances = squares.baseAddress else { return }
      while let entry = heap.pop(), entry.squared <= limit {
        visited += 1
        let level = Int(entry.level)
        let first = (Int(levels[level]) + Int(entry.node)) * Self.nodeLength
        unsafe meridian_box_distances(
          boxes.address(first, length: Self.nodeLength), x, y, shrink, distances)
        let base = Int(entry.node) * Self.fanOut
        if level > 0 {
          for lane in 0..<Self.fanOut {
            let squared = unsafe distances[lane]
            guard squared <= limit else { continue }
            let child = UInt32(base + lane)
            heap.push(NodeHeap.Entry(squared: squared, level: UInt32(level - 1), node: child))
            prefetchNode(Int(levels[level - 1]) + Int(child))
          }
          continue
        }
        // The nearest entry first: it may bring the bound below the others.
        while true {
          var nearest = 0
          for lane in 1..<Self.fanOut
          where unsafe distances[lane] < distances[nearest] { nearest = lane }
          guard unsafe distances[nearest] <= limit, base + nearest < count else { break }
          unsafe distances[nearest] = .infinity
          limit = Self.square(visit(base + nearest), slack)
        }
      }
    }
    return visited
  }

  /// A bound as a square in `Float`, never too small.
  @inline(__always)
  private static func square(_ bound: Double, _ slack: Double) -> Float {
    let reach = bound * (1 + 1e-6) + slack
    return min(Float(reach * reach) * 1.000001, .greatestFiniteMagnitude)
  }
}
