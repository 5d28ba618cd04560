internal import MeridianKernel
internal import MeridianWorkspace

/// A feature as it lies on the glass, clipped to what is drawn.
struct DrawnFeature {
  /// What it is to the tap.
  enum Role: Equatable {
    /// Drawn, and nothing more.
    case scenery
    /// Not offered, though near.
    case miss
    /// Under the finger.
    case hit
    /// The likeliest.
    case first

    /// The class of the drawing's style.
    var name: String {
      switch self {
      case .scenery: ""
      case .miss: " miss"
      case .hit: " hit"
      case .first: " first"
      }
    }
  }

  var layer: Int
  var row: Int64
  var role = Role.scenery
  var points: [ScreenPoint] = []
  var lines: [[ScreenPoint]] = []
  var rings: [[ScreenPoint]] = []

  /// Follows a feature's geometry over the glass.
  init(
    feature: Int, layer: Int, row: Int64, of snapshot: WorkspaceSnapshot,
    through transform: CameraTransform, within box: Envelope
  ) {
    self.layer = layer
    self.row = row
    for path in snapshot.tester.layers[layer].index.paths(of: feature) {
      let courses = transform.courses(
        of: path.places, isRing: path.dimension == .polygon, within: box)
      switch path.dimension {
      case .point: points += courses.compactMap(\.first)
      case .line: lines += courses
      case .polygon: rings += courses
      }
    }
  }

  /// The nearest drawn place to a point of the glass.
  func nearest(to point: ScreenPoint) -> ScreenPoint? {
    var best = points.min { $0.distance(to: point) < $1.distance(to: point) }
    let closed = rings.compactMap { ring in ring.first.map { ring + [$0] } }
    for course in lines + closed {
      for (a, b) in zip(course, course.dropFirst()) {
        let place = Self.nearest(to: point, a, b)
        if best.map({ place.distance(to: point) < $0.distance(to: point) }) ?? true { best = place }
      }
    }
    return best
  }

  private static func nearest(
    to point: ScreenPoint, _ a: ScreenPoint, _ b: ScreenPoint
  ) -> ScreenPoint {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return a }
    let share = min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / square, 0), 1)
    return ScreenPoint(a.x + dx * share, a.y + dy * share)
  }

  /// A roomy place within the drawn polygon, rather outside a circle; nil when there is none.
  func interiorPlace(avoiding center: ScreenPoint, radius: Double) -> ScreenPoint? {
    let all = rings.flatMap { $0 }
    guard let low = all.map(\.y).min(), let high = all.map(\.y).max() else { return nil }
    var best: (place: ScreenPoint, room: Double)?
    for step in 1..<16 {
      let y = low + (high - low) * Double(step) / 16
      for (left, right) in stretches(at: y) {
        let place = ScreenPoint((left + right) / 2, y)
        var room = min(right - left, 2 * min(y - low, high - y))
        if place.distance(to: center) < radius { room /= 4 }
        if room > best?.room ?? 0 { best = (place, room) }
      }
    }
    return best?.place
  }

  private func stretches(at y: Double) -> [(Double, Double)] {
    var crossings: [Double] = []
    for ring in rings {
      for index in ring.indices {
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        if (a.y <= y) != (b.y <= y) {
          crossings.append(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y))
        }
      }
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map {
      (crossings[$0], crossings[$0 + 1])
    }
  }
}
