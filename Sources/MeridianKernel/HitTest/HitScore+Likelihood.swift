// The likelihood of hit testing's ranking: L = (1/M)·∫ over the ink of N₂(tap − a; σ²) da.
// All of it is O(1) for a candidate once its near elements were seen, and shared with the twin.
extension TapContext {
  /// A candidate's likelihood and the numbers behind it.
  func score(
    _ sighting: Sighting, of feature: Int, in layer: LayerInk, copy: Double
  ) -> (score: HitScore, flags: HitFlags) {
    let summary = layer.index.geometry.summaries[feature]
    let box = boxOnGlass(summary.envelope, copy: copy)
    switch sighting.dimension {
    case .point:
      return (pointScore(sighting, count: summary.pointCount, box: box), summary.flags)
    case .line:
      let length = summary.length * lengthScale
      if length < 1 {
        let radius = max(layer.halfWidth, 0.5)
        let score = discScore(
          at: summary.envelope.center, copy: copy, radius: radius, box: box, kind: .line)
        return (score, summary.flags.union(.degenerate))
      }
      return (lineScore(sighting, length: length, box: box), summary.flags)
    case .polygon:
      let area = max(summary.area * areaScale, .pi)
      if isSubFingertip(area: summary.area * areaScale, box: box, tolerance: layer.tolerance) {
        let geometry = layer.index.geometry
        let place =
          sighting.ring.isEmpty
          ? geometry.interiorPoint(of: feature)
          : geometry.interiorPoint(ofRing: sighting.ring, middle: summary.envelope.center)
        let score = discScore(
          at: place, copy: copy, radius: (area / .pi).squareRoot(), box: box,
          kind: sighting.isInside ? .interior : .edge)
        return (score, summary.flags.union(.subFingertip))
      }
      return (polygonScore(sighting, area: area, box: box), summary.flags)
    }
  }

  private func pointScore(_ sighting: Sighting, count: UInt32, box: Envelope)
    -> HitScore
  {
    let radius = max(sighting.symbolRadius, 1)
    let whole = Double(count) * .pi * radius * radius
    let visible = visibleArea(box.padded(by: radius))
    return HitScore(
      mass: 1, exponent: sighting.mass, whole: whole, box: visible, least: .pi, kind: .point)
  }

  private func lineScore(_ sighting: Sighting, length: Double, box: Envelope)
    -> HitScore
  {
    let visible = box.intersection(transform.viewport.bounds)
    let diagonal =
      visible.isEmpty
      ? -1 : (visible.width * visible.width + visible.height * visible.height).squareRoot()
    return HitScore(
      mass: sighting.mass, whole: length, box: diagonal, least: 1, kind: .line)
  }

  private func polygonScore(_ sighting: Sighting, area: Double, box: Envelope)
    -> HitScore
  {
    HitScore(
      mass: 1, exponent: NormalDistribution.logCumulative(sighting.mass / sigma), whole: area,
      box: visibleArea(box), least: .pi, kind: sighting.isInside ? .interior : .edge)
  }

  /// A feature so small that it counts as a disc of its area at one place.
  private func discScore(
    at place: Coordinate, copy: Double, radius: Double, box: Envelope, kind: HitScore.Kind
  ) -> HitScore {
    let counted = max(radius, 1)
    let whole = Double.pi * counted * counted
    guard let vertex = vertex(place, copy: copy) else {
      return HitScore(mass: 0, whole: whole, box: -1, least: .pi, kind: kind)
    }
    let variance = sigma * sigma + radius * radius / 4
    let distance = vertex.vector.length
    let disc = Envelope(
      minX: vertex.vector.x + tap.x, minY: vertex.vector.y + tap.y,
      maxX: vertex.vector.x + tap.x, maxY: vertex.vector.y + tap.y
    ).padded(by: counted)
    return HitScore(
      mass: whole / (2 * .pi * variance), exponent: -distance * distance / (2 * variance),
      whole: whole, box: visibleArea(disc), least: .pi, kind: kind)
  }

  private func isSubFingertip(area: Double, box: Envelope, tolerance: Double) -> Bool {
    let diagonal = box.width * box.width + box.height * box.height
    return area <= .pi * tolerance * tolerance / 4 && diagonal <= 4 * tolerance * tolerance
      && tolerance > 0 && !box.isEmpty
  }

  /// The area of a box within the viewport; −1 when they share nothing.
  private func visibleArea(_ box: Envelope) -> Double {
    let visible = box.intersection(transform.viewport.bounds)
    return visible.isEmpty ? -1 : visible.width * visible.height
  }

  /// Bounds the projected corners of a rectangle of the world, clipped at the near plane.
  func boxOnGlass(_ envelope: Envelope, copy: Double) -> Envelope {
    let corners = (
      Coordinate(envelope.minX, envelope.minY), Coordinate(envelope.maxX, envelope.minY),
      Coordinate(envelope.maxX, envelope.maxY), Coordinate(envelope.minX, envelope.maxY)
    )
    var box = Envelope.empty
    func add(_ vector: GlassVector) {
      box.formUnion(Coordinate(vector.x + tap.x, vector.y + tap.y))
    }
    if transform.isFlat {
      let view = FlatView(self, copy: copy)
      add(view.vector(to: corners.0))
      add(view.vector(to: corners.1))
      add(view.vector(to: corners.2))
      add(view.vector(to: corners.3))
      return box
    }
    func addSide(_ a: Coordinate, _ b: Coordinate) {
      guard let side = GlassSegment(a, b, copy: copy, in: self) else { return }
      add(side.a)
      add(side.b)
    }
    addSide(corners.0, corners.1)
    addSide(corners.1, corners.2)
    addSide(corners.2, corners.3)
    addSide(corners.3, corners.0)
    return box
  }
}

extension HitScore {
  /// What stands where no likelihood was wanted.
  static let none = HitScore(
    logLikelihood: -.infinity, measure: 0, wholeMeasure: 0, boxMeasure: 0, kind: .point)

  /// Divides a mass, `mass`·exp(`exponent`), by the smaller of two measures, never by less than
  /// `least`; a negative `box` means that nothing of the feature's box is in view, and the
  /// likelihood is zero.
  fileprivate init(
    mass: Double, exponent: Double = 0, whole: Double, box: Double, least: Double,
    kind: HitScore.Kind
  ) {
    let measure = max(min(whole, box), least)
    self.init(
      logLikelihood: box < 0 ? -.infinity : exponent + LibM.logarithm(mass / measure),
      measure: measure, wholeMeasure: whole, boxMeasure: max(box, 0), kind: kind)
  }
}
