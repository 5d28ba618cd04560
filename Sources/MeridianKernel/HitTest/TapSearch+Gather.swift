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
        searchAreas(&pass, of: layer.index, &scratch)
        searchNodes(&pass, of: layer.index, &scratch)
        scratch.passes.append(pass)
      }
    }
  }

  @inline(__always)
  private func searchNodes(
    _ pass: inout HitScratch.Pass, of index: HitColumns, _ scratch: inout HitScratch
  ) {
    guard pass.area.isDisc else { return }
    let first = scratch.leaves.count
    pass.disc = FrameDisc(
      center: place(pass.copy), radius: pass.area.radius, in: index.tree.frame)
    let nodes = index.tree.findLeaves(
      pass.disc, slabs: index.slabs, into: &scratch.leaves, &scratch.frontier)
    pass.leaves = first..<scratch.leaves.count
    scratch.trace.nodes += nodes + pass.leaves.count
  }

  /// Finds the leaves of the parts that may be around the tap, whatever its reach.
  @inline(__always)
  private func searchAreas(
    _ pass: inout HitScratch.Pass, of index: HitColumns, _ scratch: inout HitScratch
  ) {
    guard index.areas.count > 0 else { return }
    let first = scratch.areaLeaves.count
    let nodes = index.areas.findLeaves(
      spot(of: pass, index), slabs: nil, into: &scratch.areaLeaves, &scratch.frontier)
    pass.areaLeaves = first..<scratch.areaLeaves.count
    scratch.trace.nodes += nodes + pass.areaLeaves.count
  }

  private func spot(of pass: HitScratch.Pass, _ index: HitColumns) -> FrameDisc {
    FrameDisc(center: place(pass.copy), radius: 0, in: index.areas.frame)
  }

  /// Fills `parts` with those whose boxes are around the tap, and `found` with the runs whose boxes
  /// meet the passes' areas.
  func searchLeaves(_ scratch: inout HitScratch) {
    let drawn = drawn.span
    for number in 0..<scratch.passes.count {
      var pass = scratch.passes[number]
      searchAreaLeaves(&pass, of: drawn[pass.layer].index, &scratch)
      searchLeaves(&pass, of: drawn[pass.layer].index, &scratch)
      scratch.passes[number] = pass
    }
  }

  @inline(__always)
  private func searchAreaLeaves(
    _ pass: inout HitScratch.Pass, of index: HitColumns, _ scratch: inout HitScratch
  ) {
    guard !pass.areaLeaves.isEmpty else { return }
    let first = scratch.parts.count
    index.areas.find(
      spot(of: pass, index), slabs: nil, in: scratch.areaLeaves, pass.areaLeaves,
      into: &scratch.parts)
    pass.parts = first..<scratch.parts.count
    for number in pass.parts { index.areaParts.prefetch(Int(scratch.parts[number])) }
  }

  @inline(__always)
  private func searchLeaves(
    _ pass: inout HitScratch.Pass, of index: HitColumns, _ scratch: inout HitScratch
  ) {
    let first = scratch.found.count
    if pass.area.isDisc {
      index.tree.find(
        pass.disc, slabs: index.slabs, in: scratch.leaves, pass.leaves, into: &scratch.found)
    } else {
      var window = pass.area.window
      window.minX -= pass.copy
      window.maxX -= pass.copy
      scratch.trace.nodes += index.tree.forEachMeeting(window) {
        scratch.found.append(UInt32(truncatingIfNeeded: $0))
      }
    }
    for number in first..<scratch.found.count {
      index.runs.prefetch(Int(scratch.found[number]))
    }
    pass.found = first..<scratch.found.count
    scratch.trace.boxes += pass.found.count
  }

  /// Fills `near` with the runs that the sieve lets through.
  func sift(_ scratch: inout HitScratch) {
    let drawn = drawn.span
    for pass in scratch.passes {
      let index = drawn[pass.layer].index
      for number in pass.parts {
        index.grids.prefetch(
          place(pass.copy), index.areaParts[Int(scratch.parts[number])].grid)
      }
      guard pass.area.isDisc else { continue }
      for number in pass.found { index.runs.prefetchInk(at: Int(scratch.found[number])) }
    }
    for number in 0..<scratch.passes.count {
      let pass = scratch.passes[number]
      let first = scratch.near.count
      sift(pass, LayerInk(drawn[pass.layer], options: options), &scratch)
      scratch.passes[number].near = first..<scratch.near.count
      for number in first..<scratch.near.count {
        prefetch(scratch.near[number], of: drawn[pass.layer].index)
      }
    }
  }

  @inline(__always)
  private func sift(_ pass: HitScratch.Pass, _ layer: LayerInk, _ scratch: inout HitScratch) {
    let index = layer.index
    guard pass.area.isDisc else {
      for number in pass.found {
        let place = scratch.found[number]
        scratch.near.append(NearRun(index.runs[Int(place)], place: place))
      }
      return
    }
    let sieve = RunSieve(
      at: place(pass.copy), lineReach: context.worldReach(layer.limit + layer.halfWidth),
      polygonReach: context.worldReach(layer.limit))
    unsafe scratch.found.withElements { places in
      unsafe scratch.near.extend(by: pass.found.count) { near, end in
        unsafe sieve.sift(
          places + pass.found.lowerBound, pass.found.count, of: index.runs, index.tree,
          into: near + end)
      }
    }
  }

  /// Asks for what the look is going to read of a run.
  @inline(__always)
  private func prefetch(_ near: NearRun, of index: HitColumns) {
    let run = near.run
    let feature = Int(run.feature)
    index.rows.prefetch(feature)
    if context.isScored {
      // All of a line has mass, and all of a small polygon says where its middle is.
      for vertex in stride(from: Int(run.start), to: run.vertices.upperBound, by: 4) {
        index.geometry.coordinates.prefetch(vertex)
      }
      index.geometry.coordinates.prefetch(run.vertices.upperBound - 1)
      // Most straddle two lines.
      index.geometry.summaries.prefetch(feature)
      index.geometry.summaries.prefetch(feature + 1)
    } else {
      let first = Int(run.start) + near.nearest.trailingZeroBitCount
      index.geometry.coordinates.prefetch(first)
      index.geometry.coordinates.prefetch(first + 1)
    }
  }
}

