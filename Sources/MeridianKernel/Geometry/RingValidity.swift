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
      return isSimpleSmallRing(
        column.coordinates.span.extracting(column.coordinates(of: shell)))
    }
    let edges = edges(of: column, part: part)
    return !hasConflict(edges) && !crossesThroughVertices(column, rings: rings)
      && holesLieInShell(column, rings: rings)
  }

  // MARK: Small rings

  private static func isSimpleSmallRing(_ ring: Span<Coordinate>) -> Bool {
    let last = ring.count - 1
    guard last >= 3 else { return false }
    for i in 0..<(last - 1) {
      let (a, b) = (ring[i], ring[i + 1])
      if a == b { continue }
      if foldsBack(a, b, ring[i + 2]) { return false }
      guard i + 2 < last else { continue }
      for j in (i + 2)..<last where !(i == 0 && j == last - 1 && ring[last] == a) {
        // The last edge of a closed ring ends where the first starts, and is none of these.
        if conflicts(a, b, ring[j], ring[j + 1], areNeighbors: i == 0 && j == last - 1) {
          return false
        }
      }
    }
    return true
  }

  /// Whether of two edges a–b and b–c one lies on the other: all that neighbors can do to each
  /// other, since an edge never crosses one that starts where it ends.
  @inline(__always)
  private static func foldsBack(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Bool {
    b != c
      && (SegmentRelation.isInside(c, of: a, b) || SegmentRelation.isInside(a, of: b, c))
  }

  /// The same as ``conflicts(_:_:areNeighbors:)``, with every side worked out once.
  @inline(__always)
  private static func conflicts(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate, areNeighbors: Bool
  ) -> Bool {
    let abc = SegmentRelation.orientation(a, b, c)
    let abd = SegmentRelation.orientation(a, b, d)
    let cda = SegmentRelation.orientation(c, d, a)
    // Nearly always the second edge is on one side of the first, and the first's start is not on
    // the second.
    if (abc > 0 && abd > 0 || abc < 0 && abd < 0) && cda != 0 { return false }
    return conflicts((a, b), (c, d), areNeighbors: areNeighbors)
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
    let boxes = edges.map { Envelope($0.a, $0.b) }
    let blocks = stride(from: 0, to: edges.count, by: blockSize).map { start in
      boxes[start..<min(start + blockSize, boxes.count)].reduce(into: Envelope.empty) {
        $0.formUnion($1)
      }
    }
    let tree = EnvelopeIndex(blocks)
    var found: [UInt32] = []
    for (index, box) in blocks.enumerated() {
      found.removeAll(keepingCapacity: true)
      tree.search(box, into: &found)
      for other in found where Int(other) >= index {
        if blocksConflict(edges, boxes, index, Int(other), blocks[Int(other)]) { return true }
      }
    }
    return false
  }

  private static func blocksConflict(
    _ edges: [Edge], _ boxes: [Envelope], _ first: Int, _ second: Int, _ box: Envelope
  ) -> Bool {
    let a = (first * blockSize)..<min((first + 1) * blockSize, edges.count)
    let b = (second * blockSize)..<min((second + 1) * blockSize, edges.count)
    // An edge that is apart from a block is apart from all of its edges, and nearly all pairs that
    // are left are apart as well: comparisons say so, which round nothing.
    for i in a where boxes[i].intersects(box) {
      for j in max(b.lowerBound, i + 1)..<max(b.upperBound, i + 1)
      where boxes[i].intersects(boxes[j]) && conflicts(edges[i], edges[j]) {
        return true
      }
    }
    return false
  }

  /// Of edges whose rectangles meet.
  private static func conflicts(_ p: Edge, _ q: Edge) -> Bool {
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

extension Envelope {
  /// The rectangle around an edge.
  fileprivate init(_ a: Coordinate, _ b: Coordinate) {
    self.init(
      minX: Swift.min(a.x, b.x), minY: Swift.min(a.y, b.y), maxX: Swift.max(a.x, b.x),
      maxY: Swift.max(a.y, b.y))
  }
}
