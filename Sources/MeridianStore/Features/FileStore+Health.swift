import MeridianKernel

extension FileStore {
  func health(of layer: LayerSchema) throws(StoreError) -> LayerHealth {
    let layer = try stored(layer)
    var health = LayerHealth()
    let dates = layer.schema.columns.filter { $0.type == .date || $0.type == .dateTime }
    // Rows that an index must hold, and rows that it may hold besides.
    var required: [Int64] = []
    var tolerated: Set<Int64> = []
    try forEachRow(in: layer.schema, columns: dates.map(\.name)) { row, status, geometry, values in
      health.rows += 1
      if geometry.isLinearized { health.linearized += 1 }
      switch status {
      case .valid:
        health.extent.formUnion(geometry.envelope)
        required.append(row.row)
      case .null: health.null += 1
      case .empty: health.empty += 1
      case .nonFinite:
        health.nonFinite += 1
        tolerated.insert(row.row)
      case .malformed(let error):
        health.malformed += 1
        tolerated.insert(row.row)
        if health.firstMalformed == nil {
          health.firstMalformed = LayerHealth.MalformedRow(row: row, error: error)
        }
      }
      for (column, value) in zip(dates, values) where Self.isOddDate(value, in: column) {
        health.nonStandardDates += 1
        if health.firstNonStandardDate == nil {
          health.firstNonStandardDate = LayerHealth.OddDate(
            row: row, column: column.name, text: Self.text(value))
        }
      }
      return true
    }
    health.index = indexState(layer, required: &required, tolerated: tolerated)
    if FileAccess.isInterrupted { throw .interrupted }
    return health
  }

  /// Whether a value of a date or time column is not in GeoPackage's form.
  static func isOddDate(_ value: AttributeValue, in column: AttributeColumn) -> Bool {
    switch value {
    case .null: false
    case .text(let text):
      column.type == .date ? !DateText.isDate(text) : !DateText.isDateTime(text)
    default: true
    }
  }

  /// A value as a message shows it.
  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// Compares the index's list of entries with the rows.
  ///
  /// The list is the R-tree's own `_rowid` table, read as an ordinary table: the tree's nodes may
  /// hold cycles, and no module code runs on a file that nobody has vouched for.
  private func indexState(
    _ layer: StoredLayer, required: inout [Int64], tolerated: Set<Int64>
  ) -> SpatialIndexState {
    guard let index = layer.index else { return .none }
    guard let table = catalog.table(index.entries) else {
      return index.isDeclared
        ? .unreadable("it is declared, but its tables are missing") : .none
    }
    guard layer.source.rowid != nil else { return .unreadable("the layer's table has no rowids") }
    required.sort()
    var missing: Int64 = 0
    var extra: Int64 = 0
    var entries: Int64 = 0
    var next = 0
    do {
      let rows = try file.connection.prepare(
        "SELECT rowid FROM \(Connection.quoted(table)) ORDER BY rowid")
      var last: Int64?
      while try rows.step() {
        let id = rows.integer(0)
        if let last, id <= last { return .unreadable("its entries are out of order") }
        last = id
        entries += 1
        while next < required.count && required[next] < id {
          missing += 1
          next += 1
        }
        if next < required.count && required[next] == id {
          next += 1
        } else if !tolerated.contains(id) {
          extra += 1
        }
      }
    } catch {
      return .unreadable(error.message)
    }
    missing += Int64(required.count - next)
    return missing == 0 && extra == 0
      ? .healthy(entries: entries) : .stale(missing: missing, extra: extra)
  }
}
