// Which runs a tap has to look at: the search, and what is dropped before the full look.
extension HitTester {
  /// A rectangle of the world that holds all ink within `reach` points of the tap.
  func searchWindow(of layer: HitLayer, reach: Double, context: TapContext) -> Envelope {
    var radius = reach
    if layer.index.hasPoints {
      let symbols = layer.largestRadius
      radius =
        layer.pitchScale == .viewport
        ? reach + symbols
        : context.transform.symbolReach(at: context.tap, reach: reach, radius: symbols)
    }
    guard radius.isFinite else { return layer.index.everywhere }
    return context.transform.footprint(
      around: context.tap, radius: radius, margin: layer.lineWidth / 2)
  }

  /// Features with more runs than this are not taken whole.
  private static let wholeLimit = 8

  /// Fills `entries` with the runs to look at: those of every feature with ink in the window or the
  /// tap inside. A small feature is taken whole; of a large one what lies in the wider window,
  /// which holds every element that can change a glance.
  func gather(
    _ layer: HitLayer, window: Envelope, wideWindow: Envelope, limit: Double, copy: Double,
    context: TapContext, scratch: inout HitScratch
  ) {
    let index = layer.index
    scratch.entries.removeAll(keepingCapacity: true)
    search(index, window: window, copy: copy, scratch: &scratch)
    for run in scratch.found {
      scratch.entries.append(UInt64(index.runs[Int(run)].feature) << 32 | UInt64(run))
    }
    scratch.found.removeAll(keepingCapacity: true)
    let place = Coordinate(context.world.x - copy, context.world.y)
    let point = Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    scratch.trace.nodes += index.areas.search(point, stack: &scratch.stack, into: &scratch.found)
    for area in scratch.found {
      let run = index.areaRuns[Int(area)]
      scratch.entries.append(UInt64(index.runs[Int(run)].feature) << 32 | UInt64(run))
    }
    guard !scratch.entries.isEmpty else { return }
    scratch.entries.sort()
    if context.transform.isFlat {
      dropFar(layer, place: place, limit: limit, context: context, scratch: &scratch)
    }
    widen(index, wideWindow: wideWindow, copy: copy, scratch: &scratch)
  }

  private func search(
    _ index: HitIndex, window: Envelope, copy: Double, scratch: inout HitScratch
  ) {
    var shifted = window
    shifted.minX -= copy
    shifted.maxX -= copy
    scratch.found.removeAll(keepingCapacity: true)
    scratch.trace.nodes += index.tree.search(
      shifted, stack: &scratch.stack, into: &scratch.found)
  }

  /// Replaces each feature's entries by all of its runs, or adds those in the wide window.
  private func widen(
    _ index: HitIndex, wideWindow: Envelope, copy: Double, scratch: inout HitScratch
  ) {
    scratch.narrow.removeAll(keepingCapacity: true)
    swap(&scratch.narrow, &scratch.entries)
    scratch.large.removeAll(keepingCapacity: true)
    var previous = UInt64.max
    for entry in scratch.narrow {
      let feature = entry >> 32
      if feature != previous {
        previous = feature
        if index.runs[Int(entry & 0xFFFF_FFFF)].isWholeFeature {
          scratch.entries.append(entry)
          continue
        }
        let runs = index.runs(of: Int(feature))
        if runs.count > Self.wholeLimit {
          scratch.large.append(UInt32(feature))
        } else {
          for run in runs { scratch.entries.append(feature << 32 | UInt64(run)) }
        }
      }
      // One run of a large feature stays, so that a polygon around the tap is looked at at all.
      if scratch.large.last == UInt32(feature) { scratch.entries.append(entry) }
    }
    guard !scratch.large.isEmpty else { return }
    search(index, window: wideWindow, copy: copy, scratch: &scratch)
    for run in scratch.found {
      let feature = index.runs[Int(run)].feature
      if scratch.large.contains(sorted: feature) {
        scratch.entries.append(UInt64(feature) << 32 | UInt64(run))
      }
    }
    scratch.entries.sort()
  }

  /// Leaves out features that cannot be hit, seen straight down: measured in the world, squared,
  /// with a margin for rounding, and given up at the first segment within reach. Most of what a
  /// window meets goes here, at a fraction of the price of a full look.
  private func dropFar(
    _ layer: HitLayer, place: Coordinate, limit: Double, context: TapContext,
    scratch: inout HitScratch
  ) {
    let scale = 1 / context.transform.worldSize
    var kept = 0
    var start = 0
    while start < scratch.entries.count {
      let feature = scratch.entries[start] >> 32
      var isNear = false
      var previous = UInt64.max
      var end = start
      while end < scratch.entries.count && scratch.entries[end] >> 32 == feature {
        let entry = scratch.entries[end]
        end += 1
        if isNear || entry == previous { continue }
        previous = entry
        isNear = layer.mayBeNear(
          layer.index.runs[Int(entry & 0xFFFF_FFFF)], place: place, limit: limit, scale: scale)
      }
      if isNear {
        for entry in start..<end {
          scratch.entries[kept] = scratch.entries[entry]
          kept += 1
        }
      }
      start = end
    }
    scratch.entries.removeLast(scratch.entries.count - kept)
  }
}

extension HitLayer {
  /// Whether a run's ink may lie within `limit` points of a place, or its polygon around it.
  fileprivate func mayBeNear(
    _ run: HitIndex.Run, place: Coordinate, limit: Double, scale: Double
  ) -> Bool {
    let coordinates = index.column.coordinates
    let start = Int(run.start)
    let ink: Double
    switch run.dimension {
    case .point: ink = radius(of: Int(run.feature))
    case .line: ink = lineWidth / 2
    case .polygon: ink = 0
    }
    // The full look projects by other roundings of the same numbers: 1e-15 world widths is enough.
    let reach = (limit + ink) * scale * (1 + 1e-9) + 1e-15
    let squaredReach = reach * reach
    if run.segments == 0 { return coordinates[start].squaredDistance(to: place) <= squaredReach }
    var isAround = false
    var a = coordinates[start] - place
    for index in (start + 1)...(start + Int(run.segments)) {
      let b = coordinates[index] - place
      if SegmentRelation.squaredDistance(a, b) <= squaredReach { return true }
      if (a.y <= 0) != (b.y <= 0) { isAround = true }
      a = b
    }
    guard run.dimension == .polygon else { return false }
    // A run that never passes the place's height decides nothing about a polygon of one run.
    if run.isWholeFeature && !isAround { return false }
    return index.contains(place, part: Int(run.part))
  }
}

extension HitIndex {
  /// A window that leaves nothing out.
  var everywhere: Envelope {
    column.extent.padded(by: Double(CameraTransform.copies.count))
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