// MARK: - Features of several runs

extension TapSearch {
  /// Starts `entries` with the polygon parts of several runs that contain the tap.
  func startEntries(_ layer: LayerInk, _ pass: HitScratch.Pass, _ scratch: inout HitScratch) {
    scratch.entries.removeAll(keepingCapacity: true)
    scratch.inside.removeAll(keepingCapacity: true)
    if pass.parts.isEmpty { return }
    let index = layer.index.whole
    for number in pass.parts {
      let part = index.areaParts[Int(scratch.parts[number])]
      guard index.contains(place(pass.copy), part, trace: &scratch.trace) else { continue }
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
      if !isSingle(entry, of: layer) && wholeLine(entry, of: layer) == nil {
        scratch.large.append(UInt32(entry.feature))
      }
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

  /// The vertices of an entry's feature, when it is one line of so few that all are seen at once:
  /// sooner than the runs within reach of a likelihood are found.
  @inline(__always)
  func wholeLine(_ entry: HitScratch.Entry, of layer: LayerInk) -> Range<Int>? {
    guard isSeenWhole, entry.place != HitScratch.Entry.nowhere else { return nil }
    let run = layer.index.runs[Int(entry.place)]
    guard run.dimension == .line && run.extent.contains(.onlyPart) else { return nil }
    let geometry = layer.index.geometry
    let vertices = geometry.coordinates(of: geometry.rings(of: Int(run.part)).lowerBound)
    return vertices.count <= 256 ? vertices : nil
  }

  /// Whether the nearest ink is all that counts of an entry's feature: without likelihoods, seen
  /// straight down, of a single part.
  @inline(__always)
  func isSingle(_ entry: HitScratch.Entry, of layer: LayerInk) -> Bool {
    if context.isScored || !context.transform.isFlat { return false }
    return entry.place == HitScratch.Entry.nowhere
      ? layer.index.geometry.parts(of: entry.feature).count == 1
      : layer.index.runs[Int(entry.place)].extent.contains(.onlyPart)
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
