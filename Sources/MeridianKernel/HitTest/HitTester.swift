/// Answers what a finger touched: the fast path over the layers' indexes.
///
/// ```swift
/// let tester = HitTester(layers: [buildings, streets, pumps])   // drawn in this order
/// let answer = tester.hits(at: ScreenPoint(195, 422), through: CameraTransform(camera))
/// answer.hits.first?.fid
/// ```
///
/// A value; any number of threads may ask at once. One tap costs O(log n + what lies near).
public struct HitTester: Sendable {
  /// The layers in drawing order, the topmost last.
  public let layers: [HitLayer]

  /// Makes a tester over layers in drawing order, the topmost last.
  public init(layers: [HitLayer]) { self.layers = layers }

  /// What lies under a place on the glass, best first.
  public func hits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions = HitOptions()
  ) -> HitAnswer {
    var scratch = HitScratch()
    return hits(at: tap, through: transform, options: options, scratch: &scratch)
  }

  /// The same with buffers that the caller keeps from tap to tap.
  public func hits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions,
    scratch: inout HitScratch
  ) -> HitAnswer {
    let assembly = HitAssembly(tap, through: transform, options: options, layers: layers)
    guard let context = assembly.context else { return assembly.withoutGround() }
    scratch.candidates.removeAll(keepingCapacity: true)
    scratch.trace = HitTrace()
    for number in layers.indices {
      let reason = layers[number].exclusion(
        atZoom: transform.camera.zoom, includingMarkup: options.includesMarkup)
      if reason != nil && !options.explains { continue }
      collect(number, reason: reason, options: options, context: context, scratch: &scratch)
    }
    return assembly.answer(&scratch.candidates, trace: scratch.trace)
  }
}

/// Buffers of a question, reused from tap to tap so that the search allocates nothing.
public struct HitScratch: Sendable {
  var stack = PackedRTree.SearchStack()
  var found: [UInt32] = []
  /// Feature number in the upper half, run number in the lower.
  var entries: [UInt64] = []
  /// The same before small features were taken whole, and the large features among them.
  var narrow: [UInt64] = []
  var large: [UInt32] = []
  var candidates: [HitCandidate] = []
  var trace = HitTrace()

  /// Makes empty buffers.
  public init() {}
}

// MARK: - One layer

extension HitTester {
  /// Adds a layer's candidates; all of them carry `reason` when the layer may not be hit.
  private func collect(
    _ number: Int, reason: MissReason?, options: HitOptions, context: TapContext,
    scratch: inout HitScratch
  ) {
    let layer = layers[number]
    let tolerance = (layer.tolerance ?? options.tolerance).radius
    let limit = options.explains ? 2 * tolerance : tolerance
    let window = searchWindow(of: layer, reach: limit, context: context)
    let wideWindow = searchWindow(of: layer, reach: max(limit, context.reach), context: context)
    let extent = layer.index.column.extent
    guard let copies = context.transform.copies(of: extent, meeting: window) else { return }
    let firstCandidate = scratch.candidates.count
    for copy in copies {
      gather(
        layer.index, window: window, wideWindow: wideWindow, copy: Double(copy), context: context,
        scratch: &scratch)
      var start = 0
      while start < scratch.entries.count {
        let feature = Int(scratch.entries[start] >> 32)
        var end = start + 1
        while end < scratch.entries.count && Int(scratch.entries[end] >> 32) == feature { end += 1 }
        defer { start = end }
        let isHidden = layer.hidden?.contains(feature) ?? false
        if isHidden && !options.explains { continue }
        scratch.trace.candidates += 1
        let glance = look(
          at: start..<end, in: layer, copy: Double(copy), context: context, scratch: &scratch)
        guard
          var candidate = HitCandidate(
            glance, feature: feature, layer: number, of: layer, copy: Double(copy),
            tolerance: tolerance, limit: limit, in: context)
        else { continue }
        if let excluded = reason ?? (isHidden ? .filtered : nil) { candidate.reason = excluded }
        scratch.candidates.append(candidate)
      }
    }
    if copies.count > 1 { keepBestCopies(from: firstCandidate, in: &scratch.candidates) }
  }

  /// A rectangle of the world that holds all ink within `reach` points of the tap.
  private func searchWindow(of layer: HitLayer, reach: Double, context: TapContext) -> Envelope {
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
  private func gather(
    _ index: HitIndex, window: Envelope, wideWindow: Envelope, copy: Double, context: TapContext,
    scratch: inout HitScratch
  ) {
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

  /// What the tap sees of the feature whose runs stand at `range` of the entries.
  private func look(
    at range: Range<Int>, in layer: HitLayer, copy: Double, context: TapContext,
    scratch: inout HitScratch
  ) -> FeatureGlance {
    let index = layer.index
    let place = Coordinate(context.world.x - copy, context.world.y)
    var glance = FeatureGlance()
    var previous = UInt64.max
    var openPart = -1
    for entry in scratch.entries[range] where entry != previous {
      previous = entry
      let run = index.runs[Int(entry & 0xFFFF_FFFF)]
      let part = Int(run.part)
      if openPart >= 0 && openPart != part {
        glance.finishPart(openPart, contains: index.contains(place, part: openPart), in: context)
        openPart = -1
      }
      see(run, in: layer, copy: copy, context: context, glance: &glance)
      if index.column.dimensions[part] == .polygon { openPart = part }
      scratch.trace.runs += 1
      scratch.trace.segments += max(Int(run.segments), 1)
    }
    if openPart >= 0 {
      glance.finishPart(openPart, contains: index.contains(place, part: openPart), in: context)
    }
    return glance
  }

  private func see(
    _ run: HitIndex.Run, in layer: HitLayer, copy: Double, context: TapContext,
    glance: inout FeatureGlance
  ) {
    let column = layer.index.column
    let start = Int(run.start)
    let end = start + Int(run.segments)
    switch column.dimensions[Int(run.part)] {
    case .point:
      glance.seePoint(
        column.coordinates[start], copy: copy, radius: layer.radius(of: Int(run.feature)),
        isScaled: layer.pitchScale == .map, coordinate: start, part: Int(run.part), in: context)
    case .line:
      for index in start..<max(end, start + 1) {
        glance.seeSegment(
          column.coordinates[index], column.coordinates[min(index + 1, end)], copy: copy,
          halfWidth: layer.lineWidth / 2, coordinate: index, part: Int(run.part), in: context)
      }
    case .polygon:
      for index in start..<end {
        glance.seeEdge(
          column.coordinates[index], column.coordinates[index + 1], copy: copy, coordinate: index,
          in: context)
      }
    }
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
