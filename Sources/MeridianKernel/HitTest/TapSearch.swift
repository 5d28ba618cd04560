/// One tap's question to the layers of a tester: which features are candidates.
struct TapSearch {
  let layers: [HitLayer]
  let options: HitOptions
  let context: TapContext

  /// Adds the candidates of all layers that answer.
  func collect(into scratch: inout HitScratch) {
    // A span reads a layer in place; an array's subscript would copy it and count its references.
    let layers = layers.span
    for number in layers.indices {
      let reason = layers[number].exclusion(
        atZoom: context.transform.camera.zoom, includingMarkup: options.includesMarkup)
      if reason != nil && !options.explains { continue }
      collect(LayerInk(layers[number], number: number, options: options), reason, &scratch)
    }
  }

  /// Adds a layer's candidates; all of them carry `reason` when the layer may not be hit.
  private func collect(_ layer: LayerInk, _ reason: MissReason?, _ scratch: inout HitScratch) {
    let area = SearchArea(layer, reach: layer.limit, context: context)
    let extent = layer.index.geometry.extent
    guard let copies = context.transform.copies(of: extent, meeting: area.window) else { return }
    let firstCandidate = scratch.candidates.count
    for copy in copies {
      gather(layer, area, copy: Double(copy), &scratch)
      scratch.lap(\.search)
      for number in 0..<scratch.whole.count {
        look(at: scratch.whole[number], of: layer, copy: Double(copy), reason, &scratch)
      }
      lookAtEntries(of: layer, copy: Double(copy), reason, &scratch)
      scratch.lap(\.distance)
    }
    if copies.count > 1 { keepBestCopies(from: firstCandidate, in: &scratch.candidates) }
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
    at whole: HitScratch.Whole, of layer: LayerInk, copy: Double, _ reason: MissReason?,
    _ scratch: inout HitScratch
  ) {
    let run = layer.index.runs[Int(whole.place)]
    let feature = Int(run.feature)
    guard isOffered(feature, of: layer) else { return }
    if context.transform.isFlat {
      let sighting = see(run, whole, of: layer, copy: copy, &scratch.trace)
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
    _ run: HitIndex.Run, _ whole: HitScratch.Whole, of layer: LayerInk, copy: Double,
    _ trace: inout HitTrace
  ) -> Sighting {
    trace.runs += 1
    switch run.dimension {
    case .point:
      trace.segments += 1
      return Sighting(flatPoint: run, of: layer, copy: copy, in: context)
    case .line:
      trace.segments += context.isScored ? max(Int(run.segments), 1) : whole.nearest.nonzeroBitCount
      return Sighting(flatLine: run, nearest: whole.nearest, of: layer, copy: copy, in: context)
    case .polygon:
      trace.segments += whole.nearest.nonzeroBitCount
      let isInside =
        whole.side == .unknown
        ? layer.index.crosses(place(copy), run.vertices) : whole.side == .inside
      return Sighting(
        flatPolygon: run, nearest: whole.nearest, contains: isInside, of: layer, copy: copy,
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
  private func place(_ copy: Double) -> Coordinate {
    Coordinate(context.world.x - copy, context.world.y)
  }
}

// MARK: - Gathering

extension TapSearch {
  /// Fills `whole` and `entries` with the runs to look at: those of every feature with ink in the
  /// area or the tap inside, and of features of several runs also those in the wider area, which
  /// holds every element that can change a glance.
  private func gather(
    _ layer: LayerInk, _ area: SearchArea, copy: Double, _ scratch: inout HitScratch
  ) {
    let index = layer.index
    let place = place(copy)
    scratch.whole.removeAll(keepingCapacity: true)
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.inside.removeAll(keepingCapacity: true)
    index.forEachArea(containing: place, trace: &scratch.trace) { part in
      let first = index.geometry.coordinates(
        of: index.geometry.rings(of: Int(part.part)).lowerBound)
      scratch.inside.append(part.part)
      scratch.entries.append(HitScratch.Entry(part, firstCoordinate: first.lowerBound))
    }
    find(layer, area, copy: copy, &scratch)
    let reaches = (polygon: siftReach(layer.limit), line: siftReach(layer.limit + layer.halfWidth))
    for number in 0..<scratch.found.count {
      let found = scratch.found[number]
      let run = index.runs[Int(found)]
      var whole = HitScratch.Whole(place: found, nearest: .max, side: .unknown)
      if area.isDisc && run.dimension != .point {
        guard mayBeNear(run, of: layer, reaches, place, &whole) else { continue }
      }
      if run.extent == .feature {
        scratch.whole.append(whole)
        // What the look is going to read of it.
        if context.isScored { index.geometry.summaries.prefetch(Int(run.feature)) }
        let first = Int(run.start) + whole.nearest.trailingZeroBitCount
        index.geometry.coordinates.prefetch(first)
        index.geometry.coordinates.prefetch(first + 1)
        index.rows.prefetch(Int(run.feature))
      } else {
        scratch.entries.append(HitScratch.Entry(run, place: found))
      }
    }
    if scratch.entries.isEmpty { return }
    scratch.entries.sort { $0.key < $1.key }
    widen(layer, copy: copy, &scratch)
  }

  /// Fills `found` with the runs whose boxes meet an area.
  private func find(
    _ layer: LayerInk, _ area: SearchArea, copy: Double, _ scratch: inout HitScratch
  ) {
    let index = layer.index
    let nodes: Int
    if area.isDisc {
      let disc = FrameDisc(center: place(copy), radius: area.radius, in: index.tree.frame)
      nodes = index.tree.findNear(disc, into: &scratch.found, &scratch.frontier)
      // Asked for in two steps, since the second needs the first.
      for number in 0..<scratch.found.count { index.runs.prefetch(Int(scratch.found[number])) }
      for number in 0..<scratch.found.count {
        let ink = Int(index.runs[Int(scratch.found[number])].ink)
        index.ink.prefetch(ink)
        index.ink.prefetch(ink + 16)
      }
    } else {
      var window = area.window
      window.minX -= copy
      window.maxX -= copy
      nodes = index.tree.findMeeting(window, into: &scratch.found, &scratch.frontier)
    }
    scratch.trace.nodes += nodes
    scratch.trace.boxes += scratch.found.count
  }

  /// Whether a run's ink may lie within reach of the tap, seen straight down, or its polygon around
  /// it; for certain not when false. What is learned of the run on the way is noted.
  @inline(__always)
  private func mayBeNear(
    _ run: HitIndex.Run, of layer: LayerInk, _ reaches: (polygon: Double, line: Double),
    _ place: Coordinate, _ whole: inout HitScratch.Whole
  ) -> Bool {
    let sift = RunSift(run, at: Int(whole.place), of: layer.index, from: place)
    let reach = run.dimension == .line ? reaches.line : reaches.polygon
    let isNear = sift.distance <= reach + sift.error
    let isAround = run.dimension == .polygon && run.extent.contains(.part) && sift.isOdd
    if !isNear && !isAround { return false }
    whole.nearest = sift.nearest(of: run)
    if sift.distance > sift.error { whole.side = sift.isOdd ? .inside : .outside }
    return true
  }

  /// How near in world widths ink must be to lie within so many points.
  ///
  /// The full look projects by other roundings of the same numbers: 1e-15 world widths is enough.
  private func siftReach(_ points: Double) -> Double {
    points / context.transform.worldSize * (1 + 1e-9) + 1e-15
  }

  /// Adds the runs in the wider area of every feature of several runs.
  private func widen(_ layer: LayerInk, copy: Double, _ scratch: inout HitScratch) {
    scratch.large.removeAll(keepingCapacity: true)
    for entry in scratch.entries where scratch.large.last != UInt32(entry.feature) {
      if needsWidening(entry, of: layer) { scratch.large.append(UInt32(entry.feature)) }
    }
    guard !scratch.large.isEmpty else { return }
    let area = SearchArea(layer, reach: max(layer.limit, context.reach), context: context)
    find(layer, area, copy: copy, &scratch)
    for number in 0..<scratch.found.count {
      let found = scratch.found[number]
      let run = layer.index.runs[Int(found)]
      if run.extent != .feature && scratch.large.contains(sorted: run.feature) {
        scratch.entries.append(HitScratch.Entry(run, place: found))
      }
    }
    scratch.entries.sort { ($0.key, $0.place) < ($1.key, $1.place) }
  }

  /// Without likelihoods, seen straight down, the nearest ink of a single part is all that counts.
  private func needsWidening(_ entry: HitScratch.Entry, of layer: LayerInk) -> Bool {
    if context.isScored || !context.transform.isFlat { return true }
    let isOnlyPart =
      entry.place == HitScratch.Entry.nowhere
      ? layer.index.geometry.parts(of: entry.feature).count == 1
      : layer.index.runs[Int(entry.place)].extent.contains(.onlyPart)
    return !isOnlyPart
  }
}

extension [UInt32] {
  /// Whether an ascending list holds a number, by binary search.
  fileprivate func contains(sorted number: UInt32) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
