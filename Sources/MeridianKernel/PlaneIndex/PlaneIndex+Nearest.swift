extension PlaneIndex {
  /// A segment (or a single vertex) near a place.
  public struct NearSegment: Hashable, Sendable {
    /// The feature's number.
    public var feature: Int
    /// Its ends; equal ones for a point.
    public var start, end: Coordinate
    /// The distance in the plane, east–west ones scaled.
    public var distance: Double
  }

  /// Buffers of a search, kept from search to search.
  public struct NearScratch: Sendable {
    /// The features found, the nearest first: number and distance in the scaled plane.
    public fileprivate(set) var features: [(feature: Int, distance: Double)] = []
    /// The segments near enough to be any found feature's nearest, by feature, the nearest first.
    public fileprivate(set) var segments: [NearSegment] = []
    fileprivate var heap = NodeHeap()

    /// Makes empty buffers.
    public init() {}
  }

  /// Finds the `count` features nearest to a place in a plane whose x is scaled, and everything
  /// that could be as near if distances were wrong by a share.
  ///
  /// Whoever measures on the ellipsoid gives the share by which the plane misjudges a distance
  /// around the place; all features and segments come back whose distance is at most the
  /// `count`-th's times 1 + `error` of it. A place inside a polygon has distance 0 to it. In
  /// degrees the copies of the place one turn east and west are asked too. O(log n + found ·
  /// count), O(log n + found · log found) when `count` is all there are.
  /// - Parameter bound: farther features are not looked for.
  public func nearest(
    to place: Coordinate, scale: Double, count: Int, within bound: Double,
    error: (_ distance: Double) -> Double, scratch: inout NearScratch
  ) {
    scratch.features.removeAll(keepingCapacity: true)
    scratch.segments.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    let isWhole = count >= self.count
    forEachArea(at: place) { feature, _ in
      if !isWhole { scratch.features.insert(feature, 0) }
      scratch.segments.append(
        NearSegment(feature: feature, start: place, end: place, distance: 0))
    }
    forEachCopy(ofAny: place) { copy in
      search(copy, scale, count, bound, error, &scratch)
    }
    if count >= self.count {
      scratch.listFeatures()
    } else {
      let limit = scratch.features.limit(count, bound, error)
      scratch.features.removeAll { $0.distance > limit }
      scratch.segments.removeAll { $0.distance > limit }
      scratch.segments.sort { ($0.feature, $0.distance) < ($1.feature, $1.distance) }
    }
  }

  private func search(
    _ place: Coordinate, _ scale: Double, _ count: Int, _ bound: Double,
    _ error: (Double) -> Double, _ scratch: inout NearScratch
  ) {
    var (features, segments) = ([(feature: Int, distance: Double)](), [NearSegment]())
    swap(&features, &scratch.features)
    swap(&segments, &scratch.segments)
    var limit = features.limit(count, bound, error)
    var crowd = 64
    let neighborhood = Neighborhood(place: place, bound: limit, scale: scale)
    _ = tree.forEachNearest(neighborhood, heap: &scratch.heap) { number in
      let run = runs[number]
      var least = Double.infinity
      let end = Int(run.start) + max(Int(run.segments), 1)
      for index in Int(run.start)..<end {
        let start = geometry.coordinates[index]
        let stop = run.segments == 0 ? start : geometry.coordinates[index + 1]
        let squared = SegmentRelation.squaredDistance(
          Coordinate((start.x - place.x) * scale, start.y - place.y),
          Coordinate((stop.x - place.x) * scale, stop.y - place.y))
        guard squared <= limit * limit * 1.000001 else { continue }
        let distance = squared.squareRoot()
        guard distance <= limit else { continue }
        segments.append(
          NearSegment(
            feature: Int(run.feature), start: start, end: stop, distance: distance))
        least = min(least, distance)
      }
      // Where every feature within the bound is wanted, the segments tell them afterwards.
      if least <= limit && count < self.count {
        features.insert(Int(run.feature), least)
        limit = features.limit(count, bound, error)
        // What has been left behind by nearer features goes before it piles up.
        if segments.count > crowd {
          segments.removeAll { $0.distance > limit }
          crowd = 64 + 2 * segments.count
        }
        while let last = features.last, last.distance > limit { features.removeLast() }
      }
      return limit
    }
    swap(&features, &scratch.features)
    swap(&segments, &scratch.segments)
  }

  /// A place and, in degrees, its copies one turn east and west wherever the layer lies.
  @inline(__always)
  private func forEachCopy(ofAny place: Coordinate, _ body: (Coordinate) -> Void) {
    body(place)
    guard let period else { return }
    body(Coordinate(place.x + period, place.y))
    body(Coordinate(place.x - period, place.y))
  }
}

extension PlaneIndex.NearScratch {
  /// Sorts the segments and makes the list of their features.
  fileprivate mutating func listFeatures() {
    segments.sort { ($0.feature, $0.distance) < ($1.feature, $1.distance) }
    features.removeAll(keepingCapacity: true)
    for segment in segments where features.last?.feature != segment.feature {
      features.append((segment.feature, segment.distance))
    }
    features.sort { ($0.distance, $0.feature) < ($1.distance, $1.feature) }
  }
}

extension [(feature: Int, distance: Double)] {
  /// How near a feature must be to count, when the list holds the nearest so far.
  @inline(__always)
  fileprivate func limit(
    _ count: Int, _ bound: Double, _ error: (Double) -> Double
  ) -> Double {
    guard self.count >= count else { return bound }
    let distance = self[count - 1].distance
    return Swift.min(distance * (1 + error(distance)), bound)
  }

  /// Puts a feature in its place, unless the list knows it nearer.
  mutating func insert(_ feature: Int, _ distance: Double) {
    if let known = firstIndex(where: { $0.feature == feature }) {
      if self[known].distance <= distance { return }
      remove(at: known)
    }
    var place = endIndex
    while place > 0, (distance, feature) < (self[place - 1].distance, self[place - 1].feature) {
      place -= 1
    }
    insert((feature, distance), at: place)
  }
}
