extension GeometryBuffer {
  /// Whether the geometry shares a point with a closed rectangle, exactly.
  ///
  /// A vertex in it, a segment that meets it, or a polygon around it. O(coordinates).
  public func intersects(_ box: Envelope) -> Bool {
    guard !box.isEmpty else { return false }
    for part in parts.indices {
      if intersects(box, part: part, parts[part].dimension) { return true }
    }
    return false
  }

  private func intersects(_ box: Envelope, part: Int, _ dimension: PartDimension) -> Bool {
    var counter = RayCounter(Coordinate(box.minX, box.minY))
    for ring in ringRange(ofPart: part) {
      let range = coordinateRange(ofRing: ring)
      guard
        var previous = (dimension == .polygon ? range.last : range.first)
          .map({ coordinates[$0] })
      else { continue }
      for index in range {
        let vertex = coordinates[index]
        if box.contains(vertex) { return true }
        if dimension == .point { continue }
        if box.meets(previous, vertex) { return true }
        if dimension == .polygon && !counter.take(previous, vertex) { return true }
        previous = vertex
      }
    }
    // No edge comes near: the rectangle is inside as a whole, or outside.
    return dimension == .polygon && counter.location != .exterior
  }
}

extension Envelope {
  /// Whether a segment shares a point with the rectangle, exactly: their rectangles meet, and the
  /// corners do not all lie on one side of the segment's line.
  func meets(_ a: Coordinate, _ b: Coordinate) -> Bool {
    guard max(a.x, b.x) >= minX, min(a.x, b.x) <= maxX, max(a.y, b.y) >= minY,
      min(a.y, b.y) <= maxY
    else { return false }
    var (hasLeft, hasRight) = (false, false)
    for corner in [
      Coordinate(minX, minY), Coordinate(maxX, minY), Coordinate(maxX, maxY),
      Coordinate(minX, maxY),
    ] {
      let side = Orientation.sign(a, b, corner)
      if side == 0 { return true }
      if side > 0 { hasLeft = true } else { hasRight = true }
    }
    return hasLeft && hasRight
  }
}
