extension HitIndex {
  /// Calls `visit` with every polygon part of more than one run that contains a place of the world,
  /// by the even-odd rule over its rings.
  @inline(__always)
  func forEachArea(
    containing point: Coordinate, trace: inout HitTrace, _ visit: (AreaPart) -> Void
  ) {
    guard areas.count > 0 else { return }
    let window = Envelope(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
    var counted = HitTrace()
    let nodes = areas.forEachMeeting(window) { place in
      let area = areaParts[place]
      if contains(point, area, trace: &counted) { visit(area) }
    }
    trace.nodes += nodes
    trace.edges += counted.edges
  }

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
  /// Appends the number of every feature with a polygon around a place, each once a polygon part:
  /// a multipolygon whose parts overlap there, against the standard, stands as often as they do.
  ///
  /// By the even-odd rule, a place exactly on an edge belonging to one side of it. O(log n + edges
  /// in the place's cells).
  public func features(containing place: LonLat, into found: inout [UInt32]) {
    let world = WebMercator.project(place.canonical)
    for copy in -1...1 {
      let x = world.x - Double(copy)
      guard x >= geometry.extent.minX && x <= geometry.extent.maxX else { continue }
      features(around: Coordinate(x, world.y), into: &found)
    }
  }

  /// The same in the world itself.
  func features(around place: Coordinate, into found: inout [UInt32]) {
    guard traits.hasPolygons else { return }
    var trace = HitTrace()
    forEachArea(containing: place, trace: &trace) { found.append($0.feature) }
    let window = Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    _ = tree.forEachMeeting(window) { number in
      let run = runs[number]
      if run.dimension == .polygon && run.extent.contains(.part) && crosses(place, run.vertices) {
        found.append(run.feature)
      }
    }
  }
}
