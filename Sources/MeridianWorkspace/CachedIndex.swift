internal import MeridianKernel
package import MeridianStore

/// A layer's place in the cache of indexes.
struct CachedIndex {
  /// The layer's index, mapped from the cache; nil when it has to be made.
  let index: HitIndex?
  private let cache: IndexCache
  private let key: IndexKey
  private let store: any IndexableStore
  private let keeping: Loading.Keeping

  /// nil when there is no cache, or the layer's index depends on more than its file: a rule for
  /// radii, or PROJ and its grids.
  init?(_ intake: RowIntake, _ store: any FeatureStore, _ loading: Loading) {
    guard let cache = loading.cache, let store = store as? any IndexableStore,
      let key = Self.key(intake, store)
    else { return nil }
    self.cache = cache
    self.key = key
    self.store = store
    index = loading.keeping == .anew ? nil : cache.index(key)
    keeping = loading.keeping
  }

  /// What a layer's index is kept under.
  static func key(_ intake: RowIntake, _ store: any IndexableStore) -> IndexKey? {
    guard intake.radiusRule == nil, !intake.isTransformed else { return nil }
    let placement = intake.placement == .degrees ? "degrees" : "mercator"
    return store.indexKey(
      of: intake.schema,
      way: [placement, intake.schema.geometryColumn ?? "", intake.schema.titleColumn ?? ""])
  }

  /// Keeps an index that was made, when it is to be kept and the file has not changed meanwhile.
  ///
  /// A cache that cannot be written to is no reason not to answer, unless it was asked for.
  func keep(_ index: HitIndex) throws(WorkspaceError) {
    guard keeping != .known || cache.state(key) != .none, store.isAsOpened else { return }
    do throws(StoreError) {
      try cache.keep(index, key)
    } catch {
      if keeping != .known || error == .interrupted { throw .store(error) }
    }
  }
}

extension LayerIndexer {
  /// What the cache has of a layer; nil when its index is not kept. With `checking` the bytes are
  /// held against their checksum.
  package mutating func cacheState(
    of schema: LayerSchema, in cache: IndexCache, checking: Bool = false
  ) throws(WorkspaceError) -> IndexCache.State? {
    try cacheKey(of: schema).map { cache.state($0, checking: checking) }
  }

  /// Removes what the cache has of a layer; whether there was anything.
  package mutating func dropFromCache(
    _ schema: LayerSchema, _ cache: IndexCache
  ) throws(WorkspaceError) -> Bool {
    try cacheKey(of: schema).map { cache.drop($0) } ?? false
  }

  private mutating func cacheKey(of schema: LayerSchema) throws(WorkspaceError) -> IndexKey? {
    guard let store = store as? any IndexableStore else { return nil }
    return CachedIndex.key(try intake(of: schema), store)
  }
}
