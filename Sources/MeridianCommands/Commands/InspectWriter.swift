internal import MeridianKernel
internal import MeridianStore
package import MeridianWorkspace

/// A feature as `inspect` tells it.
package struct InspectWriter {
  private let feature: Inspector

  /// Tells of a feature.
  package init(_ feature: Inspector) { self.feature = feature }

  // MARK: For people

  /// Writes facts, then the form as a table.
  package func writeTable(in context: CommandContext) throws(CommandError) {
    try context.output.write(TextTable.printable(feature.title) + "\n")
    let width = facts.map(\.name.count).max() ?? 0
    for fact in facts {
      let gap = String(repeating: " ", count: width - fact.name.count + 2)
      try context.output.write("\(fact.name)\(gap)\(TextTable.printable(fact.value))\n")
    }
    guard !feature.form.fields.isEmpty else { return }
    try context.output.write("\n")
    try context.write(table)
  }

  private var facts: [(name: String, value: String)] {
    let id =
      feature.row.fid.map { "feature \($0)" } ?? "row \(feature.row.row), without a stable id"
    var facts = [("layer", "\(feature.layer.name), \(id)")]
    if let geometry = feature.geometry {
      facts.append(("geometry", Self.text(geometry)))
      switch geometry.measure {
      case .length(let meters):
        facts.append(("length", NumberText.fixed(meters, decimals: 3) + " m"))
      case .area(let area): facts.append(("area", NumberText.fixed(area, decimals: 3) + " m²"))
      case nil: if let problem = geometry.measureProblem { facts.append(("measure", problem)) }
      }
      if !geometry.extent.isEmpty {
        facts.append(("extent", "\(Self.text(geometry.extent)) (\(geometry.crs.name))"))
      }
    }
    for name in feature.keyFields {
      guard let field = feature.form.fields.first(where: { $0.column.name == name }) else {
        continue
      }
      facts.append((field.column.title ?? name, Self.text(field.current, of: field.column.type)))
    }
    let isEditable = feature.editability == .editable
    facts.append(("editable", isEditable ? "yes" : "no: \(feature.editability.sentence)"))
    return facts
  }

  private static func text(_ geometry: GeometrySummary) -> String {
    switch geometry.status {
    case .null: return "null"
    case .malformed(let error): return "malformed: \(error)"
    case .empty: return "\(geometry.type ?? "geometry"), empty"
    case .valid, .nonFinite: break
    }
    let count = { (count: Int, noun: String, nouns: String) in
      "\(count) \(count == 1 ? noun : nouns)"
    }
    return (geometry.type ?? "geometry") + ", " + count(geometry.parts, "part", "parts") + ", "
      + count(geometry.vertices, "vertex", "vertices")
      + (geometry.isLinearized ? ", curves as segments" : "")
      + (geometry.status == .nonFinite ? ", with a coordinate that is no place" : "")
  }

  private static func text(_ extent: Envelope) -> String {
    let sides = [extent.minX, extent.minY, extent.maxX, extent.maxY]
    let decimals = sides.allSatisfy { abs($0) <= 360 } ? 7 : 3
    return sides.map { NumberText.fixed($0, decimals: decimals) }.joined(separator: ",")
  }

  /// NULL is a dash, so that it is not taken for an empty text.
  private static func text(_ value: StoredValue, of type: AttributeType) -> String {
    value.value == .null ? "–" : value.value.text(of: type)
  }

  private var table: TextTable {
    let fields = feature.form.fields
    let hasTitles = fields.contains { $0.column.title != nil }
    let hasPending = fields.contains { $0.pending != nil }
    var columns: [(title: String, alignment: TextTable.Alignment)] = [("field", .left)]
    if hasTitles { columns.append(("title", .left)) }
    columns += [("type", .left), ("value", .left)]
    if hasPending { columns.append(("saved value", .left)) }
    columns.append(("rules", .left))
    var table = TextTable(columns)
    for field in fields {
      let column = field.column
      var cells = [column.name]
      if hasTitles { cells.append(column.title ?? "") }
      let type = column.declaredType.isEmpty ? "any" : column.declaredType
      cells += [type, Self.text(field.current, of: column.type)]
      if hasPending {
        cells.append(field.pending == nil ? "" : Self.text(field.original, of: column.type))
      }
      let lock = column.lock.map { "not edited: \($0.rawValue)" }
      let rules = [lock].compactMap { $0 } + column.rules.map(\.summary)
      cells.append((field.flags.map { "[\($0)]" } + rules).joined(separator: "; "))
      table.append(cells)
    }
    return table
  }

  // MARK: For programs

  /// Writes one object; keys always come in this order.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("layer", feature.layer.name)
    json.key("fid")
    if let fid = feature.row.fid {
      json.integer(fid)
    } else {
      json.null()
      json.member("row", feature.row.row)
    }
    json.member("title", feature.title)
    json.member("editable", feature.editability == .editable)
    if feature.editability != .editable { json.member("reason", feature.editability.rawValue) }
    json.key("geometry")
    if let geometry = feature.geometry { write(geometry, to: &json) } else { json.null() }
    json.key("keyFields")
    json.beginArray()
    for name in feature.keyFields { json.string(name) }
    json.endArray()
    json.key("fields")
    json.beginArray()
    for field in feature.form.fields { write(field, to: &json) }
    json.endArray()
    json.endObject()
  }

  private func write(_ geometry: GeometrySummary, to json: inout JSONWriter) {
    json.beginObject()
    let status =
      switch geometry.status {
      case .valid: "valid"
      case .null: "null"
      case .empty: "empty"
      case .nonFinite: "nonFinite"
      case .malformed: "malformed"
      }
    json.member("status", status)
    if let type = geometry.type {
      json.member("type", type)
      json.member("parts", geometry.parts)
      json.member("vertices", geometry.vertices)
      if geometry.isLinearized { json.member("linearized", true) }
    }
    switch geometry.measure {
    case .length(let meters): json.member("lengthM", meters, decimals: 3)
    case .area(let area): json.member("areaM2", area, decimals: 3)
    case nil: break
    }
    if !geometry.extent.isEmpty {
      json.key("extent")
      json.beginArray()
      let extent = geometry.extent
      for side in [extent.minX, extent.minY, extent.maxX, extent.maxY] { json.number(side) }
      json.endArray()
      json.member("crs", geometry.crs.name)
    }
    json.endObject()
  }

  private func write(_ field: FormField, to json: inout JSONWriter) {
    let column = field.column
    json.beginObject()
    json.member("name", column.name)
    if let title = column.title { json.member("title", title) }
    if let description = column.description { json.member("description", description) }
    json.member("type", column.type.rawValue)
    json.member("declaredType", column.declaredType)
    json.key("value")
    json.value(field.current.value, of: column.type)
    if field.pending != nil {
      json.key("original")
      json.value(field.original.value, of: column.type)
    }
    json.member("editable", column.isEditable)
    if let lock = column.lock { json.member("lock", lock.rawValue) }
    if let value = column.defaultValue {
      json.key("default")
      json.value(value, of: column.type)
    }
    json.key("rules")
    json.beginArray()
    for rule in column.rules { write(rule, to: &json) }
    json.endArray()
    json.key("flags")
    json.beginArray()
    for flag in field.flags { json.string(flag) }
    json.endArray()
    json.endObject()
  }

  private func write(_ rule: FieldRule, to json: inout JSONWriter) {
    json.beginObject()
    json.member("rule", rule.code)
    json.member("constraint", rule.constraint)
    switch rule {
    case .length(let most): json.member("maximum", most)
    case .size(let range):
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    case .domain(_, .oneOf(let values)):
      json.key("values")
      json.beginArray()
      for value in values { json.string(value.value) }
      json.endArray()
    case .domain(_, .range(let lower, let upper)):
      if let lower { json.member(Self.key("minimum", lower), lower.value) }
      if let upper { json.member(Self.key("maximum", upper), upper.value) }
    case .domain(_, .glob(let pattern)): json.member("pattern", pattern)
    case .unique(let columns, _):
      json.key("columns")
      json.beginArray()
      for name in columns { json.string(name) }
      json.endArray()
    case .check(let check): json.member("condition", check.condition)
    case .reference(_, let table, _): json.member("table", table)
    case .notNull, .missingDomain: break
    }
    json.endObject()
  }

  private static func key(_ side: String, _ bound: ColumnConstraint.Bound) -> String {
    bound.isInclusive ? side : "exclusive" + side.prefix(1).uppercased() + side.dropFirst()
  }
}
