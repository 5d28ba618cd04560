import MeridianKernel

extension FileStore {
  func forEachRow(
    in layer: LayerSchema, near window: GeometryWindow, trust: IndexTrust, columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError) -> NearbyRows {
    let layer = try stored(layer)
    let names = try columns.map { name throws(StoreError) in try column(name, of: layer) }
    // The order of the rows must be that of their ids, and all of them must stand in the file.
    guard layer.source.isKeyRowid || layer.source.key == .none, layer.source.rowid != nil,
      file.isSelfContained
    else { return .unread(nil) }
    var refusal: IndexRefusal?
    do {
      // One transaction, so that the rows are those that were looked at.
      try file.connection.execute("BEGIN")
      defer { try? file.connection.execute("COMMIT") }
      if trust != .never, let index = layer.index, index.isDeclared {
        let query = IndexQuery(
          connection: file.connection, catalog: catalog, layer: layer, index: index, trust: trust,
          scan: scan(layer, []))
        switch try query.ids(near: window, limit: Self.fewRows) {
        case .success(let ids):
          try visit(ids, layer, names, body)
          return .byIndex(index.name)
        case .failure(let found): refusal = found
        }
      }
      guard let ids = try ids(of: layer, near: window) else { return .unread(refusal) }
      try visit(ids, layer, names, body)
      return .byBounds(refusal)
    } catch let error as SQLiteError {
      throw wrap(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }

  /// More rows than these, or than a twentieth of the table, are better read in one go.
  private static let fewRows = 256

  /// The ids of the rows to look at; nil when they are many, or cannot be told.
  private func ids(of layer: StoredLayer, near window: GeometryWindow) throws -> [Int64]? {
    guard let geometry = layer.schema.geometryColumn, let reader = file.connection.fileReader,
      let column = try position(of: geometry, in: layer.schema.tableName)
    else { return nil }
    let row = try file.connection.prepare(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1")
    try row.bind(.text(layer.schema.tableName), to: 1)
    guard try row.step(), let pages = TablePages(reader, root: row.integer(0))
    else { return nil }
    let table = LeafSweep.Table(
      reader: reader, pageSize: pages.size, usable: pages.usable,
      column: column, isGeoPackage: isGeoPackage, window: window)
    var found: [Int64] = []
    var rows = 0
    var last: Int64?
    let sweeps = LeafSweep.sweep(table, leaves: pages.leaves)
    if FileAccess.isInterrupted { throw StoreError.interrupted }
    for sweep in sweeps {
      guard sweep.isComplete else { return nil }
      if let last, let first = sweep.first, first <= last { return nil }
      last = sweep.last ?? last
      rows += sweep.rows
      found += sweep.found
    }
    return found.count <= max(Self.fewRows, rows / 20) ? found : nil
  }

  /// The place of a column among those that rows store; nil in a table with computed columns.
  private func position(of column: String, in table: String) throws -> Int? {
    let rows = try file.connection.prepare(
      "SELECT name, hidden FROM pragma_table_xinfo(?1) ORDER BY cid")
    try rows.bind(.text(table), to: 1)
    var position: Int?
    var count = 0
    while try rows.step() {
      guard rows.integer(1) == 0 else { return nil }
      if rows.text(0) == column { position = count }
      count += 1
    }
    return position
  }

  private func visit(
    _ ids: [Int64], _ layer: StoredLayer, _ columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError) {
    try scan(layer, columns).run(.rows(ids)) { row, status, geometry, lent in
      body(row, status, geometry, columns.indices.map { lent.value($0) })
    }
  }

  private func scan(_ layer: StoredLayer, _ columns: [String]) -> RowScan {
    RowScan(
      connection: file.connection, path: path, isGeoPackage: isGeoPackage, layer: layer,
      columns: columns)
  }
}
