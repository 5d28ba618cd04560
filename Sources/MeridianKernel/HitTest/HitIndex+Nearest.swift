extension HitIndex {
  /// A feature and how far it is in the map's plane.
  public struct Neighbor: Hashable, Sendable {
    /// The feature's number.
    public var feature: Int
    /// In widths of the Web Mercator square; 0 inside a polygon.
    public var distance: Double
  }

  /// Buffers of a search for neighbors, kept from search to search.
  public struct NeighborScratch: Sendable {
    /// What the last search found, the nearest first, equally near ones by number.
    public internal(set) var found: [Neighbor] = []
    var heap = NodeHeap()
    var around: [UInt32] = []
    var aroundScratch = AroundScratch()

    /// Makes empty buffers.
    public init() {}
  }

  /// Fills `scratch.found` with the `count` nearest features, by distance in the map's plane to
  /// their bare geometry (symbols and lines have no width), across the seam too.
  ///
  /// In the plane, not on the ellipsoid: near a place the order is the same, far from it or toward
  /// the poles it is not. O(log n + what is nearer), allocating nothing once buffers have grown.
  /// - Parameter bound: features farther than this many widths of the square are not looked for.
  public func nearest(
    to place: LonLat, count: Int = 1, within bound: Double = .infinity,
    scratch: inout NeighborScratch
  ) {
    scratch.found.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    let world = WebMercator.project(place.canonical)
    for turn in 0..<3 {
      // Around the world to the east, and to the west.
      let copy = Coordinate(world.x + Double(turn == 2 ? -1 : turn), world.y)
      let limit = scratch.found.limit(count, bound)
      // A rounding beyond the limit is looked at.
      if geometry.extent.squaredDistance(to: copy) > limit * limit * 1.000001 { continue }
      search(copy, count, bound, &scratch)
    }
  }

  private func search(
    _ place: Coordinate, _ count: Int, _ bound: Double, _ scratch: inout NeighborScratch
  ) {
    scratch.around.removeAll(keepingCapacity: true)
    features(around: place, into: &scratch.around, scratch: &scratch.aroundScratch)
    for feature in scratch.around {
      scratch.found.insert(Neighbor(feature: Int(feature), distance: 0), atMost: count)
    }
    var found = scratch.found
    swap(&found, &scratch.found)
    defer { swap(&found, &scratch.found) }
    if traits.hasPolygons && found.limit(count, bound) == 0 {
      // Only what touches the place is as near, and all that does was seen with what is around it.
      siftTouching(place, &scratch.aroundScratch)
      for number in 0..<scratch.aroundScratch.near.count {
        let near = scratch.aroundScratch.near[number]
        found.insert(near, squaredDistance(near, place), within: 0, atMost: count)
      }
      return
    }
    let neighborhood = Neighborhood(
      place: place, bound: found.limit(count, bound), isOfOne: count == 1)
    _ = tree.forEachNearest(neighborhood, slabs: slabs, heap: &scratch.heap) { number in
      let limit = found.limit(count, bound)
      let sieve = RunSieve(at: place, lineReach: limit, polygonReach: limit)
      guard let near = sieve.sift(number, of: runs, tree) else { return limit }
      found.insert(near, squaredDistance(near, place), within: limit, atMost: count)
      return found.limit(count, bound)
    }
  }

  /// The squared distance to a run that was sifted.
  @inline(__always)
  private func squaredDistance(_ near: NearRun, _ place: Coordinate) -> Double {
    let run = near.run
    let start = Int(run.start)
    if run.segments == 0 { return geometry.coordinates[start].squaredDistance(to: place) }
    var mask = near.nearest
    var least = Double.infinity
    while mask != 0 {
      let index = start + mask.trailingZeroBitCount
      mask &= mask - 1
      let a = geometry.coordinates[index] - place
      let b = geometry.coordinates[index + 1] - place
      least = min(least, SegmentRelation.squaredDistance(a, b))
    }
    return least
  }
}

extension [HitIndex.Neighbor] {
  /// How near a feature must be to count, when the list holds the nearest so far.
  @inline(__always)
  fileprivate func limit(_ count: Int, _ bound: Double) -> Double {
    guard self.count == count, let last else { return bound }
    return Swift.min(last.distance, bound)
  }

  /// Puts a run's feature in its place, when it is near enough.
  @inline(__always)
  fileprivate mutating func insert(
    _ near: NearRun, _ squared: Double, within limit: Double, atMost count: Int
  ) {
    // The root, not the limit's square: what is as near as the limit to the last bit counts.
    let distance = squared.squareRoot()
    guard distance <= limit else { return }
    insert(HitIndex.Neighbor(feature: Int(near.run.feature), distance: distance), atMost: count)
  }

  /// Puts a neighbor in its place, unless the list is full of nearer ones or knows the feature
  /// nearer.
  fileprivate mutating func insert(_ neighbor: HitIndex.Neighbor, atMost count: Int) {
    if let known = firstIndex(where: { $0.feature == neighbor.feature }) {
      if self[known].distance <= neighbor.distance { return }
      remove(at: known)
    }
    let place = firstIndex { other in
      (neighbor.distance, neighbor.feature) < (other.distance, other.feature)
    }
    insert(neighbor, at: place ?? endIndex)
    if self.count > count { removeLast() }
  }
}
