/// Whether a polygon part's rings keep to themselves (OGC 06-103r4 §6.1.11.1, the part that decides
/// area and inside): no ring crosses or touches itself, no two rings cross, holes lie in the shell.
enum RingValidity {
  /// Edges compared pair by pair up to here; beyond it in blocks with bounding rectangles.
  private static let blockSize = 16
  /// Work beyond which the hole-in-shell test is left out, in edge visits.
  private static let holeWorkLimit = 20_000_000

  static func isValid(_ column: GeometryColumn, part: Int) -> Bool {
    let rings = column.rings(of: part)
    guard let shell = rings.first else { return true }
    // The common small ring is decided without any copying.
    if rings.count == 1 && column.coordinates(of: shell).count <= blockSize + 1 {
      return isSimpleSmallRing(column.coordinates[column.coordinates(of: shell)])
    }
    let edges = edges(of: column, part: part)
    return !hasConflict(edges) && !crossesThroughVertices(column, rings: rings)
      && holesLieInShell(column, rings: rings)
  }

  // MARK: Small rings

  private static func isSimpleSmallRing(_ ring: ArraySlice<Coordinate>) -> Bool {
    let first = ring.startIndex
    let last = ring.endIndex - 1
    guard last - first >= 3 else { return false }
    for i in first..<(last - 1) {
      for j in (i + 1)..<last {
        let conflict = conflicts(
          (ring[i], ring[i + 1]), (ring[j], ring[j + 1]),
          areNeighbors: j == i + 1 || (i == first && j == last - 1))
        if conflict { return false }
      }
    }
    return true
  }

  /// Neighbors share an endpoint by right; they conflict only when one folds back onto the other.
  private static func conflicts(
    _ p: (a: Coordinate, b: Coordinate), _ q: (a: Coordinate, b: Coordinate), areNeighbors: Bool
  ) -> Bool {
    if p.a == p.b || q.a == q.b { return false }
    if SegmentRelation.properlyCross(p.a, p.b, q.a, q.b) { return true }
    if areNeighbors {
      return SegmentRelation.isInside(q.b, of: p.a, p.b)
        || SegmentRelation.isInside(p.a, of: q.a, q.b)
    }
    return p.a == q.a || SegmentRelation.isInside(q.a, of: p.a, p.b)
      || SegmentRelation.isInside(p.a, of: q.a, q.b)
  }

  // MARK: Large rings

  private struct Edge {
    var a: Coordinate
    var b: Coordinate
    /// The ring, and the place along it without repeated vertices.
    var ring: Int
    var order: Int
    var ringCount: Int
  }

  private static func edges(of column: GeometryColumn, part: Int) -> [Edge] {
    var edges: [Edge] = []
    for ring in column.rings(of: part) {
      let start = edges.count
      for index in column.coordinates(of: ring).dropLast() {
        let a = column.coordinates[index]
        let b = column.coordinates[index + 1]
        if a != b {
          edges.append(Edge(a: a, b: b, ring: ring, order: edges.count - start, ringCount: 0))
        }
      }
      for index in start..<edges.count { edges[index].ringCount = edges.count - start }
    }
    return edges
  }

  private static func hasConflict(_ edges: [Edge]) -> Bool {
    var blocks: [Envelope] = []
    for start in stride(from: 0, to: edges.count, by: blockSize) {
      var box = Envelope.empty
      for edge in edges[start..<min(start + blockSize, edges.count)] {
        box.formUnion(edge.a)
        box.formUnion(edge.b)
      }
      blocks.append(box)
    }
    let tree = EnvelopeIndex(blocks)
    var found: [UInt32] = []
    for (index, box) in blocks.enumerated() {
      found.removeAll(keepingCapacity: true)
      tree.search(box, into: &found)
      for other in found where Int(other) >= index {
        if blocksConflict(edges, index, Int(other)) { return true }
      }
    }
    return false
  }

