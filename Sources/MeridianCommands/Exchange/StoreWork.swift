internal import MeridianKernel
internal import MeridianStore

/// A layer of another store that is copied as it is: blobs byte for byte where the other store is
/// a GeoPackage too.
struct StoreWork: ImportWork {
  private let store: any FeatureStore
  private let schema: LayerSchema
  private let crs: LayerCRS
  let name: String
  private(set) var rows = 0
  private(set) var problems: ProblemList
  private(set) var notices: [String] = []

  /// All layers of a store, one that is asked for by another name if it is the only one.
  static func layers(
    of path: String, shown: String, _ wishes: LayerSurvey.Wishes, cacheFolder: String
  ) throws(CommandError) -> [StoreWork] {
    do throws(StoreError) {
      let store = try openStore(at: path, cacheFolder: cacheFolder)
      let layers = store.layers
      guard !layers.isEmpty else { throw .unsupported(path: shown, reason: "it has no layers") }
      guard wishes.name == nil || layers.count == 1 else {
        let names = layers.map(\.name).joined(separator: ", ")
        throw .unsupported(
          path: shown, reason: "`-l` renames one layer, but it has \(names); leave `-l` out")
      }
      return layers.map { StoreWork($0, store, name: wishes.name ?? $0.name, shown, wishes) }
    } catch {
      throw CommandError(error)
    }
  }

  /// A layer as it is, under its own name.
  init(copying schema: LayerSchema, of store: any FeatureStore) {
    self.init(schema, store, name: schema.name, store.path, LayerSurvey.Wishes())
  }

  private init(
    _ schema: LayerSchema, _ store: any FeatureStore, name: String, _ shown: String,
    _ wishes: LayerSurvey.Wishes
  ) {
    self.schema = schema
    self.store = store
    self.name = name
    problems = ProblemList(file: shown)
    crs = wishes.crs ?? LayerCRS(schema)
  }

  private var isGeoPackage: Bool {
    if case .geoPackage = store.format { true } else { false }
  }

  /// The attribute columns; the key is the table's own.
  private var attributes: [AttributeColumn] {
    schema.columns.filter { column in
      if case .primaryKey(let key) = schema.key { column.name != key } else { true }
    }
  }

  var columns: [(name: String, type: String)] {
    attributes.map { ($0.name, Self.declaredType($0, isGeoPackage)) }
  }

  var geometryType: String? { schema.geometryTypeName }
  var crsName: String { crs.id <= 0 ? schema.crs.name : "\(crs.organization):\(crs.code)" }

  /// The type as it is declared, or its like among those of GeoPackage (table 1).
  private static func declaredType(_ column: AttributeColumn, _ isGeoPackage: Bool) -> String {
    if isGeoPackage { return column.declaredType }
    switch column.type {
    case .boolean: return "BOOLEAN"
    case .integer: return "INTEGER"
    case .real: return "REAL"
    case .text: return "TEXT"
    case .date: return "DATE"
    case .dateTime: return "DATETIME"
    case .blob, .geometry: return "BLOB"
    }
  }

  private var definition: GeoPackageWriter.Definition {
    var definition = GeoPackageWriter.Definition(name: name, geometryType: geometryType)
    definition.srsID = Int32(clamping: crs.id)
    definition.columns = columns.map { AttributeColumn(name: $0.name, declaredType: $0.type) }
    var taken = Set(columns.map { $0.name.lowercased() })
    if case .primaryKey(let key) = schema.key {
      definition.keyColumn = key
    } else {
      while taken.contains(definition.keyColumn) { definition.keyColumn += "_" }
    }
    taken.insert(definition.keyColumn.lowercased())
    definition.geometryColumn = schema.geometryColumn ?? definition.geometryColumn
    while taken.contains(definition.geometryColumn.lowercased()) {
      definition.geometryColumn += "_"
    }
    return definition
  }

