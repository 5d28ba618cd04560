/// The one crossing rule of the even-odd test, shared by every path that decides "inside".
enum RayCrossing {
  /// Whether the edge a→b crosses the ray that runs from `point` to the right (larger x).
  ///
  /// Half-open in y, so a vertex on the ray counts once. Edges wholly right or left of the point
  /// are decided without rounding, which lets whole runs of edges be skipped with the same answer.
  @inline(__always)
  static func crosses(_ a: Coordinate, _ b: Coordinate, _ point: Coordinate) -> Bool {
    if (a.y <= point.y) == (b.y <= point.y) { return false }
    if min(a.x, b.x) > point.x { return true }
    if max(a.x, b.x) <= point.x { return false }
    let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
    return (side > 0) == (b.y > a.y)
  }
}

/// Which side of a directed line a point lies on, and what two segments have in common.
enum SegmentRelation {
  @inline(__always)
  static func orientation(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Whether two segments cross in a point inside both.
  static func properlyCross(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
  ) -> Bool {
    let abc = orientation(a, b, c)
    let abd = orientation(a, b, d)
    if !((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) { return false }
    let cda = orientation(c, d, a)
    let cdb = orientation(c, d, b)
    return (cda > 0 && cdb < 0) || (cda < 0 && cdb > 0)
  }

  /// Whether `point` lies on the segment a–b but at neither end.
  static func isInside(_ point: Coordinate, of a: Coordinate, _ b: Coordinate) -> Bool {
    guard orientation(a, b, point) == 0, point != a, point != b else { return false }
    return min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x)
      && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
  }

  /// Whether two segments lie on one line and have more than a point in common.
  static func shareStretch(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
  ) -> Bool {
    guard orientation(a, b, c) == 0, orientation(a, b, d) == 0 else { return false }
    let low = (x: max(min(a.x, b.x), min(c.x, d.x)), y: max(min(a.y, b.y), min(c.y, d.y)))
    let high = (x: min(max(a.x, b.x), max(c.x, d.x)), y: min(max(a.y, b.y), max(c.y, d.y)))
    return low.x <= high.x && low.y <= high.y && (low.x < high.x || low.y < high.y)
  }

  /// The squared distance from the origin to the segment a–b.
  @inline(__always)
  static func squaredDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let along = -(a.x * dx + a.y * dy)
    let squared = dx * dx + dy * dy
    if along <= 0 { return a.x * a.x + a.y * a.y }
    if along >= squared { return b.x * b.x + b.y * b.y }
    let cross = a.x * dy - a.y * dx
    return cross * cross / squared
  }
}
