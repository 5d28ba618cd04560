internal import MeridianKernel

/// What happens where the end of one edge of a ring lies on another edge.
struct RingTouch {
  let ring: [LonLat]
  /// The way from each vertex to the next, none of length zero.
  let ways: [Geodesic.Way]
  let geodesic: Geodesic

  /// How two edges meet at an end of one of them.
  enum Verdict {
    /// No end of either edge lies on the other.
    case none
    /// They touch, and the ring stays on one side or runs back along itself.
    case touching
    /// The ring passes from one side to the other, or runs along itself in the same direction.
    case crossing
  }

  /// A tenth of a micrometer: places closer than this are one.
  private static let tolerance = 1e-7

  /// Whether one edge begins where the other ends by the ring's order.
  func areNeighbors(_ a: Int, _ b: Int) -> Bool {
    let distance = abs(a - b)
    return distance <= 1 || distance == ring.count - 1
  }

  /// The place and the azimuth at a distance along an edge, in meters.
  func place(_ edge: Int, at distance: Double) -> GeodesicDirect {
    let way = ways[edge]
    if distance == 0 { return GeodesicDirect(to: ring[edge], endAzimuth: way.azimuth) }
    if distance == way.length {
      return GeodesicDirect(to: ring[next(edge)], endAzimuth: way.endAzimuth)
    }
    return geodesic.checkedDirect(from: ring[edge], azimuth: way.azimuth, distance: distance)
  }

  /// How two edges that are not neighbors meet at their ends, if they do.
  func verdict(_ a: Int, _ b: Int) -> Verdict {
    var touched = false
    for (vertex, edge) in [(b, a), (next(b), a), (a, b), (next(a), b)] {
      guard let distance = position(of: ring[vertex], on: edge) else { continue }
      if passes(vertex, through: edge, at: distance) { return .crossing }
      touched = true
    }
    return touched ? .touching : .none
  }

  private func next(_ index: Int) -> Int { index + 1 == ring.count ? 0 : index + 1 }

  private func previous(_ index: Int) -> Int { index == 0 ? ring.count - 1 : index - 1 }

  /// Where along an edge a place lies, in meters, or nil when it is not on it.
  private func position(of target: LonLat, on edge: Int) -> Double? {
    let way = ways[edge]
    let radius = geodesic.ellipsoid.equatorialRadius
    let first = geodesic.checkedInverse(from: ring[edge], to: target)
    var distance = along(first, from: way.azimuth, radius: radius)
    for _ in 0..<12 {
      distance = min(max(distance, 0), way.length)
      let here = place(edge, at: distance)
      let rest = geodesic.checkedInverse(from: here.to, to: target)
      if rest.length <= Self.tolerance { return distance }
      let step = along(rest, from: here.endAzimuth, radius: radius)
      if abs(step) <= Self.tolerance / 4 { return nil }
      distance += step
    }
    return nil
  }

  /// How far along a direction the foot of a place lies, on a sphere.
  private func along(_ way: Geodesic.Way, from azimuth: Double, radius: Double) -> Double {
    let angle = way.length / radius
    let bend = Trigonometry.cosine(degrees: way.azimuth - azimuth)
    return radius
      * Trigonometry.arctangent(Trigonometry.sine(angle) * bend, Trigonometry.cosine(angle))
  }

  /// Whether the ring, going through a vertex, changes sides of the ring going along an edge.
  private func passes(_ vertex: Int, through edge: Int, at distance: Double) -> Bool {
    let one = rays(at: vertex)
    let other: Rays
    if distance <= Self.tolerance {
      other = rays(at: edge)
    } else if ways[edge].length - distance <= Self.tolerance {
      other = rays(at: next(edge))
    } else {
      let here = place(edge, at: distance)
      let forward = tangent(here.endAzimuth, at: here.to)
      other = Rays(forward: forward, backward: -forward)
    }
    return one.pass(through: other, around: up(at: ring[vertex]))
  }

  /// The directions in which the ring leaves a vertex, forward and backward.
  private func rays(at vertex: Int) -> Rays {
    let place = ring[vertex]
    return Rays(
      forward: tangent(ways[vertex].azimuth, at: place),
      backward: -tangent(ways[previous(vertex)].endAzimuth, at: place))
  }

  /// An azimuth as a vector; at a pole the place's longitude says which way is north.
  private func tangent(_ azimuth: Double, at place: LonLat) -> SIMD3<Double> {
    let sine = Trigonometry.sine(degrees: place.longitude)
    let cosine = Trigonometry.cosine(degrees: place.longitude)
    let height = Trigonometry.sine(degrees: place.latitude)
    let north = SIMD3(
      -height * cosine, -height * sine, Trigonometry.cosine(degrees: place.latitude))
    let east = SIMD3(-sine, cosine, 0)
    return north * Trigonometry.cosine(degrees: azimuth)
      + east * Trigonometry.sine(degrees: azimuth)
  }

  private func up(at place: LonLat) -> SIMD3<Double> {
    let cosine = Trigonometry.cosine(degrees: place.latitude)
    return SIMD3(
      cosine * Trigonometry.cosine(degrees: place.longitude),
      cosine * Trigonometry.sine(degrees: place.longitude),
      Trigonometry.sine(degrees: place.latitude))
  }

  /// The two directions of a path at a place on it.
  private struct Rays {
    let forward: SIMD3<Double>
    let backward: SIMD3<Double>

    /// Whether two paths cross at their common place, seen from above.
    func pass(through other: Rays, around up: SIMD3<Double>) -> Bool {
      let same = 1e-9
      if Self.isClose(forward, other.forward, same) || Self.isClose(backward, other.backward, same)
      {
        return true
      }
      if Self.isClose(forward, other.backward, same) || Self.isClose(backward, other.forward, same)
      {
        return false
      }
      // Angles counterclockwise from this path's forward ray.
      let side = cross(up, forward)
      func angle(_ ray: SIMD3<Double>) -> Double {
        let turn = Trigonometry.arctangent((ray * side).sum(), (ray * forward).sum())
        return turn < 0 ? turn + 2 * .pi : turn
      }
      let back = angle(backward)
      return (angle(other.forward) < back) != (angle(other.backward) < back)
    }

    private static func isClose(
      _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double
    ) -> Bool {
      let gap = a - b
      return (gap * gap).sum() <= tolerance * tolerance
    }
  }
}
