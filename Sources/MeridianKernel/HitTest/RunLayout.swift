extension HitIndex {
  /// A polygon part of more than one run, and where its grid is.
  struct AreaPart: BitwiseCopyable, Sendable {
    var feature: UInt32
    var part: UInt32
    var grid = AreaGrid()
  }
}

/// Cuts a geometry into runs, in stored order.
///
/// Stretches of features are cut at the same time: how many runs the stretches before one have is
/// counted first, from the offsets alone.
struct RunLayout: Sendable {
  let runs: [HitIndex.Run]
  let boxes: [Envelope]
  let areaBoxes: [Envelope]
  let areaParts: [HitIndex.AreaPart]
  /// What parts there are.
  let dimensions: DimensionSet

  /// Kinds of parts.
  struct DimensionSet: OptionSet, Sendable {
    var rawValue: UInt8 = 0

    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ dimension: PartDimension) { rawValue = 1 << dimension.rawValue }

    func contains(_ dimension: PartDimension) -> Bool { contains(DimensionSet(dimension)) }
  }

  init(_ geometry: PackedGeometry, _ concurrently: Concurrently = inTurn) {
    let stretches = Stretches(geometry.count, length: 4096)
    var starts = stretches.map(concurrently) { features in
      features.reduce(0) { $0 + Self.runs(ofFeature: $1, geometry) }
    }
    var total = 0
    for stretch in starts.indices {
      let count = starts[stretch]
      starts[stretch] = total
      total += count
    }
    let firsts = starts
    var pieces: [Cutting] = []
    (runs, boxes) = [HitIndex.Run].pair(filling: total) { runs, boxes in
      pieces = stretches.map(concurrently) { features in
        var cutting = Cutting(
          geometry: geometry, runs: runs, boxes: boxes,
          next: firsts[features.lowerBound / stretches.length])
        for feature in features { cutting.layFeature(feature) }
        return cutting
      }
    }
    areaBoxes = pieces.flatMap(\.areaBoxes)
    areaParts = pieces.flatMap(\.areaParts)
    dimensions = pieces.reduce(into: []) { $0.formUnion($1.dimensions) }
  }

  /// The runs of a ring of so many coordinates; a line of one vertex (a degenerate but storable
  /// thing) is one run without segments.
  @inline(__always)
  fileprivate static func runs(of coordinates: Int) -> Int {
    max((coordinates - 1 + HitIndex.runLength - 1) / HitIndex.runLength, 1)
  }

  private static func runs(ofFeature feature: Int, _ geometry: PackedGeometry) -> Int {
    geometry.parts(of: feature).reduce(0) { sum, part in
      geometry.rings(of: part).reduce(sum) { $0 + runs(of: geometry.coordinates(of: $1).count) }
    }
  }
}

/// What comes of one stretch of features.
private struct Cutting: Sendable {
  let geometry: PackedGeometry
  let runs: UnsetElements<HitIndex.Run>
  let boxes: UnsetElements<Envelope>
  /// Where the next run goes.
  var next: Int
  var areaBoxes: [Envelope] = []
  var areaParts: [HitIndex.AreaPart] = []
  var dimensions: RunLayout.DimensionSet = []

  init(
    geometry: PackedGeometry, runs: UnsetElements<HitIndex.Run>, boxes: UnsetElements<Envelope>,
    next: Int
  ) {
    self.geometry = geometry
    self.runs = runs
    self.boxes = boxes
    self.next = next
  }

  mutating func layFeature(_ feature: Int) {
    let parts = geometry.parts(of: feature)
    for part in parts { layPart(feature, part, isOnly: parts.count == 1) }
  }

  private mutating func layPart(_ feature: Int, _ part: Int, isOnly: Bool) {
    let rings = geometry.rings(of: part)
    let dimension = geometry.dimension(of: part)
    dimensions.formUnion(RunLayout.DimensionSet(dimension))
    let count = rings.reduce(0) { $0 + RunLayout.runs(of: geometry.coordinates(of: $1).count) }
    var run = HitIndex.Run(
      start: 0, feature: UInt32(feature), part: UInt32(part), segments: 0, dimension: dimension,
      extent: isOnly ? .onlyPart : [])
    if count == 1 { run.extent.insert(.part) }
    if run.extent == .feature {
      // The box of all that a feature is has been measured.
      let vertices = geometry.coordinates(of: rings.lowerBound)
      return lay(&run, vertices, box: geometry.summaries[feature].envelope)
    }
    var whole = Envelope.empty
    for ring in rings {
      let range = geometry.coordinates(of: ring)
      let segments = range.count - 1
      for start in stride(from: 0, to: max(segments, 1), by: HitIndex.runLength) {
        let first = range.lowerBound + start
        let last = first + max(min(HitIndex.runLength, segments - start), 0)
        var box = Envelope.empty
        for index in first...last { box.formUnion(geometry.coordinates[index]) }
        whole.formUnion(box)
        lay(&run, first..<(last + 1), box: box)
      }
    }
    if dimension == .polygon && count > 1 {
      // Holes too: by the even-odd rule a hole outside its shell is inside the polygon.
      areaBoxes.append(whole)
      areaParts.append(HitIndex.AreaPart(feature: UInt32(feature), part: UInt32(part)))
    }
  }

  @inline(__always)
  private mutating func lay(_ run: inout HitIndex.Run, _ vertices: Range<Int>, box: Envelope) {
    run.start = UInt32(vertices.lowerBound)
    run.segments = UInt8(max(vertices.count - 1, 0))
    runs.set(next, run)
    boxes.set(next, box)
    next += 1
  }
}
