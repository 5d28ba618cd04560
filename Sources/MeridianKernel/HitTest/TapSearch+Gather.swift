// A tap's way through the indexes, up to the runs that are worth an exact look.
extension TapSearch {
  /// Fills `passes`, each with the leaves of its tree that may hold something.
  func plan(_ scratch: inout HitScratch) {
    // A span reads a layer in place; an array's subscript would copy it and count its reference.
    let drawn = drawn.span
    for number in drawn.indices {
      let reason = drawn[number].standing.exclusion(
        atZoom: context.transform.camera.zoom, includingMarkup: options.includesMarkup)
      if reason != nil && !options.explains { continue }
      let layer = LayerInk(drawn[number], options: options)
      let area = SearchArea(layer, reach: layer.limit, context: context)
      let extent = layer.index.geometry.extent
      guard let copies = context.transform.copies(of: extent, meeting: area.window) else {
        continue
      }
      for copy in copies {
        var pass = HitScratch.Pass(layer: number, copy: Double(copy), reason: reason, area: area)
        searchNodes(&pass, of: layer.index, &scratch)
        scratch.passes.append(pass)
      }
    }
  }

  @inline(__always)
  private func searchNodes(
    _ pass: inout HitScratch.Pass, of index: HitIndex, _ scratch: inout HitScratch
  ) {
    let first = scratch.leaves.count
    let nodes =
      pass.area.isDisc
      ? index.tree.findLeaves(disc(of: pass, index), into: &scratch.leaves, &scratch.frontier)
      : index.tree.findLeaves(window(of: pass, index), into: &scratch.leaves, &scratch.frontier)
    pass.leaves = first..<scratch.leaves.count
    scratch.trace.nodes += nodes + pass.leaves.count
  }

  private func disc(of pass: HitScratch.Pass, _ index: HitIndex) -> FrameDisc {
    FrameDisc(center: place(pass.copy), radius: pass.area.radius, in: index.tree.frame)
  }

  private func window(of pass: HitScratch.Pass, _ index: HitIndex) -> FrameWindow {
    var window = pass.area.window
    window.minX -= pass.copy
    window.maxX -= pass.copy
    return FrameWindow(window, in: index.tree.frame)
  }

  /// Fills `found` with the runs whose boxes meet the passes' areas.
  func searchLeaves(_ scratch: inout HitScratch) {
    let drawn = drawn.span
    for number in 0..<scratch.passes.count {
      var pass = scratch.passes[number]
      searchLeaves(&pass, of: drawn[pass.layer].index, &scratch)
      scratch.passes[number] = pass
    }
  }

  @inline(__always)
  private func searchLeaves(
    _ pass: inout HitScratch.Pass, of index: HitIndex, _ scratch: inout HitScratch
  ) {
    let first = scratch.found.count
    if pass.area.isDisc {
      index.tree.find(
        disc(of: pass, index), in: scratch.leaves, pass.leaves, into: &scratch.found
      ) { index.runs.prefetch(Int($0)) }
    } else {
      index.tree.find(
        window(of: pass, index), in: scratch.leaves, pass.leaves, into: &scratch.found
      ) { index.runs.prefetch(Int($0)) }
    }
    pass.found = first..<scratch.found.count
    scratch.trace.boxes += pass.found.count
  }

  /// Fills `near` with the runs that the sieve lets through.
  func sift(_ scratch: inout HitScratch) {
    let drawn = drawn.span
    for pass in scratch.passes where pass.area.isDisc {
      let index = drawn[pass.layer].index
      for number in pass.found {
        let run = index.runs[Int(scratch.found[number])]
        if run.dimension != .point { index.runs.prefetchInk(of: run) }
      }
    }
    for number in 0..<scratch.passes.count {
      var pass = scratch.passes[number]
      let first = scratch.near.count
      sift(pass, LayerInk(drawn[pass.layer], options: options), &scratch)
      pass.near = first..<scratch.near.count
      scratch.passes[number] = pass
    }
  }

