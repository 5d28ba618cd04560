internal import MeridianKernel
internal import MeridianStore

/// Writes features as comma-separated values (RFC 4180): longitude and latitude of points, else
/// well-known text, in front of the attributes.
final class CSVSink: FeatureSink {
  private let output: OutputStream
  private let decimals: Int
  private var csv = CSVWriter()
  private var columns: [AttributeColumn] = []
  private var placer: LonLatPlacer?
  private var isPoint = false
  private var hasBlobs = false
  private var fields: [String] = []

  /// Writes to a stream; coordinates get at most so many decimals.
  init(_ output: OutputStream, decimals: Int) {
    self.output = output
    self.decimals = decimals
  }

  var notices: [String] {
    let lost = placer?.lost ?? 0
    return (hasBlobs ? ["Bytes are written as text in base 64"] : [])
      + (lost > 0 ? ["\(lost) geometries have no place in longitude and latitude: left empty"] : [])
  }

  func begin(_ schema: FeatureSchema) throws(CommandError) {
    columns = schema.columns
    isPoint = schema.geometryType == "POINT"
    if schema.geometryType != nil { placer = try LonLatPlacer(for: schema) }
    let place = placer == nil ? [] : isPoint ? ["lon", "lat"] : ["wkt"]
    csv.append(place + columns.map(\.name))
  }

  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError) {
    fields.removeAll(keepingCapacity: true)
    if let placer {
      let texts: [String] =
        hasGeometry
        ? placer.place(geometry) { places, isPlace in isPlace ? place(places) : [] } : []
      fields += texts.isEmpty ? Array(repeating: "", count: isPoint ? 2 : 1) : texts
    }
    for (column, value) in zip(columns, values) {
      if case .blob = value { hasBlobs = true }
      fields.append(Self.text(value, column.type))
    }
    csv.append(fields)
    if csv.text.utf8.count > 1 << 15 { try flush() }
  }

  private func place(_ geometry: borrowing GeometryBuffer) -> [String] {
    var rounded = copy geometry
    rounded.round(decimals: decimals)
    guard isPoint else { return [WKTWriter.text(rounded)] }
    guard let place = rounded.coordinates.first else { return [] }
    return [NumberText.plain(place.x), NumberText.plain(place.y)]
  }

  func end() throws(CommandError) { try flush() }

  private func flush() throws(CommandError) {
    try output.write(csv.text)
    csv.removeAll()
  }

  private static func text(_ value: AttributeValue, _ type: AttributeType) -> String {
    switch value {
    case .null: ""
    case .integer(let number):
      type == .boolean && (0...1).contains(number) ? (number == 1 ? "true" : "false") : "\(number)"
    case .real(let number): type == .real ? real(number) : NumberText.plain(number)
    case .text(let text): text
    case .blob(let bytes): Base64.text(bytes)
    }
  }

  /// A number that is read back as one that need not be whole.
  private static func real(_ number: Double) -> String {
    let text = NumberText.plain(number)
    return text.utf8.allSatisfy { Numeral.isDigit($0) || $0 == UInt8(ascii: "-") }
      ? text + ".0" : text
  }
}

/// Writes geometries as well-known text, one a line, in longitude and latitude; a line is empty
/// where a feature has none.
final class WKTSink: FeatureSink {
  private let output: OutputStream
  private let decimals: Int
  private var placer: LonLatPlacer?

  /// Writes to a stream; coordinates get at most so many decimals.
  init(_ output: OutputStream, decimals: Int) {
    self.output = output
    self.decimals = decimals
  }

  var notices: [String] {
    let lost = placer?.lost ?? 0
    return lost > 0
      ? ["\(lost) geometries have no place in longitude and latitude: left empty"] : []
  }

  func begin(_ schema: FeatureSchema) throws(CommandError) {
    if schema.geometryType != nil { placer = try LonLatPlacer(for: schema) }
  }

  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError) {
    var text = ""
    if hasGeometry, let placer {
      placer.place(geometry) { places, isPlace in
        guard isPlace else { return }
        var rounded = copy places
        rounded.round(decimals: decimals)
        text = WKTWriter.text(rounded)
      }
    }
    try output.write(text + "\n")
  }

  func end() throws(CommandError) {}
}
