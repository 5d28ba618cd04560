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
    let view = FlatView(context, copy: pass.copy)
    let square = GroundSquare(
      view, halfWidth: layer.halfWidth, limit: layer.limit, in: context)
    startEntries(layer, pass, &scratch)
    for number in pass.near {
      let near = scratch.near[number]
      if near.run.extent != .feature {
        scratch.entries.append(HitScratch.Entry(near))
      } else if near.run.dimension == .line && isSeenWhole {
        gather(near.run.vertices, of: near.run, 1, layer, square, &scratch)
      } else {
        look(at: near, of: layer, view, pass, &scratch)
      }
    }
    if !scratch.entries.isEmpty {
      scratch.entries.sort { $0.key < $1.key }
      widen(layer, copy: pass.copy, &scratch)
      lookAtEntries(of: layer, view, square, pass, &scratch)
    }
    seeLines(of: layer, view, pass, &scratch)
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
    guard candidates.count > start + 1 else { return }
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
  @inline(__always)
  private func look(
    at near: NearRun, of layer: LayerInk, _ view: FlatView, _ pass: HitScratch.Pass,
    _ scratch: inout HitScratch
  ) {
    let run = near.run
    let feature = Int(run.feature)
    guard isOffered(feature, of: layer) else { return }
    let sighting =
      context.transform.isFlat
      ? see(near, of: layer, view, pass.copy, &scratch.trace)
      : seeLeaning(run, of: layer, copy: pass.copy, &scratch.trace)
    add(sighting, feature, of: layer, copy: pass.copy, pass.reason, &scratch)
  }

  /// Looks at a feature of one run straight down, where the sieve has named the elements to see.
  @inline(__always)
  private func see(
    _ near: NearRun, of layer: LayerInk, _ view: FlatView, _ copy: Double, _ trace: inout HitTrace
  ) -> Sighting {
    let run = near.run
    trace.runs += 1
    switch run.dimension {
    case .point:
      trace.segments += 1
      return Sighting(flatPoint: run, of: layer, view, in: context)
    case .line:
      trace.segments += near.nearest.nonzeroBitCount
      return Sighting(flatLine: near, of: layer, view, in: context)
    case .polygon:
      trace.segments += near.nearest.nonzeroBitCount
      let isInside = near.isInside ?? layer.index.whole.crosses(place(copy), run.vertices)
      return Sighting(flatPolygon: near, contains: isInside, of: layer, view, in: context)
    }
  }

  private func seeLeaning(
    _ run: HitIndex.Run, of layer: LayerInk, copy: Double, _ trace: inout HitTrace
  ) -> Sighting {
    var glance = FeatureGlance()
    see(run, of: layer, copy: copy, &glance, &trace)
    if run.dimension == .polygon {
      let isInside = layer.index.whole.crosses(place(copy), run.vertices)
      glance.finishPart(Int(run.part), contains: isInside, in: context)
    }
    return Sighting(glance)
  }

  /// Whether all of a line's segments count: for a likelihood, seen straight down.
  var isSeenWhole: Bool { context.isScored && context.transform.isFlat }

  /// Gathers what counts of a line, of which so many runs were found.
  @inline(__always)
  private func gather(
    _ vertices: Range<Int>, of run: HitIndex.Run, _ runs: Int, _ layer: LayerInk,
    _ square: GroundSquare, _ scratch: inout HitScratch
  ) {
    guard isOffered(Int(run.feature), of: layer) else { return }
    scratch.trace.runs += runs
    scratch.trace.segments += max(vertices.count - 1, 1)
    scratch.lines.gather(
      vertices, feature: run.feature, part: run.part, of: layer.index.geometry, in: square)
  }

  /// Sees the lines that were gathered, all together.
  private func seeLines(
    of layer: LayerInk, _ view: FlatView, _ pass: HitScratch.Pass, _ scratch: inout HitScratch
  ) {
    if scratch.lines.lines.isEmpty { return }
    unsafe scratch.lines.see(view, halfWidth: layer.halfWidth, in: context)
    for number in scratch.lines.lines.indices {
      let line = scratch.lines.lines[number]
      let sighting = Sighting(scratch.lines.sight(of: line), part: line.part, of: layer)
      add(sighting, Int(line.feature), of: layer, copy: pass.copy, pass.reason, &scratch)
    }
    scratch.lines.removeAll()
  }

  /// Looks at the features among the entries, which stand in stored order.
  private func lookAtEntries(
    of layer: LayerInk, _ view: FlatView, _ square: GroundSquare, _ pass: HitScratch.Pass,
    _ scratch: inout HitScratch
  ) {
    var start = 0
    while start < scratch.entries.count {
      let feature = scratch.entries[start].feature
      var end = start + 1
      while end < scratch.entries.count && scratch.entries[end].feature == feature { end += 1 }
      let last = scratch.entries[end - 1]
      if let vertices = wholeLine(last, of: layer) {
        let run = layer.index.runs[Int(last.place)]
        gather(vertices, of: run, end - start, layer, square, &scratch)
      } else if isOffered(feature, of: layer) {
        let sighting = see(start..<end, of: layer, view, pass.copy, &scratch)
        add(sighting, feature, of: layer, copy: pass.copy, pass.reason, &scratch)
      }
      start = end
    }
  }

  /// Sees the feature whose runs stand at a range of the entries, in the cheapest way that tells
  /// all that is asked.
  private func see(
    _ range: Range<Int>, of layer: LayerInk, _ view: FlatView, _ copy: Double,
    _ scratch: inout HitScratch
  ) -> Sighting {
    let entry = scratch.entries[range.upperBound - 1]
    if isSingle(entry, of: layer) {
      return see(scratch.entries[range], of: layer, view, &scratch.trace)
    }
    var glance = FeatureGlance()
    look(at: range, of: layer, copy: copy, &glance, &scratch)
    return Sighting(glance)
  }

  /// Sees a feature of one part straight down, by what the sieve has named of its runs.
  private func see(
    _ entries: ArraySlice<HitScratch.Entry>, of layer: LayerInk, _ view: FlatView,
    _ trace: inout HitTrace
  ) -> Sighting {
    var nearest = FlatNearest(view)
    var contains = false
    var dimension = PartDimension.polygon
    for entry in entries {
      guard entry.place != HitScratch.Entry.nowhere else {
        contains = true
        continue
      }
      let run = layer.index.runs[Int(entry.place)]
      dimension = run.dimension
      trace.runs += 1
      trace.segments += entry.nearest.nonzeroBitCount
      nearest.see(run, entry.nearest, of: layer.index.geometry)
    }
    return Sighting(
      nearest, dimension: dimension, part: entries[entries.startIndex].part, contains: contains,
      of: layer, in: context)
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
        let isInside = layer.index.whole.crosses(place(copy), run.vertices)
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
