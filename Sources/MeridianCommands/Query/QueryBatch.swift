internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore
internal import Synchronization

/// Answers `query STORE -`: one request a record in, `{"id":…,"features":[…],"count":n}` out.
///
/// Every worker has its own connection to the store; what is read into memory (an index for layers
/// that are asked by windows, the other layer of a join) is read once and shared.
func runQueryBatch(
  _ store: any FeatureStore, _ context: CommandContext
) throws(CommandError) -> ExitCode {
  for option in QueryOptions.all where context.arguments.isGiven(option) {
    guard option.name == QueryOptions.precision.name || option.name == "exit-status" else {
      throw QueryRequest.usage(
        "`--\(option.name)` is said in each record of a batch, by its long name; leave it out.")
    }
  }
  guard let opening = store.opening else {
    throw CommandError("internal", "A batch needs a file.", exitCode: .bug)
  }
  let shared = SharedLayers()
  let decimals = context.arguments[QueryOptions.precision] ?? 7
  let end = try runBatch(context) { () throws(CommandError) in
    do throws(StoreError) {
      return QueryAnswerer(
        try opening.open(), shared, decimals: decimals)
    } catch {
      throw CommandError(error)
    }
  }
  let isEmpty =
    end.failures == 0 && !end.hasFound && context.arguments.has(QueryOptions.exitStatus)
  return isEmpty ? .nothingFound : end.exitCode
}

/// Layers in memory, each read once, by whoever needs it first; others wait for it.
final class SharedLayers: Sendable {
  private struct Key: Hashable {
    var layer: String
    var crs: CRS?
    var columns: [String]?
  }

  private let layers = Mutex<[Key: PlaneLayer]>([:])

  /// The layer of a name in a plane with the values of some columns.
  func layer(
    _ name: String, _ crs: CRS?, _ columns: [String]?, make: () throws(CommandError) -> PlaneLayer
  ) throws(CommandError) -> PlaneLayer {
    let key = Key(layer: name, crs: crs, columns: columns)
    let made: Result<PlaneLayer, CommandError> = layers.withLock { layers in
      if let known = layers[key] { return .success(known) }
      do throws(CommandError) {
        let made = try make()
        layers[key] = made
        return .success(made)
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
  }
}

/// Answers requests for one worker.
struct QueryAnswerer: BatchAnswerer {
  private let store: any FeatureStore
  private let shared: SharedLayers
  private let decimals: Int
  private(set) var hasFound = false

  /// Rows from which on a layer asked by windows is indexed in memory: below, looking through it
  /// costs less.
  private static let manyRows: Int64 = 2_000

  init(_ store: any FeatureStore, _ shared: SharedLayers, decimals: Int) {
    self.store = store
    self.shared = shared
    self.decimals = decimals
  }

  func question(from record: JSONValue) throws(CommandError) -> QueryRequest {
    try QueryRequest(record)
  }

  mutating func answer(
    _ request: QueryRequest, to json: inout JSONWriter
  ) throws(CommandError) {
    let run = try QueryRun(request, in: store, layers: layer, memory: memory)
    if request.countsOnly {
      let count = try run.count()
      if count > 0 { hasFound = true }
      json.member("count", count)
      return
    }
    if let grouping = request.grouping {
      let groups = try QueryGroups(run, grouping)
      json.key("groups")
      json.beginArray()
      for group in groups.groups {
        json.member(of: group, groups.column, groups.sums.map { "sum(\($0))" })
      }
      json.endArray()
      json.member("count", groups.groups.count)
      if !groups.groups.isEmpty { hasFound = true }
      return
    }
    json.key("features")
    json.beginArray()
    var count = 0
    // The writer is lent to the visits and comes back.
    var features = JSONWriter()
    swap(&features, &json)
    defer { swap(&features, &json) }
    try run.forEach { row in
      features.feature(row, run.columns, decimals, request.query.omitsGeometry)
      count += 1
      return true
    }
    features.endArray()
    features.member("count", count)
    if count > 0 { hasFound = true }
  }

  private func layer(
    _ name: String, _ crs: CRS?, _ columns: [String]?
  ) throws(CommandError) -> PlaneLayer {
    try shared.layer(name, crs, columns) { () throws(CommandError) in
      do {
        return try PlaneLayer(
          store.layer(named: name), in: store, crs: crs, columns: columns)
      } catch {
        throw CommandError(error)
      }
    }
  }

  /// The layer that is asked, where only features in some places can match and its rows can be
  /// fetched one by one.
  private func memory(for query: LayerQuery) throws(CommandError) -> PlaneLayer? {
    let schema = query.layer
    guard query.asksPlaces, let shared = store as? any SharedStore,
      shared.canFetchRows(of: schema),
      Int64(shared.estimatedRows(of: schema) ?? .max) >= Self.manyRows
    else { return nil }
    return try layer(schema.name, query.crs, [])
  }
}
