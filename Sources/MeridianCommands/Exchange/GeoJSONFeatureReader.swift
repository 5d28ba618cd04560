internal import MeridianKernel

/// Reads GeoJSON features (RFC 7946, section 3.2) into rows, finding columns as it meets them.
struct GeoJSONFeatureReader {
  private(set) var geometry = GeoJSONGeometryReader()
  /// The columns met so far, in the order of their first appearance.
  private(set) var names: [String] = []
  private var keys: [[UInt8]] = []
  private var places: [String: Int] = [:]
  /// The columns whose numbers are wanted as they are written.
  var asText: [Bool] = []

  /// Reads the feature, or the bare geometry, that a document is.
  mutating func read(_ value: JSONValue, into row: inout FeatureRow) throws(FeatureProblem) {
    row.clear()
    guard value.kind == .object else { throw FeatureProblem("it is not an object") }
    var (type, shape, properties): (JSONValue?, JSONValue?, JSONValue?)
    let object = value.node
    var at = value.index + 1
    while at < object.extent {
      let key = value.document.node(at, value.generation)
      let member = value.value(at: at + 1)
      if key.isText("type") {
        type = member
      } else if key.isText("geometry") {
        shape = member
      } else if key.isText("properties") {
        properties = member
      } else if key.isText("id") {
        row.identity = Self.identity(member)
      }
      at = Self.past(member)
    }
    guard let type, type.node.kind == .string else { throw FeatureProblem("it has no type") }
    guard type.node.isText("Feature") else {
      return try bare(value, type: type.string ?? "", into: &row)
    }
    if let shape, !shape.isNull {
      try geometry.read(shape, into: &row.geometry)
      row.hasGeometry = true
    }
    if let properties, !properties.isNull { try fields(properties, into: &row) }
  }

  /// A geometry that stands for a feature without properties.
  private mutating func bare(
    _ value: JSONValue, type: String, into row: inout FeatureRow
  ) throws(FeatureProblem) {
    guard GeoJSONGeometryReader.types[type] != nil else {
      throw FeatureProblem("it is of the type \(ValueProblem.quoted(type)), not a feature")
    }
    row.identity = .none
    try geometry.read(value, into: &row.geometry)
    row.hasGeometry = true
  }

  private static func identity(_ value: JSONValue) -> FeatureRow.Identity {
    switch value.kind {
    case .null: .none
    case .number: value.int64.map { .integer($0) } ?? .other(number(value))
    case .string: .other(.text(value.string ?? ""))
    default: .other(.verbatim(String(decoding: value.raw, as: UTF8.self)))
    }
  }

  // MARK: Properties

  private mutating func fields(
    _ object: JSONValue, into row: inout FeatureRow
  ) throws(FeatureProblem) {
    let node = object.node
    guard node.kind == .object else { throw FeatureProblem("its properties are not an object") }
    var next = 0
    var at = object.index + 1
    while at < node.extent {
      let place = column(object.document.node(at, object.generation), expected: next)
      let value = object.value(at: at + 1)
      row.fields.append((place, field(value, asText: place < asText.count && asText[place])))
      next = place + 1
      at = Self.past(value)
    }
  }

  /// The number of a key's column; most features have the same keys in the same order.
  private mutating func column(_ key: JSONNode, expected: Int) -> Int {
    if expected < keys.count,
      unsafe keys[expected].withUnsafeBufferPointer({ name in unsafe key.isText(name) })
    {
      return expected
    }
    let name = key.string ?? ""
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    keys.append(Array(name.utf8))
    return names.count - 1
  }

  private func field(_ value: JSONValue, asText: Bool) -> FieldValue {
    let node = value.node
    switch node.kind {
    case .null: return .null
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .string: return .text(node.string ?? "")
    case .array, .object: return .verbatim(String(decoding: value.raw, as: UTF8.self))
    case .int64, .uint64, .double:
      return asText ? .text(String(decoding: value.raw, as: UTF8.self)) : Self.number(value)
    }
  }

  /// A number by its kind; `2.0` is not written as a whole one.
  private static func number(_ value: JSONValue) -> FieldValue {
    if let whole = value.int64 { return .integer(whole) }
    if value.uint64 != nil { return .verbatim(String(decoding: value.raw, as: UTF8.self)) }
    return .real(value.double ?? 0)
  }

  /// The index behind a value and everything in it.
  private static func past(_ value: JSONValue) -> Int {
    let node = value.node
    return node.isContainer ? node.extent : value.index + 1
  }
}
