extension HitIndex {
  /// Whether a part contains a place: by its grid, and edge by edge when it has none or the place
  /// is too near to an edge for it. The answer is that of testing every edge, bit for bit.
  func contains(_ point: Coordinate, _ area: AreaPart, trace: inout HitTrace) -> Bool {
    if area.grid.hasCells,
      let isInside = grids.contains(point, in: area.grid, of: geometry, trace: &trace)
    {
      return isInside
    }
    var isInside = false
    for ring in geometry.rings(of: Int(area.part)) {
      let range = geometry.coordinates(of: ring)
      trace.edges += range.count
      if crosses(point, range) { isInside.toggle() }
    }
    return isInside
  }

  /// Whether the ray to the right of a place crosses an odd number of the edges between vertices.
  @inline(__always)
  func crosses(_ point: Coordinate, _ vertices: Range<Int>) -> Bool {
    var isOdd = false
    guard var a = vertices.first.map({ geometry.coordinates[$0] }) else { return false }
    for index in vertices.dropFirst() {
      let b = geometry.coordinates[index]
      if RayCrossing.crosses(a, b, point) { isOdd.toggle() }
      a = b
    }
    return isOdd
  }
}

// MARK: - Point in polygon

extension HitIndex {
  /// Buffers of a search for what is around a place, kept from search to search.
  public struct AroundScratch: Sendable {
    var frontier = PlaceList(filler: 0)
    var leaves = PlaceList(filler: 0)
    var areaLeaves = PlaceList(filler: 0)
    var found = PlaceList(filler: 0)
    /// Of the runs found, those that are all of a polygon part.
    var rings = PlaceList(filler: 0)
    var near = ReusedList(filler: NearRun.nothing)
    /// Where the runs found are among all that was found.
    fileprivate var runs = 0..<0

    /// Makes empty buffers.
    public init() {}

    fileprivate mutating func begin() {
      leaves.removeAll()
      areaLeaves.removeAll()
      found.removeAll()
      rings.removeAll()
    }
  }

  /// Appends the number of every feature with a polygon around a place, each once a polygon part:
  /// a multipolygon whose parts overlap there, against the standard, stands as often as they do.
  ///
  /// By the even-odd rule, a place exactly on an edge belonging to one side of it. O(log n + edges
  /// in the place's cells).
  public func features(containing place: LonLat, into found: inout [UInt32]) {
    var scratch = AroundScratch()
    features(containing: place, into: &found, scratch: &scratch)
  }

  /// The same with buffers that the caller keeps from search to search.
  public func features(
    containing place: LonLat, into found: inout [UInt32], scratch: inout AroundScratch
  ) {
    guard traits.hasPolygons else { return }
    let world = WebMercator.project(place.canonical)
    for copy in -1...1 {
      let x = world.x - Double(copy)
      guard x >= geometry.extent.minX && x <= geometry.extent.maxX else { continue }
      features(around: Coordinate(x, world.y), into: &found, scratch: &scratch)
    }
  }

  /// The same in the world itself.
  ///
  /// Both trees go down side by side, and what a step is going to read is asked for in the one
  /// before: nearly all of the time is waiting for memory.
  func features(
    around place: Coordinate, into found: inout [UInt32], scratch: inout AroundScratch
  ) {
    guard traits.hasPolygons else { return }
    scratch.begin()
    let areaSpot = FrameDisc(center: place, radius: 0, in: areas.frame)
    let spot = FrameDisc(center: place, radius: 0, in: tree.frame)
    _ = areas.findLeaves(areaSpot, slabs: nil, into: &scratch.areaLeaves, &scratch.frontier)
    _ = tree.findLeaves(spot, slabs: slabs, into: &scratch.leaves, &scratch.frontier)
    areas.find(
      areaSpot, slabs: nil, in: scratch.areaLeaves, 0..<scratch.areaLeaves.count,
      into: &scratch.found)
    let parts = 0..<scratch.found.count
    for number in parts { areaParts.prefetch(Int(scratch.found[number])) }
    tree.find(
      spot, slabs: slabs, in: scratch.leaves, 0..<scratch.leaves.count, into: &scratch.found)
    scratch.runs = parts.upperBound..<scratch.found.count
    for number in scratch.runs { runs.prefetch(Int(scratch.found[number])) }
    for number in parts { grids.prefetch(place, areaParts[Int(scratch.found[number])].grid) }
    for number in scratch.runs {
      let run = Int(scratch.found[number])
      if runs.isWholePolygon(run) {
        scratch.rings.append(UInt32(truncatingIfNeeded: run))
        runs.prefetchInk(at: run)
      }
    }
    sift(scratch.rings, 0..<scratch.rings.count, at: place, into: &scratch.near)
    for number in parts { grids.prefetchEdges(place, areaParts[Int(scratch.found[number])].grid) }
    for number in parts {
      grids.prefetchVertices(place, areaParts[Int(scratch.found[number])].grid, of: geometry)
    }
    var trace = HitTrace()
    for number in parts {
      let area = areaParts[Int(scratch.found[number])]
      if contains(place, area, trace: &trace) { found.append(area.feature) }
    }
    appendRings(around: place, into: &found, scratch)
  }

  /// Fills `scratch.near` with all runs that touch the place of the last search, and maybe others.
  func siftTouching(_ place: Coordinate, _ scratch: inout AroundScratch) {
    sift(scratch.found, scratch.runs, at: place, into: &scratch.near)
  }

  /// Fills `near` with those runs among some places that come near to a place or may be around it.
  @inline(__always)
  private func sift(
    _ places: PlaceList, _ range: Range<Int>, at place: Coordinate,
    into near: inout ReusedList<NearRun>
  ) {
    let sieve = RunSieve(at: place, lineReach: 0, polygonReach: 0)
    near.removeAll()
    unsafe places.withElements { numbers in
      unsafe near.extend(by: range.count) { near, _ in
        unsafe sieve.sift(numbers + range.lowerBound, range.count, of: runs, tree, into: near)
      }
    }
  }

  /// Appends the features of those runs that are a whole ring around a place.
  @inline(__always)
  private func appendRings(
    around place: Coordinate, into found: inout [UInt32], _ scratch: AroundScratch
  ) {
    for number in 0..<scratch.near.count {
      let near = scratch.near[number]
      let run = near.run
      if near.isInside ?? crosses(place, run.vertices) { found.append(run.feature) }
    }
  }
}
