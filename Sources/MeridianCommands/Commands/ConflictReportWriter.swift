package import MeridianWorkspace

/// A conflict as `conflict show` tells it: what both sides have made of the base.
///
/// For programs each record says by `is` what it is: `schema`, `row`, `collision`, `table`,
/// `untouched`, `bookkeeping` or, last of the lines, `conflict`. A side without a member does not
/// have the row or the column; `null` is a NULL.
package struct ConflictReportWriter {
  private let report: ConflictReport

  /// Makes a writer of a report.
  package init(_ report: ConflictReport) { self.report = report }

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
    let tables = [schemaTable, rowTable, collisionTable, countTable].compactMap(\.self)
    parts += tables.map { $0.text(width: width, isColored: isColored) }
    let omitted = report.tables.filter { $0.omitted > 0 }.map { table in
      let verbs = table.omitted == 1 ? "differs and is" : "differ and are"
      return "\(TextTable.printable(table.name)): "
        + "\(ReportedValueText.count(table.omitted, "more row")) \(verbs) not listed.\n"
    }
    if !omitted.isEmpty { parts.append(omitted.joined()) }
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
    if report.isUntouched { return "Neither side has changed anything since the base.\n" }
    let conflicts =
      report.conflictCount == 0
      ? "No conflict" : ReportedValueText.count(report.conflictCount, "conflict")
    let rows = [("theirs", \ConflictReport.Table.theirs), ("ours", \ConflictReport.Table.ours)]
      .map { side, counts in
        let total = report.tables.reduce(ChangeCounts()) { sum, table in
          let more = table[keyPath: counts]
          return ChangeCounts(
            added: sum.added + more.added, changed: sum.changed + more.changed,
            deleted: sum.deleted + more.deleted)
        }
        return "\(side): \(total.total == 0 ? "no rows" : ReportedValueText.text(total))"
      }
    var text = "\(conflicts); rows of \(rows.joined(separator: "; rows of ")).\n"
    if report.schemaCount > 0 {
      text += ReportedValueText.count(report.schemaCount, "difference") + " of schema.\n"
    }
    if report.theirsHoldsAllOfOurs {
      text += "Theirs holds every change of ours: there is nothing to publish.\n"
    }
    return text
  }

  private var schemaTable: TextTable? {
    guard !report.schema.isEmpty else { return nil }
    var table = TextTable([
      ("schema", .left), ("table", .left), ("name", .left), ("base", .left), ("theirs", .left),
      ("ours", .left), ("changed by", .left),
    ])
    for difference in report.schema {
      table.append([
        difference.subject.rawValue, difference.table, difference.name, difference.base ?? "–",
        difference.theirs ?? "–", difference.ours ?? "–", Self.word(difference.agreement),
      ])
    }
    return table
  }

  private var rowTable: TextTable? {
    guard report.tables.contains(where: { !$0.rows.isEmpty }) else { return nil }
    var table = TextTable([
      ("table", .left), ("fid", .left), ("column", .left), ("base", .left), ("theirs", .left),
      ("ours", .left), ("changed by", .left),
    ])
    for changed in report.tables {
      for row in changed.rows {
        for cell in row.cells {
          table.append(
            [changed.name, ReportedValueText.text(row.key), cell.column]
              + ReportedValueText.cells([cell.base, cell.theirs, cell.ours])
              + [Self.word(cell.agreement)])
        }
        // A row of NULLs alone has no cell to show.
        if row.cells.isEmpty {
          table.append([
            changed.name, ReportedValueText.text(row.key), "–", "–", row.theirs.rawValue,
            row.ours.rawValue, Self.word(row.agreement),
          ])
        }
      }
    }
    return table
  }

  private var collisionTable: TextTable? {
    guard report.tables.contains(where: { !$0.collisions.isEmpty }) else { return nil }
    var table = TextTable([
      ("unique", .left), ("columns", .left), ("values", .left), ("fid of theirs", .left),
      ("fid of ours", .left),
    ])
    for changed in report.tables {
      for found in changed.collisions {
        table.append([
          changed.name, found.columns.joined(separator: ", "),
          found.values.map { ReportedValueText.text($0) }.joined(separator: ", "),
          ReportedValueText.text(found.theirs), ReportedValueText.text(found.ours),
        ])
      }
    }
    return table
  }

  private var countTable: TextTable? {
    guard !report.tables.isEmpty else { return nil }
    var table = TextTable([
      ("table", .left), ("role", .left), ("base", .right), ("theirs", .right), ("ours", .right),
      ("theirs did", .left), ("ours did", .left), ("conflicts", .right),
    ])
    for changed in report.tables {
      table.append(
        [changed.name, changed.role.rawValue]
          + changed.rowCounts.map { $0.map(String.init) ?? "–" }
          + [
            ReportedValueText.text(changed.theirs), ReportedValueText.text(changed.ours),
            String(changed.conflictCount),
          ])
    }
    return table
  }

  private static func word(_ agreement: Agreement) -> String {
    switch agreement {
    case .theirs: "theirs"
    case .ours: "ours"
    case .same: "both, the same"
    case .both: "both"
    case .conflict: "both: conflict"
    }
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
      json.list("collisions", table.collisions) { write($0, of: table, to: &$1) }
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
      for collision in table.collisions {
        write(collision, of: table, to: &json)
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
    json.member("is", "conflict")
    json.member("conflicts", report.conflictCount)
    json.member("theirsHoldsAllOfOurs", report.theirsHoldsAllOfOurs)
    json.member("schemaDifferences", report.schemaCount)
    json.member("tablesDiffering", report.tables.count)
    json.member("tablesUntouched", report.untouched.count)
  }

  private func writeMembers(of table: ConflictReport.Table, to json: inout JSONWriter) {
    json.member("is", "table")
    json.member("table", table.name)
    json.member("role", table.role.rawValue)
    json.key("rowCounts")
    json.beginObject()
    for (side, count) in zip(["base", "theirs", "ours"], table.rowCounts) {
      if let count { json.member(side, count) }
    }
    json.endObject()
    json.member("theirs", table.theirs)
    json.member("ours", table.ours)
    json.key("agreements")
    json.beginObject()
    for agreement in Agreement.allCases {
      json.member(agreement.rawValue, table.counts[agreement, default: 0])
    }
    json.endObject()
    json.member("collisionCount", table.collisionCount)
    json.member("omitted", table.omitted)
  }

  private func write(_ difference: ConflictReport.Schema, to json: inout JSONWriter) {
    json.beginObject()
    json.member("is", "schema")
    json.member("subject", difference.subject.rawValue)
    json.member("table", difference.table)
    json.member("name", difference.name)
    json.member("agreement", difference.agreement.rawValue)
    json.member("base", difference.base)
    json.member("theirs", difference.theirs)
    json.member("ours", difference.ours)
    json.endObject()
  }

  private func write(
    _ row: ConflictReport.Row, of table: ConflictReport.Table, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("is", "row")
    json.member("table", table.name)
    json.members(of: row.key)
    json.member("agreement", row.agreement.rawValue)
    json.member("theirs", row.theirs.rawValue)
    json.member("ours", row.ours.rawValue)
    if let copies = row.copies { json.list("copies", copies) { $1.integer($0) } }
    json.list("cells", row.cells) { cell, json in
      json.beginObject()
      json.member("column", cell.column)
      json.member("agreement", cell.agreement.rawValue)
      json.member("base", cell.base)
      json.member("theirs", cell.theirs)
      json.member("ours", cell.ours)
      json.endObject()
    }
    json.endObject()
  }

  private func write(
    _ collision: ConflictReport.Collision, of table: ConflictReport.Table,
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("is", "collision")
    json.member("table", table.name)
    json.list("columns", collision.columns)
    json.list("values", collision.values) { $1.reported($0) }
    json.member("theirs", collision.theirs)
    json.member("ours", collision.ours)
    json.endObject()
  }
}
