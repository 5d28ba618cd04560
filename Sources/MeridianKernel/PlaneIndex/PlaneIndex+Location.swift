extension PlaneIndex {
  /// Calls `visit` with every feature that has a polygon part around a point or with the point on
  /// its edge, once for each such part, in no order that may be relied on.
  ///
  /// Exact: grids and rectangles sift, exact orientation decides (see ``RayCounter``). In degrees
  /// the copies of the point one turn east and west are asked too. O(log n + edges in the point's
  /// cells); a point within rounding of an edge costs its part's edges.
  @inline(__always)
  public func forEachArea(
    at point: Coordinate, _ visit: (_ feature: Int, _ location: PointLocation) -> Void
  ) {
    forEachCopy(of: point) { point in
      let window = Envelope(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
      _ = areas.forEachMeeting(window) { place in
        let area = areaParts[place]
        let location = locate(point, area)
        if location != .exterior { visit(Int(area.feature), location) }
      }
    }
  }

  /// Degrees of longitude beyond which something lies beyond the seam; less is the care of data,
  /// some of which ends at 180.0000004.
  public static let seam = 180 + 1e-6

  /// A point and, in degrees, those copies that something laid out beyond ±180 may lie around.
  ///
  /// Between them the plane is the plane: what touches one side of the map does not touch the
  /// other.
  @inline(__always)
  func forEachCopy(of point: Coordinate, _ body: (Coordinate) -> Void) {
    body(point)
    guard let period else { return }
    for turn in [period, -period] {
      let x = point.x + turn
      let isBeyond = max(x.magnitude, point.x.magnitude) > Self.seam
      if isBeyond && x >= geometry.extent.minX && x <= geometry.extent.maxX {
        body(Coordinate(x, point.y))
      }
    }
  }

  private func locate(_ point: Coordinate, _ area: HitIndex.AreaPart) -> PointLocation {
    var trace = HitTrace()
    if area.grid.hasCells,
      let isInside = grids.contains(point, in: area.grid, of: geometry, trace: &trace)
    {
      return isInside ? .interior : .exterior
    }
    return locateByEdges(point, part: Int(area.part))
  }

  /// The slow twin: every edge of a part.
  func locateByEdges(_ point: Coordinate, part: Int) -> PointLocation {
    var counter = RayCounter(point)
    for ring in geometry.rings(of: part) {
      for index in geometry.coordinates(of: ring).dropLast() {
        guard counter.take(geometry.coordinates[index], geometry.coordinates[index + 1]) else {
          return counter.location
        }
      }
    }
    return counter.location
  }
}
