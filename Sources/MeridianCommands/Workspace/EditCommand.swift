internal import MeridianStore
internal import MeridianWorkspace

/// `edit`: attributes of one feature, or a step back or forth.
package enum EditCommand {
  static let layer = Operand("LAYER", .layer, "The layer; or undo, or redo.")
  static let fid = Operand(
    "FID", ValueKind<Int64>.featureID, arity: .optional, "The feature's id.")
  static let values = Operand(
    "VALUE", ValueKind.text("VALUE", needs: "words like name=Mill or height:=12.5"),
    arity: .atLeast(0),
    "COLUMN=TEXT gives a text, read as the column's type; COLUMN:=JSON a number, true, false, null "
      + "or a text in quotes.")
  static let dryRun = Switch(
    "dry-run", "Changes nothing; says what would be refused, and which triggers would run.")
  static let all = Switch("all", "undo: takes back every edit that is not saved.")

  /// The command.
  package static let command = Command(
    words: ["edit"], summary: "attributes of a feature, kept in the session until they are saved",
    examples: [
      Example("edit town.gpkg mills 7 name=\"Old Mill\" height:=12.5", "two columns in one step"),
      Example("edit town.gpkg mills 7 note:=null --dry-run", "would it be allowed?"),
      Example("edit town.gpkg undo", "the last step is taken back"),
      Example("edit town.gpkg redo", "and done again"),
    ],
    synopsis: [
      "edit STORE LAYER FID COLUMN=TEXT|COLUMN:=JSON… [--dry-run]", "edit STORE undo|redo",
    ],
    operands: [CommonOperands.store, layer, fid, values], options: [dryRun, all],
    formats: [.json, .table],
    notes: [
      """
      An edit is on the disk when the command ends, in the document's session: every command sees \
      it, `save` writes it into the working copy, and `publish` brings it to the file. All columns \
      of one command are one step: all or nothing, and undone together. A layer named undo or redo \
      is edited with its FID.
      """
    ]
  ) { context throws(CommandError) in
    let name = try context.arguments.required(layer)
    return try context.withDocument(about: [name]) { document throws(CommandError) in
      if context.arguments[fid] == nil, let turn = Turn(rawValue: name) {
        return try take(turn, document, context)
      }
      return try edit(document, name, context)
    }
  }

  private enum Turn: String { case undo, redo }

  private static func take(
    _ turn: Turn, _ document: Document, _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    var edits: [PropertyEdit] = []
    do {
      switch turn {
      case .redo: edits = try document.redo()
      case .undo:
        repeat {
          edits += try document.undo()
        } while context.arguments.has(all) && document.hasSessionEdits
      }
    } catch {
      throw CommandError(error)
    }
    // What is told is what the values are now.
    if turn == .undo { edits = edits.map(\.reversed) }
    return try write(
      EditReport(done: edits), document, turn == .undo ? "taken back" : "done again", context)
  }

  private static func edit(
    _ document: Document, _ name: String, _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    guard let fid = context.arguments[fid], !context.arguments.all(values).isEmpty else {
      throw CommandError(
        UsageError.combination(
          "`edit` needs a layer, the id of a feature and what to set, such as "
            + "`edit STORE mills 7 name=Mill`; or `edit STORE undo`."))
    }
    do {
      let layer = try document.layer(named: name)
      try layer.checkEditable(fid: fid)
      let form = try document.form(of: fid, in: layer)
      let requests = try EditArgument.edits(context.arguments.all(values), of: form).map {
        EditRequest(layer: $0.layer, fid: $0.fid, column: $0.column, value: $0.after)
      }
      guard context.arguments.has(dryRun) else {
        return try write(try document.edit(requests), document, "kept in the session", context)
      }
      let report = try document.tryEdits(requests)
      let code = try write(report, document, nil, context)
      return report.isAccepted ? code : .usage
    } catch {
      throw CommandError(error)
    }
  }

  private static func write(
    _ report: EditReport, _ document: Document, _ verb: String?, _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    do {
      var forms: [String: LayerForm] = [:]
      for result in report.results where forms[result.edit.layer] == nil {
        forms[result.edit.layer] = try document.form(of: document.layer(named: result.edit.layer))
      }
      try EditReportWriter(report, forms: forms, verb: verb).write(in: context)
    } catch {
      throw CommandError(error)
    }
    return .done
  }
}
