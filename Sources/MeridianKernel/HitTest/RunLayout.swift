extension HitIndex {
  /// A run of consecutive segments of one ring, or one point (no segments).
  struct Run: BitwiseCopyable, Sendable {
    /// Index of its first coordinate.
    var start: UInt32
    var feature: UInt32
    var part: UInt32
    /// Where its vertices start in the index's ink; points have none.
    var ink: UInt32 = 0
    var segments: UInt8
    /// What kind of ink it is: what a tap asks of nearly every run it meets stands in the run.
    var dimension: PartDimension
    var extent: Extent

    /// How much of its feature it is.
    struct Extent: OptionSet, BitwiseCopyable, Sendable {
      let rawValue: UInt8
      /// All there is of its part.
      static let part = Extent(rawValue: 1)
      /// Its part is all there is of its feature.
      static let onlyPart = Extent(rawValue: 2)
      /// All there is of its feature.
      static let feature: Extent = [.part, .onlyPart]
    }

    /// Vertices measured: a point, and a line of one vertex, have one.
    var vertices: Range<Int> { Int(start)..<(Int(start) + Int(segments) + 1) }
  }

  /// A polygon part of more than one run, and where its grid is.
  struct AreaPart: BitwiseCopyable, Sendable {
    var feature: UInt32
    var part: UInt32
    var grid = AreaGrid()
  }
}

/// Cuts a geometry into runs, in stored order.
struct RunLayout {
  private(set) var runs: [HitIndex.Run] = []
  private(set) var boxes: [Envelope] = []
  private(set) var areaBoxes: [Envelope] = []
  private(set) var areaParts: [HitIndex.AreaPart] = []

  init(_ geometry: PackedGeometry) {
    let estimate = geometry.coordinates.count / HitIndex.runLength + geometry.members.count
    runs.reserveCapacity(estimate)
    boxes.reserveCapacity(estimate)
    for feature in 0..<geometry.count {
      let parts = geometry.parts(of: feature)
      for part in parts {
        layPart(geometry, feature: feature, part: part, isOnly: parts.count == 1)
      }
    }
  }

  private mutating func layPart(
    _ geometry: PackedGeometry, feature: Int, part: Int, isOnly: Bool
  ) {
    let firstRun = runs.count
    let rings = geometry.rings(of: part)
    let dimension = geometry.dimensions[part]
    for ring in rings {
      layRing(geometry, feature: feature, part: part, ring: ring, dimension: dimension)
    }
    if runs.count - firstRun == 1 { runs[firstRun].extent.insert(.part) }
    if isOnly { for run in firstRun..<runs.count { runs[run].extent.insert(.onlyPart) } }
    if dimension == .polygon && runs.count - firstRun > 1 {
      // Holes too: by the even-odd rule a hole outside its shell is inside the polygon.
      areaBoxes.append(boxes[firstRun...].reduce(into: .empty) { $0.formUnion($1) })
      areaParts.append(HitIndex.AreaPart(feature: UInt32(feature), part: UInt32(part)))
    }
  }

  private mutating func layRing(
    _ geometry: PackedGeometry, feature: Int, part: Int, ring: Int, dimension: PartDimension
  ) {
    let range = geometry.coordinates(of: ring)
    // A line of one vertex (a degenerate but storable thing) is one run without segments.
    let segments = range.count - 1
    for start in stride(from: 0, to: max(segments, 1), by: HitIndex.runLength) {
      let count = max(min(HitIndex.runLength, segments - start), 0)
      var box = Envelope.empty
      for index in 0...count {
        box.formUnion(geometry.coordinates[range.lowerBound + start + index])
      }
      runs.append(
        HitIndex.Run(
          start: UInt32(range.lowerBound + start), feature: UInt32(feature), part: UInt32(part),
          segments: UInt8(count), dimension: dimension, extent: []))
      boxes.append(box)
    }
  }
}

// MARK: - Ink

extension RunLayout {
  /// `Float`s of a run's ink: so many x, then as many y.
  @inline(__always)
  static func inkLength(_ run: HitIndex.Run) -> Int { 2 * (8 * inkEights(run) + 1) }

  @inline(__always)
  static func inkEights(_ run: HitIndex.Run) -> Int { max((Int(run.segments) + 7) / 8, 1) }

  /// The corner from which a run's ink is counted, in the world.
  @inline(__always)
  static func anchor(of box: SIMD4<Float>, in frame: PackedRTree.Frame) -> Coordinate {
    Coordinate(frame.x + Double(box.x), frame.y + Double(box.y))
  }

  /// Puts runs into the tree's order and writes their ink.
  static func pack(
    _ layout: RunLayout, order: [UInt32], tree: PackedRTree, geometry: PackedGeometry,
    in writer: inout ColumnWriter
  ) -> (runs: Column<HitIndex.Run>, ink: Column<Float>) {
    var length = 0
    let runs = unsafe writer.column(HitIndex.Run.self, count: order.count) { target in
      for (place, number) in order.enumerated() {
        var run = layout.runs[Int(number)]
        run.ink = UInt32(truncatingIfNeeded: length)
        if run.dimension != .point { length += inkLength(run) }
        unsafe target.initializeElement(at: place, to: run)
      }
    }
    precondition(length <= Int(UInt32.max), "a layer's ink holds at most 4,294,967,295 numbers")
    let ink = unsafe writer.column(Float.self, count: length) { target in
      for place in 0..<runs.count where runs[place].dimension != .point {
        let run = runs[place]
        let corner = anchor(of: tree.box(at: place), in: tree.frame)
        let width = 8 * inkEights(run) + 1
        for index in 0..<width {
          let vertex = geometry.coordinates[Int(run.start) + min(index, Int(run.segments))]
          unsafe target[Int(run.ink) + index] = Float(vertex.x - corner.x)
          unsafe target[Int(run.ink) + width + index] = Float(vertex.y - corner.y)
        }
      }
    }
    return (runs, ink)
  }
}
