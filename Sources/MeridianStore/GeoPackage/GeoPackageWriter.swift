package import MeridianKernel

/// Makes a new GeoPackage 1.4, or adds layers to one: tables, reference systems, features, R-trees.
///
/// Everything happens in one transaction that ``finish()`` commits; a writer let go before leaves a
/// file that was there as it was. The same calls make the same bytes unless the real time is asked
/// for as `last_change`.
///
/// ```swift
/// let writer = try GeoPackageWriter(creating: path)
/// let trees = try writer.addLayer("trees", geometryType: "POINT", srsID: 4326)
/// try writer.insert(into: trees, geometry: point)
/// try writer.finish()
/// ```
package final class GeoPackageWriter {
  /// A layer of the file being written.
  package struct Layer: Hashable, Sendable {
    fileprivate var index: Int
  }

  /// What a new layer looks like.
  package struct Definition: Hashable, Sendable {
    /// The table's name.
    package var name: String
    /// The geometry type in upper case; nil makes a table of attributes.
    package var geometryType: String?
    /// The reference system, one of those in the file.
    package var srsID: Int32 = 4326
    /// The attribute columns, without key and geometry.
    package var columns: [AttributeColumn] = []
    /// The name of the integer primary key.
    package var keyColumn = "fid"
    /// The name of the geometry column.
    package var geometryColumn = "geom"
    /// The title for people.
    package var title: String?
    /// Whether the layer has an R-tree.
    package var hasIndex = true
    /// Whether triggers keep the R-tree; they call functions that plain SQLite does not have.
    package var hasTriggers = true
    /// Whether blobs may have heights: 0 none, 1 all, 2 some (GeoPackage, table 6).
    package var z: Int64 = 0
    /// Whether blobs may have measures, as ``z``.
    package var m: Int64 = 0

    /// Describes a layer by name and geometry type.
    package init(name: String, geometryType: String?) {
      self.name = name
      self.geometryType = geometryType
    }
  }

  /// Versions of the standard that are written: they differ in the triggers of R-trees, of which
  /// the later ones stand an upsert and the earlier ones are what older programs look for.
  package enum Version: Int64, Hashable, Sendable {
    case v1_3 = 10300
    case v1_4 = 10400
  }

  struct Open {
    var definition: Definition
    var insert: Statement
    var extent = Envelope.empty
    var count: Int64 = 0
    var boxes: [(id: Int64, box: Envelope)] = []
  }

  /// The connection, for what the calls below do not cover.
  package let connection: Connection
  let path: String
  private let lastChange: String
  /// Whether the file is of our own making: its R-trees are filled at once.
  private let isNew: Bool
  private let version: Version
  private var layers: [Open] = []
  private var blob: [UInt8] = []

  /// Creates the file; one that exists already is an error.
  ///
  /// - Parameter lastChange: what the contents say of their last change; nil is the real time.
  package init(
    creating path: String, lastChange: String? = "2000-01-01T00:00:00.000Z",
    version: Version = .v1_4
  ) throws(StoreError) {
    self.path = path
    self.version = version
    isNew = true
    guard FileAccess.status(path).status == nil else {
      throw .inputOutput(path: path, detail: "it exists already")
    }
    do throws(SQLiteError) {
      connection = try Connection(path: path, mode: .create)
      // Nobody reads the file before it is finished, and a failed one is thrown away.
      try connection.execute("PRAGMA page_size = 4096")
      try connection.execute("PRAGMA journal_mode = OFF")
      try connection.execute("PRAGMA synchronous = OFF")
      try connection.execute("BEGIN IMMEDIATE")
      try connection.execute(GeoPackageSQL.base)
      try connection.execute("PRAGMA user_version = \(version.rawValue)")
      if let lastChange {
        self.lastChange = lastChange
      } else {
        self.lastChange = try connection.realTime()
      }
      try addWellKnownSystems()
    } catch {
      throw error.storeError(path: path)
    }
  }

  /// Begins to add layers to a GeoPackage that is there, at the real time, in one transaction that
  /// nobody else writes beside.
  package convenience init(appendingTo path: String) throws(StoreError) {
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: path, mode: .update)
      try connection.execute("BEGIN IMMEDIATE")
    } catch {
      throw error.storeError(path: path)
    }
    try self.init(continuing: connection)
  }

  /// Adds layers within a transaction that the caller has begun, and ends: ``finishLayers()`` is
  /// the last call, not ``finish()``.
  package init(continuing connection: Connection) throws(StoreError) {
    path = connection.path
    self.connection = connection
    isNew = false
    do throws(SQLiteError) {
      lastChange = try connection.realTime()
      let row = try connection.prepare("PRAGMA user_version")
      version = try row.step() && row.integer(0) >= Version.v1_4.rawValue ? .v1_4 : .v1_3
      row.reset()
      try prepareCatalog()
    } catch {
      throw error.storeError(path: path)
    }
  }

  /// Adds a reference system of an authority; in a new file it replaces one of the same number, in
  /// a file that was there the one that stands stays.
  package func addSpatialReference(
    id: Int64, name: String, organization: String, code: Int64, definition: String
  ) throws(StoreError) {
    do throws(SQLiteError) {
      try addSystem(
        (id, name, organization, definition), code: code, resolution: isNew ? "REPLACE" : "IGNORE")
    } catch {
      throw error.storeError(path: path)
    }
  }

  /// Adds a layer; features follow.
  package func addLayer(_ definition: Definition) throws(StoreError) -> Layer {
    let table = Connection.quoted(definition.name)
    var columns = [
      Connection.quoted(definition.keyColumn) + " INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"
    ]
    if let type = definition.geometryType {
      columns.append(Connection.quoted(definition.geometryColumn) + " " + type)
    }
    columns += definition.columns.map {
      Connection.quoted($0.name) + " " + $0.declaredType + ($0.isNotNull ? " NOT NULL" : "")
    }
    try execute("CREATE TABLE \(table) (\(columns.joined(separator: ", ")))")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    do throws(SQLiteError) {
      let insert = try connection.prepare("INSERT INTO \(table) VALUES (\(places))")
      layers.append(Open(definition: definition, insert: insert))
    } catch {
      throw error.storeError(path: path)
    }
    return Layer(index: layers.count - 1)
  }

  /// Adds a layer of the usual shape.
  package func addLayer(
    _ name: String, geometryType: String?, srsID: Int32 = 4326, columns: [AttributeColumn] = [],
    hasIndex: Bool = true
  ) throws(StoreError) -> Layer {
    var definition = Definition(name: name, geometryType: geometryType)
    definition.srsID = srsID
    definition.columns = columns
    definition.hasIndex = hasIndex
    return try addLayer(definition)
  }

  /// Inserts a feature; without a fid the next one is taken. Returns the fid.
  @discardableResult
  package func insert(
    into layer: Layer, fid: Int64? = nil, geometry: borrowing GeometryBuffer,
    values: [AttributeValue] = []
  ) throws(StoreError) -> Int64 {
    blob.removeAll(keepingCapacity: true)
    GeoPackageBinary.append(
      geometry, srsID: layers[layer.index].definition.srsID, to: &blob)
    return try insert(
      into: layer, fid: fid, blob: blob, box: geometry.envelope, values: values)
  }

  /// Inserts a feature whose geometry column holds these bytes as they are, or NULL.
  ///
  /// - Parameter box: what the R-tree gets; empty for none.
  @discardableResult
  package func insert(
    into layer: Layer, fid: Int64? = nil, blob: [UInt8]?, box: Envelope = .empty,
    values: [AttributeValue] = []
  ) throws(StoreError) -> Int64 {
    // Not a copy of the whole entry: that would share its boxes, and every append would copy them.
    let definition = layers[layer.index].definition
    let statement = layers[layer.index].insert
    do throws(SQLiteError) {
      try statement.bind(fid.map { .integer($0) } ?? .null, to: 1)
      var parameter = 2
      if definition.geometryType != nil {
        if let blob {
          try statement.bind(bytes: blob, to: parameter)
        } else {
          try statement.bind(.null, to: parameter)
        }
        parameter += 1
      }
      for index in definition.columns.indices {
        try statement.bind(index < values.count ? values[index] : .null, to: parameter + index)
      }
      defer { statement.reset() }
      _ = try statement.step()
    } catch {
      throw error.storeError(path: path)
    }
    let id = connection.lastInsertedRow
    layers[layer.index].count += 1
    if !box.isEmpty {
      layers[layer.index].extent.formUnion(box)
      if definition.hasIndex { layers[layer.index].boxes.append((id, box)) }
    }
    return id
  }

  /// Changes what the blobs of a layer may have beside x and y, before ``finish()``.
  package func allow(z: Bool, m: Bool, in layer: Layer) {
    if z { layers[layer.index].definition.z = 2 }
    if m { layers[layer.index].definition.m = 2 }
  }

  /// Writes contents, extents and R-trees, and commits.
  package func finish() throws(StoreError) {
    try finishLayers()
    try execute("COMMIT")
  }

  /// Writes contents, extents and R-trees of the layers added so far.
  package func finishLayers() throws(StoreError) {
    for layer in layers { try finish(layer) }
    layers = []
  }

  /// Runs SQL that answers nothing.
  package func execute(_ sql: String) throws(StoreError) {
    do throws(SQLiteError) {
      try connection.execute(sql)
    } catch {
      throw error.storeError(path: path)
    }
  }

  private func run(_ sql: String, _ values: [AttributeValue]) throws(StoreError) {
    do throws(SQLiteError) {
      try connection.run(sql, values)
    } catch {
      throw error.storeError(path: path)
    }
  }

  private func finish(_ layer: Open) throws(StoreError) {
    let definition = layer.definition
    let box = layer.extent
    let sides: [AttributeValue] =
      box.isEmpty
      ? [.null, .null, .null, .null]
      : [.real(box.minX), .real(box.minY), .real(box.maxX), .real(box.maxY)]
    try run(
      """
      INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change,
        min_x, min_y, max_x, max_y, srs_id) VALUES (?, ?, ?, '', ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(definition.name), .text(definition.geometryType == nil ? "attributes" : "features"),
        .text(definition.title ?? definition.name), .text(lastChange),
      ] + sides + [definition.geometryType == nil ? .null : .integer(Int64(definition.srsID))])
    guard let type = definition.geometryType else { return }
    try run(
      "INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(definition.name), .text(definition.geometryColumn), .text(type),
        .integer(Int64(definition.srsID)), .integer(definition.z), .integer(definition.m),
      ])
    if definition.hasIndex { try writeIndex(layer) }
  }

  private func writeIndex(_ layer: Open) throws(StoreError) {
    let definition = layer.definition
    let index = "rtree_\(definition.name)_\(definition.geometryColumn)"
    try execute(
      "CREATE VIRTUAL TABLE \(Connection.quoted(index)) USING rtree(id, minx, maxx, miny, maxy)")
    try run(
      "INSERT INTO gpkg_extensions VALUES (?, ?, 'gpkg_rtree_index', ?, 'write-only')",
      [
        .text(definition.name), .text(definition.geometryColumn),
        .text(
          "http://www.geopackage.org/spec1\(version == .v1_4 ? 4 : 2)0/#extension_rtree"),
      ])
    do throws(SQLiteError) {
      try connection.withShadowTables { () throws(SQLiteError) in
        var packed = try PackedIndexWriter(index: index, connection: connection)
        try packed.write(layer.boxes)
      }
    } catch {
      throw error.storeError(path: path)
    }
    guard definition.hasTriggers else { return }
    let triggers = GeoPackageSQL.indexTriggers(
      table: definition.name, geometry: definition.geometryColumn, key: definition.keyColumn,
      version: version)
    for trigger in triggers { try execute(trigger.sql) }
  }

  private func addWellKnownSystems() throws(SQLiteError) {
    for system in GeoPackageSQL.systems {
      try addSystem(system, code: system.id, resolution: "ABORT")
    }
  }
}
