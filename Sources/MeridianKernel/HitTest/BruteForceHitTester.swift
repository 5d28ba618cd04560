/// The twin of ``HitTester``: the same question without index, window, runs or early exit.
///
/// It shares the distances, likelihoods and ranking of single elements, and none of the searching.
/// The two agree exactly, order included. O(everything) for a tap.
public struct BruteForceHitTester: Sendable {
  /// The layers in drawing order, the topmost last.
  public let layers: [HitLayer]

  /// Makes a twin over layers in drawing order, the topmost last.
  public init(layers: [HitLayer]) { self.layers = layers }

  /// What lies under a place on the glass, best first.
  public func hits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions = HitOptions()
  ) -> HitAnswer {
    let assembly = HitAssembly(tap, through: transform, options: options, layers: layers)
    guard let context = assembly.context else { return assembly.withoutGround() }
    var scratch = HitScratch()
    for (number, layer) in layers.enumerated() {
      let ink = LayerInk(DrawnLayer(layer, number: number), options: options)
      for feature in 0..<layer.index.count {
        var best: HitCandidate?
        var bestSighting = Sighting(dimension: .point)
        for copy in CameraTransform.copies {
          let sighting = Sighting(
            look(
              at: feature, in: layer, copy: Double(copy), context: context, trace: &scratch.trace))
          guard
            let candidate = HitCandidate(sighting, feature: feature, of: ink, copy: Double(copy))
          else { continue }
          if let known = best, !candidate.isBetterCopy(than: known) { continue }
          best = candidate
          bestSighting = sighting
        }
        guard var candidate = best else { continue }
        let excluded = layer.exclusion(
          atZoom: transform.camera.zoom, includingMarkup: options.includesMarkup)
        let isHidden = layer.hidden?.contains(feature) ?? false
        if let reason = excluded ?? (isHidden ? .filtered : nil) { candidate.reason = reason }
        if candidate.reason == nil || options.explains {
          scratch.add(candidate, bestSighting, of: ink, in: context)
        }
      }
    }
    return assembly.answer(&scratch)
  }

  private func look(
    at feature: Int, in layer: HitLayer, copy: Double, context: TapContext, trace: inout HitTrace
  ) -> FeatureGlance {
    let column = layer.index.geometry
    var glance = FeatureGlance()
    trace.candidates += 1
    for part in column.parts(of: feature) {
      var inside = false
      for ring in column.rings(of: part) {
        let range = column.coordinates(of: ring)
        trace.segments += max(range.count - 1, 1)
        switch column.dimension(of: part) {
        case .point:
          glance.seePoint(
            column.coordinates[range.lowerBound], copy: copy, radius: layer.radius(of: feature),
            isScaled: layer.pitchScale == .map, coordinate: range.lowerBound, part: part,
            in: context)
        case .line:
          for index in range where index + 1 < range.upperBound || range.count == 1 {
            let next = min(index + 1, range.upperBound - 1)
            glance.seeSegment(
              column.coordinates[index], column.coordinates[next], copy: copy,
              halfWidth: layer.lineWidth / 2, coordinate: index, part: part, in: context)
          }
        case .polygon:
          let place = Coordinate(context.world.x - copy, context.world.y)
          for index in range.dropLast() {
            let a = column.coordinates[index]
            let b = column.coordinates[index + 1]
            glance.seeEdge(a, b, copy: copy, coordinate: index, in: context)
            if RayCrossing.crosses(a, b, place) { inside.toggle() }
          }
        }
      }
      if column.dimension(of: part) == .polygon {
        glance.finishPart(part, contains: inside, in: context)
      }
    }
    return glance
  }
}
