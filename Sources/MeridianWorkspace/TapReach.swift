public import MeridianKernel
public import MeridianStore

/// What of the world one tap can touch: all of the ink that its answer may depend on.
///
/// A layer of which only this part was read answers the tap as the whole layer does. It is larger
/// than need be, never smaller.
public struct TapReach: Sendable {
  /// In Web Mercator's unit square and its copies to the west and east, y down.
  private let world: Envelope
  /// How far the boxes of a file's own spatial index are believed where its entries and triggers
  /// are whole; else every geometry is looked at.
  public var trust = IndexTrust.never

  /// Finds the reach of a tap; nil where it touches no ground, or too much to be worth while.
  public init?(
    _ tap: ScreenPoint, through transform: CameraTransform, options: HitOptions,
    symbols: LayerIndexer.Symbols
  ) {
    let camera = transform.camera
    let limit = (options.explains ? 2 : 1) * options.tolerance.radius
    var radius = limit + symbols.radius
    if camera.pitch > 0 {
      // Discs grow towards the eye: those below the tap reach farther than those at it.
      let lean = camera.pitch * (.pi / 180)
      let growth = symbols.radius * tangent(lean) / (1.5 * transform.viewport.height)
      guard growth < 0.5 else { return nil }
      let factor = max(transform.perspectiveFactor(at: tap), 0)
      radius = (limit + symbols.radius * max(factor, 1)) / (1 - growth)
    }
    // A tenth and a point more than what the kernel looks for.
    radius = radius * 1.1 + 1
    var box = Envelope.empty
    for (right, down) in [
      (-radius, -radius), (radius, -radius), (-radius, radius), (radius, radius),
    ] {
      // Straight lines stay straight, so the corners bound what lies between them.
      guard let place = transform.unproject(ScreenPoint(tap.x + right, tap.y + down)) else {
        return nil
      }
      box.formUnion(WebMercator.project(place))
    }
    guard !box.isEmpty, box.width < 0.25, box.height < 0.25 else { return nil }
    // Line widths are points of ground at the center's scale; the rest is for rounding.
    world = box.padded(
      by: symbols.lineWidth / camera.worldSize + max(box.width, box.height) * 1e-3 + 1e-9)
  }

  /// The reach in the coordinates of a layer; nil for systems other than degrees and Mercator.
  func window(_ placement: HitIndex.Placement) -> GeometryWindow {
    switch placement {
    case .degrees:
      let northWest = WebMercator.unproject(Coordinate(world.minX, world.minY))
      let southEast = WebMercator.unproject(Coordinate(world.maxX, world.maxY))
      return GeometryWindow(
        Envelope(
          minX: northWest.longitude, minY: southEast.latitude, maxX: southEast.longitude,
          maxY: northWest.latitude), period: 360, plain: -84.9...84.9)
    case .mercatorMeters:
      let turn = Self.circumference
      return GeometryWindow(
        Envelope(
          minX: (world.minX - 0.5) * turn, minY: (0.5 - world.maxY) * turn,
          maxX: (world.maxX - 0.5) * turn, maxY: (0.5 - world.minY) * turn), period: turn,
        plain: -0.499 * turn...0.499 * turn)
    }
  }

  /// The width of the world in EPSG:3857's meters, 2π·6378137.
  private static let circumference = 40_075_016.685578488
}

/// The tangent of an angle within 0…85°, from above and within a hundredth: what a bound needs
/// without the mathematics library.
private func tangent(_ angle: Double) -> Double {
  // Continued fraction x/(1 − x²/(3 − x²/(5 − x²/7))).
  let square = angle * angle
  return 1.01 * angle / (1 - square / (3 - square / (5 - square / 7)))
}
