extension PackedGeometry {
  /// The middle of the widest interior stretch of the horizontal through a feature's box's middle;
  /// the box's middle itself when no polygon part is crossed there.
  func interiorPoint(of feature: Int) -> Coordinate {
    let middle = summaries[feature].envelope.center
    var widest = -1.0
    var place = middle
    for part in parts(of: feature) where dimension(of: part) == .polygon {
      let rings = rings(of: part)
      let edges =
        coordinates(of: rings.upperBound - 1).upperBound
        - coordinates(of: rings.lowerBound).lowerBound
      unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: max(edges, 1)) { crossings in
        let count = unsafe crossed(by: middle.y, rings, capacity: edges, into: crossings)
        for pair in stride(from: 0, to: count - 1, by: 2) {
          let (left, right) = unsafe (crossings[pair], crossings[pair + 1])
          guard right - left > widest else { continue }
          widest = right - left
          place.x = (left + right) / 2
        }
      }
    }
    return place
  }

  /// Where a horizontal crosses rings, in ascending order; gives back how often.
  private func crossed(
    by y: Double, _ rings: Range<Int>, capacity: Int,
    into crossings: UnsafeMutableBufferPointer<Double>
  ) -> Int {
    var count = 0
    for ring in rings {
      for index in coordinates(of: ring).dropLast() where count < capacity {
        let a = coordinates[index]
        let b = coordinates[index + 1]
        guard (a.y <= y) != (b.y <= y) else { continue }
        unsafe crossings.initializeElement(
          at: count, to: a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y))
        count += 1
      }
    }
    var filled = unsafe UnsafeMutableBufferPointer(rebasing: crossings[..<count])
    if count == 2 {
      // As of nearly every building.
      if unsafe filled[1] < filled[0] { unsafe filled.swapAt(0, 1) }
    } else {
      unsafe filled.sort()
    }
    return count
  }
}
