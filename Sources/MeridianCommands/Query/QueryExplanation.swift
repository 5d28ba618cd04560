internal import MeridianQuery
internal import MeridianStore

/// What `--explain` answers: the plan of a query with the rows left after each step.
struct QueryExplanation {
  private let run: QueryRun
  private let found: Int

  /// Runs the query to its end.
  init(_ run: QueryRun) throws(CommandError) {
    self.run = run
    found = try run.count()
  }

  /// Writes the plan and gives back how many features match.
  func write(in context: CommandContext) throws(CommandError) -> Int {
    var steps = run.query.plan.steps
    if let right = run.right {
      steps.append(
        QueryPlan.Step(
          by: "index", what: "pairs with \(right.layer.name), held in memory", rows: found))
    }
    if context.format == .table {
      var table = TextTable([("step", .right), ("by", .left), ("what", .left), ("rows", .right)])
      for (number, step) in steps.enumerated() {
        table.append(["\(number + 1)", step.by, step.what, "\(step.rows)"])
      }
      try context.write(table)
      try context.output.write("\(found) found\n")
      return found
    }
    var json = JSONWriter()
    json.beginObject()
    json.key("plan")
    json.beginArray()
    for step in steps {
      json.beginObject()
      json.member("by", step.by)
      json.member("what", step.what)
      json.member("rows", step.rows)
      json.endObject()
    }
    json.endArray()
    json.member("count", found)
    json.endObject()
    json.endLine()
    try context.output.write(&json)
    return found
  }
}

extension QueryGroups {
  /// Writes one record a value: the value, how often it stands there, and the sums.
  func write(in context: CommandContext) throws(CommandError) {
    let sumNames = sums.map { "sum(\($0))" }
    switch context.format {
    case .table:
      var table = TextTable(
        [(column.name, .left), ("count", .right)] + sumNames.map { ($0, .right) })
      for group in groups {
        table.append(
          [group.value.text(of: column.type), "\(group.count)"] + group.sums.map(NumberText.plain))
      }
      try context.write(table)
    case .csv:
      var csv = CSVWriter()
      csv.append([column.name, "count"] + sumNames)
      for group in groups {
        csv.append(
          [group.value.text(of: column.type), "\(group.count)"] + group.sums.map(NumberText.plain))
      }
      try context.output.write(csv.text)
    case .ndjson, .json:
      var json = JSONWriter()
      if context.format == .json { json.beginArray() }
      for group in groups {
        json.member(of: group, column, sumNames)
        if context.format == .ndjson { json.endLine() }
      }
      if context.format == .json {
        json.endArray()
        json.endLine()
      }
      try context.output.write(&json)
    case .geojson, .geojsonseq, .wkt, .svg:
      throw CommandError(
        UsageError.combination(
          "`--by` counts and has no geometries; choose --format table, ndjson, json or csv."))
    }
  }
}

extension JSONWriter {
  /// A group as an object.
  mutating func member(of group: QueryGroups.Group, _ column: QueryColumn, _ sums: [String]) {
    beginObject()
    key(column.name)
    value(group.value, of: column.type)
    member("count", group.count)
    for (name, sum) in zip(sums, group.sums) {
      key(name)
      number(sum)
    }
    endObject()
  }
}
