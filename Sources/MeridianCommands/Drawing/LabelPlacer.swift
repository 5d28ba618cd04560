internal import MeridianKernel

/// Finds places for round labels near what they name, so that none covers another.
///
/// Greedy, in the order of importance: the nearest free place wins.
struct LabelPlacer {
  /// Where labels may stand.
  let bounds: Envelope
  private var taken: [Envelope] = []

  /// Labels within a rectangle of the drawing.
  init(_ bounds: Envelope) { self.bounds = bounds }

  /// Keeps labels away from a rectangle.
  mutating func block(_ box: Envelope) { taken.append(box) }

  /// The middle of a free place for a label of a radius, near an anchor and rather away from
  /// `center`; nil when all around is taken.
  mutating func place(
    radius: Double, at anchor: ScreenPoint, awayFrom center: ScreenPoint, from nearest: Double
  ) -> ScreenPoint? {
    let (dx, dy) = (anchor.x - center.x, anchor.y - center.y)
    let length = max((dx * dx + dy * dy).squareRoot(), 1e-9)
    let outward = length > 0.5 ? (x: dx / length, y: dy / length) : (x: 0, y: -1)
    for distance in [nearest] + [18, 26, 38, 54, 76].filter({ $0 > nearest }) {
      // Directions in the order of how little they turn back to the center.
      let turned = Self.directions.sorted { a, b in
        a.x * outward.x + a.y * outward.y > b.x * outward.x + b.y * outward.y
      }
      for direction in distance == 0 ? [(x: 0, y: 0)] : turned {
        let place = ScreenPoint(
          anchor.x + direction.x * distance, anchor.y + direction.y * distance)
        if take(radius: radius, at: place) { return place }
      }
    }
    return nil
  }

  private mutating func take(radius: Double, at place: ScreenPoint) -> Bool {
    let box = Envelope(
      minX: place.x - radius, minY: place.y - radius, maxX: place.x + radius,
      maxY: place.y + radius)
    guard box.minX >= bounds.minX, box.maxX <= bounds.maxX, box.minY >= bounds.minY,
      box.maxY <= bounds.maxY
    else { return false }
    let margin = box.padded(by: 1.5)
    guard !taken.contains(where: { $0.intersects(margin) }) else { return false }
    taken.append(box)
    return true
  }

  /// Sixteen directions around, as unit vectors.
  private static let directions: [(x: Double, y: Double)] = {
    let (a, b, c) = (0.9238795325, 0.7071067812, 0.3826834324)
    let quarter = [(1.0, 0.0), (a, c), (b, b), (c, a)]
    return quarter.flatMap { x, y in [(x, y), (-y, x), (-x, -y), (y, -x)] }
  }()
}
