/// The features of one layer in the plane of its own coordinates, laid out for queries and joins.
///
/// Where ``HitIndex`` keeps what a finger needs (Web Mercator, ink, titles), this keeps the stored
/// coordinates as they are, so that every relation and distance is that of the data. Runs of at
/// most sixteen segments stand in a packed Hilbert R-tree; polygon parts of many edges have grids.
/// Immutable and shared: any thread may ask at any time. Made by ``PlaneIndex/Builder``.
public final class PlaneIndex: Sendable {
  let geometry: PackedGeometry
  /// Over all runs, which stand in its Hilbert order.
  let tree: PackedRTree
  let runs: Column<Run>
  /// Over all polygon parts, and those parts in its order.
  let areas: PackedRTree
  let areaParts: Column<HitIndex.AreaPart>
  let grids: AreaGrids
  /// Over the rectangles of whole features, whose numbers are their places.
  let features: PackedRTree
  let rows: Column<HitIndex.Row>
  /// A whole turn in x: 360 for degrees, nil in a plane without copies.
  public let period: Double?

  private let memory: ColumnMemory

  /// A run of consecutive segments of one ring, or one point (no segments).
  struct Run: BitwiseCopyable, Sendable {
    var start: UInt32
    var feature: UInt32
    var segments: UInt8

    var vertices: Range<Int> { Int(start)..<(Int(start) + Int(segments) + 1) }

    init(_ run: HitIndex.Run) {
      start = run.start
      feature = run.feature
      segments = run.segments
    }
  }

  /// Number of features with coordinates.
  public var count: Int { geometry.count }

  /// The rectangle of all features, empty when there are none.
  public var extent: Envelope { geometry.extent }

  /// The rectangle of a feature.
  public func envelope(of feature: Int) -> Envelope { geometry.summaries[feature].envelope }

  /// The feature's id (nil in a layer without a key) and its row.
  public func row(of feature: Int) -> (fid: Int64?, row: Int64) {
    let row = rows[feature]
    return (row.hasKey ? row.fid : nil, row.row)
  }

  /// Whether every part of every feature is a polygon.
  public let hasPolygonsOnly: Bool

  init(
    column: GeometryColumn, rows: [HitIndex.Row], period: Double?
  ) {
    var writer = ColumnWriter()
    let geometry = PackedGeometry(column, in: &writer)
    let layout = RunLayout(geometry)
    let packed = PackedRTree.build(layout.boxes, in: &writer)
    let (parts, boxes) = Self.polygonParts(of: geometry)
    let areas = PackedRTree.build(boxes, in: &writer)
    var builder = AreaGridBuilder(geometry)
    areaParts = writer.column(
      areas.order.map { number in
        var area = parts[Int(number)]
        area.grid = builder.grid(of: Int(area.part), box: boxes[Int(number)])
        return area
      })
    tree = packed.tree
    runs = writer.column(packed.order.map { Run(layout.runs[Int($0)]) })
    self.areas = areas.tree
    grids = builder.finish(in: &writer)
    features = PackedRTree.build(sorted: geometry.count, in: &writer) {
      geometry.summaries[$0].envelope
    }
    self.rows = writer.column(rows)
    self.geometry = geometry
    self.period = period
    hasPolygonsOnly = !column.dimensions.contains { $0 != .polygon }
    memory = writer.memory
  }

  /// All polygon parts with their rectangles; holes too, for by the even-odd rule a hole outside
  /// its shell is inside the polygon.
  private static func polygonParts(
    of geometry: PackedGeometry
  ) -> (parts: [HitIndex.AreaPart], boxes: [Envelope]) {
    var parts: [HitIndex.AreaPart] = []
    var boxes: [Envelope] = []
    for feature in 0..<geometry.count {
      for part in geometry.parts(of: feature) where geometry.dimension(of: part) == .polygon {
        var box = Envelope.empty
        for ring in geometry.rings(of: part) {
          for index in geometry.coordinates(of: ring) {
            box.formUnion(geometry.coordinates[index])
          }
        }
        parts.append(HitIndex.AreaPart(feature: UInt32(feature), part: UInt32(part)))
        boxes.append(box)
      }
    }
    return (parts, boxes)
  }
}

extension PlaneIndex {
  /// Collects a layer's rows one by one and builds the index.
  public struct Builder: Sendable {
    private var geometry = GeometryColumn.Builder()
    private var rows: [HitIndex.Row] = []
    private let placement: GeometryColumn.Placement

    /// Makes a builder. With `isGeographic` coordinates are degrees: a line or ring that jumps more
    /// than half a turn is laid out the short way across the seam, beyond ±180.
    public init(isGeographic: Bool) {
      placement = isGeographic ? .planeDegrees : .plane
    }

    /// Rows taken so far.
    public var count: Int { rows.count }

    /// Takes a row; false when its geometry has no coordinates, or one that is not finite.
    @discardableResult
    public mutating func append(
      _ buffer: borrowing GeometryBuffer, fid: Int64?, row: Int64
    ) -> Bool {
      do { try geometry.append(buffer, placement: placement) } catch { return false }
      rows.append(HitIndex.Row(fid: fid ?? 0, row: row, hasKey: fid != nil))
      return true
    }

    /// Puts neighbors side by side and sorts everything into trees; the builder is used up.
    /// O(n log n).
    public consuming func build() -> PlaneIndex {
      let order = geometry.column.hilbertOrder
      return PlaneIndex(
        column: geometry.column.reordered(by: order), rows: order.map { rows[Int($0)] },
        period: placement.period)
    }
  }
}
