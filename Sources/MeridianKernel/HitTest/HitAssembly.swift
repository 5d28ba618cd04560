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
    let keys = scratch.keys
    if options.policy == .likelihood { judge(scratch, &answer) }
    let offered = min(keys.count, options.limit ?? keys.count)
    answer.truncated = keys.count - offered
    answer.hits.reserveCapacity(offered)
    for rank in 0..<offered {
      answer.hits.append(hit(scratch, rank: rank, tapPlace: place))
    }
    if options.explains {
      for key in keys[offered...] {
        var candidate = scratch.candidates[HitRanking.number(key)]
        candidate.reason = .limit
        misses.append(candidate)
      }
      answer.nearMisses = nearMisses(misses)
    }
    return answer
  }

  /// Whether the leading answer is clearly the best, and what would tell the two apart.
  private func judge(_ scratch: HitScratch, _ answer: inout HitAnswer) {
    answer.isAmbiguous = false
    let shares = scratch.shares
    guard shares.count > 1, shares[0] < 0.6 || shares[0] < 2 * shares[1] else { return }
    answer.isAmbiguous = true
    let a = scratch.candidates[HitRanking.number(scratch.keys[0])].nearest.vector
    let b = scratch.candidates[HitRanking.number(scratch.keys[1])].nearest.vector
    let gap = GlassVector(a.x - b.x, a.y - b.y).length
    let zoom =
      transform.camera.zoom + LibM.binaryLogarithm(2 * options.tolerance.radius / gap)
    if gap > 0 && zoom <= 24 && zoom.isFinite {
      answer.separateZoom = zoom
    } else {
      answer.isStacked = true
    }
  }

  /// The hit at a place in the order, from 0.
  private func hit(_ scratch: HitScratch, rank: Int, tapPlace: LonLat) -> Hit {
    let candidate = scratch.candidates[HitRanking.number(scratch.keys[rank])]
    let layer = layers[candidate.layer]
    let index = layer.index
    let row = index.rows[candidate.feature]
    let nearest = candidate.nearest
    let onGlass = ScreenPoint(tap.x + nearest.vector.x, tap.y + nearest.vector.y)
    let place = self.place(of: candidate, onGlass: onGlass, tapPlace: tapPlace)
    let coordinate = Int(nearest.coordinate)
    let position = index.geometry.ring(ofCoordinate: coordinate, inPart: Int(nearest.part))
    let isEdge = !candidate.isInside
    var hit = Hit(
      layer: layer.name, layerNumber: candidate.layer, feature: candidate.feature,
      fid: row.hasKey ? row.fid : nil, row: row.row, rank: rank + 1,
      probability: rank < scratch.shares.count ? scratch.shares[rank] : nil,
      distance: nearest.ink, geometryDistance: nearest.bare, groundDistance: 0,
      isInside: candidate.isInside, nearest: place.canonical, nearestOnGlass: onGlass,
      part: Int(index.geometry.members[Int(nearest.part)]),
      geometryType: index.geometry.summaries[candidate.feature].type,
      title: layer.title(of: candidate.feature, row: row.row), editability: layer.editability,
      flags: candidate.flags, score: scratch.scores[Int(candidate.scored)])
    if isEdge { hit.groundDistance = GroundDistance.short(tapPlace, place) }
    switch candidate.dimension {
    case .point: hit.vertex = 0
    case .line: hit.segment = coordinate - position.first
    case .polygon where isEdge:
      hit.ring = position.ring
      hit.segment = coordinate - position.first
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
        layers[candidate.layer].index.geometry.coordinates[Int(candidate.nearest.coordinate)])
    }
    return transform.unproject(onGlass) ?? tapPlace
  }

  private func nearMisses(_ misses: [HitCandidate]) -> [NearMiss] {
    var keys: [UInt64] = []
    var spare: [UInt64] = []
    HitRanking.order(misses, [], by: .nearest, layers: layers, into: &keys, &spare)
    var list = keys.map { key -> NearMiss in
      let candidate = misses[HitRanking.number(key)]
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
