internal import MeridianKernel
internal import MeridianStore

/// Writes features as GeoJSON (RFC 7946) or as a GeoJSON text sequence (RFC 8142).
///
/// Longitude and latitude on WGS 84, cut at 180°, shells counterclockwise, holes clockwise; a
/// feature's id is its fid.
final class GeoJSONSink: FeatureSink {
  private let output: OutputStream
  private let isSequence: Bool
  private let decimals: Int
  private var json = JSONWriter()
  private var columns: [AttributeColumn] = []
  private var placer: LonLatPlacer?
  private var hasBlobs = false
  private var cut = GeometryBuffer()

  /// Writes to a stream; coordinates get at most so many decimals.
  init(_ output: OutputStream, isSequence: Bool, decimals: Int) {
    self.output = output
    self.isSequence = isSequence
    self.decimals = decimals
  }

  var notices: [String] {
    let lost = placer?.lost ?? 0
    return (hasBlobs ? ["Bytes are written as text in base 64"] : [])
      + (lost > 0 ? ["\(lost) geometries have no place in longitude and latitude: null"] : [])
  }

  func begin(_ schema: FeatureSchema) throws(CommandError) {
    columns = schema.columns
    if schema.geometryType != nil { placer = try LonLatPlacer(for: schema) }
    guard !isSequence else { return }
    json.beginFeatureCollection()
  }

  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError) {
    if isSequence { try output.write("\u{1E}") } else { json.beginLine() }
    json.beginFeature(id: row.fid)
    if hasGeometry, let placer {
      placer.place(geometry) { places, isPlace in
        guard isPlace else { return json.null() }
        AntimeridianCut.cut(places, into: &cut)
        json.geometry(cut, decimals: decimals)
      }
    } else {
      json.null()
    }
    json.key("properties")
    json.beginObject()
    for (column, value) in zip(columns, values) {
      json.key(column.name)
      if case .blob = value { hasBlobs = true }
      json.value(value, of: column.type)
    }
    json.endObject()
    json.endObject()
    if isSequence { json.endLine() }
    try output.write(&json)
  }

  func end() throws(CommandError) {
    guard !isSequence else { return }
    json.endFeatureCollection()
    json.endLine()
    try output.write(&json)
  }
}
