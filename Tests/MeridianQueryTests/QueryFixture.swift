import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport

/// A store made for one test, or a sample of the repository.
final class QueryFixture {
  let store: any FeatureStore
  private let folder: TemporaryFolder?
  private let cache: TemporaryFolder
  let path: String

  /// Makes a GeoPackage of its layers.
  init(build: (GeoPackageWriter) throws -> Void) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    cache = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try build(writer)
    try writer.finish()
    store = try openStore(at: path, cacheFolder: cache.path)
  }

  /// Opens a sample of the repository.
  init(sample: String) throws {
    folder = nil
    cache = try TemporaryFolder()
    path = Golden.root + "/Data/samples/" + sample
    store = try openStore(at: path, cacheFolder: cache.path)
  }

  /// The ids of the features that match, in the order of the answer.
  func ids(
    _ layer: String, memory: Bool = false, _ fill: (inout FeatureQuery) -> Void
  ) throws -> [Int64] {
    try features(layer, memory: memory, fill).compactMap(\.fid)
  }

  /// The features that match, in the order of the answer.
  func features(
    _ layer: String, memory: Bool = false, _ fill: (inout FeatureQuery) -> Void
  ) throws -> [FoundFeature] {
    var query = FeatureQuery()
    fill(&query)
    let schema = try store.layer(named: layer)
    let bound = try LayerQuery(query, of: schema, in: store)
    if memory { bound.memory = try PlaneLayer(schema, in: store, crs: query.crs, columns: []) }
    var found: [FoundFeature] = []
    try bound.forEach {
      found.append($0)
      return true
    }
    return found
  }
}
