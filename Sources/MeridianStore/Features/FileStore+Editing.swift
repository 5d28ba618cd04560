package import MeridianKernel

/// What editing needs of a store beside its features.
extension FeatureStore {
  /// The connection that reads the file, for what is not features; nil for a store without a file.
  package var readingConnection: Connection? { (self as? FileStore)?.file.connection }

  /// Whether the store is a GeoPackage.
  package var isGeoPackage: Bool { if case .geoPackage = format { true } else { false } }

  /// Runs `body` over a connection on which everything may be changed and nothing is kept: the
  /// file, its folder and every other place stay as they are.
  ///
  /// Throws ``StoreError/changedWhileReading(path:)`` when a file that is read without locks
  /// changed meanwhile.
  package func tryingChanges<R>(
    _ body: (Connection) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    guard let file = (self as? FileStore)?.file else {
      throw .unsupported(path: path, reason: "there is no file to try changes on")
    }
    let before = StoreFile.Fingerprint(file.readPath)
    let connection: Connection
    do throws(SQLiteError) {
      // A copy that SQLite has recovered is nobody else's, and part of it may be in its log.
      let mode: Connection.Mode = file.mode == .recoveredCopy ? .update : .dryRun
      connection = try Connection(path: file.readPath, mode: mode)
    } catch {
      throw error.storeError(path: path)
    }
    let result = try body(connection)
    if file.mode == .immutable, StoreFile.Fingerprint(file.readPath) != before {
      throw .changedWhileReading(path: path)
    }
    return result
  }

  /// The geometry of one row, decoded; throws when the layer has no such row.
  package func geometry(
    of row: RowID, in layer: LayerSchema
  ) throws(StoreError) -> (status: GeometryStatus, geometry: GeometryBuffer) {
    var found: (GeometryStatus, GeometryBuffer)?
    let visit = {
      (id: RowID, status: GeometryStatus, geometry: borrowing GeometryBuffer) -> Bool in
      guard row.fid.map({ $0 == id.fid }) ?? (id.row == row.row) else { return true }
      found = (status, copy geometry)
      return false
    }
    if let store = self as? any SharedStore, let selection = store.selection(of: row, in: layer) {
      try store.scan(layer, columns: [], selection, readsGeometry: true) { id, status, shape, _ in
        visit(id, status, shape)
      }
    } else {
      try forEachRow(in: layer, columns: []) { id, status, shape, _ in visit(id, status, shape) }
    }
    guard let found else { throw .noSuchRow(row: row, layer: layer.name, path: path) }
    return found
  }
}

extension SharedStore {
  /// How a row is asked for without reading those before it; nil where that cannot be.
  fileprivate func selection(of row: RowID, in layer: LayerSchema) -> RowSelection? {
    if canFetchRows(of: layer) { return .rows([row.fid ?? row.row]) }
    guard let fid = row.fid, let key = layer.key.column else { return nil }
    return .matching(sql: "\(Connection.quoted(key)) = ?1", parameters: [.integer(fid)])
  }
}
