import MeridianKernel
import MeridianStore

/// A layer as its store declares it, and what reading all of it found.
struct LayerReport {
  /// The layer's declaration.
  let schema: LayerSchema
  /// What was found, or why the layer cannot be read.
  let health: Result<LayerHealth, CommandError>

  /// Reads the whole layer; one that cannot be read is reported, not thrown.
  init(_ schema: LayerSchema, in store: any FeatureStore) throws(CommandError) {
    self.schema = schema
    do throws(StoreError) {
      health = .success(try store.health(of: schema))
    } catch {
      let failure = CommandError(error)
      guard failure.exitCode == .broken else { throw failure }
      health = .failure(failure)
    }
  }

  // MARK: For people

  /// The geometry's type as declared.
  var geometryText: String {
    schema.geometryTypeName.map { Self.typeNames[$0] ?? $0 } ?? "–"
  }

  private static let typeNames = [
    "GEOMETRY": "Geometry", "POINT": "Point", "LINESTRING": "LineString", "POLYGON": "Polygon",
    "MULTIPOINT": "MultiPoint", "MULTILINESTRING": "MultiLineString",
    "MULTIPOLYGON": "MultiPolygon", "GEOMETRYCOLLECTION": "GeometryCollection",
  ]

  /// The reference system, if there are coordinates.
  var crsText: String { schema.geometryColumn == nil ? "–" : schema.crs.name }

  /// All rows, counted.
  var rowsText: String {
    switch health {
    case .success(let health): "\(health.rows)"
    case .failure: "?"
    }
  }

  /// The extent as found, west, south, east, north in the layer's own system.
  var extentText: String {
    guard case .success(let health) = health, !health.extent.isEmpty else { return "–" }
    let sides = [health.extent.minX, health.extent.minY, health.extent.maxX, health.extent.maxY]
    let decimals = sides.allSatisfy { abs($0) <= 360 } ? 5 : 1
    return sides.map { NumberText.fixed($0, decimals: decimals) }.joined(separator: ",")
  }

  /// The spatial index in a few words.
  var indexText: String {
    guard case .success(let health) = health, schema.geometryColumn != nil else { return "–" }
    return switch health.index {
    case .none: "none"
    case .healthy: "healthy"
    case .stale(let missing, let extra): "stale: \(missing) missing, \(extra) extra"
    case .unreadable: "unreadable"
    }
  }

  /// What is odd about the rows, or `good`.
  var healthText: String {
    switch health {
    case .failure: return "cannot be read"
    case .success(let health):
      var odd: [String] = []
      if let declared = schema.declaredCount, declared != health.rows {
        odd.append("declares \(declared) rows")
      }
      // Without a geometry column every geometry is NULL.
      if schema.geometryColumn != nil && health.null > 0 { odd.append("\(health.null) null") }
      if health.empty > 0 { odd.append("\(health.empty) empty") }
      if health.nonFinite > 0 { odd.append("\(health.nonFinite) not finite") }
      if health.malformed > 0 { odd.append("\(health.malformed) malformed") }
      if health.linearized > 0 { odd.append("\(health.linearized) with curves") }
      if health.nonStandardDates > 0 { odd.append("\(health.nonStandardDates) odd dates") }
      if schema.key.column == nil { odd.append("no stable id") }
      return odd.isEmpty ? "good" : odd.joined(separator: ", ")
    }
  }

  // MARK: For programs

  /// Members of the layer's object.
  func write(to json: inout JSONWriter) {
    json.member("layer", schema.name)
    json.member("title", schema.title)
    if schema.tableName != schema.name { json.member("table", schema.tableName) }
    json.member("view", schema.isView)
    optional("geometryColumn", schema.geometryColumn, &json)
    optional("geometryType", schema.geometryTypeName, &json)
    json.member("crs", schema.crs.name)
    json.member("srsId", schema.srsID)
    optional("key", schema.key.column, &json)
    if let count = schema.declaredCount { json.member("declaredRows", count) }
    if let extent = schema.declaredExtent { Self.extent("declaredExtent", extent, &json) }
    switch health {
    case .success(let health): write(health, to: &json)
    case .failure(let error): json.member(error: error)
    }
    json.key("columns")
    json.beginArray()
    for column in schema.columns {
      json.beginObject()
      json.member("name", column.name)
      json.member("type", column.type.rawValue)
      json.member("declaredType", column.declaredType)
      json.member("notNull", column.isNotNull)
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ health: LayerHealth, to json: inout JSONWriter) {
    json.member("rows", health.rows)
    Self.extent("extent", health.extent, &json)
    writeIndex(to: &json)
    json.key("health")
    json.beginObject()
    json.member("null", health.null)
    json.member("empty", health.empty)
    json.member("nonFinite", health.nonFinite)
    json.member("malformed", health.malformed)
    if let first = health.firstMalformed {
      json.key("firstMalformed")
      json.beginObject()
      json.key("fid")
      if let fid = first.row.fid { json.integer(fid) } else { json.null() }
      json.member("row", first.row.row)
      json.member("why", first.error.description)
      json.endObject()
    }
    json.member("linearized", health.linearized)
    json.member("nonStandardDates", health.nonStandardDates)
    json.endObject()
  }

  /// The member `"index"`: the store's own spatial index against the rows.
  func writeIndex(to json: inout JSONWriter) {
    guard case .success(let health) = health else { return }
    json.key("index")
    json.beginObject()
    switch health.index {
    case .none: json.member("state", "none")
    case .healthy(let entries):
      json.member("state", "healthy")
      json.member("entries", entries)
    case .stale(let missing, let extra):
      json.member("state", "stale")
      json.member("missing", missing)
      json.member("extra", extra)
    case .unreadable(let reason):
      json.member("state", "unreadable")
      json.member("why", reason)
    }
    json.endObject()
  }

  private func optional(_ name: String, _ value: String?, _ json: inout JSONWriter) {
    json.key(name)
    if let value { json.string(value) } else { json.null() }
  }

  private static func extent(_ name: String, _ extent: Envelope, _ json: inout JSONWriter) {
    json.key(name)
    guard !extent.isEmpty else { return json.null() }
    json.beginArray()
    for side in [extent.minX, extent.minY, extent.maxX, extent.maxY] { json.number(side) }
    json.endArray()
  }
}
