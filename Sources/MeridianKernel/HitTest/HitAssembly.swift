/// From measured candidates to an answer: ranking, probabilities, ambiguity, limit, near misses.
///
/// Shared by the fast path and its twin, so that they can differ only in what they measure.
struct HitAssembly {
  let tap: ScreenPoint
  let transform: CameraTransform
  let options: HitOptions
  let layers: [HitLayer]
  /// nil when there is no ground, or none on the map, under the tap.
  let context: TapContext?
  private let reason: HitAnswer.NoGround?

  init(
    _ tap: ScreenPoint, through transform: CameraTransform, options: HitOptions,
    layers: [HitLayer]
  ) {
    self.tap = tap
    self.transform = transform
    self.options = options
    self.layers = layers
    let found = TapContext(tap, through: transform, sigma: options.sigma)
    context = found?.isOnMap == true ? found : nil
    reason = found == nil ? .aboveHorizon : context == nil ? .offMap : nil
  }

  func withoutGround() -> HitAnswer {
    var answer = HitAnswer(screen: tap)
    answer.reason = reason
    return answer
  }

  /// The answer to the candidates and the trace in `scratch`; candidates are put in order on the
  /// way.
  func answer(_ scratch: inout HitScratch) -> HitAnswer {
    guard let context else { return withoutGround() }
    var answer = HitAnswer(screen: tap)
    answer.trace = scratch.trace
    let place = context.place
    answer.ground = place.canonical
    if answer.ground != place { answer.wrappedGround = place }

    var misses: [HitCandidate] = []
    if options.explains {
      misses = scratch.candidates.filter { $0.reason != nil }
      scratch.candidates.removeAll { $0.reason != nil }
    }
    HitRanking.rank(by: options.policy, layers: layers, &scratch)
    let candidates = scratch.candidates
    if options.policy == .likelihood { judge(candidates, &answer) }
    let offered = min(candidates.count, options.limit ?? candidates.count)
    answer.truncated = candidates.count - offered
    answer.hits.reserveCapacity(offered)
    for rank in 0..<offered {
      answer.hits.append(hit(candidates[rank], rank: rank + 1, tapPlace: place))
    }
    if options.explains {
      for var candidate in candidates[offered...] {
        candidate.reason = .limit
        misses.append(candidate)
      }
      answer.nearMisses = nearMisses(misses)
    }
    return answer
  }

  /// Whether the leading answer is clearly the best, and what would tell the two apart.
  private func judge(
    _ candidates: [HitCandidate], _ answer: inout HitAnswer
  ) {
    answer.isAmbiguous = false
    guard candidates.count > 1, let first = candidates[0].probability,
      let second = candidates[1].probability, first < 0.6 || first < 2 * second
    else { return }
    answer.isAmbiguous = true
    let a = candidates[0].nearest.vector
    let b = candidates[1].nearest.vector
    let gap = GlassVector(a.x - b.x, a.y - b.y).length
    let zoom =
      transform.camera.zoom + LibM.binaryLogarithm(2 * options.tolerance.radius / gap)
    if gap > 0 && zoom <= 24 && zoom.isFinite {
      answer.separateZoom = zoom
    } else {
      answer.isStacked = true
    }
  }

  private func hit(
    _ candidate: HitCandidate, rank: Int, tapPlace: LonLat
  ) -> Hit {
    let layer = layers[candidate.layer]
    let index = layer.index
    let row = index.rows[candidate.feature]
    let nearest = candidate.nearest
    let onGlass = ScreenPoint(tap.x + nearest.vector.x, tap.y + nearest.vector.y)
    let place = self.place(of: candidate, onGlass: onGlass, tapPlace: tapPlace)
    let position = index.geometry.ring(ofCoordinate: nearest.coordinate, inPart: nearest.part)
    let isEdge = !candidate.isInside
    var hit = Hit(
      layer: layer.name, layerNumber: candidate.layer, feature: candidate.feature,
      fid: row.hasKey ? row.fid : nil, row: row.row, rank: rank, probability: candidate.probability,
      distance: nearest.ink, geometryDistance: nearest.bare, groundDistance: 0,
      isInside: candidate.isInside, nearest: place.canonical, nearestOnGlass: onGlass,
      part: Int(index.geometry.members[nearest.part]),
      geometryType: index.geometry.summaries[candidate.feature].type,
      title: index.titles[candidate.feature], editability: layer.editability,
      flags: candidate.flags, score: candidate.score)
    if isEdge { hit.groundDistance = GroundDistance.short(tapPlace, place) }
    switch candidate.dimension {
    case .point: hit.vertex = 0
    case .line: hit.segment = nearest.coordinate - position.first
    case .polygon where isEdge:
      hit.ring = position.ring
      hit.segment = nearest.coordinate - position.first
    case .polygon: break
    }
    return hit
  }

  private func place(of candidate: HitCandidate, onGlass: ScreenPoint, tapPlace: LonLat)
    -> LonLat
  {
    if candidate.isInside { return tapPlace }
    if candidate.dimension == .point {
      // A vertex is given back as stored, not as seen through the camera.
      return WebMercator.unproject(
        layers[candidate.layer].index.geometry.coordinates[candidate.nearest.coordinate])
    }
    return transform.unproject(onGlass) ?? tapPlace
  }

  private func nearMisses(_ misses: [HitCandidate]) -> [NearMiss] {
    var keys: [HitRanking.Keyed] = []
    HitRanking.order(misses, by: .nearest, layers: layers, into: &keys)
    var list = keys.map { keyed -> NearMiss in
      let candidate = misses[keyed.number]
      let layer = layers[candidate.layer]
      let row = layer.index.rows[candidate.feature]
      return NearMiss(
        layer: layer.name, fid: row.hasKey ? row.fid : nil, row: row.row,
        distance: candidate.distance, reason: candidate.reason ?? .beyondTolerance)
    }
    for layer in layers {
      let reach = 2 * (layer.tolerance ?? options.tolerance).radius
      let window = transform.footprint(around: tap, radius: reach, margin: 0)
      for problem in layer.index.problems
      where problem.hint.minY <= window.maxY && problem.hint.maxY >= window.minY
        && transform.copies(of: problem.hint, meeting: window) != nil
      {
        list.append(
          NearMiss(
            layer: layer.name, fid: problem.fid, row: problem.row, distance: nil,
            reason: problem.reason))
      }
    }
    return list
  }
}
