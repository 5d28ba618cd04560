internal import MeridianFilter
internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// One query bound to a layer of a store: what it reads, and the features that match.
///
/// Rows come from the store near the query's windows where that is cheap, through SQLite where its
/// conditions narrow them down, else all of them; every condition is then held against each row
/// exactly, so that the road never changes the answer. Not Sendable: it belongs to its store.
///
/// ```swift
/// var query = FeatureQuery()
/// query.filter = "Count > 3"
/// let deaths = try LayerQuery(query, of: store.layer(named: "deaths"), in: store)
/// try deaths.forEach { print($0.fid ?? 0, $0.values); return true }
/// ```
public final class LayerQuery {
  /// The layer that is asked.
  public let layer: LayerSchema
  /// The columns of the answer, in its order.
  public let columns: [AttributeColumn]
  /// What has been done, once features have been visited or counted.
  public internal(set) var plan = QueryPlan()
  /// The reference system of the answer.
  public var crs: CRS { plane.crs }

  let query: FeatureQuery
  let store: any FeatureStore
  let plane: QueryPlane
  let filter: BoundFilter?
  let reach: GeodesicReach?
  let earth: Geodesic?
  /// The layer in memory in the query's plane: makes windows and neighbors cheap, and never changes
  /// the answer.
  public var memory: PlaneLayer?
  /// Whether only features in some places can match, so that ``memory`` would help.
  public var asksPlaces: Bool { windows != nil || query.nearest != nil }
  /// Names of all columns that are read: those of the answer, the filter's, the order's.
  let read: [String]
  /// Where the filter's columns stand among them.
  let filterPlaces: [Int]
  /// The keys of the order, and where their columns stand; nil for the feature id.
  let order: [(place: Int?, isDescending: Bool)]
  var relater: FeatureRelater
  var filterRelater: FeatureRelater
  var tally = RowTally()
  /// A window around a place that is looked at first; nil once everything is read.
  var nearWindow: Envelope?
  /// The rows that neighbors by the index stand in, while they are looked at.
  var nearestRows: [Int64]?

  /// Binds a query to a layer.
  ///
  /// Throws when a column is not there, the filter does not fit, or a distance is asked of a layer
  /// without a place.
  public init(
    _ query: FeatureQuery, of layer: LayerSchema, in store: any FeatureStore
  ) throws(QueryError) {
    self.query = query
    self.layer = layer
    self.store = store
    plane = try QueryPlane(layer, asked: query.crs)
    let crs = plane.crs
    let asksPlace = query.box != nil || !query.relations.isEmpty
    guard layer.geometryColumn != nil || !asksPlace && query.reach == nil && query.nearest == nil
    else { throw .noGeometry(layer: layer.name) }
    filter = try query.filter.map { text throws(QueryError) in
      do throws(FilterError) {
        // The filter's places are those of the question, not of the file.
        return try BoundFilter(text, layer: layer.inPlane(crs))
      } catch {
        throw .filter(error)
      }
    }
    var columns = ColumnList(layer, path: store.path)
    if let names = query.columns {
      for name in names { _ = try columns.place(of: name) }
    } else {
      columns.names = layer.propertyColumns.map(\.name)
    }
    self.columns = columns.names.compactMap { name in layer.columns.first { $0.name == name } }
    filterPlaces =
      try filter?.columns.map { name throws(QueryError) in
        try columns.place(of: name)
      } ?? []
    order = try query.order.map { key throws(QueryError) in
      let isID = key.column.lowercased() == "fid" && !columns.has("fid")
      return (isID ? nil : try columns.place(of: key.column), key.isDescending)
    }
    read = columns.names
    relater = FeatureRelater(
      query.relations.map(\.geometry), isGeographic: plane.isGeographic)
    filterRelater = FeatureRelater(filter?.literals ?? [], isGeographic: plane.isGeographic)
    (earth, reach) = try Self.measuring(query, layer, plane)
  }

