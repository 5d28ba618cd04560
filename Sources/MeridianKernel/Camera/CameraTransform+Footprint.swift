// Which part of the world a piece of glass can touch: the windows with which indexes are searched.
extension CameraTransform {
  /// A rectangle of the world, in the copy of the camera's center, that holds all ground seen
  /// within `radius` points of a place on the glass, grown by `margin` points of ground.
  func footprint(around point: ScreenPoint, radius: Double, margin: Double) -> Envelope {
    footprint(
      of: Envelope(
        minX: point.x - radius, minY: point.y - radius, maxX: point.x + radius,
        maxY: point.y + radius),
      margin: margin)
  }

  /// The same for a rectangle of the glass.
  func footprint(of glass: Envelope, margin: Double) -> Envelope {
    // A square's image is the hull of its corners' images as long as all lie below the far plane.
    let top = max(glass.minY, farthestVisibleY)
    guard top <= glass.maxY else { return .empty }
    var box = Envelope.empty
    for corner in [
      ScreenPoint(glass.minX, top), ScreenPoint(glass.maxX, top),
      ScreenPoint(glass.minX, glass.maxY), ScreenPoint(glass.maxX, glass.maxY),
    ] {
      if let ground = ground(under: corner) { box.formUnion(world(of: ground)) }
    }
    if box.isEmpty { return box }
    // The slack covers the rounding of the projection there and back.
    let slack = margin / worldSize + 1e-12 + max(box.width, box.height) * 1e-9
    var window = box.padded(by: slack)
    window.minY = max(window.minY, -Self.worldSlack)
    window.maxY = min(window.maxY, 1 + Self.worldSlack)
    return window
  }

  /// World copies looked at to either side of the camera's center.
  static let copies = -4...4

  /// How far beyond the square's edge geometry is kept: a line may end beyond 85.051129°.
  static let worldSlack = 2.0

  /// The y on the glass of the far plane; above it there is no ground.
  var farthestVisibleY: Double {
    if isFlat { return -.infinity }
    // k(y) is linear in y: solve k = 1/farthest, a breath below it.
    let up = eyeDistance * pitchCosine * (1 - 1.0000001 / Self.farthest) / pitchSine
    return viewport.height / 2 - up
  }

  /// The radius on the glass within which the center of a symbol must lie for its disc to come
  /// within `reach` points of a place; infinite where discs grow faster than they recede.
  func symbolReach(at point: ScreenPoint, reach: Double, radius: Double) -> Double {
    if isFlat { return reach + radius }
    let growth = radius * pitchSine / (pitchCosine * eyeDistance)
    guard growth < 0.999 else { return .infinity }
    return (reach + radius * max(perspectiveFactor(at: point), 0)) / (1 - growth)
  }

  /// The world copies whose part of `extent` meets a window, as shifts in whole turns.
  func copies(of extent: Envelope, meeting window: Envelope) -> ClosedRange<Int>? {
    guard !extent.isEmpty && !window.isEmpty else { return nil }
    let first = max((window.minX - extent.maxX).rounded(.up), Double(Self.copies.lowerBound))
    let last = min((window.maxX - extent.minX).rounded(.down), Double(Self.copies.upperBound))
    return first <= last ? Int(first)...Int(last) : nil
  }
}
