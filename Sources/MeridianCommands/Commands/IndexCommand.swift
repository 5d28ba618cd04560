import MeridianStore

/// `index info`: the spatial indexes of a store.
package enum IndexCommand {
  /// The state of the store's own index, layer by layer, and of the cache.
  package static let info = Command(
    words: ["index", "info"], summary: "the store's spatial index against its rows",
    examples: [
      Example("index info Data/samples/soho.gpkg", "whether the index of each layer can be trusted")
    ],
    operands: [CommonOperands.store], formats: [.ndjson, .table, .json],
    notes: [
      """
      An index is healthy when every row with a geometry has an entry and no other has; a stale \
      one lacks rows or holds rows that are gone. Answers never depend on it. `cache` tells the \
      persistent hit index of the cache folder; `none` means that there is none, and each run \
      builds its own.
      """
    ]
  ) { context throws(CommandError) in
    try context.withStore { store throws(CommandError) in
      var reports: [LayerReport] = []
      for schema in store.layers where schema.geometryColumn != nil {
        try context.checkInterrupted()
        reports.append(try LayerReport(schema, in: store))
      }
      if context.format == .table {
        var table = TextTable([
          ("layer", .left), ("rows", .right), ("index", .left), ("cache", .left),
        ])
        for report in reports {
          table.append([report.schema.name, report.rowsText, report.indexText, "none"])
        }
        try context.write(table)
      } else {
        try write(reports, context)
      }
      return try InfoCommand.failures(of: reports, context)
    }
  }

  private static func write(_ reports: [LayerReport], _ context: CommandContext)
    throws(CommandError)
  {
    let isOneDocument = context.format == .json
    var json = JSONWriter()
    if isOneDocument { json.beginArray() }
    for report in reports {
      json.beginObject()
      json.member("layer", report.schema.name)
      switch report.health {
      case .success(let health): json.member("rows", health.rows)
      case .failure(let error): json.member(error: error)
      }
      report.writeIndex(to: &json)
      json.member("cache", "none")
      json.endObject()
      if !isOneDocument { json.endLine() }
    }
    if isOneDocument {
      json.endArray()
      json.endLine()
    }
    try context.output.write(&json)
  }
}
