internal import MeridianKernel

/// How a ring runs around the Earth's axis, and which poles lie on it.
///
/// A vertex on a pole, or an edge over one, is taken as a turn around that pole the shorter way;
/// the pole is then on the ring and counts as not enclosed.
struct RingCourse {
  /// How often the ring runs around the axis, positive eastward.
  let turns: Int
  /// Whether the ring passes over the north pole.
  private(set) var touchesNorth = false
  /// Whether the ring passes over the south pole.
  private(set) var touchesSouth = false

  /// The surface in square meters.
  private let surface: Double
  /// The area between the ring and the equator, going by longitude, roughly, in square meters.
  private let roughArea: Double

  /// Edges are followed in steps of at most a tenth of the radius to estimate ``roughArea``.
  init(_ ring: [LonLat], _ ways: [Geodesic.Way], _ geodesic: Geodesic) {
    surface = geodesic.ellipsoid.area
    var course = Course(step: geodesic.ellipsoid.equatorialRadius / 10)
    for index in ring.indices {
      let end = ring[(index + 1) % ring.count]
      course.follow(from: ring[index], to: end, ways[index], geodesic)
    }
    course.close(from: ring)
    touchesNorth = course.touchesNorth
    touchesSouth = course.touchesSouth
    turns = Int((course.turned / 360).rounded())
    // Area on the left of a ring that does not go around: west above, east below.
    roughArea = -course.sum / 720 * surface
  }

  /// Whether the smaller side of the ring holds a pole strictly inside.
  func enclosesPole(signedArea: Double) -> Bool {
    let north: Bool
    let south: Bool
    if turns == 0 {
      // Both poles on one side: the smaller one only if the side without poles is the larger one.
      let wraps = ((roughArea - signedArea) / surface).rounded()
      north = wraps != 0
      south = north
    } else if abs(turns) == 1 {
      // North lies on the left of a ring that goes east.
      north = signedArea * Double(turns) > 0
      south = !north
    } else {
      north = true
      south = true
    }
    return (north && !touchesNorth) || (south && !touchesSouth)
  }

  /// Sums of a walk along the ring.
  private struct Course {
    let step: Double
    var turned = 0.0
    var sum = 0.0
    var touchesNorth = false
    var touchesSouth = false
    /// The longitude of arrival at a pole that has not been left yet.
    var arrival: Double?
    /// A pole at the ring's start: its departure waits for the end.
    var departure: Double?

    init(step: Double) { self.step = step }

    mutating func follow(
      from start: LonLat, to end: LonLat, _ way: Geodesic.Way, _ geodesic: Geodesic
    ) {
      let startsAtPole = abs(start.latitude) == 90
      let endsAtPole = abs(end.latitude) == 90
      if startsAtPole && endsAtPole {
        guard start.latitude != end.latitude else { return }
        let meridian = start.longitude + (start.latitude > 0 ? 180 - way.azimuth : way.azimuth)
        leave(start, toward: meridian)
        touch(end)
        arrival = meridian
      } else if startsAtPole {
        leave(start, toward: end.longitude)
      } else if endsAtPole {
        touch(end)
        arrival = start.longitude
      } else if abs(Trigonometry.difference(from: start.longitude, to: end.longitude)) == 180,
        abs(Trigonometry.sine(degrees: way.azimuth)) < 0.5
      {
        let north = abs(way.azimuth) < 90
        touch(LonLat(0, north ? 90 : -90))
        add(180, north ? 1 : -1)
      } else {
        walk(from: start, to: end, way, geodesic)
      }
    }

    /// A ring that starts on a pole is closed by the corner there.
    mutating func close(from ring: [LonLat]) {
      guard let departure, let arrival, let first = ring.first else { return }
      corner(at: first, from: arrival, to: departure)
    }

    private mutating func leave(_ pole: LonLat, toward longitude: Double) {
      touch(pole)
      if let arrival {
        corner(at: pole, from: arrival, to: longitude)
        self.arrival = nil
      } else {
        departure = longitude
      }
    }

    private mutating func corner(at pole: LonLat, from: Double, to: Double) {
      add(Trigonometry.difference(from: from, to: to), pole.latitude > 0 ? 1 : -1)
    }

    private mutating func touch(_ pole: LonLat) {
      if pole.latitude > 0 { touchesNorth = true } else { touchesSouth = true }
    }

    private mutating func add(_ turn: Double, _ height: Double) {
      turned += turn
      sum += turn * height
    }

    private mutating func walk(
      from start: LonLat, to end: LonLat, _ way: Geodesic.Way, _ geodesic: Geodesic
    ) {
      let count = max(1, Int((way.length / step).rounded(.up)))
      var place = start
      for part in 1...count {
        let next =
          part == count
          ? end
          : geodesic.checkedDirect(
            from: start, azimuth: way.azimuth, distance: way.length * Double(part) / Double(count)
          ).to
        let heights =
          Trigonometry.sine(degrees: place.latitude) + Trigonometry.sine(degrees: next.latitude)
        add(Trigonometry.difference(from: place.longitude, to: next.longitude), heights / 2)
        place = next
      }
    }
  }
}
