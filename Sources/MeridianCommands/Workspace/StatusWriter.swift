internal import MeridianStore
internal import MeridianWorkspace

/// A document's state for people and for programs.
struct StatusWriter {
  var state: DocumentState
  var path: String
  var document: Document?

  func write(in context: CommandContext) throws(CommandError) {
    if context.format == .table {
      try writeTable(in: context)
    } else {
      var json = JSONWriter()
      write(to: &json)
      json.endLine()
      try context.output.write(&json)
    }
  }

  private func writeTable(in context: CommandContext) throws(CommandError) {
    try context.output.write("\(TextTable.printable(path)): \(state.spoken)\n")
    guard let document else { return }
    if !document.savedDirt.isEmpty {
      try context.output.write("Not published: \(document.savedDirt.words).\n")
    }
    if document.isSourceInUse {
      try context.output.write("Another program has unfinished changes at the file.\n")
    }
    let edits = document.pendingEdits
    guard !edits.isEmpty else { return }
    try context.output.write("Not saved:\n")
    var table = TextTable([
      ("layer", .left), ("fid", .right), ("column", .left), ("from", .left), ("to", .left),
    ])
    for edit in edits {
      let type = type(of: edit, document)
      table.append([
        edit.layer, "\(edit.fid)", edit.column, text(edit.before, type), text(edit.after, type),
      ])
    }
    try context.write(table)
  }

  private func text(_ value: AttributeValue, _ type: AttributeType) -> String {
    value == .null ? "–" : value.text(of: type)
  }

  private func type(of edit: PropertyEdit, _ document: Document) -> AttributeType {
    let columns = (try? document.layer(named: edit.layer))?.schema.columns
    return columns?.first { $0.name == edit.column }?.type ?? .text
  }

  private func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("path", path)
    json.member("state", state.rawValue)
    json.member("text", state.text)
    json.member("symbol", state.symbol)
    json.member("spoken", state.spoken)
    if let document {
      json.member("dirty", document.isDirty)
      json.member("sourceInUse", document.isSourceInUse)
      json.member("notPublished", document.savedDirt.words)
      json.key("pending")
      json.beginArray()
      for edit in document.pendingEdits {
        let type = type(of: edit, document)
        json.beginObject()
        json.members(of: edit, type)
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
  }
}
