/// One question to one layer: which features are candidates.
struct LayerSearch {
  let layer: HitLayer
  let number: Int
  let context: TapContext
  let explains: Bool
  /// Ink up to this many points from the tap is a hit …
  let tolerance: Double
  /// … and up to this many a candidate, since near misses are candidates too.
  let limit: Double

  init(_ layer: HitLayer, number: Int, options: HitOptions, context: TapContext) {
    self.layer = layer
    self.number = number
    self.context = context
    explains = options.explains
    tolerance = (layer.tolerance ?? options.tolerance).radius
    limit = options.explains ? 2 * tolerance : tolerance
  }

  /// Adds the layer's candidates; all of them carry `reason` when the layer may not be hit.
  func collect(reason: MissReason?, _ scratch: inout HitScratch) {
    let area = SearchArea(layer, reach: limit, context: context)
    let window = area.window
    guard let copies = context.transform.copies(of: layer.index.geometry.extent, meeting: window)
    else { return }
    let firstCandidate = scratch.candidates.count
    for copy in copies {
      gather(area, copy: Double(copy), &scratch)
      scratch.lap(\.search)
      for place in scratch.whole {
        let run = layer.index.runs[Int(place)]
        guard isOffered(Int(run.feature)) else { continue }
        add(glance(run, copy: Double(copy), &scratch), Int(run.feature), copy, reason, &scratch)
      }
      lookAtEntries(copy: copy, reason: reason, &scratch)
      scratch.lap(\.distance)
    }
    if copies.count > 1 { keepBestCopies(from: firstCandidate, in: &scratch.candidates) }
  }

  private func isOffered(_ feature: Int) -> Bool {
    explains || layer.hidden?.contains(feature) != true
  }

