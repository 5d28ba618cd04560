/// A rectangle on the glass and the quadrilateral of ground it covers.
///
/// Symbols stand upright, so they are tested against the rectangle; lines and polygons lie on the
/// ground, so they are tested against the quadrilateral, which is convex.
struct GlassWindow: Sendable {
  let transform: CameraTransform
  let box: Envelope
  /// The corners of the ground, in order around it.
  let corners: [GroundPoint]

  /// nil when no ground is under the rectangle.
  init?(_ box: Envelope, through transform: CameraTransform) {
    self.transform = transform
    self.box = box
    let top = max(box.minY, transform.farthestVisibleY)
    guard !box.isEmpty, top <= box.maxY else { return nil }
    corners = [
      ScreenPoint(box.minX, top), ScreenPoint(box.maxX, top),
      ScreenPoint(box.maxX, box.maxY), ScreenPoint(box.minX, box.maxY),
    ].compactMap { transform.ground(under: $0) }
    guard corners.count == 4 else { return nil }
  }

  /// Whether a symbol's disc meets the rectangle.
  func meetsSymbol(_ world: Coordinate, copy: Double, radius: Double, isScaled: Bool) -> Bool {
    let ground = transform.ground(of: world, copy: copy)
    guard let point = transform.glass(of: ground) else { return false }
    let drawn = isScaled ? radius / transform.relativeDepth(of: ground) : radius
    return box.squaredDistance(to: Coordinate(point.x, point.y)) <= drawn * drawn
  }

  /// Whether a segment, widened by a distance on the ground, meets the quadrilateral.
  func meetsSegment(_ a: Coordinate, _ b: Coordinate, copy: Double, halfWidth: Double) -> Bool {
    let start = transform.ground(of: a, copy: copy)
    let end = transform.ground(of: b, copy: copy)
    if contains(start) || contains(end) { return true }
    for index in 0..<4 {
      let from = corners[index]
      let to = corners[(index + 1) % 4]
      if Self.cross(start, end, from, to) { return true }
      guard halfWidth > 0 else { continue }
      let nearest = min(
        Self.distance(start, from, to), Self.distance(end, from, to),
        Self.distance(from, start, end))
      if nearest <= halfWidth { return true }
    }
    return false
  }

  /// The quadrilateral's corners in the world, in the copy of the camera's center.
  var worldCorners: [Coordinate] { corners.map { transform.world(of: $0) } }

  private func contains(_ point: GroundPoint) -> Bool {
    var hasLeft = false
    var hasRight = false
    for index in 0..<4 {
      let side = Self.side(corners[index], corners[(index + 1) % 4], point)
      if side > 0 { hasLeft = true }
      if side < 0 { hasRight = true }
    }
    return !(hasLeft && hasRight)
  }

  private static func side(_ a: GroundPoint, _ b: GroundPoint, _ c: GroundPoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  private static func cross(
    _ a: GroundPoint, _ b: GroundPoint, _ c: GroundPoint, _ d: GroundPoint
  ) -> Bool {
    (side(a, b, c) > 0) != (side(a, b, d) > 0) && (side(c, d, a) > 0) != (side(c, d, b) > 0)
  }

  private static func distance(_ point: GroundPoint, _ a: GroundPoint, _ b: GroundPoint) -> Double {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return point.distance(to: a) }
    let share = min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / squared, 0), 1)
    return point.distance(to: GroundPoint(a.x + share * dx, a.y + share * dy))
  }
}
