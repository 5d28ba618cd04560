internal import MeridianStore
package import MeridianWorkspace

/// What became of edits, or would, as `edit --dry-run` and `save` tell it.
package struct EditReportWriter {
  private let report: EditReport
  private let forms: [String: LayerForm]
  private let verb: String?

  /// The forms tell which columns are truth values; the verb what was done with the edits where
  /// they were not saved.
  package init(_ report: EditReport, forms: [String: LayerForm], verb: String? = nil) {
    self.report = report
    self.forms = forms
    self.verb = verb
  }

  /// Writes it in the format asked for.
  func write(in context: CommandContext) throws(CommandError) {
    guard context.format != .table else { return try writeTable(in: context) }
    var json = JSONWriter()
    write(to: &json)
    json.endLine()
    try context.output.write(&json)
  }

  private func type(of edit: PropertyEdit) -> AttributeType {
    type(edit.layer, edit.column)
  }

  private func type(_ layer: String, _ column: String) -> AttributeType {
    forms[layer]?.columns.first { $0.name == column }?.type ?? .text
  }

  // MARK: For people

  /// Writes the edits as a table, then everything else in sentences.
  package func writeTable(in context: CommandContext) throws(CommandError) {
    var table = TextTable([
      ("layer", .left), ("fid", .right), ("column", .left), ("from", .left), ("to", .left),
      ("outcome", .left),
    ])
    for result in report.results {
      let edit = result.edit
      let type = type(of: edit)
      table.append([
        edit.layer, "\(edit.fid)", edit.column, Self.text(edit.before, of: type),
        Self.text(edit.after, of: type), words(result.outcome),
      ])
    }
    if !report.results.isEmpty { try context.write(table) }
    var sentences = report.sentences
    if let verb { sentences[0] = headline(verb) }
    for sentence in sentences { try context.output.write(Self.closed(sentence) + "\n") }
  }

  private static func text(_ value: AttributeValue, of type: AttributeType) -> String {
    value == .null ? "–" : value.text(of: type)
  }

  private func headline(_ verb: String) -> String {
    let count = report.results.count
    if count == 0 { return "nothing was to be changed" }
    return "\(count) edit\(count == 1 ? "" : "s") \(verb)"
  }

  private func words(_ outcome: EditReport.Outcome) -> String {
    switch outcome {
    case .done: report.isDryRun ? "good" : verb ?? "saved"
    case .refused: "refused"
    case .held: "good, but not alone"
    case .notTried: "not tried"
    }
  }

  private static func closed(_ sentence: String) -> String {
    let text = TextTable.printable(sentence)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  // MARK: For programs

  /// Writes one object; keys always come in this order.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("dryRun", report.isDryRun)
    json.member("accepted", report.isAccepted)
    json.member("features", report.features)
    json.key("edits")
    json.beginArray()
    for result in report.results { write(result, to: &json) }
    json.endArray()
    json.key("triggers")
    json.beginArray()
    for trigger in report.triggers { write(trigger, to: &json) }
    json.endArray()
    json.key("effects")
    json.beginArray()
    for effect in report.effects { write(effect, to: &json) }
    json.endArray()
    json.key("sideChanges")
    json.beginArray()
    for change in report.sideChanges {
      json.beginObject()
      let type = type(change.layer, change.column)
      json.member("layer", change.layer)
      json.member("fid", change.fid)
      json.member("column", change.column)
      json.key("from")
      json.value(change.from.value, of: type)
      json.key("to")
      json.value(change.to.value, of: type)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ result: EditReport.Result, to json: inout JSONWriter) {
    let edit = result.edit
    let type = type(of: edit)
    json.beginObject()
    json.members(of: edit, type)
    json.member("outcome", result.outcome.rawValue)
    if let stored = result.stored, stored != edit.storedAfter {
      json.key("stored")
      json.value(stored.value, of: type)
    }
    json.key("problems")
    json.beginArray()
    for problem in result.problems {
      json.beginObject()
      json.member("code", problem.kind.rawValue)
      if let constraint = problem.constraint { json.member("constraint", constraint) }
      json.member("message", Self.closed(problem.sentence))
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ trigger: EditReport.Trigger, to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", trigger.name)
    json.member("table", trigger.table)
    json.member("kind", trigger.kind.rawValue)
    json.key("writes")
    json.beginArray()
    for write in trigger.writes {
      json.beginObject()
      json.member("action", write.action)
      json.member("table", write.table)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ effect: EditReport.Effect, to json: inout JSONWriter) {
    json.beginObject()
    json.member("table", effect.table)
    json.member("action", effect.action)
    json.key("count")
    if let count = effect.count { json.integer(count) } else { json.null() }
    if effect.isSpatialIndex { json.member("spatialIndex", true) }
    json.key("rows")
    json.beginArray()
    for row in effect.rows { json.integer(row) }
    json.endArray()
    json.key("triggers")
    json.beginArray()
    for name in effect.triggers { json.string(name) }
    json.endArray()
    json.endObject()
  }
}

extension JSONWriter {
  /// What an edit does: `layer`, `fid`, `column`, `before`, `after`.
  mutating func members(of edit: PropertyEdit, _ type: AttributeType) {
    member("layer", edit.layer)
    member("fid", edit.fid)
    member("column", edit.column)
    key("before")
    value(edit.before, of: type)
    key("after")
    value(edit.after, of: type)
  }
}
