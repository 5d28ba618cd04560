internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore

/// `query`: which features of a layer match, one question or a batch.
package enum QueryCommand {
  private static let target = Operand(
    "LAYER", .text("LAYER", needs: "the name of a layer, or - for a batch"), arity: .optional,
    "The layer that is asked; - is a batch: one JSON request a line on standard input.")

  /// The command.
  package static let command = Command(
    words: ["query"], summary: "which features of a layer match",
    examples: [
      Example(
        "query Data/samples/soho.gpkg deaths --where \"Count > 5\" --sort -Count",
        "the houses with the most deaths"),
      Example(
        "query town.gpkg houses --dwithin 50m --of \"POINT(7.44 46.95)\" --count",
        "how many within 50 m of a place"),
      Example(
        "query town.gpkg houses --join pumps --on nearest --by pumps.name",
        "how many houses each pump is nearest to"),
      Example(
        "query town.gpkg shops --nearest 7.44,46.95 -k 3 --select name",
        "the three nearest to a place"),
      Example("query town.gpkg - <requests.ndjson", "one request a line in, one answer a line out"),
    ],
    synopsis: [
      "query STORE LAYER [OPTION]…", "query STORE LAYER --join LAYER2 --on CONDITION [OPTION]…",
      "query STORE - [OPTION]…",
    ],
    operands: [CommonOperands.store, target],
    options: QueryOptions.all + [BatchOptions.jobs, DocumentOptions.source],
    formats: [.ndjson, .table, .json, .geojson, .geojsonseq, .csv, .wkt, .svg],
    notes: [
      "All conditions must hold. Boxes, relations and filters are planar in the query's reference "
        + "system, as the standard has it; distances are geodesic on WGS 84, to segments straight "
        + "in longitude and latitude.",
      "A single point against polygons is decided by the even-odd rule, exactly; an invalid "
        + "polygon against anything else stands for its structural repair.",
      "Records of a batch: {\"id\":1,\"layer\":\"pumps\",\"where\":\"…\",\"bbox\":[w,s,e,n], "
        + "\"nearest\":[lon,lat],\"k\":3,\"select\":[\"name\"],\"limit\":10}; the options by their "
        + "long names.",
    ]
  ) { context throws(CommandError) in
    let layer = context.arguments[target]
    let asked =
      layer == "-" ? nil : [layer, context.arguments[QueryOptions.join]].compactMap { $0 }
    return try context.withStore(about: asked) { store throws(CommandError) in
      if layer == "-" { return try runQueryBatch(store, context) }
      guard let layer else {
        throw CommandError(
          UsageError.missingOperand(
            "LAYER", command: "query", usage: "meridian query STORE LAYER [OPTION]…"))
      }
      return try answer(QueryRequest(context.arguments, layer: layer), store, context)
    }
  }

  private static func answer(
    _ request: QueryRequest, _ store: any FeatureStore, _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    let run = try QueryRun(request, in: store) { name, crs, columns throws(CommandError) in
      do {
        return try PlaneLayer(
          store.layer(named: name), in: store, crs: crs, columns: columns,
          isCanceled: context.invocation.isInterrupted)
      } catch {
        throw CommandError(error)
      }
    }
    let found: Int
    if context.arguments.has(QueryOptions.explain) {
      found = try QueryExplanation(run).write(in: context)
    } else if let grouping = request.grouping {
      let groups = try QueryGroups(run, grouping)
      try groups.write(in: context)
      found = groups.groups.count
    } else if request.countsOnly {
      found = try run.count()
      try context.output.write("\(found)\n")
    } else if context.format == .svg {
      var map = QueryMap(context, run)
      try run.forEach { row in
        map.append(row)
        return true
      }
      found = map.count
      try context.output.write(map.text)
    } else {
      found = try write(run, context)
    }
    return found == 0 && context.arguments.has(QueryOptions.exitStatus) ? .nothingFound : .done
  }

  private static func write(
    _ run: QueryRun, _ context: CommandContext
  ) throws(CommandError) -> Int {
    var writer = QueryWriter(context, run)
    var failure: CommandError?
    try writer.begin()
    try run.forEach { row in
      do throws(CommandError) {
        if context.invocation.isInterrupted() { throw CommandError.interrupted }
        try writer.write(row)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try writer.end()
    return writer.count
  }
}
