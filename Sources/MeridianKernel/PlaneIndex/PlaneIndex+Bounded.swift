extension PlaneIndex {
  /// Finds the `count` features nearest to a place by any distance that the caller measures.
  ///
  /// Best-first over the tree by a bound below which nothing in a rectangle is. Slower than
  /// ``nearest(to:scale:count:within:error:scratch:)``, and right wherever the plane is no measure:
  /// toward the poles, across half the globe. O(log n + found) for tight bounds.
  /// - Parameters:
  ///   - bound: features farther than this are not looked for.
  ///   - lowerBound: a distance that no place in a rectangle falls short of.
  ///   - distance: the distance to a segment, or to a vertex when both ends are one; may answer
  ///     anything above its last argument when the true distance is above it.
  /// - Returns: numbers and distances, the nearest first, equally near ones by number.
  public func nearest(
    to place: Coordinate, count: Int, within bound: Double,
    lowerBound: (Envelope) -> Double,
    distance: (_ start: Coordinate, _ end: Coordinate, _ bound: Double) -> Double
  ) -> [(feature: Int, distance: Double)] {
    guard count > 0 else { return [] }
    var found: [(feature: Int, distance: Double)] = []
    forEachArea(at: place) { feature, _ in found.insert(feature, 0) }
    if found.count > count { found.removeLast(found.count - count) }
    var waiting = BoundHeap()
    let top = tree.levels.count - 2
    guard tree.count > 0, top >= 0 else { return found }
    waiting.push(BoundHeap.Entry(bound: 0, level: top, node: 0))
    while let entry = waiting.pop() {
      let limit = found.count == count ? min(found[count - 1].distance, bound) : bound
      guard entry.bound <= limit else { break }
      if entry.level < 0 {
        let run = runs[entry.node]
        let least = nearest(run, within: limit, distance)
        if least <= limit { found.insert(Int(run.feature), least) }
        if found.count > count { found.removeLast() }
        continue
      }
      let children =
        entry.level == 0
        ? tree.count : Int(tree.levels[entry.level]) - Int(tree.levels[entry.level - 1])
      let first = entry.node * PackedRTree.fanOut
      for child in first..<min(first + PackedRTree.fanOut, children) {
        let below = lowerBound(tree.envelope(level: entry.level, entry: child))
        if below <= limit {
          waiting.push(BoundHeap.Entry(bound: below, level: entry.level - 1, node: child))
        }
      }
    }
    return found
  }

  private func nearest(
    _ run: Run, within bound: Double,
    _ distance: (Coordinate, Coordinate, Double) -> Double
  ) -> Double {
    let start = Int(run.start)
    if run.segments == 0 {
      return distance(geometry.coordinates[start], geometry.coordinates[start], bound)
    }
    var least = Double.infinity
    for index in run.vertices.dropLast() {
      let (a, b) = (geometry.coordinates[index], geometry.coordinates[index + 1])
      least = min(least, distance(a, b, min(bound, least)))
    }
    return least
  }
}

extension PackedRTree {
  /// The rectangle of an entry of a node of a level, rounded outward.
  func envelope(level: Int, entry: Int) -> Envelope {
    let node = Int(levels[level]) + entry / Self.fanOut
    let first = node * Self.nodeLength + entry % Self.fanOut
    return Envelope(
      minX: Double(boxes[first]) + frame.x, minY: Double(boxes[first + 16]) + frame.y,
      maxX: Double(boxes[first + 32]) + frame.x, maxY: Double(boxes[first + 48]) + frame.y
    ).rounded
  }
}

extension Envelope {
  /// One rounding larger on every side.
  fileprivate var rounded: Envelope {
    Envelope(
      minX: minX.nextDown, minY: minY.nextDown, maxX: maxX.nextUp, maxY: maxY.nextUp)
  }
}

/// Entries of a tree yet to be visited, the one of the least bound on top.
private struct BoundHeap {
  /// A node of a level, or a run (level −1), and a distance below which nothing in it is.
  struct Entry {
    var bound: Double
    var level: Int
    var node: Int
  }

  private var entries: [Entry] = []

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0, entries[child].bound < entries[(child - 1) / 2].bound {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> Entry? {
    guard let top = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return top }
    entries[0] = last
    var hole = 0
    while true {
      var least = hole
      for child in [2 * hole + 1, 2 * hole + 2]
      where child < entries.count && entries[child].bound < entries[least].bound { least = child }
      guard least != hole else { return top }
      entries.swapAt(hole, least)
      hole = least
    }
  }
}
