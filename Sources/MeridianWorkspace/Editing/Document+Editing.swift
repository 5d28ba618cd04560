public import MeridianStore
internal import MeridianKernel

/// What an edit is asked to do: one column of one feature to a value.
public struct EditRequest: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// The feature id.
  public var fid: Int64
  /// The column's name; letters' case counts only between names that differ by it alone.
  public var column: String
  /// The value that it gets.
  public var value: AttributeValue

  /// Makes a request of its parts.
  public init(layer: String, fid: Int64, column: String, value: AttributeValue) {
    self.layer = layer
    self.fid = fid
    self.column = column
    self.value = value
  }
}

extension Document {
  /// The edits that requests ask for, from the values as they are now, with the session laid over;
  /// those that change nothing are left out.
  ///
  /// Throws when a layer, feature or column is not there, and when one may not be edited.
  public func edits(for requests: [EditRequest]) throws(WorkspaceError) -> [PropertyEdit] {
    var edits: [PropertyEdit] = []
    for request in requests {
      let layer = try layer(named: request.layer)
      let values: [AttributeValue]
      do throws(StoreError) {
        values = try store.attributes(
          of: RowID(fid: request.fid, row: request.fid), in: layer.schema)
      } catch {
        throw .store(error)
      }
      guard layer.editability == .editable else {
        throw .notEditable(layer: layer.name, fid: request.fid, reason: layer.editability)
      }
      let place = try column(request.column, of: layer)
      let edit = PropertyEdit(
        layer: layer.name, fid: request.fid, column: layer.schema.columns[place].name,
        before: values[place], after: request.value)
      if edit.before != edit.after { edits.append(edit) }
    }
    return edits
  }

  private func column(_ name: String, of layer: DocumentLayer) throws(WorkspaceError) -> Int {
    let names = layer.schema.columns.map(\.name)
    if let place = names.firstIndex(of: name) { return place }
    let folded = name.lowercased()
    let alike = names.indices.filter { names[$0].lowercased() == folded }
    guard alike.count == 1 else {
      throw .store(.noSuchColumn(name: name, layer: layer.name, path: path, existing: names))
    }
    return alike[0]
  }

  /// Appends edits to the session as one step, which one undo takes back; they are on the disk when
  /// this returns.
  ///
  /// All or nothing: throws ``WorkspaceError/badEdits(_:)`` with a sentence for each edit that the
  /// layer refuses.
  public func append(_ edits: [PropertyEdit]) throws(WorkspaceError) {
    guard !edits.isEmpty else { return }
    try change([]) { connection in
      try connection.execute("DELETE FROM meridian_edit WHERE state = 'undone'")
      let step = (session.last?.step ?? 0) + 1
      for edit in edits {
        try connection.run(
          """
          INSERT INTO meridian_edit (step, layer, fid, column_name, before, after)
            VALUES (?, ?, ?, ?, ?, ?)
          """,
          [
            .integer(step), .text(edit.layer), .integer(edit.fid), .text(edit.column), edit.before,
            edit.after,
          ])
      }
    }
  }

  /// Takes back the last step of the session that is not saved, and gives back its edits.
  public func undo() throws(WorkspaceError) -> [PropertyEdit] {
    try turn(.pending, to: .undone, session.last { $0.state == .pending }?.step, verb: "undo")
  }

  /// Does again what was taken back last, and gives back its edits.
  public func redo() throws(WorkspaceError) -> [PropertyEdit] {
    try turn(.undone, to: .pending, session.first { $0.state == .undone }?.step, verb: "redo")
  }

  private func turn(
    _ old: SessionEdit.State, to new: SessionEdit.State, _ step: Int64?, verb: String
  ) throws(WorkspaceError) -> [PropertyEdit] {
    guard let step else { throw .nothingTo("\(verb) in \(path)") }
    let edits = session.filter { $0.step == step && $0.state == old }.map(\.edit)
    try change([]) { connection in
      try connection.run(
        "UPDATE meridian_edit SET state = ? WHERE step = ? AND state = ?",
        [.text(new.rawValue), .integer(step), .text(old.rawValue)])
    }
    return edits
  }

  /// The edits of the session that are not saved, those of one value as one.
  public var pendingEdits: [PropertyEdit] { SessionEdit.collapsed(session) }
}
