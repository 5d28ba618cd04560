import MeridianStore
internal import MeridianWorkspace

/// `index info|build|drop`: the spatial indexes of a store, its own and the hit index in the cache.
package enum IndexCommand {
  /// The state of the store's own index, layer by layer, and of the cache.
  package static let info = Command(
    words: ["index", "info"], summary: "the store's spatial index against its rows",
    examples: [
      Example("index info Data/samples/soho.gpkg", "whether the index of each layer can be trusted")
    ],
    operands: [CommonOperands.store], options: [DocumentOptions.source],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      An index is healthy when every row with a geometry has an entry and no other has; a stale \
      one lacks rows or holds rows that are gone. Answers never depend on it. `cache` tells the \
      persistent hit index of the cache folder: `ready` with its length, `stale` when the file has \
      changed since or the index is not whole, `damaged` when its bytes do not fit its checksum, \
      `none` when there is none and each run makes its own, `not kept` for reference systems that \
      need PROJ.
      """
    ]
  ) { context throws(CommandError) in
    try context.withIndexedLayers { _, schemas, store throws(CommandError) in
      var reports: [LayerReport] = []
      var states: [String] = []
      var indexer = LayerIndexer(store)
      for schema in schemas {
        try context.checkInterrupted()
        reports.append(try LayerReport(schema, in: store))
        states.append(try cacheText(schema, &indexer, context, checking: true))
      }
      if context.format == .table {
        var table = TextTable([
          ("layer", .left), ("rows", .right), ("index", .left), ("cache", .left),
        ])
        for (report, state) in zip(reports, states) {
          table.append([report.schema.name, report.rowsText, report.indexText, state])
        }
        try context.write(table)
      } else {
        try write(reports, states, context)
      }
      return try InfoCommand.failures(of: reports, context)
    }
  }

  private static func write(
    _ reports: [LayerReport], _ states: [String], _ context: CommandContext
  ) throws(CommandError) {
    let isOneDocument = context.format == .json
    var json = JSONWriter()
    if isOneDocument { json.beginArray() }
    for (report, state) in zip(reports, states) {
      json.beginObject()
      json.member("layer", report.schema.name)
      switch report.health {
      case .success(let health): json.member("rows", health.rows)
      case .failure(let error): json.member(error: error)
      }
      report.writeIndex(to: &json)
      json.member("cache", state)
      json.endObject()
      if !isOneDocument { json.endLine() }
    }
    if isOneDocument {
      json.endArray()
      json.endLine()
    }
    try context.output.write(&json)
  }

  // MARK: The cache

  /// Makes the hit indexes of all layers and keeps them.
  package static let build = Command(
    words: ["index", "build"], summary: "makes the hit index and keeps it in the cache",
    examples: [
      Example("index build Data/samples/soho.gpkg", "so that every later run finds it ready")
    ],
    operands: [CommonOperands.store], options: [anew, DocumentOptions.source],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      The index lies in the user's cache folder under the file's identity: device, inode, size, \
      times to the nanosecond, the head of the database and of its log. A file that has changed \
      since is found out by these alone, and its index is made anew by the next run that reads \
      all of the layer. The cache may be removed at any time.
      """
    ]
  ) { context throws(CommandError) in
    guard context.invocation.hasCacheFolder else {
      throw CommandError(
        "noCacheFolder", "There is no cache folder; set HOME or XDG_CACHE_HOME to one's path.",
        exitCode: .inputOutput)
    }
    return try context.withIndexedLayers { document, schemas, store throws(CommandError) in
      let line = context.progressLine()
      defer { line?.erase() }
      var loading = context.loading(line)
      loading.keeping = context.arguments.has(anew) ? .anew : .all
      do throws(WorkspaceError) {
        _ = try WorkspaceSnapshot(
          reading: document, filtering: { _, _, _ in [] }, loading: loading)
      } catch {
        throw CommandError(error)
      }
      line?.erase()
      return try report(schemas, store, context)
    }
  }

  /// Removes what the cache has of a store.
  package static let drop = Command(
    words: ["index", "drop"], summary: "removes the hit index from the cache",
    examples: [Example("index drop Data/samples/soho.gpkg", "the next run makes its own again")],
    operands: [CommonOperands.store], options: [DocumentOptions.source],
    formats: [.ndjson, .table, .json]
  ) { context throws(CommandError) in
    try context.withIndexedLayers { _, schemas, store throws(CommandError) in
      var indexer = LayerIndexer(store)
      do throws(WorkspaceError) {
        for schema in schemas {
          _ = try indexer.dropFromCache(schema, context.indexCache)
        }
      } catch {
        throw CommandError(error)
      }
      return try report(schemas, store, context)
    }
  }

  private static let anew = Switch("anew", "Makes it anew even where the cache has it.")

  /// Says what the cache has of every layer.
  private static func report(
    _ schemas: [LayerSchema], _ store: any FeatureStore, _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    var indexer = LayerIndexer(store)
    var table = TextTable([("layer", .left), ("cache", .left)])
    var json = JSONWriter()
    let isOneDocument = context.format == .json
    if isOneDocument { json.beginArray() }
    for schema in schemas {
      let state = try cacheText(schema, &indexer, context, checking: false)
      table.append([schema.name, state])
      json.beginObject()
      json.member("layer", schema.name)
      json.member("cache", state)
      json.endObject()
      if !isOneDocument { json.endLine() }
    }
    if context.format == .table {
      try context.write(table)
      return .done
    }
    if isOneDocument {
      json.endArray()
      json.endLine()
    }
    try context.output.write(&json)
    return .done
  }

  private static func cacheText(
    _ schema: LayerSchema, _ indexer: inout LayerIndexer, _ context: CommandContext, checking: Bool
  ) throws(CommandError) -> String {
    let state: IndexCache.State?
    do throws(WorkspaceError) {
      state = try indexer.cacheState(of: schema, in: context.indexCache, checking: checking)
    } catch {
      throw CommandError(error)
    }
    switch state {
    case nil: return "not kept"
    case .some(.none): return "none"
    case .ready(let bytes): return "ready, \(NumberText.fixed(Double(bytes) / 1e6, decimals: 1)) MB"
    case .stale: return "stale"
    case .damaged: return "damaged"
    }
  }
}

extension CommandContext {
  /// Opens the document a command names, with the layers that are drawn and the store whose rows
  /// their indexes are made of.
  fileprivate func withIndexedLayers(
    _ body: (Document, [LayerSchema], any FeatureStore) throws(CommandError) -> ExitCode
  ) throws(CommandError) -> ExitCode {
    try withDocument { document throws(CommandError) in
      let schemas = document.layers.map(\.schema).filter { $0.geometryColumn != nil }
      let original: (any FeatureStore)?
      do throws(WorkspaceError) {
        original = try document.original()
      } catch {
        throw CommandError(error)
      }
      return try body(document, schemas, original ?? document.store)
    }
  }
}
