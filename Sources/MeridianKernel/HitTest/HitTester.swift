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
        layer, window: window, wideWindow: wideWindow, limit: limit, copy: Double(copy),
        context: context, scratch: &scratch)
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
      if run.dimension == .polygon { openPart = part }
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
    let coordinates = layer.index.column.coordinates
    let start = Int(run.start)
    let end = start + Int(run.segments)
    switch run.dimension {
    case .point:
      glance.seePoint(
        coordinates[start], copy: copy, radius: layer.radius(of: Int(run.feature)),
        isScaled: layer.pitchScale == .map, coordinate: start, part: Int(run.part), in: context)
    case .line:
      for index in start..<max(end, start + 1) {
        glance.seeSegment(
          coordinates[index], coordinates[min(index + 1, end)], copy: copy,
          halfWidth: layer.lineWidth / 2, coordinate: index, part: Int(run.part), in: context)
      }
    case .polygon:
      for index in start..<end {
        glance.seeEdge(
          coordinates[index], coordinates[index + 1], copy: copy, coordinate: index, in: context)
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
