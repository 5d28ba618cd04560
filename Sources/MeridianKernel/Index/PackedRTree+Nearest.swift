private import CKernels

/// Nodes yet to be visited, the nearest on top: a binary heap that the caller keeps.
struct NodeHeap: Sendable {
  /// A node of a level, and the square of a distance below which nothing in it is, in one word that
  /// orders by the distance: positive numbers are ordered as their bits are.
  struct Entry: BitwiseCopyable, Sendable {
    fileprivate let word: UInt64

    init(squared: Float, level: Int, node: Int) {
      word =
        UInt64(squared.bitPattern) << 32 | UInt64(truncatingIfNeeded: level) << 28
        | UInt64(truncatingIfNeeded: node)
    }

    var squared: Float { Float(bitPattern: UInt32(word >> 32)) }
    var level: Int { Int(word >> 28 & 0xF) }
    var node: Int { Int(word & 0xFFF_FFFF) }
  }

  private var entries = [Entry](repeating: Entry(squared: 0, level: 0, node: 0), count: 64)
  private var count = 0

  mutating func removeAll() { count = 0 }

  mutating func push(_ entry: Entry) {
    pushAll(of: 1) { _ in entry }
  }

  /// Adds an entry for every bit of a mask.
  @inline(__always)
  mutating func pushAll(of mask: UInt32, _ entry: (Int) -> Entry) {
    if count + mask.nonzeroBitCount > entries.count {
      entries.append(contentsOf: repeatElement(entries[0], count: entries.count))
    }
    var count = count
    unsafe entries.withUnsafeMutableBufferPointer { entries in
      guard let entries = entries.baseAddress else { return }
      var rest = mask
      while rest != 0 {
        unsafe Self.rise(entry(rest.trailingZeroBitCount), from: count, in: entries)
        rest &= rest - 1
        count += 1
      }
    }
    self.count = count
  }

  @inline(__always)
  private static func rise(
    _ entry: Entry, from end: Int, in entries: UnsafeMutablePointer<Entry>
  ) {
    var child = end
    while child > 0 {
      let parent = (child - 1) / 2
      if unsafe entries[parent].word <= entry.word { break }
      unsafe entries[child] = entries[parent]
      child = parent
    }
    unsafe entries[child] = entry
  }

  @inline(__always)
  mutating func pop() -> Entry? {
    guard count > 0 else { return nil }
    count -= 1
    let count = count
    return unsafe entries.withUnsafeMutableBufferPointer { entries in
      guard let entries = entries.baseAddress else { return nil }
      let top = unsafe entries[0]
      unsafe Self.sink(entries[count], in: entries, count)
      return top
    }
  }

  /// Puts an entry where the top was taken from a heap that has `count` left.
  @inline(__always)
  private static func sink(
    _ entry: Entry, in entries: UnsafeMutablePointer<Entry>, _ count: Int
  ) {
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, unsafe entries[child + 1].word < entries[child].word { child += 1 }
      if unsafe entry.word <= entries[child].word { break }
      unsafe entries[hole] = entries[child]
      hole = child
    }
    unsafe entries[hole] = entry
  }
}

/// What is looked for around a place.
struct Neighborhood: Sendable {
  let place: Coordinate
  /// In world widths; a rectangle may be visited although it is a rounding beyond the bound, never
  /// the other way round.
  var bound: Double
  /// East–west distances count so many times, at most 1.01.
  var scale = 1.0
  /// Whether nothing but the nearest of all is looked for, by its distance in the plane: then a
  /// node whose rectangles are all farther than something must be is not visited. For that each
  /// rectangle is as small as what it holds allows.
  var isOfOne = false
}

extension PackedRTree {
  /// Visits rectangles from the nearest on, until the bound that `visit` gives back is nearer than
  /// everything left (G. R. Hjaltason, H. Samet, "Distance Browsing in Spatial Databases", 1999);
  /// gives back how many nodes were visited. What has a slab is as far as that.
  @inline(__always)
  func forEachNearest(
    _ neighborhood: Neighborhood, slabs: RunSlabs? = nil, heap: inout NodeHeap,
    _ visit: (Int) -> Double
  ) -> Int {
    let top = levels.count - 2
    guard count > 0, top >= 0 else { return 0 }
    let (x, y) = (Float(neighborhood.place.x - frame.x), Float(neighborhood.place.y - frame.y))
    let slack = Double(max(abs(x), abs(y))) * 2.6e-7 + 1e-30
    var around = meridian_neighborhood(
      x: x, y: y, scale: Float(neighborhood.scale),
      limit: Self.square(neighborhood.bound, slack),
      slack: neighborhood.isOfOne ? Float(slack) * 1.000001 : -1)
    var visited = 0
    heap.removeAll()
    heap.push(NodeHeap.Entry(squared: 0, level: top, node: 0))
    let kernels = unsafe meridian_kernels().pointee
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.fanOut) { squares in
      guard let distances = squares.baseAddress else { return }
      while let entry = heap.pop(), entry.squared <= around.limit {
        visited += 1
        let level = entry.level
        let first = (Int(levels[level]) + entry.node) * Self.nodeLength
        let node = unsafe boxes.address(first, length: Self.nodeLength)
        let base = entry.node * Self.fanOut
        if level > 0 {
          let mask = unsafe kernels.measure_boxes(node, nil, &around, distances)
          heap.pushAll(of: mask) { lane in
            prefetchNode(Int(levels[level - 1]) + base + lane)
            return unsafe NodeHeap.Entry(
              squared: distances[lane], level: level - 1, node: base + lane)
          }
          continue
        }
        let slab = unsafe slabs?.bytes.address(
          entry.node * RunSlabs.leafLength, length: RunSlabs.leafLength)
        var mask = unsafe kernels.measure_boxes(node, slab, &around, distances)
        // The nearest entry of a leaf first: it may bring the bound below the others.
        while let nearest = unsafe Self.least(of: distances, in: mask) {
          guard unsafe distances[nearest] <= around.limit, base + nearest < count else { break }
          mask &= ~(1 << UInt32(nearest))
          around.limit = min(around.limit, Self.square(visit(base + nearest), slack))
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
