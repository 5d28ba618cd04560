import MeridianStore

/// An examination as the formats of `doctor` tell it.
struct DoctorReportWriter {
  private let examination: StoreExamination
  private let showsStatements: Bool
  /// What a repair has set right, and where the file as it was lies.
  var repaired: [StoreFinding] = []
  var backup: String?

  init(_ examination: StoreExamination, showsStatements: Bool) {
    self.examination = examination
    self.showsStatements = showsStatements
  }

  func write(in context: CommandContext) throws(CommandError) {
    switch context.format {
    case .json: try writeDocument(context)
    case .ndjson: try writeLines(context)
    default: try writeTable(context)
    }
  }

  // MARK: For people

  private func writeTable(_ context: CommandContext) throws(CommandError) {
    let path = TextTable.printable(examination.path)
    let rows = "\(examination.rows) row\(examination.rows == 1 ? "" : "s")"
    try context.output.write("\(path): \(examination.format.name), \(rows), \(summary)\n")
    if let backup {
      let count = "\(repaired.count) finding\(repaired.count == 1 ? "" : "s")"
      try context.output.write(
        "Repaired \(count); the file as it was is \(TextTable.printable(backup)).\n")
    }
    if !examination.findings.isEmpty {
      var table = TextTable([
        ("severity", .left), ("layer", .left), ("finding", .left), ("count", .right),
        ("repair", .left), ("fids", .left), ("what", .left),
      ])
      for finding in examination.findings {
        let more = finding.count > Int64(finding.fids.count) && !finding.fids.isEmpty
        table.append([
          finding.severity.rawValue, finding.layer ?? "–", finding.code.rawValue,
          "\(finding.count)", finding.isPlanned ? "planned" : "–",
          finding.fids.map(String.init).joined(separator: ",") + (more ? ",…" : ""),
          finding.message + (finding.advice.map { " To do: \($0)." } ?? ""),
        ])
      }
      try context.write(table)
    }
    guard !examination.plan.isEmpty else { return }
    if showsStatements {
      try context.output.write("BEGIN IMMEDIATE;\n")
      var last = ""
      for statement in examination.plan {
        let layer = statement.layer.map { " \($0)" } ?? ""
        let heading = "-- \(statement.code.rawValue)\(TextTable.printable(layer))\n"
        if heading != last { try context.output.write(heading) }
        last = heading
        try context.output.write(TextTable.printable(statement.sql) + ";\n")
      }
      try context.output.write("COMMIT;\n")
    } else {
      let count = examination.plan.count
      try context.output.write(
        "The plan has \(count) statement\(count == 1 ? "" : "s"); --repair --dry-run shows "
          + (count == 1 ? "it.\n" : "them.\n"))
    }
  }

  private var summary: String {
    if examination.findings.isEmpty { return "healthy" }
    let counts = StoreFinding.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = examination.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return (examination.isHealthy ? "healthy, " : "") + counts.joined(separator: ", ")
  }

  // MARK: For programs

  private func writeLines(_ context: CommandContext) throws(CommandError) {
    var json = JSONWriter()
    for finding in repaired {
      write(finding, as: "repaired", to: &json)
      json.endLine()
    }
    for finding in examination.findings {
      write(finding, as: "found", to: &json)
      json.endLine()
    }
    for statement in examination.plan where showsStatements {
      write(statement, to: &json)
      json.endLine()
    }
    json.beginObject()
    writeSummary(to: &json)
    json.endObject()
    json.endLine()
    try context.output.write(&json)
  }

  private func writeDocument(_ context: CommandContext) throws(CommandError) {
    var json = JSONWriter()
    json.beginObject()
    writeSummary(to: &json)
    json.key("findings")
    json.beginArray()
    for finding in examination.findings { write(finding, as: "found", to: &json) }
    json.endArray()
    if backup != nil {
      json.key("repaired")
      json.beginArray()
      for finding in repaired { write(finding, as: "repaired", to: &json) }
      json.endArray()
    }
    json.key("plan")
    json.beginArray()
    for statement in examination.plan { write(statement, to: &json) }
    json.endArray()
    json.endObject()
    json.endLine()
    try context.output.write(&json)
  }

  private func writeSummary(to json: inout JSONWriter) {
    json.member("path", examination.path)
    json.member("format", examination.format.name)
    json.member("healthy", examination.isHealthy)
    json.member("rows", examination.rows)
    for severity in StoreFinding.Severity.allCases.reversed() {
      json.member(
        severity.rawValue + "s", examination.findings.count { $0.severity == severity })
    }
    json.member("statements", examination.plan.count)
    if let backup { json.member("backup", backup) }
  }

  private func write(_ finding: StoreFinding, as state: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("state", state)
    json.member("code", finding.code.rawValue)
    json.member("severity", finding.severity.rawValue)
    json.key("layer")
    if let layer = finding.layer { json.string(layer) } else { json.null() }
    json.member("count", finding.count)
    json.key("fids")
    json.beginArray()
    for fid in finding.fids { json.integer(fid) }
    json.endArray()
    json.member("planned", finding.isPlanned)
    json.member("message", finding.message)
    if let advice = finding.advice { json.member("advice", advice) }
    json.endObject()
  }

  private func write(_ statement: RepairStatement, to json: inout JSONWriter) {
    json.beginObject()
    json.member("state", "planned")
    json.member("code", statement.code.rawValue)
    json.key("layer")
    if let layer = statement.layer { json.string(layer) } else { json.null() }
    json.member("sql", statement.sql)
    json.endObject()
  }
}
