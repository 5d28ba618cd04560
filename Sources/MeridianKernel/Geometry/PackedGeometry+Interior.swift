extension PackedGeometry {
  /// The middle of the widest interior stretch of the horizontal through a feature's box's middle;
  /// the box's middle itself when no polygon part is crossed there.
  func interiorPoint(of feature: Int) -> Coordinate {
    var place = summaries[feature].envelope.center
    let y = place.y
    var widest = -1.0
    for part in parts(of: feature) where dimension(of: part) == .polygon {
      let rings = rings(of: part)
      let edges =
        coordinates(of: rings.upperBound - 1).upperBound
        - coordinates(of: rings.lowerBound).lowerBound
      unsafe findStretch(atMost: edges, &place, &widest) { crossings in
        rings.reduce(0) { count, ring in
          unsafe cross(y, coordinates(of: ring), count, crossings)
        }
      }
    }
    return place
  }

  /// The same of a feature that is one ring, whose box has this middle.
  func interiorPoint(ofRing vertices: Range<Int>, middle: Coordinate) -> Coordinate {
    var place = middle
    var widest = -1.0
    unsafe findStretch(atMost: vertices.count, &place, &widest) { crossings in
      unsafe cross(middle.y, vertices, 0, crossings)
    }
    return place
  }

  /// Moves a place to the middle of the widest stretch between crossings when it is wider than the
  /// widest so far; `cross` writes where the horizontal through the place crosses a part's edges.
  @inline(__always)
  private func findStretch(
    atMost edges: Int, _ place: inout Coordinate, _ widest: inout Double,
    _ cross: (UnsafeMutableBufferPointer<Double>) -> Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: max(edges, 1)) { crossings in
      let count = unsafe cross(crossings)
      var filled = unsafe UnsafeMutableBufferPointer(rebasing: crossings[..<count])
      if count == 2 {
        // As of nearly every building.
        if unsafe filled[1] < filled[0] { unsafe filled.swapAt(0, 1) }
      } else {
        unsafe filled.sort()
      }
      for pair in stride(from: 0, to: count - 1, by: 2) {
        let (left, right) = unsafe (filled[pair], filled[pair + 1])
        guard right - left > widest else { continue }
        widest = right - left
        place.x = (left + right) / 2
      }
    }
  }

  /// Writes where a horizontal crosses the edges between vertices after the `count` crossings that
  /// there are; gives back how many there are then.
  @inline(__always)
  private func cross(
    _ y: Double, _ vertices: Range<Int>, _ count: Int,
    _ crossings: UnsafeMutableBufferPointer<Double>
  ) -> Int {
    var count = count
    for index in vertices.dropLast() where count < crossings.count {
      let a = coordinates[index]
      let b = coordinates[index + 1]
      guard (a.y <= y) != (b.y <= y) else { continue }
      unsafe crossings.initializeElement(
        at: count, to: a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y))
      count += 1
    }
    return count
  }
}
