/// What an import has made, or would make, of one layer.
struct ImportResult {
  var layer: String
  var rows: Int
  var skipped: Int
  var columns: [(name: String, type: String)]
  var geometryType: String?
  var crs: String

  /// Writes the results in the format asked for.
  static func write(
    _ results: [ImportResult], isDry: Bool, _ context: CommandContext
  ) throws(CommandError) {
    guard context.format != .table else {
      var table = TextTable([
        ("layer", .left), ("rows", .right), ("skipped", .right), ("geometry", .left),
        ("crs", .left), ("columns", .left),
      ])
      for result in results {
        table.append([
          result.layer, DurationText.grouped(result.rows), DurationText.grouped(result.skipped),
          result.geometryType ?? "none", result.geometryType == nil ? "" : result.crs,
          result.columns.map { "\($0.name) \($0.type)" }.joined(separator: ", "),
        ])
      }
      return try context.write(table)
    }
    var json = JSONWriter()
    let isOneDocument = context.format == .json
    if isOneDocument { json.beginArray() }
    for result in results {
      result.append(to: &json, isDry: isDry)
      if !isOneDocument { json.endLine() }
    }
    if isOneDocument {
      json.endArray()
      json.endLine()
    }
    try context.output.write(&json)
  }

  private func append(to json: inout JSONWriter, isDry: Bool) {
    json.beginObject()
    json.member("layer", layer)
    json.member("rows", rows)
    json.member("skipped", skipped)
    json.key("geometryType")
    if let geometryType { json.string(geometryType) } else { json.null() }
    json.key("crs")
    if geometryType != nil { json.string(crs) } else { json.null() }
    json.key("columns")
    json.beginArray()
    for column in columns {
      json.beginObject()
      json.member("name", column.name)
      json.member("type", column.type)
      json.endObject()
    }
    json.endArray()
    if isDry { json.member("dryRun", true) }
    json.endObject()
  }
}
