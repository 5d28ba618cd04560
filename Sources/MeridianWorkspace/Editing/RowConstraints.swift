internal import MeridianStore

/// Constraints that take other rows or tables, looked up rather than run into: so that a conflict
/// clause of the table (`UNIQUE … ON CONFLICT REPLACE`) cannot remove another feature, a foreign
/// key holds though SQLite is not told to mind it, and a sentence can name who is in the way.
struct RowConstraints {
  let connection: Connection
  let edits: RowEdits
  let reader: RefusalReader

  private var table: String { Connection.quoted(edits.form.rules.table) }
  private var key: String { Connection.quoted(edits.form.layer.key.column ?? "rowid") }

  private func isWritten(_ columns: [String]) -> Bool {
    reader.columns.contains { LayerForm.contains(columns, $0) }
  }

  /// Unique columns whose new values another row has; `image` is the row as it will be.
  func clashes(_ image: RowImage) throws(SQLiteError) -> [EditProblem] {
    var problems: [EditProblem] = []
    for unique in edits.form.rules.uniques where !unique.isPartial && isWritten(unique.columns) {
      let values = unique.columns.compactMap { image[$0] }
      // NULLs are different from each other.
      guard values.count == unique.columns.count, !values.contains(where: { $0.value == .null })
      else { continue }
      let conditions = unique.columns.indices.map { index in
        "\(Connection.quoted(unique.columns[index])) "
          + "COLLATE \(Connection.quoted(unique.collations[index])) "
          + "= ?\(index + 2)"
      }
      let rows = try connection.prepare(
        "SELECT \(key) FROM \(table) WHERE \(conditions.joined(separator: " AND ")) "
          + "AND \(key) IS NOT ?1 LIMIT 1")
      try rows.bind(.integer(edits.fid), to: 1)
      for index in values.indices { try values[index].bind(to: rows, index + 2) }
      guard try rows.step() else { continue }
      problems.append(reader.notUnique(unique, other: "feature \(rows.integer(0))"))
    }
    return problems
  }

  /// References that lead nowhere after the row was written.
  func dangling(before: RowImage) throws(SQLiteError) -> [EditProblem] {
    var problems: [EditProblem] = []
    for reference in edits.form.rules.references where isWritten(reference.columns) {
      if try isDangling(reference) { problems.append(broken(reference)) }
    }
    for referrer in edits.form.rules.referrers where isWritten(referrer.targetColumns) {
      let values = referrer.targetColumns.compactMap { before[$0] }
      guard values.count == referrer.targetColumns.count else { continue }
      if try isOrphaned(referrer, values) { problems.append(orphaned(referrer, values)) }
    }
    return problems
  }

  private func missing(_ reference: TableRules.Reference) -> String {
    let pairs = zip(reference.targetColumns, reference.columns).map { target, column in
      "t.\(Connection.quoted(target)) = r.\(Connection.quoted(column))"
    }
    return "NOT EXISTS (SELECT 1 FROM \(Connection.quoted(reference.target)) AS t "
      + "WHERE \(pairs.joined(separator: " AND ")))"
  }

  /// Whether this row refers to a row that is not there; a NULL refers to nothing.
  private func isDangling(_ reference: TableRules.Reference) throws(SQLiteError) -> Bool {
    let full = reference.columns.map { "r.\(Connection.quoted($0)) NOTNULL" }
    return try answers(
      "SELECT 1 FROM \(table) AS r WHERE r.\(key) = ?1 AND \(full.joined(separator: " AND ")) "
        + "AND \(missing(reference))", [StoredValue(.integer(edits.fid))])
  }

  /// Whether rows still refer to values that no row of this table has any more.
  private func isOrphaned(
    _ referrer: TableRules.Reference, _ values: [StoredValue]
  ) throws(SQLiteError) -> Bool {
    let same = referrer.columns.indices.map { index in
      "r.\(Connection.quoted(referrer.columns[index])) = ?\(index + 1)"
    }
    return try answers(
      "SELECT 1 FROM \(Connection.quoted(referrer.table)) AS r "
        + "WHERE \(same.joined(separator: " AND ")) AND \(missing(referrer)) LIMIT 1", values)
  }

  private func answers(_ sql: String, _ values: [StoredValue]) throws(SQLiteError) -> Bool {
    let rows: Statement
    do throws(SQLiteError) {
      rows = try connection.prepare(sql)
    } catch {
      // A declaration that names tables or columns that are not there asks nothing.
      if error.primary == 1 { return false }
      throw error
    }
    for index in values.indices { try values[index].bind(to: rows, index + 1) }
    return try rows.step()
  }

  private func broken(_ reference: TableRules.Reference) -> EditProblem {
    let rule = FieldRule.reference(
      columns: reference.columns, table: reference.target, targetColumns: reference.targetColumns)
    let written = reader.columns.filter { LayerForm.contains(reference.columns, $0) }
    return EditProblem(
      .reference, constraint: rule.constraint, columns: written,
      "\(edits.place.columns(written)) refers to \(Wording.quoted(reference.target)) "
        + "(\(reference.targetColumns.map(Wording.short).joined(separator: ", "))), "
        + "which has no such row")
  }

  private func orphaned(
    _ referrer: TableRules.Reference, _ values: [StoredValue]
  ) -> EditProblem {
    let rule = FieldRule.reference(
      columns: referrer.columns, table: referrer.target, targetColumns: referrer.targetColumns)
    let written = reader.columns.filter { LayerForm.contains(referrer.targetColumns, $0) }
    let old = values.map { Wording.value($0.value) }.joined(separator: ", ")
    return EditProblem(
      .reference, constraint: rule.constraint, columns: written,
      "\(edits.place.columns(written)) is referred to by rows of "
        + "\(Wording.quoted(referrer.table)) as \(old); change those first")
  }
}

/// The stored values of one row, column by column.
struct RowImage {
  let columns: [String]
  var values: [StoredValue]

  /// Reads a row's values but for computed ones; nil when there is no such row.
  init?(of edits: RowEdits, on connection: Connection) throws(SQLiteError) {
    let rules = edits.form.rules
    columns = rules.columns.filter { !rules.generated.contains($0) }
    guard let key = edits.form.layer.key.column,
      let row = try connection.storedRow(
        columns, of: rules.table, where: "\(Connection.quoted(key)) = ?1", .integer(edits.fid))
    else { return nil }
    values = row
  }

  /// The value of a column; letters' case does not count.
  subscript(_ column: String) -> StoredValue? {
    get {
      let folded = LayerForm.folding(column)
      return columns.firstIndex { LayerForm.folding($0) == folded }.map { values[$0] }
    }
    set {
      let folded = LayerForm.folding(column)
      guard let newValue, let index = columns.firstIndex(where: { LayerForm.folding($0) == folded })
      else { return }
      values[index] = newValue
    }
  }
}
