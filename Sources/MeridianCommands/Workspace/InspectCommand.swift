internal import MeridianStore
internal import MeridianWorkspace

/// `inspect`: everything about one feature.
package enum InspectCommand {
  static let layer = Operand("LAYER", .layer, "The layer.")
  static let fid = Operand(
    "FID", ValueKind<Int64>.featureID, "The feature's id; the row's number where it has none.")

  /// The command.
  package static let command = Command(
    words: ["inspect"],
    summary: "one feature: title, geometry, fields, and whether it can be edited",
    examples: [
      Example("inspect Data/samples/soho.gpkg pumps 9", "the Broad Street pump"),
      Example("inspect town.gpkg roads 12 --format json", "the form with every constraint"),
    ],
    operands: [CommonOperands.store, layer, fid], options: [DocumentOptions.source],
    formats: [.json, .table],
    notes: [
      """
      Values of the edit session are shown with the stored ones beside them. A field's constraints \
      are NOT NULL, lengths, the schema extension's enumerations, ranges and globs, UNIQUE, CHECK \
      and foreign keys.
      """
    ]
  ) { context throws(CommandError) in
    let name = try context.arguments.required(layer)
    let fid = try context.arguments.required(fid)
    return try context.withDocument(about: [name]) { document throws(CommandError) in
      do {
        let feature = try document.inspect(document.layer(named: name), fid: fid)
        let writer = InspectWriter(feature)
        if context.format == .table {
          try writer.writeTable(in: context)
        } else {
          var json = JSONWriter()
          writer.write(to: &json)
          json.endLine()
          try context.output.write(&json)
        }
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }
}