  /// What measures distances, if any are asked for.
  private static func measuring(
    _ query: FeatureQuery, _ layer: LayerSchema, _ plane: QueryPlane
  ) throws(QueryError) -> (Geodesic?, GeodesicReach?) {
    guard query.reach != nil || query.nearest != nil else { return (nil, nil) }
    guard plane.crs.hasPlace else { throw .noPlace(layer: layer.name, crs: layer.crs.name) }
    let earth = try Geodesic.earth()
    guard var geometry = query.reach?.geometry else { return (earth, nil) }
    plane.toLonLat(&geometry)
    return (earth, try GeodesicReach(geometry, on: earth))
  }

  /// Visits the features that match, in the order asked for; the visitor returns false to stop.
  public func forEach(_ visit: (FoundFeature) -> Bool) throws(QueryError) {
    if query.nearest != nil { return try forEachNearest(visit) }
    if !order.isEmpty { return try forEachSorted(visit) }
    var skipped = 0
    var given = 0
    guard query.limit != 0 else { return finishPlan(given: 0) }
    try scan { found in
      if skipped < query.offset {
        skipped += 1
        return true
      }
      given += 1
      return visit(found()) && given != query.limit ?? -1
    }
    finishPlan(given: given)
  }

  /// How many features match, after offset and limit.
  public func count() throws(QueryError) -> Int {
    var matching = 0
    if query.nearest != nil {
      // Neighbors are told by their distance, which only a visit measures.
      try forEach { _ in
        matching += 1
        return true
      }
      return matching
    }
    try scan { _ in
      matching += 1
      return true
    }
    let given = min(max(0, matching - query.offset), query.limit ?? .max)
    finishPlan(given: given)
    return given
  }

  /// Notes the last step.
  func finishPlan(given: Int) {
    var steps = plan
    if query.box != nil { steps.append("engine", "meets the box", rows: tally.inBox) }
    if filter != nil {
      let isGEOS = filterRelater.geosAnswers > 0
      steps.append(
        isGEOS ? "geos" : "engine",
        isGEOS ? "filter, \(filterRelater.geosAnswers) relations by GEOS" : "filter",
        rows: tally.filtered)
    }
    if !query.relations.isEmpty {
      let names = query.relations.map(\.predicate.rawValue).joined(separator: ", ")
      let isGEOS = relater.geosAnswers > 0
      steps.append(
        isGEOS ? "geos" : "engine",
        isGEOS ? "\(names), \(relater.geosAnswers) by GEOS" : names, rows: tally.related)
    }
    if let reach = query.reach {
      let meters = Int64(exactly: reach.meters).map(String.init) ?? "\(reach.meters)"
      steps.append("engine", "within \(meters) m", rows: tally.reached)
    }
    if query.offset > 0 || query.limit != nil || query.nearest != nil {
      steps.append("engine", "offset and limit", rows: given)
    }
    plan = steps
  }
}

/// The columns that a query reads, each once.
private struct ColumnList {
  private let layer: LayerSchema
  private let path: String
  var names: [String] = []

  init(_ layer: LayerSchema, path: String) {
    self.layer = layer
    self.path = path
  }

  /// Whether the layer has a column of exactly this name.
  func has(_ name: String) -> Bool { layer.columns.contains { $0.name == name } }

  /// Where a column stands, added if it is not read yet; exact names win over other letter case.
  mutating func place(of name: String) throws(QueryError) -> Int {
    let folded = name.lowercased()
    let found =
      layer.columns.first { $0.name == name }
      ?? layer.columns.first { $0.name.lowercased() == folded }
    guard let found else {
      throw .store(
        .noSuchColumn(
          name: name, layer: layer.name, path: path, existing: layer.columns.map(\.name)))
    }
    if let place = names.firstIndex(of: found.name) { return place }
    names.append(found.name)
    return names.count - 1
  }
}

extension Geodesic {
  /// Geodesics on WGS 84; throws when PROJ is not installed.
  static func earth() throws(QueryError) -> Geodesic {
    do throws(GeodesyError) { return try Geodesic(.wgs84) } catch { throw .geodesy(error) }
  }
}

extension LayerSchema {
  /// The layer with its geometry in another reference system.
  fileprivate func inPlane(_ crs: CRS) -> LayerSchema {
    var carried = self
    carried.crs = crs
    return carried
  }

  /// The columns that say something about a feature: all but the key, which is its id.
  var propertyColumns: [AttributeColumn] { columns.filter { $0.name != key.column } }
}
