internal import MeridianStore

/// A conflict in lines for a small screen: first what cannot both be kept, then what they did, then
/// what is only ours, and at last what nobody has touched.
struct ConflictLines {
  /// Lines that are shown of rows and schema; the rest is counted.
  static let most = 40

  /// The lines.
  let lines: [String]

  init(_ report: ConflictReport) {
    var found: [(Agreement, String)] = report.schema.map { ($0.agreement, Self.line($0)) }
    var omitted = report.schemaCount - report.schema.count
    for table in report.tables where table.role != .catalog {
      guard table.role != .workspace else {
        found += Self.workspaceLines(table)
        continue
      }
      omitted += table.omitted
      for row in table.rows { found += Self.lines(row, table.name) }
      for collision in table.collisions {
        let values = collision.values.map(Self.text).joined(separator: ", ")
        found.append((.conflict, "\(table.name): both added \(values), allowed once"))
      }
    }
    let order: [Agreement] = [.conflict, .theirs, .both, .same, .ours]
    let sorted = order.flatMap { agreement in
      found.filter { $0.0 == agreement }.map(\.1)
    }
    var lines = Array(sorted.prefix(Self.most))
    omitted += sorted.count - lines.count
    if omitted > 0 { lines.append("and \(Wording.count(omitted, "more difference"))") }
    let untouched = report.untouched.filter { $0.role == .features || $0.role == .attributes }
      .map { Wording.short($0.name) }
    if !untouched.isEmpty { lines.append("untouched: \(untouched.joined(separator: ", "))") }
    self.lines = lines
  }

  private static func line(_ difference: ConflictReport.Schema) -> String {
    let subject = [difference.table, difference.name].filter { !$0.isEmpty }
      .map(Wording.short).joined(separator: ", ")
    return "\(subject): \(difference.subject.rawValue) changed \(who(difference.agreement))"
  }

  /// Layer settings, notes and bookmarks by their number alone.
  private static func workspaceLines(_ table: ConflictReport.Table) -> [(Agreement, String)] {
    let names = [
      "meridian_layer": "layer settings", WorkspaceTables.markup: "notes",
      "meridian_bookmark": "bookmarks",
    ]
    guard let name = names[table.name] else { return [] }
    let sides: [(Agreement, ChangeCounts, String)] = [
      (table.conflictCount > 0 ? .conflict : .theirs, table.theirs, "there"),
      (.ours, table.ours, "here"),
    ]
    return sides.filter { $0.1.total > 0 }.map { ($0, "\(name): \($1.total) changed \($2)") }
  }

  private static func lines(
    _ row: ConflictReport.Row, _ table: String
  ) -> [(Agreement, String)] {
    let name = "\(Wording.short(table)) \(key(row.key))"
    if row.theirs == .changed || row.theirs == .unchanged,
      row.ours == .changed || row.ours == .unchanged
    {
      return row.cells.map { cell in
        var line = "\(name), \(Wording.short(cell.column)): \(text(cell.base))"
        if cell.theirs != cell.base { line += " → \(text(cell.theirs)) there" }
        if cell.ours != cell.base {
          line += (cell.theirs != cell.base ? ", " : " → ") + "\(text(cell.ours)) here"
        }
        return (cell.agreement, line)
      }
    }
    let sides = [(row.theirs, "there"), (row.ours, "here")].filter { $0.0 != .unchanged }
    return [
      (row.agreement, "\(name) \(sides.map { "\($0.rawValue) \($1)" }.joined(separator: ", "))")
    ]
  }

  private static func who(_ agreement: Agreement) -> String {
    switch agreement {
    case .theirs: "there"
    case .ours: "here"
    case .same: "on both sides, to the same"
    case .both, .conflict: "on both sides"
    }
  }

  private static func key(_ key: RowKey) -> String {
    switch key {
    case .fid(let fid): String(fid)
    case .values(let parts): parts.map { text($0.value) }.joined(separator: ", ")
    case .none: "row"
    }
  }

  private static func text(_ value: ReportedValue?) -> String {
    switch value {
    case nil: "–"
    case .null: "no value"
    case .integer(let number): String(number)
    case .real(let number): Wording.number(number)
    case .text(let sample): "“\(Wording.short(sample.text))”"
    case .blob(let sample): Wording.count(sample.byteCount, "byte")
    case .geometry(let summary): summary.type
    }
  }
}
