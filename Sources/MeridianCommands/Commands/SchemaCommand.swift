internal import MeridianStore
internal import MeridianWorkspace

/// `schema`: a layer's attributes as JSON Schema, with what their values are limited to.
package enum SchemaCommand {
  private static let layer = Operand("LAYER", .layer, "A layer of the store.")

  /// The command.
  package static let command = Command(
    words: ["schema"], summary: "JSON Schema of a layer's attributes with their constraints",
    examples: [
      Example("schema Data/samples/soho.gpkg pumps", "which properties a pump has, and their types")
    ],
    operands: [CommonOperands.store, layer], options: [DocumentOptions.source],
    formats: [.ndjson, .json],
    notes: [
      """
      JSON Schema 2020-12 in the words of OGC API – Features, Parts 3 and 5: properties in column \
      order, the id and the geometry by x-ogc-role, dates by format, lengths from TEXT(n). Titles, \
      descriptions, enumerations, ranges and patterns come from a GeoPackage's schema extension; \
      a GLOB pattern is written as the regular expression that the same texts fit. A column that \
      refuses NULL is required; others may be null.
      """
    ]
  ) { context throws(CommandError) in
    let name = try context.arguments.required(layer)
    return try context.withDocument(about: [name]) { document throws(CommandError) in
      let store = document.store
      var json = JSONWriter()
      do throws(StoreError) {
        let schema = try store.layer(named: name)
        AttributeSchema(layer: schema, columns: try store.columnDetails(of: schema))
          .write(to: &json)
      } catch {
        throw CommandError(error)
      }
      json.endLine()
      try context.output.write(&json)
      return .done
    }
  }
}

/// A layer's attributes as one object of JSON Schema.
struct AttributeSchema {
  let layer: LayerSchema
  let columns: [ColumnDetail]

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.member("type", "object")
    json.member("title", layer.title)
    json.key("properties")
    json.beginObject()
    for column in columns {
      json.key(column.column.name)
      json.beginObject()
      write(column, to: &json)
      json.endObject()
    }
    json.endObject()
    let required = columns.filter(isRequired).map(\.column.name)
    if !required.isEmpty {
      json.key("required")
      json.beginArray()
      for name in required { json.string(name) }
      json.endArray()
    }
    json.member("additionalProperties", false)
    json.endObject()
  }

  private func isKey(_ detail: ColumnDetail) -> Bool { detail.column.name == layer.key.column }

  private func isRequired(_ detail: ColumnDetail) -> Bool {
    detail.column.isNotNull || isKey(detail)
  }

  private func write(_ detail: ColumnDetail, to json: inout JSONWriter) {
    if let title = detail.title { json.member("title", title) }
    if let description = detail.description { json.member("description", description) }
    if detail.isGeometry {
      json.member("x-ogc-role", "primary-geometry")
      json.member("format", Self.geometryFormat(layer.geometryTypeName))
      return
    }
    if isKey(detail) { json.member("x-ogc-role", "id") }
    writeType(detail, to: &json)
    if let constraint = detail.constraint { write(constraint, of: detail, to: &json) }
    if let value = detail.defaultValue { write(value, of: detail.column.type, to: &json) }
  }

  private func writeType(_ detail: ColumnDetail, to json: inout JSONWriter) {
    let type = detail.column.type
    // A second geometry is told by its format alone.
    if type == .geometry {
      return json.member("format", Self.geometryFormat(detail.column.declaredType.uppercased()))
    }
    let name =
      switch type {
      case .boolean: "boolean"
      case .integer: "integer"
      case .real: "number"
      case .text, .blob, .date, .dateTime, .geometry: "string"
      }
    json.key("type")
    if isRequired(detail) {
      json.string(name)
    } else {
      json.beginArray()
      json.string(name)
      json.string("null")
      json.endArray()
    }
    switch type {
    case .date: json.member("format", "date")
    case .dateTime: json.member("format", "date-time")
    case .text:
      if let most = Self.length(detail.column.declaredType) { json.member("maxLength", most) }
    case .blob:
      json.member("contentEncoding", "base64")
      if let media = detail.mediaType { json.member("contentMediaType", media) }
    case .boolean, .integer, .real, .geometry: break
    }
  }

  private func write(
    _ constraint: ColumnConstraint, of detail: ColumnDetail, to json: inout JSONWriter
  ) {
    switch constraint {
    case .oneOf(let values):
      json.key("enum")
      json.beginArray()
      for value in values { Self.element(value.value, of: detail.column.type, to: &json) }
      if !isRequired(detail) { json.null() }
      json.endArray()
      guard values.contains(where: { $0.description != nil }) else { return }
      // The word that OGC API – Features, Part 5 has for codes with a meaning.
      json.key("x-ogc-codelist")
      json.beginObject()
      for value in values { json.member(value.value, value.description ?? value.value) }
      json.endObject()
    case .range(let lower, let upper):
      if let lower {
        json.member(lower.isInclusive ? "minimum" : "exclusiveMinimum", lower.value)
      }
      if let upper {
        json.member(upper.isInclusive ? "maximum" : "exclusiveMaximum", upper.value)
      }
    case .glob(let pattern):
      json.member("pattern", GlobPattern.regularExpression(pattern))
    }
  }

  /// An allowed value, written as the column's type writes it.
  private static func element(_ text: String, of type: AttributeType, to json: inout JSONWriter) {
    switch type {
    case .integer, .real:
      if let number = Int64(text) {
        json.integer(number)
      } else if let number = Double(text), number.isFinite {
        json.number(number)
      } else {
        json.string(text)
      }
    case .boolean where text == "0" || text == "1": json.boolean(text == "1")
    default: json.string(text)
    }
  }

  private func write(_ value: AttributeValue, of type: AttributeType, to json: inout JSONWriter) {
    switch value {
    case .integer(let number) where type == .boolean && (0...1).contains(number):
      json.member("default", number == 1)
    case .integer(let number): json.member("default", number)
    case .real(let number): json.member("default", number)
    case .text(let text): json.member("default", text)
    case .null, .blob: break
    }
  }

  /// The number of `TEXT(n)` or `VARCHAR(n)`.
  static func length(_ declared: String) -> Int64? {
    guard let open = declared.firstIndex(of: "("), let close = declared.lastIndex(of: ")"),
      open < close
    else { return nil }
    let digits = declared[declared.index(after: open)..<close].filter { $0 != " " }
    guard let length = Int64(digits), length >= 0 else { return nil }
    return length
  }

  /// The format of a geometry (OGC API – Features, Part 5, table 2); curves are linearized.
  static func geometryFormat(_ type: String?) -> String {
    switch type {
    case "POINT": "geometry-point"
    case "LINESTRING", "CURVE", "CIRCULARSTRING", "COMPOUNDCURVE": "geometry-linestring"
    case "POLYGON", "SURFACE", "CURVEPOLYGON", "TRIANGLE": "geometry-polygon"
    case "MULTIPOINT": "geometry-multipoint"
    case "MULTILINESTRING", "MULTICURVE": "geometry-multilinestring"
    case "MULTIPOLYGON", "MULTISURFACE", "POLYHEDRALSURFACE", "TIN": "geometry-multipolygon"
    case "GEOMETRYCOLLECTION", "GEOMCOLLECTION": "geometry-geometrycollection"
    default: "geometry-any"
    }
  }
}
