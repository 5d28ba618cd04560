import MeridianKernel

/// A GeoPackage or SpatiaLite file behind ``FeatureStore``: one reading, two catalogs and two
/// blobs.
final class FileStore: FeatureStore {
  let path: String
  let format: StoreFormat
  let layers: [LayerSchema]
  private(set) var notices: [StoreNotice]
  let isReadOnly: Bool
  let file: StoreFile
  /// Where copies go that are read instead of a file.
  let cacheFolder: String
  /// The rows that are seen, by the layers' names; all where nothing is said.
  var shown: [String: Set<Int64>?] = [:] {
    didSet { for (name, rows) in shown { stored[name]?.shown = rows } }
  }
  private var stored: [String: StoredLayer]
  /// Values that are read instead of the stored ones, by the layers' names.
  var overlay: [String: LayerOverlay] {
    get { stored.compactMapValues { $0.overlay.isEmpty ? nil : $0.overlay } }
    set { for name in stored.keys { stored[name]?.overlay = newValue[name] ?? [:] } }
  }
  let catalog: SchemaCatalog

  /// Opens the file at a path, or the one that stands for another as a view says.
  init(path real: String, cacheFolder: String, as view: StoreView? = nil) throws(StoreError) {
    let path = view?.shownPath ?? real
    self.path = path
    self.cacheFolder = cacheFolder
    file = try StoreFile(path: real, cacheFolder: cacheFolder)
    let connection = file.connection
    do {
      // One state of the file for all that is said of it, and one lock instead of a dozen.
      try connection.execute("BEGIN")
      catalog = try SchemaCatalog(connection)
      var builder = LayerBuilder(connection: connection, catalog: catalog)
      if catalog.entry("gpkg_contents") != nil {
        let reader = GeoPackageCatalog(connection: connection, catalog: catalog, path: path)
        format = .geoPackage(version: try reader.version())
        try reader.read(into: &builder)
      } else if catalog.entry("geometry_columns") != nil, catalog.entry("spatial_ref_sys") != nil {
        let reader = SpatiaLiteCatalog(connection: connection, catalog: catalog, path: path)
        format = .spatiaLite(version: reader.version())
        try reader.read(into: &builder)
      } else {
        throw StoreError.notAStore(
          path: path, reason: "the database has no gpkg_contents table (nor geometry_columns)")
      }
      // Nothing was written. Where a damaged page was met on the way, SQLite has ended it already.
      try? connection.execute("ROLLBACK")
      layers = builder.layers.map(\.schema)
      stored = Dictionary(
        builder.layers.map { ($0.schema.name, $0) }, uniquingKeysWith: { first, _ in first })
      notices = file.notices + builder.notices
    } catch let error as SQLiteError {
      if error.primary == 9 && !FileAccess.isInterrupted {
        throw .unsupported(path: path, reason: "reading its tables of contents takes too long")
      }
      throw error.storeError(path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
    connection.limitWork(steps: nil)
    isReadOnly = view?.isReadOnly ?? !FileAccess.isWritable(path)
    if isReadOnly {
      notices.append(
        StoreNotice(code: "read-only", message: "\(path) or its folder is read-only"))
    }
  }

  /// Lays one value over a stored one, without touching the others.
  func layOver(_ value: AttributeValue, layer: String, fid: Int64, column: String) {
    stored[layer]?.overlay[fid, default: [:]][column] = value
  }

  func layer(named name: String) throws(StoreError) -> LayerSchema {
    if let layer = stored[name] { return layer.schema }
    let folded = SchemaCatalog.folding(name)
    let alike = layers.filter { SchemaCatalog.folding($0.name) == folded }
    if alike.count == 1 { return alike[0] }
    let existing = layers.map(\.name)
    throw .noSuchLayer(
      name: name, path: path, existing: existing,
      suggestion: NameDistance.nearest(to: name, among: existing))
  }

  func stored(_ layer: LayerSchema) throws(StoreError) -> StoredLayer {
    let schema = try self.layer(named: layer.name)
    guard let found = stored[schema.name] else {
      throw .noSuchLayer(name: layer.name, path: path, existing: [], suggestion: nil)
    }
    return found
  }

  /// An error of SQLite as the store's own, with a person's interrupt told from other stops.
  func wrap(_ error: SQLiteError) -> StoreError { error.storeError(path: path) }

  func close() throws(StoreError) { try file.finish() }
}

/// Opens a GeoPackage or SpatiaLite file for reading, telling them apart by their tables.
///
/// Nothing is written to the file or beside it. A file with unfinished changes is copied into
/// `cacheFolder` together with its side file, and read there.
public func openStore(at path: String, cacheFolder: String) throws(StoreError) -> any FeatureStore {
  try FileStore(path: path, cacheFolder: cacheFolder)
}

/// Opens a file that stands for another one, which is what messages name.
package func openStore(
  at path: String, cacheFolder: String, as view: StoreView
) throws(StoreError) -> any FeatureStore {
  try FileStore(path: path, cacheFolder: cacheFolder, as: view)
}
