import CPlatform
import MeridianKernel

extension FileStore {
  func forEachRow(
    in layer: LayerSchema, columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError) {
    let layer = try stored(layer)
    let names = try columns.map { name throws(StoreError) in try column(name, of: layer) }
    do {
      try scan(layer, names, body)
    } catch let error as SQLiteError {
      throw wrap(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
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

  /// Every row in key order. The three leading columns are key, rowid and geometry.
  private func scan(
    _ layer: StoredLayer, _ columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws {
    let source = layer.source
    let rows = try file.connection.prepare(Self.selection(layer, columns))
    let hasKey = source.key != .none
    let hasRowid = source.rowid != nil
    // A damaged tree can lead to the same page again and again; ids in order cannot repeat.
    let isOrdered = hasKey || hasRowid
    var last: Int64?
    var ordinal: Int64 = 0
    var buffer = GeometryBuffer()
    var values: [AttributeValue] = []
    let isGeoPackage = isGeoPackage
    while try rows.step() {
      if cplatform_interrupted() { throw StoreError.interrupted }
      ordinal += 1
      let first = isOrdered ? rows.integer(0) : ordinal
      if isOrdered {
        if let last, first <= last {
          throw StoreError.damaged(path: path, detail: "rows are out of order")
        }
        last = first
      }
      let row = RowID(
        fid: hasKey ? first : nil,
        row: !hasRowid ? ordinal : hasKey && !source.isKeyRowid ? rows.integer(1) : first)
      let status = Self.decode(rows, isGeoPackage: isGeoPackage, into: &buffer)
      values.removeAll(keepingCapacity: true)
      for index in columns.indices { values.append(rows.value(3 + index)) }
      if !body(row, status, buffer, values) { return }
    }
  }

  var isGeoPackage: Bool {
    if case .geoPackage = format { true } else { false }
  }

  static func selection(
    _ layer: StoredLayer, _ columns: [String], where condition: String? = nil
  ) -> String {
    let source = layer.source
    let key = source.key.column.map(Connection.quoted)
    let id = key ?? source.rowid ?? "NULL"
    let rowid = key != nil && !source.isKeyRowid ? source.rowid ?? "NULL" : "NULL"
    let geometry = layer.schema.geometryColumn.map(Connection.quoted) ?? "NULL"
    let all = [id, rowid, geometry] + columns.map(Connection.quoted)
    let order = key ?? source.rowid
    return "SELECT \(all.joined(separator: ", ")) FROM \(Connection.quoted(layer.schema.tableName))"
      + (condition.map { " WHERE \($0)" } ?? "")
      + (order.map { " ORDER BY \($0)" } ?? "")
  }

  /// Decodes the geometry column (2) of the current row from bytes that SQLite lends.
  @inline(__always)
  static func decode(
    _ rows: Statement, isGeoPackage: Bool, into buffer: inout GeometryBuffer
  ) -> GeometryStatus {
    switch rows.storage(2) {
    case .null:
      buffer.removeAll()
      return .null
    case .blob: break
    default:
      buffer.removeAll()
      return .malformed(.badHeader(offset: 0))
    }
    do {
      try rows.withBytes(2) { bytes throws(GeometryError) in
        if isGeoPackage {
          try GeoPackageBinary.read(bytes, into: &buffer)
        } else {
          try SpatiaLiteBlob.read(bytes, into: &buffer)
        }
      }
    } catch {
      buffer.removeAll()
      return .malformed(error)
    }
    if buffer.isEmpty { return .empty }
    return buffer.isNonFinite ? .nonFinite : .valid
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
      return names.indices.map { rows.value($0) }
    } catch let error as SQLiteError {
      throw wrap(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }
}
