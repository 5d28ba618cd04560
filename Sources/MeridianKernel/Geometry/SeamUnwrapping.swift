/// Longitudes made continuous: a ring that jumps across ±180° is laid out beyond the seam instead.
///
/// An edge is taken the short way round, as geodesic measuring does (an edge of exactly half a turn
/// stays as stored). Two spellings mean a cut at the seam rather than a crossing: an edge of
/// exactly one whole turn, as in a box −180…180, stays as it is unless the ring then does not
/// close. A ring that winds around a pole is closed through that pole.
enum SeamUnwrapping {
  /// Projects a ring into the world, unwrapped, its first vertex in the canonical copy.
  static func unwrap(
    _ stored: ArraySlice<Coordinate>, dimension: PartDimension,
    placement: GeometryColumn.Placement, into ring: inout [Coordinate]
  ) {
    ring.removeAll(keepingCapacity: true)
    guard let first = stored.first else { return }
    guard let period = placement.period else { return ring.append(contentsOf: stored) }
    // In its own plane a ring stays in the copy in which it is stored.
    let start = placement.isWorld ? (first.x / period + 0.5).rounded(.down) : 0
    if isContinuous(stored, isRing: dimension == .polygon, period: period) {
      for place in stored { ring.append(project(place, turns: start, placement)) }
      return
    }
    // Rings may keep an edge of one whole turn; a line never draws along the whole world.
    let net = fill(stored, start, placement, period, seamIsCrossed: dimension == .line, &ring)
    guard dimension == .polygon && net != 0 else { return }
    ring.removeAll(keepingCapacity: true)
    let winding = fill(stored, start, placement, period, seamIsCrossed: true, &ring)
    if winding != 0 { closeThroughPole(&ring, placement) }
  }

  /// Whether no edge, the closing one of a ring included, jumps more than half a turn.
  private static func isContinuous(
    _ stored: ArraySlice<Coordinate>, isRing: Bool, period: Double
  ) -> Bool {
    guard let first = stored.first, let last = stored.last else { return true }
    var previous = isRing ? last.x : first.x
    for place in stored {
      if abs(place.x - previous) > period / 2 { return false }
      previous = place.x
    }
    return true
  }

  /// Appends the ring with its jumps undone and gives back the whole turns it winds.
  private static func fill(
    _ stored: ArraySlice<Coordinate>, _ start: Double, _ placement: GeometryColumn.Placement,
    _ period: Double, seamIsCrossed: Bool, _ ring: inout [Coordinate]
  ) -> Double {
    var turns = start
    var previous = stored[stored.startIndex].x
    for place in stored {
      let jump = ((place.x - previous) / period)
      let isCut = abs(abs(jump) - 1) < 1e-11 && !seamIsCrossed
      if abs(jump) > 0.5 && !isCut { turns += jump.rounded() }
      ring.append(project(place, turns: turns, placement))
      previous = place.x
    }
    let closing = (stored[stored.startIndex].x - previous) / period
    if abs(closing) > 0.5 { turns += closing.rounded() }
    return turns - start
  }

  private static func closeThroughPole(
    _ ring: inout [Coordinate], _ placement: GeometryColumn.Placement
  ) {
    guard let first = ring.first, let last = ring.last, let turn = placement.turn else { return }
    let middle = ring.reduce(0) { $0 + $1.y } / Double(ring.count)
    // The world's y runs down from its upper edge, latitude up from the equator.
    let pole =
      placement.isWorld
      ? WebMercator.y(ofLatitude: middle < 0.5 ? 90 : -90) : middle > 0 ? 90.0 : -90
    // One whole turn from the first vertex, in the direction in which the ring went round.
    let end = first.x + (last.x > first.x ? turn : -turn)
    if abs(last.x - end) > 1e-12 { ring.append(Coordinate(end, first.y)) }
    ring.append(Coordinate(end, pole))
    ring.append(Coordinate(first.x, pole))
    ring.append(first)
  }

  @inline(__always)
  private static func project(
    _ place: Coordinate, turns: Double, _ placement: GeometryColumn.Placement
  ) -> Coordinate {
    switch placement {
    case .degrees:
      // Taking whole turns off in degrees is exact, so that 7.5 and 367.5 become one place.
      WebMercator.project(LonLat(place.x - 360 * turns, place.y))
    case .mercatorMeters:
      Coordinate(
        place.x / WebMercator.circumference + 0.5 - turns,
        0.5 - place.y / WebMercator.circumference)
    case .plane: place
    case .planeDegrees: Coordinate(place.x - 360 * turns, place.y)
    }
  }

  /// The whole turns that bring a hole into the copy of its shell: into the shell's span if some
  /// do, else to its middle.
  static func turns(ofHole hole: Envelope, toShell shell: Envelope, turn: Double) -> Double {
    for turns in [0.0, 1, -1]
    where hole.minX + turns * turn >= shell.minX && hole.maxX + turns * turn <= shell.maxX {
      return turns
    }
    return ((shell.center.x - hole.center.x) / turn).rounded()
  }

  /// The whole turns that bring a part beside the parts before it, so that a feature split at the
  /// seam has a narrow envelope; none unless that makes it narrower.
  static func turns(ofPart part: Envelope, toFeature feature: Envelope) -> Double {
    var best = (turns: 0.0, width: width(part, feature, 0) - 1e-9)
    for turns in [1.0, -1] where width(part, feature, turns) < best.width {
      best = (turns, width(part, feature, turns))
    }
    return best.turns
  }

  private static func width(_ part: Envelope, _ feature: Envelope, _ turns: Double) -> Double {
    max(part.maxX + turns, feature.maxX) - min(part.minX + turns, feature.minX)
  }
}
