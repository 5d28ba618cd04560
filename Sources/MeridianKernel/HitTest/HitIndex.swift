/// The features of one layer laid out for taps: geometry in the world, runs of segments, two trees.
///
/// What is indexed is not features but *runs* of at most sixteen consecutive segments of a line or
/// ring (or one point), so that a tap on a shoreline of a million vertices measures tens of
/// segments. Immutable and shared: any thread may tap at any time. Made by ``HitIndex/Builder``.
public final class HitIndex: Sendable {
  /// Segments in a run at most.
  static let runLength = 16

  /// A run of consecutive segments of one ring, or one point (no segments).
  struct Run: Sendable {
    /// Index of its first coordinate.
    var start: UInt32
    var feature: UInt32
    var part: UInt32
    var segments: UInt8
    /// What kind of ink it is, and whether it is all there is of its feature: what a tap asks of
    /// nearly every run it meets stands in the run itself.
    var dimension: PartDimension
    var isWholeFeature = false
  }

  let column: GeometryColumn
  /// All runs in stored order: feature after feature, ring after ring.
  let runs: [Run]
  /// Each run's rectangle in the tree's frame, rounded outward.
  let runBoxes: [SIMD4<Float>]
  /// Parts + 1 offsets into ``runs``.
  let runOffsets: [UInt32]
  /// Over all runs.
  let tree: PackedRTree
  /// Over the polygon parts whose shell is longer than one run: who may contain a place far from
  /// ink.
  let areas: PackedRTree
  /// The first run of each of those parts.
  let areaRuns: [UInt32]

  let rows: [Row]
  let titles: TitleColumn
  /// Rows that could not be placed, with the reason.
  public let problems: [Problem]
  /// Radii of single symbols in points, NaN where the layer's holds; empty when none has its own.
  let symbolRadii: [Float]
  /// The largest of ``symbolRadii``.
  let largestRadius: Double
  let hasPoints: Bool

  /// A row's identity: the feature id if the layer has a proven key, and the row's number.
  struct Row: Sendable {
    var fid: Int64
    var row: Int64
    var hasKey: Bool
  }

  /// A row that is never hit, and why.
  public struct Problem: Sendable {
    /// The feature id; nil in a layer without a key.
    public var fid: Int64?
    /// The row's number.
    public var row: Int64
    /// Why it has no place.
    public var reason: MissReason
    /// The rectangle of what could be read of it, in the world.
    var hint: Envelope
  }

  /// Number of features that can be hit.
  public var count: Int { column.count }

  /// The rectangle of all features, west to east as longitudes; nil when there are none.
  ///
  /// The east may exceed 180 where features cross the seam.
  public var bounds: (southWest: LonLat, northEast: LonLat)? {
    guard !column.extent.isEmpty else { return nil }
    let box = column.extent
    return (
      WebMercator.unproject(Coordinate(box.minX, box.maxY)),
      WebMercator.unproject(Coordinate(box.maxX, box.minY))
    )
  }

  init(
    column: GeometryColumn, rows: [Row], titles: TitleColumn, problems: [Problem],
    symbolRadii: [Float]
  ) {
    var layout = RunLayout()
    layout.lay(column)
    self.column = column
    self.rows = rows
    self.titles = titles
    self.problems = problems
    self.symbolRadii = symbolRadii
    largestRadius = Double(symbolRadii.reduce(0) { $1.isFinite ? max($0, $1) : $0 })
    hasPoints = column.dimensions.contains(.point)
    runs = layout.runs
    runOffsets = layout.offsets
    let tree = PackedRTree(layout.boxes)
    runBoxes = layout.boxes.map { tree.frame.outward($0) }
    self.tree = tree
    areas = PackedRTree(layout.areaBoxes)
    areaRuns = layout.areaRuns
  }
}

extension HitIndex {
  /// The numbers of a feature's runs.
  func runs(of feature: Int) -> Range<Int> {
    let parts = column.parts(of: feature)
    return Int(runOffsets[parts.lowerBound])..<Int(runOffsets[parts.upperBound])
  }
}

/// Cuts a column into runs.
private struct RunLayout {
  var runs: [HitIndex.Run] = []
  var boxes: [Envelope] = []
  var offsets: [UInt32] = [0]
  var areaBoxes: [Envelope] = []
  var areaRuns: [UInt32] = []

  mutating func lay(_ column: GeometryColumn) {
    for feature in 0..<column.count {
      let firstOfFeature = runs.count
      for part in column.parts(of: feature) {
        for (position, ring) in column.rings(of: part).enumerated() {
          let firstRun = runs.count
          layRing(column, feature: feature, part: part, ring: ring)
          if position == 0 && column.dimensions[part] == .polygon && runs.count - firstRun > 1 {
            var box = Envelope.empty
            for run in firstRun..<runs.count { box.formUnion(boxes[run]) }
            areaBoxes.append(box)
            areaRuns.append(UInt32(firstRun))
          }
        }
        offsets.append(UInt32(runs.count))
      }
      if runs.count - firstOfFeature == 1 { runs[firstOfFeature].isWholeFeature = true }
    }
  }

  private mutating func layRing(_ column: GeometryColumn, feature: Int, part: Int, ring: Int) {
    let range = column.coordinates(of: ring)
    // A line of one vertex (a degenerate but storable thing) is one run without segments.
    let segments = range.count - 1
    for start in stride(from: 0, to: max(segments, 1), by: HitIndex.runLength) {
      let count = min(HitIndex.runLength, segments - start)
      var box = Envelope.empty
      for index in 0...max(count, 0) {
        box.formUnion(column.coordinates[range.lowerBound + start + index])
      }
      runs.append(
        HitIndex.Run(
          start: UInt32(range.lowerBound + start), feature: UInt32(feature), part: UInt32(part),
          segments: UInt8(max(count, 0)), dimension: column.dimensions[part]))
      boxes.append(box)
    }
  }
}
