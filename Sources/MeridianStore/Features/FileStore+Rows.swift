import MeridianKernel

extension FileStore {
  func forEachRow(
    in layer: LayerSchema, columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError) {
    let scan = try rowScan(of: layer, columns: columns)
    var values: [AttributeValue] = []
    try scan.run(.all) { row, status, geometry, lent in
      values.removeAll(keepingCapacity: true)
      for index in columns.indices { values.append(lent.value(index)) }
      return body(row, status, geometry, values)
    }
  }

  /// A scan of a layer's rows over the store's own connection.
  func rowScan(of layer: LayerSchema, columns: [String]) throws(StoreError) -> RowScan {
    let layer = try stored(layer)
    let names = try columns.map { name throws(StoreError) in try column(name, of: layer) }
    return RowScan(
      connection: file.connection, path: path, isGeoPackage: isGeoPackage, layer: layer,
      columns: names)
  }

  /// The column's name as the table spells it.
  func column(_ name: String, of layer: StoredLayer) throws(StoreError) -> String {
    let all = layer.schema.columns.map(\.name)
    let folded = SchemaCatalog.folding(name)
    guard all.contains(name) || all.contains(where: { SchemaCatalog.folding($0) == folded })
    else {
      throw .noSuchColumn(
        name: name, layer: layer.schema.name, path: path, existing: all)
    }
    return name
  }

  var isGeoPackage: Bool {
    if case .geoPackage = format { true } else { false }
  }

  func attributes(of row: RowID, in layer: LayerSchema) throws(StoreError) -> [AttributeValue] {
    let layer = try stored(layer)
    let names = layer.schema.columns.map(\.name)
    guard !names.isEmpty else { return [] }
    let select = names.map(Connection.quoted).joined(separator: ", ")
    let table = Connection.quoted(layer.schema.tableName)
    let condition: String
    let parameter: Int64
    if let key = layer.source.key.column, let fid = row.fid {
      (condition, parameter) = ("WHERE \(Connection.quoted(key)) = ?1", fid)
    } else if let rowid = layer.source.rowid {
      (condition, parameter) = ("WHERE \(rowid) = ?1", row.row)
    } else {
      let order = layer.source.key.column.map { "ORDER BY \(Connection.quoted($0))" } ?? ""
      (condition, parameter) = ("\(order) LIMIT 1 OFFSET ?1", row.row - 1)
    }
    do {
      let rows = try file.connection.prepare("SELECT \(select) FROM \(table) \(condition)")
      try rows.bind(.integer(parameter), to: 1)
      guard parameter >= 0 || layer.source.rowid != nil || row.fid != nil, try rows.step() else {
        throw StoreError.noSuchRow(row: row, layer: layer.schema.name, path: path)
      }
      let patch = row.fid.flatMap { layer.overlay.patches(of: names)[$0] }
      return names.indices.map { patch?[$0] ?? rows.value($0) }
    } catch let error as SQLiteError {
      throw wrap(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }
}
