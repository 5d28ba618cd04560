// What a drawing needs: where geometry runs on the glass, clipped.
extension CameraTransform {
  /// Where a line or ring of places runs on the glass within a rectangle, for every copy of the
  /// world in view.
  ///
  /// Longitudes are taken as they continue one another and may lie outside ±180. Lines come in
  /// pieces; a ring is one closed course, cut along the rectangle's sides. What lies behind the
  /// eye or beyond the far plane is left out. O(places) for each of nine copies.
  public func courses(
    of places: [LonLat], isRing: Bool, within box: Envelope
  ) -> [[ScreenPoint]] {
    let world = places.map(WebMercator.project)
    var extent = Envelope.empty
    for place in world { extent.formUnion(place) }
    guard !extent.isEmpty else { return [] }
    let window = footprint(of: box, margin: 1)
    guard let copies = copies(of: extent, meeting: window) else { return [] }
    return copies.flatMap { copy -> [[ScreenPoint]] in
      let ground = world.map { self.ground(of: $0, copy: Double(copy)) }
      if isRing { return ring(ground, within: box).map { [$0] } ?? [] }
      if ground.count == 1 { return glass(of: ground[0]).map { [[$0]] } ?? [] }
      return line(ground, within: box)
    }
  }

  private func ring(_ ground: [GroundPoint], within box: Envelope) -> [ScreenPoint]? {
    // Between the planes first: beyond them there is no glass to be on.
    var visible = ground
    if !isFlat {
      // A breath within, so that what rounding moves stays visible.
      let nearest = Self.nearest * 1.000001
      let farthest = Self.farthest * 0.999999
      visible = Self.clip(visible, { self.relativeDepth(of: $0) - nearest }, Self.between)
      visible = Self.clip(visible, { farthest - self.relativeDepth(of: $0) }, Self.between)
    }
    var course = visible.compactMap { glass(of: $0) }
    course = Self.clip(course, { $0.x - box.minX }, Self.between)
    course = Self.clip(course, { box.maxX - $0.x }, Self.between)
    course = Self.clip(course, { $0.y - box.minY }, Self.between)
    course = Self.clip(course, { box.maxY - $0.y }, Self.between)
    return course.count >= 3 ? course : nil
  }

  private func line(_ ground: [GroundPoint], within box: Envelope) -> [[ScreenPoint]] {
    var pieces: [[ScreenPoint]] = []
    for (a, b) in zip(ground, ground.dropFirst()) {
      guard let share = visibleShare(a, b),
        let (start, end) = Self.cut(
          clippedGlass(of: Self.between(a, b, share.from)),
          clippedGlass(of: Self.between(a, b, share.to)), to: box)
      else { continue }
      if let last = pieces.last?.last, last == start {
        pieces[pieces.count - 1].append(end)
      } else {
        pieces.append([start, end])
      }
    }
    return pieces
  }

  /// Ground → glass for a place on a clipping plane, which rounding may have left a breath outside.
  private func clippedGlass(of ground: GroundPoint) -> ScreenPoint {
    glass(of: ground, depth: max(relativeDepth(of: ground), Self.nearest))
  }

  /// Keeps the part of a closed course where `height` is not negative (Sutherland and Hodgman).
  private static func clip<Point>(
    _ course: [Point], _ height: (Point) -> Double, _ between: (Point, Point, Double) -> Point
  ) -> [Point] {
    guard var previous = course.last else { return [] }
    var kept: [Point] = []
    kept.reserveCapacity(course.count)
    var last = height(previous)
    for point in course {
      let current = height(point)
      if (current >= 0) != (last >= 0) {
        kept.append(between(previous, point, last / (last - current)))
      }
      if current >= 0 { kept.append(point) }
      previous = point
      last = current
    }
    return kept
  }

  private static func between(_ a: GroundPoint, _ b: GroundPoint, _ share: Double) -> GroundPoint {
    if share == 0 { return a }
    if share == 1 { return b }
    return GroundPoint(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
  }

  private static func between(_ a: ScreenPoint, _ b: ScreenPoint, _ share: Double) -> ScreenPoint {
    if share == 0 { return a }
    if share == 1 { return b }
    return ScreenPoint(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
  }

  /// The part of a segment within a rectangle (Liang and Barsky); nil when there is none.
  private static func cut(
    _ a: ScreenPoint, _ b: ScreenPoint, to box: Envelope
  ) -> (ScreenPoint, ScreenPoint)? {
    var (from, to) = (0.0, 1.0)
    for (start, change, low, high) in [
      (a.x, b.x - a.x, box.minX, box.maxX), (a.y, b.y - a.y, box.minY, box.maxY),
    ] {
      if change == 0 {
        guard low <= start && start <= high else { return nil }
        continue
      }
      let entry = ((change > 0 ? low : high) - start) / change
      let exit = ((change > 0 ? high : low) - start) / change
      from = max(from, entry)
      to = min(to, exit)
    }
    guard from <= to else { return nil }
    return (between(a, b, from), between(a, b, to))
  }
}
