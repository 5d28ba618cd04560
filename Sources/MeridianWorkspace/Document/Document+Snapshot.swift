public import MeridianKernel
public import MeridianStore

/// Tells the rows of a layer, as the store numbers them, for which a filter in CQL2 text holds.
///
/// The evaluation of filters lives above this module; whoever makes a snapshot of a document with
/// definition filters hands it in.
public typealias DefinitionFiltering = (
  _ filter: String, _ layer: LayerSchema, _ store: any FeatureStore
) throws -> Set<Int64>

extension WorkspaceSnapshot {
  /// Indexes the layers of a document as it shows them: their order, visibility, filters, symbols
  /// and titles, with the session laid over.
  ///
  /// Edits never move geometry, so indexes are made of the source as it was read, or taken from the
  /// cache, whatever has been edited since. `adjust` may change how a layer is shown further.
  /// Throws as reading a store does, and what `filtering` throws.
  public init(
    reading document: Document, layers names: [String]? = nil,
    symbols: LayerIndexer.Symbols = LayerIndexer.Symbols(),
    radiusRules: [String: LayerIndexer.RadiusRule] = [:],
    filtering: DefinitionFiltering? = nil, loading: Loading = Loading(),
    within reach: TapReach? = nil,
    adjusting adjust: (LayerSchema, inout HitLayer) throws -> Void = { _, _ in }
  ) throws(WorkspaceError) {
    let all = document.layers.map(\.schema).filter { $0.geometryColumn != nil }
    let schemas = try Self.chosen(all, names, in: document.store)
    let original = try document.original()
    try self.init(
      schemas, in: document.store,
      source: { schema in
        schema.name == WorkspaceTables.markup ? document.store : original ?? document.store
      }, symbols: symbols, radiusRules: radiusRules, loading: loading, within: reach
    ) { schema, layer throws(WorkspaceError) in
      do {
        try document.define(&layer, schema, filtering)
        try adjust(schema, &layer)
      } catch {
        throw WorkspaceError(error, path: document.path)
      }
    }
    do throws(StoreError) { try original?.close() } catch { throw .store(error) }
  }
}

extension WorkspaceSnapshot {
  /// The same indexes, shown as a document says now: after switches, edits, and other changes that
  /// move no geometry.
  func redefined(
    by document: Document, filtering: DefinitionFiltering?
  ) throws(WorkspaceError) -> WorkspaceSnapshot {
    var layers = tester.layers
    do {
      for (number, schema) in schemas.enumerated() {
        layers[number].hidden = nil
        try document.define(&layers[number], schema, filtering)
      }
    } catch {
      throw WorkspaceError(error, path: document.path)
    }
    return WorkspaceSnapshot(
      schemas: schemas, tester: HitTester(layers: layers), notices: notices)
  }

  private init(schemas: [LayerSchema], tester: HitTester, notices: [StoreNotice]) {
    self.schemas = schemas
    self.tester = tester
    self.notices = notices
  }
}

extension Document {
  /// The source as it was read when the working copy was made: the source itself where it still is
  /// the same, else the bytes that were kept; nil where readers see the source anyway, or rows of
  /// the working copy are no longer those of the source.
  package func original() throws(WorkspaceError) -> (any FeatureStore)? {
    guard let copy, !hasOtherRows else { return nil }
    do throws(StoreError) {
      let view = StoreView(shownPath: path, isReadOnly: store.isReadOnly)
      if FileAccess.exists(source),
        let same = try? openStore(at: source, cacheFolder: folders.cache, as: view)
      {
        if same.identity?.text == copy.record.identity { return same }
        try? same.close()
      }
      return try openStore(at: copy.folder.base, cacheFolder: folders.cache, as: view)
    } catch {
      throw .store(error)
    }
  }

  /// Shows a layer as the document says.
  fileprivate func define(
    _ layer: inout HitLayer, _ schema: LayerSchema, _ filtering: DefinitionFiltering?
  ) throws {
    guard let found = layers.first(where: { $0.name == schema.name }) else { return }
    let settings = found.settings
    layer.role = settings.role
    layer.isVisible = settings.isVisible
    layer.opacity = settings.opacity
    layer.minimumZoom = settings.minimumZoom
    layer.maximumZoom = settings.maximumZoom ?? .infinity
    if let radius = settings.symbolRadius { layer.symbolRadius = radius }
    if let width = settings.lineWidth { layer.lineWidth = width }
    layer.tolerance = settings.tolerance.flatMap { HitTolerance($0) }
    layer.editability = found.editability
    layer.retitled = try editedTitles(of: schema)
    guard let filter = settings.filter, settings.isVisible else { return }
    guard let filtering else {
      throw WorkspaceError.unsupported(
        path: path, reason: "layer \"\(schema.name)\" has a filter, which nothing here evaluates")
    }
    let rows = try filtering(filter, schema, store)
    layer.filter { _, row in rows.contains(row) }
  }

  /// The titles of the rows whose title has been edited since the source was read.
  private func editedTitles(of schema: LayerSchema) throws(StoreError) -> [Int64: String] {
    guard copy != nil, let column = schema.titleColumn,
      let place = schema.columns.firstIndex(where: { $0.name == column })
    else { return [:] }
    var titles: [Int64: String] = [:]
    for item in session
    where item.state != .undone && item.edit.layer == schema.name && item.edit.column == column {
      let fid = item.edit.fid
      guard titles[fid] == nil else { continue }
      let values = try? store.attributes(of: RowID(fid: fid, row: fid), in: schema)
      if case .text(let title)? = values?[place] { titles[fid] = title } else { titles[fid] = "" }
    }
    return titles
  }
}
