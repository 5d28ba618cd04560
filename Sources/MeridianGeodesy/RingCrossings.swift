internal import MeridianKernel

/// Whether edges of a ring cross each other, decided on the geodesics themselves.
///
/// Edges are cut into short stretches whose planes tell most pairs apart; what stays unclear is cut
/// again until the bend of the geodesic between its ends is less than the rounding of coordinates
/// (about 10 nanometers). Touching is told from crossing by the azimuths at the place of touch
/// (`RingTouch`). O(n log n) for rings whose stretches are short against the ring.
struct RingCrossings {
  /// Whether any two edges cross, or run along each other in the same direction.
  private(set) var found = false

  private let geodesic: Geodesic
  private let touch: RingTouch
  private var touches: [Pair: RingTouch.Verdict] = [:]
  /// Cuts still allowed: a bound for rings made of nearly parallel edges around the Earth.
  private var budget = 400_000

  private struct Pair: Hashable {
    let first: Int
    let second: Int
  }

  /// Examines a ring without repeated end; `ways[i]` leads from vertex i to the next.
  init(_ vertices: [LonLat], _ allWays: [Geodesic.Way], _ geodesic: Geodesic) {
    // Edges without length have no direction and cross nothing.
    let kept = vertices.indices.filter { allWays[$0].length > 0 }
    let ring = kept.map { vertices[$0] }
    let ways = kept.map { allWays[$0] }
    self.geodesic = geodesic
    touch = RingTouch(ring: ring, ways: ways, geodesic: geodesic)
    guard ring.count > 3 else { return }
    var arcs: [Arc] = []
    arcs.reserveCapacity(ring.count)
    for edge in ring.indices { appendArcs(of: edge, to: &arcs) }
    found = sweep(arcs)
  }

  /// Cuts an edge into stretches of at most a tenth of the radius.
  private func appendArcs(of edge: Int, to arcs: inout [Arc]) {
    let length = touch.ways[edge].length
    let count = Int((length / (geodesic.ellipsoid.equatorialRadius / 10)).rounded(.up))
    let ends = (0...count).map { part in
      part == count ? length : length * Double(part) / Double(count)
    }
    var start = direction(edge, at: 0)
    for (from, to) in zip(ends, ends.dropFirst()) {
      let end = direction(edge, at: to)
      arcs.append(
        Arc(
          edge: edge, range: from...to, start: start, end: end, ellipsoid: geodesic.ellipsoid))
      start = end
    }
  }

  private func direction(_ edge: Int, at distance: Double) -> SIMD3<Double> {
    Arc.direction(of: touch.place(edge, at: distance).to, on: geodesic.ellipsoid)
  }

  /// Compares all stretches whose boxes overlap, along the axis that spreads them most.
  private mutating func sweep(_ arcs: [Arc]) -> Bool {
    guard let first = arcs.first else { return false }
    let bounds = arcs.reduce(into: (low: first.low, high: first.high)) { bounds, arc in
      bounds.low = pointwiseMin(bounds.low, arc.low)
      bounds.high = pointwiseMax(bounds.high, arc.high)
    }
    let extent = bounds.high - bounds.low
    let axis = (0..<3).max { extent[$0] < extent[$1] } ?? 0
    var active: [Arc] = []
    for arc in arcs.sorted(by: { $0.low[axis] < $1.low[axis] }) {
      active.removeAll { $0.high[axis] < arc.low[axis] }
      for other in active where other.mayMeet(arc) && !touch.areNeighbors(arc.edge, other.edge) {
        if crosses(other, arc) { return true }
      }
      active.append(arc)
    }
    return false
  }

  private mutating func crosses(_ a: Arc, _ b: Arc) -> Bool {
    switch a.meeting(b) {
    case .apart: return false
    case .crossing: return true
    case .unclear: break
    }
    let pair = Pair(first: min(a.edge, b.edge), second: max(a.edge, b.edge))
    let verdict = touches[pair] ?? touch.verdict(pair.first, pair.second)
    touches[pair] = verdict
    switch verdict {
    case .crossing: return true
    case .touching: return false
    case .none: return refined(a, b)
    }
  }

  /// Cuts both stretches until their planes tell.
  ///
  /// No end of either edge touches the other, so two stretches of a few meters that still cannot be
  /// told apart do cross, within what coordinates can express.
  private mutating func refined(_ a: Arc, _ b: Arc) -> Bool {
    var stack = [(a, b)]
    while let (a, b) = stack.popLast() {
      guard a.mayMeet(b) else { continue }
      switch a.meeting(b) {
      case .apart: continue
      case .crossing: return true
      case .unclear: break
      }
      let limit = 1e-6
      if a.span <= limit && b.span <= limit { return true }
      budget -= 1
      guard budget > 0 else { return false }
      if a.span >= b.span {
        let (first, second) = halves(a)
        stack.append((first, b))
        stack.append((second, b))
      } else {
        let (first, second) = halves(b)
        stack.append((a, first))
        stack.append((a, second))
      }
    }
    return false
  }

  /// Two parts, cut off the middle, where crossings of symmetric figures like to be.
  private func halves(_ arc: Arc) -> (Arc, Arc) {
    let low = arc.range.lowerBound
    let high = arc.range.upperBound
    let cut = low + (high - low) * 0.4637
    let middle = direction(arc.edge, at: cut)
    let figure = geodesic.ellipsoid
    return (
      Arc(edge: arc.edge, range: low...cut, start: arc.start, end: middle, ellipsoid: figure),
      Arc(edge: arc.edge, range: cut...high, start: middle, end: arc.end, ellipsoid: figure)
    )
  }
}
