internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// What of a layer is shown, and so can be hit.
public struct LayerDefinition: Sendable {
  /// The layer's own switch; a hidden layer is never hit.
  public var isVisible = true
  /// The rows that the layer's definition filter keeps, as ``RowID/row`` numbers them; nil for all.
  /// What is filtered out is never hit.
  public var rows: Set<Int64>?

  /// Shows everything.
  public init() {}
}

extension HitLayer {
  /// Shows of the layer no more than a definition says.
  package mutating func apply(_ definition: LayerDefinition) {
    isVisible = isVisible && definition.isVisible
    guard let rows = definition.rows else { return }
    let before = hidden
    filter { _, row in rows.contains(row) }
    if let before { hidden?.formUnion(before) }
  }
}

/// An immutable view of a document that a screen holds: taps are answered synchronously, on any
/// thread, without touching the file.
///
/// ```swift
/// let snapshot = try WorkspaceSnapshot(reading: store)
/// let answer = snapshot.hits(at: ScreenPoint(195, 422), through: CameraTransform(camera))
/// ```
public struct WorkspaceSnapshot: Sendable {
  /// The layers' declarations in drawing order, the topmost last.
  public let schemas: [LayerSchema]
  /// The fast path over the layers, in the same order.
  public let tester: HitTester
  /// What is worth saying about the layers.
  public let notices: [StoreNotice]

  /// Reads and indexes layers of a store; all of them with geometry when `names` is nil.
  ///
  /// With a `reach` the snapshot answers only taps within it, and is ready the sooner: of large
  /// layers just the rows that may be touched are indexed. `definitions` say by layer's name what
  /// is shown. Throws when a layer does not exist or
  /// cannot be read, and ``StoreError/interrupted`` when the loading is canceled.
  public init(
    reading store: any FeatureStore, layers names: [String]? = nil,
    symbols: LayerIndexer.Symbols = LayerIndexer.Symbols(),
    radiusRules: [String: LayerIndexer.RadiusRule] = [:],
    definitions: [String: LayerDefinition] = [:], loading: Loading = Loading(),
    within reach: TapReach? = nil
  ) throws(WorkspaceError) {
    let schemas = LayerOrder.drawing(try Self.chosen(store.layers, names, in: store))
    try self.init(
      schemas, in: store, source: { _ in store }, symbols: symbols, radiusRules: radiusRules,
      loading: loading,
      within: reach
    ) { schema, layer in
      if let definition = definitions[schema.name] { layer.apply(definition) }
    }
  }

  /// The layers of these names; all when there are none.
  static func chosen(
    _ layers: [LayerSchema], _ names: [String]?, in store: any FeatureStore
  ) throws(WorkspaceError) -> [LayerSchema] {
    guard let names else { return layers }
    var wanted = Set<String>()
    do throws(StoreError) {
      for name in names { wanted.insert(try store.layer(named: name).name) }
    } catch {
      throw .store(error)
    }
    return layers.filter { wanted.contains($0.name) }
  }

  /// Indexes layers in drawing order, each as its source holds it, and lets `define` say how each
  /// is shown.
  init(
    _ schemas: [LayerSchema], in store: any FeatureStore,
    source: (LayerSchema) -> any FeatureStore,
    symbols: LayerIndexer.Symbols, radiusRules: [String: LayerIndexer.RadiusRule] = [:],
    loading: Loading, within reach: TapReach?,
    define: (LayerSchema, inout HitLayer) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    self.schemas = schemas
    // Only a hint for those who watch: a file may declare anything.
    let isWatched = loading.report != nil
    let sizes =
      isWatched ? schemas.map { (source($0) as? any SharedStore)?.estimatedRows(of: $0) } : []
    let expectedRows = sizes.contains(nil) || !isWatched ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    var indexer = LayerIndexer(
      store, symbols: symbols, loading: loading, expectedRows: expectedRows)
    var layers: [HitLayer] = []
    for schema in schemas {
      indexer.store = source(schema)
      var layer = try indexer.layer(
        schema, radiusRule: radiusRules[schema.name], within: reach)
      try define(schema, &layer)
      layers.append(layer)
    }
    tester = HitTester(layers: layers)
    notices = indexer.notices
  }

  /// What lies under a place on the glass, best first, with all ground distances.
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
    var answer = tester.hits(at: tap, through: transform, options: options, scratch: &scratch)
    Self.completeDistances(of: &answer)
    return answer
  }

  /// The same by the brute-force twin.
  public func twinHits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions = HitOptions()
  ) -> HitAnswer {
    let twin = BruteForceHitTester(layers: tester.layers)
    var answer = twin.hits(at: tap, through: transform, options: options)
    Self.completeDistances(of: &answer)
    return answer
  }

  /// Solves the geodesic where the short formula does not reach.
  private static func completeDistances(of answer: inout HitAnswer) {
    guard let ground = answer.ground, answer.hits.contains(where: { $0.groundDistance == nil })
    else { return }
    // Without PROJ the distance stays unknown; the hit itself is none the worse.
    guard let geodesic = try? Geodesic() else { return }
    for index in answer.hits.indices where answer.hits[index].groundDistance == nil {
      answer.hits[index].groundDistance =
        try? geodesic.inverse(from: ground, to: answer.hits[index].nearest).length
    }
  }
}

/// The geodesic measure of a feature.
public enum FeatureMeasure: Hashable, Sendable {
  /// The length of its lines, in meters.
  case length(Double)
  /// The area of its polygons, in square meters.
  case area(Double)
}

extension WorkspaceSnapshot {
  /// The ellipsoidal length or area of a feature that was hit; nil for points.
  ///
  /// Edges are taken as geodesics between the stored vertices.
  public func measure(of hit: Hit) throws(WorkspaceError) -> FeatureMeasure? {
    let paths = tester.layers[hit.layerNumber].index.paths(of: hit.feature)
    do throws(GeodesyError) {
      let geodesic = try Geodesic()
      if paths.contains(where: { $0.dimension == .polygon }) {
        var area = 0.0
        for path in paths where path.dimension == .polygon {
          let ring = try geodesic.area(path.places).area
          area += path.isHole ? -ring : ring
        }
        return .area(area)
      }
      guard paths.contains(where: { $0.dimension == .line }) else { return nil }
      var length = 0.0
      for path in paths where path.dimension == .line {
        length += try geodesic.length(of: path.places)
      }
      return .length(length)
    } catch {
      throw .geodesy(error)
    }
  }
}
