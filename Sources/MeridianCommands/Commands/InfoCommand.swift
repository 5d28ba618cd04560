import MeridianStore
import MeridianWorkspace

/// `info`: what a store holds and how it is.
package enum InfoCommand {
  /// Layers, reference systems, counts, extents, index and health.
  package static let command = Command(
    words: ["info"], summary: "layers, CRS, counts, extents, index and health in brief",
    examples: [
      Example(
        "info Data/samples/soho.gpkg", "the layers of a GeoPackage, as a table on a terminal"),
      Example("info Data/samples/soho.gpkg --format json", "everything, with columns and notices"),
    ],
    operands: [CommonOperands.store], options: [DocumentOptions.source],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      Every row is read: counts and extents are found, not believed. Extents are \
      WEST,SOUTH,EAST,NORTH in the layer's own reference system. A layer that cannot be read is \
      listed with the reason and ends the program with 6.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      let store = document.store
      var reports: [LayerReport] = []
      for schema in store.layers {
        try context.checkInterrupted()
        reports.append(try LayerReport(schema, in: store))
      }
      switch context.format {
      case .json: try writeJSON(store, reports, context)
      case .ndjson: try writeLines(store, reports, context)
      default: try writeTable(store, reports, context)
      }
      return try failures(of: reports, context)
    }
  }

  /// Tells why layers could not be read, and the exit code that follows.
  static func failures(of reports: [LayerReport], _ context: CommandContext) throws(CommandError)
    -> ExitCode
  {
    var failure: CommandError?
    for report in reports {
      guard case .failure(let error) = report.health else { continue }
      failure = failure ?? error
    }
    guard let failure else { return .done }
    // The other layers are told before the error that ends the program.
    try context.output.flush()
    throw failure
  }

  private static func writeTable(
    _ store: any FeatureStore, _ reports: [LayerReport], _ context: CommandContext
  ) throws(CommandError) {
    let count = "\(reports.count) layer\(reports.count == 1 ? "" : "s")"
    let state = store.isReadOnly ? ", read-only" : ""
    let path = TextTable.printable(store.path)
    try context.output.write("\(path): \(store.format.name), \(count)\(state)\n")
    guard !reports.isEmpty else { return }
    var table = TextTable([
      ("layer", .left), ("geometry", .left), ("CRS", .left), ("rows", .right), ("index", .left),
      ("health", .left), ("extent", .left),
    ])
    for report in reports {
      table.append([
        report.schema.name, report.geometryText, report.crsText, report.rowsText,
        report.indexText, report.healthText, report.extentText,
      ])
    }
    try context.write(table)
  }

  private static func writeLines(
    _ store: any FeatureStore, _ reports: [LayerReport], _ context: CommandContext
  ) throws(CommandError) {
    var json = JSONWriter()
    for report in reports {
      json.beginObject()
      json.member("path", store.path)
      json.member("format", store.format.name)
      report.write(to: &json)
      json.endObject()
      json.endLine()
      try context.output.write(&json)
    }
  }

  private static func writeJSON(
    _ store: any FeatureStore, _ reports: [LayerReport], _ context: CommandContext
  ) throws(CommandError) {
    var json = JSONWriter()
    json.beginObject()
    json.member("path", store.path)
    json.member("format", store.format.name)
    json.member("readOnly", store.isReadOnly)
    json.key("layers")
    json.beginArray()
    for report in reports {
      json.beginObject()
      report.write(to: &json)
      json.endObject()
    }
    json.endArray()
    json.key("notices")
    json.beginArray()
    for notice in store.notices {
      json.beginObject()
      json.member("code", notice.code)
      if let layer = notice.layer { json.member("layer", layer) }
      json.member("message", notice.message)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
    try context.output.write(&json)
  }
}