  private static func blocksConflict(_ edges: [Edge], _ first: Int, _ second: Int) -> Bool {
    let a = (first * blockSize)..<min((first + 1) * blockSize, edges.count)
    let b = (second * blockSize)..<min((second + 1) * blockSize, edges.count)
    for i in a {
      for j in max(b.lowerBound, i + 1)..<max(b.upperBound, i + 1)
      where conflicts(edges[i], edges[j]) {
        return true
      }
    }
    return false
  }

  private static func conflicts(_ p: Edge, _ q: Edge) -> Bool {
    // Nearly all pairs of a block are apart, and four comparisons say so.
    if max(p.a.x, p.b.x) < min(q.a.x, q.b.x) || max(q.a.x, q.b.x) < min(p.a.x, p.b.x)
      || max(p.a.y, p.b.y) < min(q.a.y, q.b.y) || max(q.a.y, q.b.y) < min(p.a.y, p.b.y)
    {
      return false
    }
    // Different rings may touch in points; a crossing or a shared stretch changes what is inside.
    if p.ring != q.ring {
      return SegmentRelation.properlyCross(p.a, p.b, q.a, q.b)
        || SegmentRelation.shareStretch(p.a, p.b, q.a, q.b)
    }
    let distance = abs(p.order - q.order)
    if distance == p.ringCount - 1 && p.order < q.order {
      return conflicts((q.a, q.b), (p.a, p.b), areNeighbors: true)
    }
    return conflicts((p.a, p.b), (q.a, q.b), areNeighbors: distance == 1)
  }

  /// Whether two rings cross where they share a vertex: one has edges on both sides of the other.
  private static func crossesThroughVertices(_ column: GeometryColumn, rings: Range<Int>) -> Bool {
    guard rings.count > 1 else { return false }
    // Work beyond the limit is left out: rings that large are taken at their word.
    var budget = holeWorkLimit
    let boxes = rings.map { ring in
      column.coordinates(of: ring).reduce(into: Envelope.empty) {
        $0.formUnion(column.coordinates[$1])
      }
    }
    for first in rings {
      for second in rings where first != second {
        guard boxes[first - rings.lowerBound].intersects(boxes[second - rings.lowerBound]) else {
          continue
        }
        budget -= column.coordinates(of: first).count * column.coordinates(of: second).count
        if budget < 0 { return false }
        if liesOnBothSides(column, ring: first, of: second) { return true }
      }
    }
    return false
  }

  /// Whether a ring has middles of edges inside and outside of another ring that it touches.
  private static func liesOnBothSides(_ column: GeometryColumn, ring: Int, of other: Int) -> Bool {
    var hasInside = false
    var hasOutside = false
    for index in column.coordinates(of: ring).dropLast() {
      let middle = (column.coordinates[index] + column.coordinates[index + 1]) * 0.5
      if contains(column, ring: other, middle) { hasInside = true } else { hasOutside = true }
      if hasInside && hasOutside { return true }
    }
    return false
  }

  private static func contains(_ column: GeometryColumn, ring: Int, _ point: Coordinate) -> Bool {
    var inside = false
    for index in column.coordinates(of: ring).dropLast()
    where RayCrossing.crosses(column.coordinates[index], column.coordinates[index + 1], point) {
      inside.toggle()
    }
    return inside
  }

  private static func holesLieInShell(_ column: GeometryColumn, rings: Range<Int>) -> Bool {
    let shell = column.coordinates(of: rings.lowerBound)
    guard (rings.count - 1) * shell.count <= holeWorkLimit else { return true }
    for hole in rings.dropFirst() {
      let range = column.coordinates(of: hole)
      // The middle of an edge, since vertices may touch the shell.
      guard range.count > 1 else { continue }
      let point =
        (column.coordinates[range.lowerBound] + column.coordinates[range.lowerBound + 1]) * 0.5
      if !contains(column, ring: rings.lowerBound, point) { return false }
    }
    return true
  }
}
