internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// From a layer's rows to a layer that answers taps: rows → reference system → world → index.
///
/// EPSG:4326 and EPSG:3857 need no PROJ; any other system opens it on first use. Rows without a
/// place are kept as problems and never change another row's answer.
public struct LayerIndexer {
  /// How a layer's symbols are drawn when nothing else is said.
  public struct Symbols: Hashable, Sendable {
    /// Radius of point symbols in points.
    public var radius: Double
    /// Width of lines in ground points at the center's scale.
    public var lineWidth: Double

    /// Makes symbols; the contract's defaults are 5 and 2 points.
    public init(radius: Double = 5, lineWidth: Double = 2) {
      self.radius = radius
      self.lineWidth = lineWidth
    }
  }

  /// Point symbols that take their radius from an attribute.
  public struct RadiusRule: Sendable {
    /// The column whose value decides.
    public var column: String
    /// The radius in points of a value; nil, negative or not finite means the layer's own.
    public var radius: @Sendable (Double?) -> Double?

    /// Makes a rule; a column that holds no number gives nil to it.
    public init(column: String, radius: @escaping @Sendable (Double?) -> Double?) {
      self.column = column
      self.radius = radius
    }
  }

  /// Whose layers are read.
  var store: any FeatureStore
  private let symbols: Symbols
  private let loading: Loading
  private let expectedRows: Int?
  private var rowsBefore = 0
  /// What is worth saying about the layers that were indexed.
  public private(set) var notices: [StoreNotice] = []

  /// Prepares to index layers of a store; a report of progress expects `expectedRows` in all.
  public init(
    _ store: any FeatureStore, symbols: Symbols = Symbols(), loading: Loading = Loading(),
    expectedRows: Int? = nil
  ) {
    self.store = store
    self.symbols = symbols
    self.loading = loading
    self.expectedRows = expectedRows
  }

  /// Reads a layer and builds its index; a rule may give every point its own radius.
  ///
  /// With a `reach` only the rows that the tap may touch are read, where they can be told cheaply.
  /// O(rows log rows). Throws what the store throws, ``StoreError/interrupted`` when the loading is
  /// canceled, and when PROJ is needed but not installed.
  public mutating func layer(
    _ schema: LayerSchema, radiusRule: RadiusRule? = nil, within reach: TapReach? = nil
  ) throws(WorkspaceError) -> HitLayer {
    let road = try road(for: schema)
    let intake = RowIntake(schema, road, radiusRule)
    var layer = HitLayer(name: schema.name, index: try index(intake, within: reach))
    layer.symbolRadius = symbols.radius
    layer.lineWidth = symbols.lineWidth
    layer.hasPlace = road.hasPlace
    layer.editability =
      schema.key == .none ? .noStableID : store.isReadOnly ? .readOnlyFile : .editable
    return layer
  }

  private mutating func index(
    _ intake: RowIntake, within reach: TapReach?
  ) throws(WorkspaceError) -> HitIndex {
    let cached = CachedIndex(intake, store, loading)
    if let index = cached?.index { return index }
    if let reach, let index = try nearIndex(intake, reach) { return index }
    let index = try wholeIndex(intake)
    try cached?.keep(index)
    return index
  }

  private mutating func wholeIndex(_ intake: RowIntake) throws(WorkspaceError) -> HitIndex {
    let before = rowsBefore
    var seen = 0
    let tick = { [loading, expectedRows] (rows: Int) in
      seen = rows
      let expected = expectedRows.flatMap { $0 < before + rows ? nil : $0 }
      loading.report?(
        Loading.Progress(
          layer: intake.schema.name, rows: before + rows, expectedRows: expected))
      return loading.isCanceled?() ?? false
    }
    defer { rowsBefore = before + seen }
    if loading.workers > 1, let store = store as? any SharedStore {
      let reading = LayerReading(store: store, intake: intake, loading: loading, tick: tick)
      if let pieces = try reading.pieces() { return try build(pieces) }
    }
    return try sequentialIndex(intake, tick)
  }

  /// Of the rows that a tap may touch, where they can be told cheaply; nil where they cannot.
  private func nearIndex(
    _ intake: RowIntake, _ reach: TapReach
  ) throws(WorkspaceError) -> HitIndex? {
    guard !intake.isTransformed, intake.radiusRule == nil else { return nil }
    var builder = intake.builder()
    let nearby: NearbyRows
    do throws(StoreError) {
      nearby = try store.forEachRow(
        in: intake.schema, near: reach.window(intake.placement), trust: reach.trust,
        columns: intake.columns
      ) { row, status, geometry, values in
        intake.add(row, status, geometry, values, through: nil, to: &builder)
        return true
      }
    } catch {
      throw .store(error)
    }
    if loading.isCanceled?() == true { throw .store(.interrupted) }
    return nearby.isRead ? builder.build() : nil
  }

  private func build(_ pieces: consuming [HitIndex.Builder]) throws(WorkspaceError) -> HitIndex {
    let isCanceled = loading.isCanceled ?? { false }
    let threads = pieces.count == 1 ? 1 : loading.workers
    let index = HitIndex.Builder.build(
      pieces, concurrently: { Crew.share($0, threads: threads, $1) }, isCanceled: isCanceled)
    guard let index else { throw .store(.interrupted) }
    return index
  }

  /// Row after row on this thread, sorted by the plain twin of what several threads do.
  private func sequentialIndex(
    _ intake: RowIntake, _ tick: (Int) -> Bool
  ) throws(WorkspaceError) -> HitIndex {
    var builder = intake.builder()
    let transform = try intake.transform()
    var count = 0
    var isCanceled = false
    do throws(StoreError) {
      try store.forEachRow(in: intake.schema, columns: intake.columns) {
        row, status, geometry, values in
        intake.add(row, status, geometry, values, through: transform, to: &builder)
        count += 1
        if count & 1023 == 0 { isCanceled = tick(count) }
        return !isCanceled
      }
    } catch {
      throw .store(error)
    }
    if isCanceled || tick(count) { throw .store(.interrupted) }
    return builder.build()
  }

  /// How a layer's rows are taken in.
  mutating func intake(of schema: LayerSchema) throws(WorkspaceError) -> RowIntake {
    RowIntake(schema, try road(for: schema), nil)
  }

  // MARK: Reference systems

  /// How a layer's coordinates get to the world.
  struct Road {
    var placement = HitIndex.Placement.degrees
    var isTransformed = false
    var hasPlace = true
  }

  private mutating func road(for schema: LayerSchema) throws(WorkspaceError) -> Road {
    switch schema.crs {
    case .longitudeLatitude, .unknownGeographic: return Road()
    case .webMercator: return Road(placement: .mercatorMeters)
    // Read as degrees, so that an explanation can show what would have been there.
    case .undefined: return Road(hasPlace: false)
    case .authority:
      do throws(GeodesyError) {
        // Made here once to know whether it can be; every thread makes its own.
        _ = try CoordinateTransform(from: schema.crs)
        return Road(isTransformed: true)
      } catch {
        guard case .unknownCRS = error else { throw .geodesy(error) }
        notices.append(
          StoreNotice(
            code: "unknown-crs", layer: schema.name,
            message: "Layer “\(schema.name)” is not hit: \(error.description)"))
        return Road(hasPlace: false)
      }
    }
  }
}