  @inline(__always)
  private func sift(_ pass: HitScratch.Pass, _ layer: LayerInk, _ scratch: inout HitScratch) {
    let index = layer.index
    let place = place(pass.copy)
    let reaches = (polygon: siftReach(layer.limit), line: siftReach(layer.limit + layer.halfWidth))
    for number in pass.found {
      let found = scratch.found[number]
      let run = index.runs[Int(found)]
      var near = HitScratch.Near(place: found, nearest: .max, side: .unknown)
      if pass.area.isDisc && run.dimension != .point {
        guard mayBeNear(run, of: index, reaches, place, &near) else { continue }
      }
      scratch.near.append(near)
      // What the look is going to read of it.
      if context.isScored { index.geometry.summaries.prefetch(Int(run.feature)) }
      let first = Int(run.start) + near.nearest.trailingZeroBitCount
      index.geometry.coordinates.prefetch(first)
      index.geometry.coordinates.prefetch(first + 1)
      index.rows.prefetch(Int(run.feature))
    }
  }

  /// Whether a run's ink may lie within reach of the tap, seen straight down, or its polygon around
  /// it; for certain not when false. What is learned of the run on the way is noted.
  @inline(__always)
  private func mayBeNear(
    _ run: HitIndex.Run, of index: HitIndex, _ reaches: (polygon: Double, line: Double),
    _ place: Coordinate, _ near: inout HitScratch.Near
  ) -> Bool {
    let sift = RunSift(run, at: Int(near.place), of: index, from: place)
    let reach = run.dimension == .line ? reaches.line : reaches.polygon
    let isNear = sift.distance <= reach + sift.error
    let isAround = run.dimension == .polygon && run.extent.contains(.part) && sift.isOdd
    if !isNear && !isAround { return false }
    near.nearest = sift.nearest(of: run)
    if sift.distance > sift.error { near.side = sift.isOdd ? .inside : .outside }
    return true
  }

  /// How near in world widths ink must be to lie within so many points.
  ///
  /// The full look projects by other roundings of the same numbers: 1e-15 world widths is enough.
  private func siftReach(_ points: Double) -> Double {
    points / context.transform.worldSize * (1 + 1e-9) + 1e-15
  }
}

// MARK: - Features of several runs

extension TapSearch {
  /// Starts `entries` with the polygon parts of several runs that contain the tap.
  func startEntries(_ layer: LayerInk, copy: Double, _ scratch: inout HitScratch) {
    let index = layer.index
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.inside.removeAll(keepingCapacity: true)
    index.forEachArea(containing: place(copy), trace: &scratch.trace) { part in
      let first = index.geometry.coordinates(
        of: index.geometry.rings(of: Int(part.part)).lowerBound)
      scratch.inside.append(part.part)
      scratch.entries.append(HitScratch.Entry(part, firstCoordinate: first.lowerBound))
    }
  }

  /// Adds the runs in the wider area of every feature of several runs: it holds every element that
  /// can change a glance.
  func widen(_ layer: LayerInk, copy: Double, _ scratch: inout HitScratch) {
    scratch.large.removeAll(keepingCapacity: true)
    for entry in scratch.entries where scratch.large.last != UInt32(entry.feature) {
      if needsWidening(entry, of: layer) { scratch.large.append(UInt32(entry.feature)) }
    }
    guard !scratch.large.isEmpty else { return }
    let area = SearchArea(layer, reach: max(layer.limit, context.reach), context: context)
    // What the passes found has been sifted by now.
    var pass = HitScratch.Pass(layer: layer.number, copy: copy, reason: nil, area: area)
    scratch.leaves.removeAll()
    scratch.found.removeAll()
    searchNodes(&pass, of: layer.index, &scratch)
    searchLeaves(&pass, of: layer.index, &scratch)
    for number in pass.found {
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
