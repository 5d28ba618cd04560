/// One tap's question to the layers of a tester: which features are candidates.
struct TapSearch {
  let layers: [HitLayer]
  /// The layers in the little that is asked of them for every tap.
  let drawn: [DrawnLayer]
  let options: HitOptions
  let context: TapContext

  /// Adds the candidates of all layers that answer.
  ///
  /// Stage by stage through all layers, and not layer by layer: a stage asks memory for what the
  /// next one reads, and all layers wait for it together.
  func collect(into scratch: inout HitScratch) {
    plan(&scratch)
    searchLeaves(&scratch)
    sift(&scratch)
    scratch.lap(\.search)
    var firstCandidate = 0
    for number in 0..<scratch.passes.count {
      let pass = scratch.passes[number]
      let isFirst = number == 0 || scratch.passes[number - 1].layer != pass.layer
      if isFirst { firstCandidate = scratch.candidates.count }
      look(pass, &scratch)
      let isLast =
        number + 1 == scratch.passes.count || scratch.passes[number + 1].layer != pass.layer
      if isLast && !isFirst { keepBestCopies(from: firstCandidate, in: &scratch.candidates) }
    }
    scratch.lap(\.distance)
  }

  /// Looks at what a pass has found; all candidates carry its reason, when it has one.
  private func look(_ pass: HitScratch.Pass, _ scratch: inout HitScratch) {
    let layer = LayerInk(drawn.span[pass.layer], options: options)
    startEntries(layer, copy: pass.copy, &scratch)
    for number in pass.near {
      let near = scratch.near[number]
      let run = layer.index.runs[Int(near.place)]
      if run.extent == .feature {
        look(at: run, near, of: layer, copy: pass.copy, pass.reason, &scratch)
      } else {
        scratch.entries.append(HitScratch.Entry(run, place: near.place))
      }
    }
    if scratch.entries.isEmpty { return }
    scratch.entries.sort { $0.key < $1.key }
    widen(layer, copy: pass.copy, &scratch)
    lookAtEntries(of: layer, copy: pass.copy, pass.reason, &scratch)
  }

  @inline(__always)
  private func isOffered(_ feature: Int, of layer: LayerInk) -> Bool {
    !layer.isFiltered || options.explains || layers[layer.number].hidden?.contains(feature) != true
  }

  @inline(__always)
  private func add(
    _ sighting: Sighting, _ feature: Int, of layer: LayerInk, copy: Double,
    _ reason: MissReason?, _ scratch: inout HitScratch
  ) {
    scratch.trace.candidates += 1
    guard var candidate = HitCandidate(sighting, feature: feature, of: layer, copy: copy)
    else { return }
    if let reason {
      candidate.reason = reason
    } else if layer.isFiltered && layers[layer.number].hidden?.contains(feature) == true {
      candidate.reason = .filtered
    }
    scratch.add(candidate, sighting, of: layer, in: context)
  }

  /// Leaves one candidate a feature when several world copies of it are on the glass.
  private func keepBestCopies(from start: Int, in candidates: inout [HitCandidate]) {
    var best: [Int: HitCandidate] = [:]
    for candidate in candidates[start...] {
      if let known = best[candidate.feature], !candidate.isBetterCopy(than: known) { continue }
      best[candidate.feature] = candidate
    }
    candidates.removeSubrange(start...)
    candidates.append(contentsOf: best.values.sorted { $0.feature < $1.feature })
  }
}

// MARK: - Looking

extension TapSearch {
  /// Looks at a feature of one run.
  private func look(
    at run: HitIndex.Run, _ near: HitScratch.Near, of layer: LayerInk, copy: Double,
    _ reason: MissReason?, _ scratch: inout HitScratch
  ) {
    let feature = Int(run.feature)
    guard isOffered(feature, of: layer) else { return }
    if context.transform.isFlat {
      let sighting = see(run, near, of: layer, copy: copy, &scratch.trace)
      return add(sighting, feature, of: layer, copy: copy, reason, &scratch)
    }
    var glance = FeatureGlance()
    see(run, of: layer, copy: copy, &glance, &scratch.trace)
    if run.dimension == .polygon {
      let isInside = layer.index.crosses(place(copy), run.vertices)
      glance.finishPart(Int(run.part), contains: isInside, in: context)
    }
    add(Sighting(glance), feature, of: layer, copy: copy, reason, &scratch)
  }