  func close() throws(CommandError) {
    do throws(StoreError) { try store.close() } catch { throw CommandError(error) }
  }

  mutating func survey(_ context: CommandContext, _ line: ProgressLine?) throws(CommandError) {
    notices = store.notices.filter { $0.layer == schema.name }.map(\.message)
    var (rows, problems, failure) = (0, problems, CommandError?.none)
    do throws(StoreError) {
      try forEachStoredRow(of: schema, in: store, columns: []) { row, _ in
        if case .malformed(let error) = row.status {
          problems.add(
            at: "feature \(row.id.fid ?? row.id.row) of \(schema.name)", error.description)
        } else {
          rows += 1
        }
        if rows & 1023 == 0 {
          if context.invocation.isInterrupted() { failure = .interrupted }
          line?.update(
            "Reading \(schema.name)", done: rows, of: nil, noun: "rows")
        }
        return failure == nil
      }
    } catch {
      throw CommandError(error)
    }
    if let failure { throw failure }
    self.rows = rows
    self.problems = problems
  }

  func write(
    _ writer: GeoPackageWriter, _ context: CommandContext, _ line: ProgressLine?
  ) throws(CommandError) {
    var failure: CommandError?
    var count = 0
    var extra = (z: false, m: false)
    do throws(StoreError) {
      if crs.id > 0, let system = crs.definition.isEmpty ? nil : crs {
        try writer.addSpatialReference(
          id: system.id, name: system.name, organization: system.organization, code: system.code,
          definition: system.definition)
      }
      let layer = try writer.addLayer(definition)
      let names = attributes.map(\.name)
      try forEachStoredRow(of: schema, in: store, columns: names) { row, geometry in
        if case .malformed = row.status { return true }
        do throws(StoreError) {
          try copy(row, geometry, to: layer, of: writer, &extra)
        } catch {
          failure = CommandError(error)
        }
        count += 1
        if count & 1023 == 0 {
          if context.invocation.isInterrupted() { failure = .interrupted }
          line?.update("Importing \(name)", done: count, of: rows, noun: "rows")
        }
        return failure == nil
      }
      writer.allow(z: extra.z, m: extra.m, in: layer)
    } catch {
      throw CommandError(error)
    }
    if let failure { throw failure }
  }

  private func copy(
    _ row: StoredRow, _ geometry: borrowing GeometryBuffer, to layer: GeoPackageWriter.Layer,
    of writer: GeoPackageWriter, _ extra: inout (z: Bool, m: Bool)
  ) throws(StoreError) {
    if row.status == .null {
      try writer.insert(into: layer, fid: row.id.fid, blob: nil, values: row.values)
    } else if var blob = row.blob {
      GeoPackageBinary.renumber(&blob, srsID: Int32(clamping: crs.id))
      let found = GeoPackageBinary.extraDimensions(of: blob)
      extra = (extra.z || found.z, extra.m || found.m)
      // What is beyond any place has none in an index either.
      let box = row.status == .valid ? geometry.envelope : .empty
      try writer.insert(into: layer, fid: row.id.fid, blob: blob, box: box, values: row.values)
    } else {
      try writer.insert(into: layer, fid: row.id.fid, geometry: geometry, values: row.values)
    }
  }
}

extension LayerCRS {
  /// The reference system of a layer of another store.
  init(_ schema: LayerSchema) {
    switch schema.crs {
    case .longitudeLatitude: self = .longitudeLatitude
    case .webMercator: self = .webMercator
    case .unknownGeographic:
      self.init(id: 0, name: "", organization: "NONE", code: 0, definition: "")
    case .undefined:
      self.init(id: -1, name: "", organization: "NONE", code: -1, definition: "")
    case .authority(let authority, let code, let definition):
      self.init(
        id: schema.srsID, name: "\(authority):\(code)", organization: authority,
        code: Int64(code) ?? schema.srsID, definition: definition ?? "undefined")
    }
  }
}
