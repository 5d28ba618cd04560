/// The features of one layer laid out for taps: geometry in the world, runs of segments, two trees.
///
/// What is indexed is not features but *runs* of at most sixteen consecutive segments of a line or
/// ring (or one point), so that a tap on a shoreline of a million vertices measures tens of
/// segments. Immutable and shared: any thread may tap at any time. Made by ``HitIndex/Builder``.
public final class HitIndex: Sendable {
  /// Segments in a run at most.
  static let runLength = 16

  let geometry: PackedGeometry
  /// Over all runs, which stand in its Hilbert order.
  let tree: PackedRTree
  let runs: RunRecords
  /// Around those runs, leaf by leaf.
  let slabs: RunSlabs
  /// Over the polygon parts of more than one run: who may contain a place far from ink.
  let areas: PackedRTree
  /// Those parts, in the Hilbert order of ``areas``.
  let areaParts: Column<AreaPart>
  /// The cells of their grids.
  let grids: AreaGrids

  /// Over the rectangles of whole features, whose numbers are their places.
  let features: PackedRTree
  let rows: Column<Row>
  let titles: PackedTitles
  /// Rows that could not be placed, with the reason.
  public let problems: [Problem]
  /// Radii of single symbols in points, NaN where the layer's holds; empty when none has its own.
  let symbolRadii: Column<Float>
  /// What of the whole layer a tap asks first.
  let traits: Traits

  /// Keeps the columns' memory.
  private let memory: any Sendable & AnyObject

  /// What is known of all features together.
  struct Traits: Sendable {
    /// The largest of the symbols' own radii.
    var largestRadius: Double
    var hasPoints: Bool
    var hasLines: Bool
    var hasPolygons: Bool
  }

  /// A row's identity: the feature id if the layer has a proven key, and the row's number.
  struct Row: BitwiseCopyable, Sendable {
    var fid: Int64
    var row: Int64
    /// 1 with a key, 0 without: a byte that a file may have as it likes.
    private var keys: UInt8
    var hasKey: Bool { keys != 0 }

    init(fid: Int64, row: Int64, hasKey: Bool) {
      self.fid = fid
      self.row = row
      keys = hasKey ? 1 : 0
    }
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
  public var count: Int { geometry.count }

  /// The rectangle of all features, west to east as longitudes; nil when there are none.
  ///
  /// The east may exceed 180 where features cross the seam.
  public var bounds: (southWest: LonLat, northEast: LonLat)? {
    guard !geometry.extent.isEmpty else { return nil }
    let box = geometry.extent
    return (
      WebMercator.unproject(Coordinate(box.minX, box.maxY)),
      WebMercator.unproject(Coordinate(box.maxX, box.minY))
    )
  }

  /// The own radius of a feature's symbols in points; nil when the layer's holds.
  @inline(__always)
  func radius(of feature: Int) -> Double? {
    guard symbolRadii.count > 0 else { return nil }
    let own = symbolRadii[feature]
    return own.isFinite ? Double(own) : nil
  }

  init(
    geometry: PackedGeometry, tree: PackedRTree, runs: RunRecords, slabs: RunSlabs,
    areas: PackedRTree, areaParts: Column<AreaPart>, grids: AreaGrids, features: PackedRTree,
    rows: Column<Row>, titles: PackedTitles, problems: [Problem], symbolRadii: Column<Float>,
    traits: Traits, memory: any Sendable & AnyObject
  ) {
    self.geometry = geometry
    self.tree = tree
    self.runs = runs
    self.slabs = slabs
    self.areas = areas
    self.areaParts = areaParts
    self.grids = grids
    self.features = features
    self.rows = rows
    self.titles = titles
    self.problems = problems
    self.symbolRadii = symbolRadii
    self.traits = traits
    self.memory = memory
  }

  /// Lays out what is sorted; the index is the same for any number of threads.
  convenience init(_ sorted: consuming Sorted, _ concurrently: Concurrently) {
    var writer = sorted.writer
    let geometry = sorted.geometry
    let layout = RunLayout(geometry, concurrently)
    let packed = PackedRTree.build(layout.boxes, in: &writer, concurrently)
    let runs = RunRecords(
      layout, order: packed.order, tree: packed.tree, geometry: geometry, in: &writer,
      concurrently)
    let slabs = RunSlabs(
      layout, order: packed.order, tree: packed.tree, geometry: geometry, in: &writer,
      concurrently)
    let areas = PackedRTree.build(layout.areaBoxes, in: &writer, concurrently)
    let grids = AreaGridBuilder.build(
      layout, order: areas.order, geometry: geometry, in: &writer, concurrently)
    let features = PackedRTree.build(sorted: geometry.count, in: &writer, concurrently) {
      geometry.summaries[$0].envelope
    }
    self.init(
      geometry: geometry, tree: packed.tree, runs: runs, slabs: slabs,
      areas: areas.tree, areaParts: grids.parts, grids: grids.grids,
      features: features, rows: sorted.rows, titles: sorted.titles, problems: sorted.problems,
      symbolRadii: sorted.symbolRadii,
      traits: Traits(
        largestRadius: Double(sorted.symbolRadii.reduce(0) { $1.isFinite ? max($0, $1) : $0 }),
        hasPoints: layout.dimensions.contains(.point),
        hasLines: layout.dimensions.contains(.line),
        hasPolygons: layout.dimensions.contains(.polygon)),
      memory: writer.memory)
  }
}
