extension GeometryColumn {
  /// Edges up to which the even-odd area of an invalid polygon is worked out exactly.
  static let exactAreaLimit = 256

  /// The even-odd area of a polygon part in squared world widths, and whether its rings are simple.
  ///
  /// A valid polygon's is the shell's less the holes'. For a self-crossing one it is the exact
  /// even-odd area up to ``exactAreaLimit`` edges, the envelope's area beyond.
  func evenOddArea(ofPart part: Int) -> (area: Double, isValid: Bool) {
    var total = 0.0
    for (position, ring) in rings(of: part).enumerated() {
      let area = abs(signedArea(ofRing: ring))
      total += position == 0 ? area : -area
    }
    if RingValidity.isValid(self, part: part) && total >= 0 { return (total, true) }
    let edges = rings(of: part).reduce(0) { $0 + coordinates(of: $1).count - 1 }
    if edges <= Self.exactAreaLimit { return (slabArea(ofPart: part), false) }
    var box = Envelope.empty
    for ring in rings(of: part) {
      for index in coordinates(of: ring) { box.formUnion(coordinates[index]) }
    }
    return (box.width * box.height, false)
  }

  private func signedArea(ofRing ring: Int) -> Double {
    let range = coordinates(of: ring)
    guard let first = range.first else { return 0 }
    // Relative to the first vertex: a small ring far from the origin keeps its digits.
    let base = coordinates[first]
    var twice = 0.0
    for index in range.dropLast() {
      let a = coordinates[index] - base
      let b = coordinates[index + 1] - base
      twice += a.x * b.y - b.x * a.y
    }
    return twice / 2
  }

  /// The even-odd area by horizontal slabs: between two neighboring heights at which anything
  /// happens, edges do not cross and the inside is a row of trapezoids. Quadratic in the edges.
  private func slabArea(ofPart part: Int) -> Double {
    let edges = self.edges(ofPart: part)
    guard let base = edges.first?.a else { return 0 }
    var heights = edges.flatMap { [$0.a.y - base.y, $0.b.y - base.y] }
    for (index, first) in edges.enumerated() {
      for second in edges[(index + 1)...] {
        if let y = Self.crossingHeight(first, second) { heights.append(y - base.y) }
      }
    }
    heights.sort()
    var area = 0.0
    for (low, high) in zip(heights, heights.dropFirst()) where high > low {
      let middle = (low + high) / 2 + base.y
      var crossings: [Double] = []
      for edge in edges where (edge.a.y <= middle) != (edge.b.y <= middle) {
        let share = (middle - edge.a.y) / (edge.b.y - edge.a.y)
        crossings.append(edge.a.x - base.x + share * (edge.b.x - edge.a.x))
      }
      crossings.sort()
      var index = 0
      while index + 1 < crossings.count {
        area += (crossings[index + 1] - crossings[index]) * (high - low)
        index += 2
      }
    }
    return area
  }

  /// One edge of a ring.
  private struct Edge {
    var a: Coordinate
    var b: Coordinate
  }

  private func edges(ofPart part: Int) -> [Edge] {
    var edges: [Edge] = []
    for ring in rings(of: part) {
      for index in coordinates(of: ring).dropLast() {
        edges.append(Edge(a: coordinates[index], b: coordinates[index + 1]))
      }
    }
    return edges
  }

  private static func crossingHeight(_ first: Edge, _ second: Edge) -> Double? {
    guard SegmentRelation.properlyCross(first.a, first.b, second.a, second.b) else { return nil }
    let fromA = SegmentRelation.orientation(second.a, second.b, first.a)
    let fromB = SegmentRelation.orientation(second.a, second.b, first.b)
    return first.a.y + (first.b.y - first.a.y) * (fromA / (fromA - fromB))
  }
}