  private func add(
    _ glance: FeatureGlance, _ feature: Int, _ copy: Int, _ reason: MissReason?,
    _ scratch: inout HitScratch
  ) {
    scratch.trace.candidates += 1
    guard
      var candidate = HitCandidate(
        glance, feature: feature, layer: number, of: layer, copy: Double(copy),
        tolerance: tolerance, limit: limit, in: context)
    else { return }
    if let reason {
      candidate.reason = reason
    } else if layer.hidden?.contains(feature) == true {
      candidate.reason = .filtered
    }
    scratch.candidates.append(candidate)
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

extension LayerSearch {
  /// What the tap sees of a feature of one run.
  private func glance(
    _ run: HitIndex.Run, copy: Double, _ scratch: inout HitScratch
  ) -> FeatureGlance {
    var glance = FeatureGlance()
    see(run, copy: copy, glance: &glance, &scratch.trace)
    if run.dimension == .polygon {
      let isInside = layer.index.crosses(place(copy), run.vertices)
      glance.finishPart(Int(run.part), contains: isInside, in: context)
    }
    return glance
  }

  /// Looks at the features among the entries, which stand in stored order.
  private func lookAtEntries(copy: Int, reason: MissReason?, _ scratch: inout HitScratch) {
    var start = 0
    while start < scratch.entries.count {
      let feature = scratch.entries[start].feature
      var end = start + 1
      while end < scratch.entries.count && scratch.entries[end].feature == feature { end += 1 }
      if isOffered(feature) {
        let glance = glance(start..<end, copy: Double(copy), &scratch)
        add(glance, feature, copy, reason, &scratch)
      }
      start = end
    }
  }

  /// What the tap sees of the feature whose runs stand at `range` of the entries.
  private func glance(
    _ range: Range<Int>, copy: Double, _ scratch: inout HitScratch
  ) -> FeatureGlance {
    var glance = FeatureGlance()
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
      see(run, copy: copy, glance: &glance, &scratch.trace)
      guard run.dimension == .polygon else { continue }
      if run.extent.contains(.part) {
        let isInside = layer.index.crosses(place(copy), run.vertices)
        glance.finishPart(part, contains: isInside, in: context)
      } else {
        openPart = part
      }
    }
    if openPart >= 0 { finish(openPart, &glance, scratch.inside) }
    return glance
  }

  private func finish(_ part: Int, _ glance: inout FeatureGlance, _ inside: [UInt32]) {
    glance.finishPart(part, contains: inside.contains(UInt32(part)), in: context)
  }

  @inline(__always)
  private func see(
    _ run: HitIndex.Run, copy: Double, glance: inout FeatureGlance, _ trace: inout HitTrace
  ) {
    let geometry = layer.index.geometry
    trace.runs += 1
    trace.segments += max(Int(run.segments), 1)
    switch run.dimension {
    case .point:
      glance.seePoint(
        geometry.coordinates[Int(run.start)], copy: copy,
        radius: layer.radius(of: Int(run.feature)),
        isScaled: layer.pitchScale == .map, coordinate: Int(run.start), part: Int(run.part),
        in: context)
    case .line:
      glance.seeSegments(
        run.vertices, of: geometry, copy: copy, halfWidth: layer.lineWidth / 2, part: Int(run.part),
        in: context)
    case .polygon:
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

extension LayerSearch {
  /// Fills `whole` and `entries` with the runs to look at: those of every feature with ink in the
  /// area or the tap inside, and of features of several runs also those in the wider area, which
  /// holds every element that can change a glance.
  private func gather(_ area: SearchArea, copy: Double, _ scratch: inout HitScratch) {
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
    find(area, copy: copy, &scratch)
    for number in scratch.found {
      let run = index.runs[Int(number)]
      guard !area.isDisc || mayBeNear(run, Int(number), place) else { continue }
      if run.extent == .feature {
        scratch.whole.append(number)
        index.geometry.summaries.prefetch(Int(run.feature))
        index.geometry.coordinates.prefetch(Int(run.start))
      } else {
        scratch.entries.append(HitScratch.Entry(run, place: number))
      }
    }
    if scratch.entries.isEmpty { return }
    scratch.entries.sort { $0.key < $1.key }
    widen(copy: copy, &scratch)
  }

  /// Fills `found` with the runs whose boxes meet an area.
  private func find(_ area: SearchArea, copy: Double, _ scratch: inout HitScratch) {
    let index = layer.index
    scratch.found.removeAll(keepingCapacity: true)
    let nodes: Int
    if area.isDisc {
      let disc = FrameDisc(center: place(copy), radius: area.radius, in: index.tree.frame)
      nodes = index.tree.forEachNear(disc) { found in
        index.runs.prefetch(found)
        scratch.found.append(UInt32(found))
      }
      for found in scratch.found {
        let ink = Int(index.runs[Int(found)].ink)
        index.ink.prefetch(ink)
        index.ink.prefetch(ink + 16)
      }
    } else {
      var window = area.window
      window.minX -= copy
      window.maxX -= copy
      nodes = index.tree.forEachMeeting(window) { scratch.found.append(UInt32($0)) }
    }
    scratch.trace.nodes += nodes
    scratch.trace.boxes += scratch.found.count
  }

  /// Whether a run's ink may lie within reach of the tap, seen straight down, or its polygon around
  /// it; for certain not when false.
  @inline(__always)
  private func mayBeNear(_ run: HitIndex.Run, _ number: Int, _ place: Coordinate) -> Bool {
    if run.dimension == .point { return true }
    let sifted = RunSift(run, at: number, of: layer.index, from: place)
    let width = run.dimension == .line ? layer.lineWidth / 2 : 0
    // The full look projects by other roundings of the same numbers: 1e-15 world widths is enough.
    let reach = (limit + width) / context.transform.worldSize * (1 + 1e-9) + 1e-15
    if sifted.distance <= reach + sifted.error { return true }
    return run.dimension == .polygon && run.extent.contains(.part) && sifted.isOdd
  }

  /// Adds the runs in the wider area of every feature of several runs.
  private func widen(copy: Double, _ scratch: inout HitScratch) {
    scratch.large.removeAll(keepingCapacity: true)
    for entry in scratch.entries where scratch.large.last != UInt32(entry.feature) {
      if needsWidening(entry) { scratch.large.append(UInt32(entry.feature)) }
    }
    guard !scratch.large.isEmpty else { return }
    find(
      SearchArea(layer, reach: max(limit, context.reach), context: context), copy: copy, &scratch)
    for number in scratch.found {
      let run = layer.index.runs[Int(number)]
      if run.extent != .feature && scratch.large.contains(sorted: run.feature) {
        scratch.entries.append(HitScratch.Entry(run, place: number))
      }
    }
    scratch.entries.sort { ($0.key, $0.place) < ($1.key, $1.place) }
  }

  /// Without likelihoods, seen straight down, the nearest ink of a single part is all that counts.
  private func needsWidening(_ entry: HitScratch.Entry) -> Bool {
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
