internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore

/// Writes the rows of an answer in one of the formats, as they come.
struct QueryWriter {
  private let context: CommandContext
  private let columns: [QueryColumn]
  private let format: OutputFormat
  private let decimals: Int
  private let omitsGeometry: Bool
  private var json = JSONWriter()
  private var csv = CSVWriter()
  private var table: TextTable?
  /// Rows written.
  private(set) var count = 0

  init(_ context: CommandContext, _ run: QueryRun) {
    self.context = context
    columns = run.columns
    format = context.format
    decimals = context.arguments[QueryOptions.precision] ?? 7
    omitsGeometry = run.request.query.omitsGeometry
  }

  mutating func begin() throws(CommandError) {
    switch format {
    case .json, .geojson: json.beginFeatureCollection()
    case .csv:
      csv.append(["fid"] + columns.map(\.name) + (omitsGeometry ? [] : ["geometry"]))
    case .table:
      table = TextTable(
        [("fid", .right)]
          + columns.map { column in
            let isNumber = column.type == .integer || column.type == .real
            return (column.name, isNumber ? .right : .left)
          })
    case .ndjson, .geojsonseq, .wkt, .svg: break
    }
  }

  mutating func write(_ row: QueryRow) throws(CommandError) {
    count += 1
    switch format {
    case .ndjson:
      json.feature(row, columns, decimals, omitsGeometry)
      json.endLine()
      try context.output.write(&json)
    case .geojsonseq:
      try context.output.write("\u{1E}")
      json.feature(row, columns, decimals, omitsGeometry)
      json.endLine()
      try context.output.write(&json)
    case .json, .geojson:
      json.feature(row, columns, decimals, omitsGeometry)
      try flushBlock()
    case .csv:
      csv.append(
        [row.fid.map(String.init) ?? ""]
          + zip(row.values, columns).map { value, column in
            column.name == "distanceM" ? value.rounded(3) : value.text(of: column.type)
          }
          + (omitsGeometry ? [] : [wellKnownText(row)]))
      try context.output.write(csv.text)
      csv.removeAll()
    case .table:
      table?.append(
        [row.fid.map(String.init) ?? "–"]
          + zip(row.values, columns).map { value, column in
            column.name == "distanceM" ? value.rounded(2) : value.text(of: column.type)
          })
    case .wkt: try context.output.write(wellKnownText(row) + "\n")
    case .svg: break
    }
  }

  mutating func end() throws(CommandError) {
    switch format {
    case .json, .geojson:
      json.endFeatureCollection()
      json.endLine()
      try context.output.write(&json)
    case .csv: try context.output.write(csv.text)
    case .table: if let table { try context.write(table) }
    case .ndjson, .geojsonseq, .wkt, .svg: break
    }
  }

  /// A collection is one document, but need not wait in memory until it ends.
  private mutating func flushBlock() throws(CommandError) {
    guard json.bytes.count >= 1 << 16 else { return }
    try context.output.write(&json)
  }

  private func wellKnownText(_ row: QueryRow) -> String {
    guard row.hasGeometry else { return "" }
    var bytes: [UInt8] = []
    row.geometry.appendTrimmedWKT(decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension GeometryBuffer {
  /// The geometry as well-known text with coordinates rounded to at most so many decimals.
  fileprivate func appendTrimmedWKT(decimals: Int, to bytes: inout [UInt8]) {
    var rounded = self
    let factor = NumberText.power(ofTen: decimals)
    rounded.mapCoordinates { places in
      for index in places.indices {
        // A whole number of units divided is the double nearest to the decimal text.
        let (x, y) = (places[index].x * factor, places[index].y * factor)
        guard max(x.magnitude, y.magnitude) < 0x1p52 else { continue }
        places[index] = Coordinate(x.rounded() / factor, y.rounded() / factor)
      }
    }
    WKTWriter.append(rounded, to: &bytes)
  }
}

extension JSONWriter {
  /// A row as a GeoJSON feature: `id` is the feature id, properties in column order.
  mutating func feature(
    _ row: QueryRow, _ columns: [QueryColumn], _ decimals: Int, _ omitsGeometry: Bool
  ) {
    beginFeature(id: row.fid)
    if omitsGeometry || !row.hasGeometry {
      null()
    } else {
      geometry(row.geometry, decimals: decimals)
    }
    key("properties")
    beginObject()
    for (column, value) in zip(columns, row.values) {
      key(column.name)
      if case .real(let distance) = value, column.name == "distanceM" {
        number(distance, decimals: 3)
      } else {
        self.value(value, of: column.type)
      }
    }
    endObject()
    endObject()
  }
}

extension AttributeValue {
  /// The value as text in a table or a list of values; empty for NULL.
  func text(of type: AttributeType) -> String {
    switch self {
    case .null: ""
    case .integer(let number) where type == .boolean && (number == 0 || number == 1):
      number == 1 ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): NumberText.plain(number)
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// A number with so many decimals; empty for what is none.
  fileprivate func rounded(_ decimals: Int) -> String {
    if case .real(let number) = self { NumberText.fixed(number, decimals: decimals) } else { "" }
  }
}
