internal import MeridianKernel
public import MeridianStore

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
  /// What the file asks of a layer's columns.
  public func form(of layer: DocumentLayer) throws(WorkspaceError) -> LayerForm {
    if let known = forms[layer.name] { return known }
    let form = try LayerForm(of: layer.schema, in: store)
    forms[layer.name] = form
    return form
  }

  /// A feature's fields, with the session laid over.
  public func form(
    of fid: Int64, in layer: DocumentLayer
  ) throws(WorkspaceError) -> EditForm {
    let form = try form(of: layer)
    return try EditForm(
      of: RowID(fid: fid, row: fid), in: form, from: store,
      pending: pending.values(
        of: fid, in: layer.name, columns: layer.schema.columns.map(\.name)))
  }

  /// The edits that requests ask for, from the values as they are now, with the session laid over.
  ///
  /// Throws when a layer, feature or column is not there, and when one may not be edited.
  func edits(for requests: [EditRequest]) throws(WorkspaceError) -> [PropertyEdit] {
    var edits: [PropertyEdit] = []
    for request in requests {
      let layer = try layer(named: request.layer)
      try layer.checkEditable(fid: request.fid)
      edits.append(
        try form(of: request.fid, in: layer).edit(request.column, to: request.value))
    }
    return edits
  }

  /// Tries edits and leaves no trace: what would be refused and why, what would happen besides.
  public func tryEdits(_ requests: [EditRequest]) throws(WorkspaceError) -> EditReport {
    let edits = try edits(for: requests)
    var report = try EditCheck.dryRun(companions(of: edits) + edits, in: store)
    report.results.removeFirst(report.results.count - edits.count)
    return report
  }

  /// Puts edits into the session as one step, which one undo takes back; they are on the disk when
  /// this returns, and in the working copy's layers once they are saved.
  ///
  /// All or nothing: throws ``WorkspaceError/badEdits(_:)`` with a sentence for each value that the
  /// layer refuses. What changes nothing is left out; the report has the results of the others.
  @discardableResult
  public func edit(_ requests: [EditRequest]) throws(WorkspaceError) -> EditReport {
    let edits = try edits(for: requests).filter { $0.storedBefore != $0.storedAfter }
    guard !edits.isEmpty else { return EditReport(isDryRun: false, results: []) }
    // A refused edit is no reason to copy the file.
    if copy == nil, let refusal = try tryEdits(requests).refusal(path: path) { throw refusal }
    // Edits are made from what the document holds once it is held.
    var report = EditReport(isDryRun: false, results: [])
    var added: [SessionEdit] = []
    try change([], rereading: false) { connection in
      let edits = try self.edits(for: requests).filter { $0.storedBefore != $0.storedAfter }
      let before = companions(of: edits)
      var forms: [String: LayerForm] = [:]
      for edit in edits { forms[edit.layer] = try form(of: layer(named: edit.layer)) }
      report = try EditCheck.dryRun(before + edits, forms, on: connection)
      report.results.removeFirst(before.count)
      if let refusal = report.refusal(path: path) { throw refusal }
      // What was tried is done now: the session holds it.
      report.isDryRun = false
      if session.last?.state == .undone {
        try connection.execute("DELETE FROM meridian_edit WHERE state = 'undone'")
      }
      let step = (session.last?.step ?? 0) + 1
      for edit in edits {
        added.append(try SessionEdit.append(edit, step: step, to: connection))
      }
    }
    while session.last?.state == .undone { session.removeLast() }
    extendSession(added)
    return report
  }

  /// The pending edits without which others cannot be judged: those of the same features, and of
  /// the whole layer where what one row holds decides about others.
  private func companions(of edits: [PropertyEdit]) -> [PropertyEdit] {
    let bound = Set(edits.map(\.layer).filter { forms[$0]?.hasRulesBetweenRows ?? true })
    var found: [PropertyEdit] = []
    if !bound.isEmpty { found = writtenEdits.filter { bound.contains($0.layer) } }
    var seen: Set<RowPlace> = []
    for edit in edits where !bound.contains(edit.layer) {
      guard seen.insert(RowPlace(layer: edit.layer, fid: edit.fid)).inserted else { continue }
      found += pending.edits(
        of: edit.fid, in: edit.layer, columns: forms[edit.layer]?.columns.map(\.name) ?? [])
    }
    return found
  }

  private struct RowPlace: Hashable {
    var layer: String
    var fid: Int64
  }

  /// Takes back the last step of the session that is not saved, and gives back its edits.
  @discardableResult
  public func undo() throws(WorkspaceError) -> [PropertyEdit] {
    try turn(.pending, to: .undone, verb: "undo") { $0.last { $0.state == .pending } }
  }

  /// Does again what was taken back last, and gives back its edits.
  @discardableResult
  public func redo() throws(WorkspaceError) -> [PropertyEdit] {
    try turn(.undone, to: .pending, verb: "redo") { $0.first { $0.state == .undone } }
  }

  private func turn(
    _ old: SessionEdit.State, to new: SessionEdit.State, verb: String,
    _ find: ([SessionEdit]) -> SessionEdit?
  ) throws(WorkspaceError) -> [PropertyEdit] {
    guard find(session) != nil else { throw .nothingTo("\(verb) in \(path)") }
    var edits: [PropertyEdit] = []
    try change([]) { connection in
      guard let step = find(session)?.step else { throw WorkspaceError.nothingTo(verb) }
      edits = session.filter { $0.step == step && $0.state == old }.map(\.edit)
      try connection.run(
        "UPDATE meridian_edit SET state = ? WHERE step = ? AND state = ?",
        [.text(new.rawValue), .integer(step), .text(old.rawValue)])
    }
    return edits
  }

  /// The edits of the session that are not saved, those of one value as one.
  public var pendingEdits: [PropertyEdit] { pending.edits }

  /// The edits of the session that are not saved as they are written into layers: those of one
  /// value as one, but where what one row holds decides about others each as it was made, since a
  /// value may have stood in between (two rows that exchange a unique value over a third).
  private var writtenEdits: [PropertyEdit] {
    let all = pending.edits
    guard all.contains(where: { forms[$0.layer]?.hasRulesBetweenRows ?? true }) else { return all }
    return session.filter { $0.state == .pending }.map(\.edit)
  }

  /// Writes the session into the layers of the working copy, in one transaction, each value only
  /// where it still is what its edit started from. The report tells what triggers did besides.
  ///
  /// Throws, and changes nothing, when a value is refused or no longer what it was.
  @discardableResult
  public func save() throws(WorkspaceError) -> EditReport {
    guard hasSessionEdits else { throw .nothingTo("save in \(path)") }
    var report = EditReport(isDryRun: false, results: [])
    try change(.attributes) { connection in
      let edits = writtenEdits
      report = try EditApplication.applyInTransaction(
        edits, LayerForm.all(for: edits, in: store), on: connection)
      if let refusal = report.refusal(path: path) { throw refusal }
      if report.changesOtherRows(than: store.layers.map(\.tableName)) {
        try WorkspaceTables.set("other_rows", to: 1, in: connection)
      }
      try connection.execute(
        """
        UPDATE meridian_edit SET state = 'saved' WHERE state = 'pending';
        DELETE FROM meridian_edit WHERE state = 'undone';
        """)
    }
    return report
  }
}

extension LayerForm {
  /// Whether what one row holds decides about what others may.
  fileprivate var hasRulesBetweenRows: Bool {
    columns.contains { column in
      column.rules.contains { rule in
        switch rule {
        case .unique, .reference: true
        default: false
        }
      }
    }
  }
}

extension EditReport {
  /// A report of edits that were all done.
  public init(done edits: [PropertyEdit]) {
    self.init(isDryRun: false, results: edits.map { Result(edit: $0, outcome: .done) })
  }

  /// Whether triggers have made other rows, geometries or values of layers than the edits did.
  fileprivate func changesOtherRows(than tables: [String]) -> Bool {
    let folded = Set(tables.map(LayerForm.folding))
    return !sideChanges.isEmpty
      || effects.contains { !$0.isSpatialIndex && folded.contains(LayerForm.folding($0.table)) }
  }
}
