package import MeridianWorkspace

/// Changes as `diff` tells them: what has become of the base.
///
/// For programs each record says by `is` what it is: `schema`, `row`, `table`, `untouched`,
/// `bookkeeping` or, last of the lines, `changes`. A side without a member does not have the row or
/// the column; `null` is a NULL.
package struct ChangeReportWriter {
  private let report: ChangeReport

  /// Makes a writer of a report.
  package init(_ report: ChangeReport) { self.report = report }

  /// Writes the report in the format that was asked for: `json`, `ndjson`, else a table.
  package func write(in context: CommandContext) throws(CommandError) {
    var json = JSONWriter()
    switch context.format {
    case .json: writeDocument(to: &json)
    case .ndjson: writeLines(to: &json)
    default:
      return try context.output.write(
        text(width: context.invocation.terminalWidth, isColored: context.isColored))
    }
    try context.output.write(&json)
  }

  // MARK: For people

  /// The report as tables; cut to a terminal's width where one is given.
  package func text(width: Int? = nil, isColored: Bool = false) -> String {
    var parts = [summary]
    let tables = [schemaTable, rowTable].compactMap(\.self)
    parts += tables.map { $0.text(width: width, isColored: isColored) }
    let counts = report.tables.map { table in
      let more = table.omitted == 0 ? "" : "; \(table.omitted) of them not listed"
      let rows = table.rowCounts.map { $0.map(String.init) ?? "–" }.joined(separator: " → ")
      return "\(TextTable.printable(table.name)): \(rows) rows, "
        + ReportedValueText.text(table.changes) + more + ".\n"
    }
    if !counts.isEmpty { parts.append(counts.joined()) }
    if report.schemaCount > report.schema.count {
      let more = report.schemaCount - report.schema.count
      parts.append("\(ReportedValueText.count(more, "more difference")) of schema not listed.\n")
    }
    let tail = ReportedValueText.tail(
      untouched: report.untouched, bookkeeping: report.bookkeeping, leftOut: report.leftOut)
    if !tail.isEmpty { parts.append(tail) }
    return parts.joined(separator: "\n")
  }

  private var summary: String {
    guard !report.isEmpty else { return "Nothing has changed.\n" }
    let rows = report.tables.reduce(0) { $0 + $1.changes.total }
    var parts: [String] = []
    if rows > 0 {
      parts.append(
        "\(ReportedValueText.count(rows, "row")) of "
          + "\(ReportedValueText.count(report.tables.count, "table")) changed")
    }
    if report.schemaCount > 0 {
      parts.append(ReportedValueText.count(report.schemaCount, "difference") + " of schema")
    }
    return parts.joined(separator: "; ") + ".\n"
  }

  private var schemaTable: TextTable? {
    guard !report.schema.isEmpty else { return nil }
    var table = TextTable([
      ("schema", .left), ("table", .left), ("name", .left), ("before", .left), ("now", .left),
    ])
    for difference in report.schema {
      table.append([
        difference.subject.rawValue, difference.table, difference.name, difference.base ?? "–",
        difference.other ?? "–",
      ])
    }
    return table
  }

  private var rowTable: TextTable? {
    guard report.tables.contains(where: { !$0.rows.isEmpty }) else { return nil }
    var table = TextTable([
      ("table", .left), ("fid", .left), ("row", .left), ("column", .left), ("before", .left),
      ("now", .left),
    ])
    for changed in report.tables {
      for row in changed.rows {
        let start = [changed.name, ReportedValueText.text(row.key), row.change.rawValue]
        for cell in row.cells {
          table.append(start + [cell.column] + ReportedValueText.cells([cell.base, cell.other]))
        }
        // A row of NULLs alone has no cell to show.
        if row.cells.isEmpty { table.append(start + ["–", "–", "–"]) }
      }
    }
    return table
  }

  // MARK: For programs

  /// The report as one document, on one line.
  package func writeDocument(to json: inout JSONWriter) {
    json.beginObject()
    writeSummary(to: &json)
    json.list("schema", report.schema) { write($0, to: &$1) }
    json.list("tables", report.tables) { table, json in
      json.beginObject()
      writeMembers(of: table, to: &json)
      json.list("rows", table.rows) { write($0, of: table, to: &$1) }
      json.endObject()
    }
    json.list("untouched", report.untouched) { $1.record($0) }
    json.list("bookkeeping", report.bookkeeping) { $1.record($0) }
    json.list("leftOut", report.leftOut)
    json.endObject()
    json.endLine()
  }

  /// The report as one record a line, the summary last.
  package func writeLines(to json: inout JSONWriter) {
    for difference in report.schema {
      write(difference, to: &json)
      json.endLine()
    }
    for table in report.tables {
      for row in table.rows {
        write(row, of: table, to: &json)
        json.endLine()
      }
      json.beginObject()
      writeMembers(of: table, to: &json)
      json.endObject()
      json.endLine()
    }
    for table in report.untouched {
      json.record(table)
      json.endLine()
    }
    for difference in report.bookkeeping {
      json.record(difference)
      json.endLine()
    }
    json.beginObject()
    writeSummary(to: &json)
    json.list("leftOut", report.leftOut)
    json.endObject()
    json.endLine()
  }

  private func writeSummary(to json: inout JSONWriter) {
    json.member("is", "changes")
    json.member("schemaDifferences", report.schemaCount)
    json.member("tablesDiffering", report.tables.count)
    json.member("tablesUntouched", report.untouched.count)
  }

  private func writeMembers(of table: ChangeReport.Table, to json: inout JSONWriter) {
    json.member("is", "table")
    json.member("table", table.name)
    json.member("role", table.role.rawValue)
    json.key("rowCounts")
    json.beginObject()
    for (side, count) in zip(["base", "other"], table.rowCounts) {
      if let count { json.member(side, count) }
    }
    json.endObject()
    json.member("changes", table.changes)
    json.member("omitted", table.omitted)
  }

  private func write(_ difference: ChangeReport.Schema, to json: inout JSONWriter) {
    json.beginObject()
    json.member("is", "schema")
    json.member("subject", difference.subject.rawValue)
    json.member("table", difference.table)
    json.member("name", difference.name)
    json.member("base", difference.base)
    json.member("other", difference.other)
    json.endObject()
  }

  private func write(
    _ row: ChangeReport.Row, of table: ChangeReport.Table, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("is", "row")
    json.member("table", table.name)
    json.members(of: row.key)
    json.member("change", row.change.rawValue)
    if let copies = row.copies { json.list("copies", copies) { $1.integer($0) } }
    json.list("cells", row.cells) { cell, json in
      json.beginObject()
      json.member("column", cell.column)
      json.member("base", cell.base)
      json.member("other", cell.other)
      json.endObject()
    }
    json.endObject()
  }
}