  /// Looks at a feature of one run straight down, where the sieve has named the elements to see.
  @inline(__always)
  private func see(
    _ run: HitIndex.Run, _ near: HitScratch.Near, of layer: LayerInk, copy: Double,
    _ trace: inout HitTrace
  ) -> Sighting {
    trace.runs += 1
    switch run.dimension {
    case .point:
      trace.segments += 1
      return Sighting(flatPoint: run, of: layer, copy: copy, in: context)
    case .line:
      trace.segments += context.isScored ? max(Int(run.segments), 1) : near.nearest.nonzeroBitCount
      return Sighting(flatLine: run, nearest: near.nearest, of: layer, copy: copy, in: context)
    case .polygon:
      trace.segments += near.nearest.nonzeroBitCount
      let isInside =
        near.side == .unknown
        ? layer.index.crosses(place(copy), run.vertices) : near.side == .inside
      return Sighting(
        flatPolygon: run, nearest: near.nearest, contains: isInside, of: layer, copy: copy,
        in: context)
    }
  }

  /// Looks at the features among the entries, which stand in stored order.
  private func lookAtEntries(
    of layer: LayerInk, copy: Double, _ reason: MissReason?, _ scratch: inout HitScratch
  ) {
    var start = 0
    while start < scratch.entries.count {
      let feature = scratch.entries[start].feature
      var end = start + 1
      while end < scratch.entries.count && scratch.entries[end].feature == feature { end += 1 }
      if isOffered(feature, of: layer) {
        var glance = FeatureGlance()
        look(at: start..<end, of: layer, copy: copy, &glance, &scratch)
        add(Sighting(glance), feature, of: layer, copy: copy, reason, &scratch)
      }
      start = end
    }
  }

  /// Looks at the feature whose runs stand at `range` of the entries.
  private func look(
    at range: Range<Int>, of layer: LayerInk, copy: Double, _ glance: inout FeatureGlance,
    _ scratch: inout HitScratch
  ) {
    var openPart = -1
    var previous = HitScratch.Entry.nowhere
    for number in range {
      let entry = scratch.entries[number]
      let part = Int(entry.part)
      if openPart >= 0 && openPart != part {
        finish(openPart, &glance, scratch.inside)
        openPart = -1
      }
      if entry.place == HitScratch.Entry.nowhere {
        openPart = part
        continue
      }
      if entry.place == previous { continue }
      previous = entry.place
      let run = layer.index.runs[Int(entry.place)]
      see(run, of: layer, copy: copy, &glance, &scratch.trace)
      guard run.dimension == .polygon else { continue }
      if run.extent.contains(.part) {
        let isInside = layer.index.crosses(place(copy), run.vertices)
        glance.finishPart(part, contains: isInside, in: context)
      } else {
        openPart = part
      }
    }
    if openPart >= 0 { finish(openPart, &glance, scratch.inside) }
  }

  private func finish(_ part: Int, _ glance: inout FeatureGlance, _ inside: [UInt32]) {
    glance.finishPart(part, contains: inside.contains(UInt32(part)), in: context)
  }

  /// Measures a run.
  @inline(__always)
  private func see(
    _ run: HitIndex.Run, of layer: LayerInk, copy: Double,
    _ glance: inout FeatureGlance, _ trace: inout HitTrace
  ) {
    let geometry = layer.index.geometry
    trace.runs += 1
    switch run.dimension {
    case .point:
      trace.segments += 1
      glance.seePoint(
        geometry.coordinates[Int(run.start)], copy: copy,
        radius: layer.radius(of: Int(run.feature)), isScaled: layer.isScaled,
        coordinate: Int(run.start), part: Int(run.part), in: context)
    case .line:
      trace.segments += max(Int(run.segments), 1)
      glance.seeSegments(
        run.vertices, of: geometry, copy: copy, halfWidth: layer.halfWidth, part: Int(run.part),
        in: context)
    case .polygon:
      trace.segments += Int(run.segments)
      glance.seeEdges(run.vertices, of: geometry, copy: copy, in: context)
    }
  }

  /// The place under the tap in a world copy.
  @inline(__always)
  func place(_ copy: Double) -> Coordinate {
    Coordinate(context.world.x - copy, context.world.y)
  }
}
