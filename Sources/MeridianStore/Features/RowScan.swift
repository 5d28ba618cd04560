import CPlatform
import MeridianKernel

/// Which rows of a layer a scan visits, always in key order.
package enum RowSelection: Hashable, Sendable {
  case all
  /// The rows whose rowids lie in a range; only for layers in the order of their rowids.
  case range(ClosedRange<Int64>)
  /// The rows of these rowids, those that exist; only for layers in the order of their rowids.
  case rows([Int64])
  /// The rows for which a condition with parameters ?1 … holds; quoted names, no values in it.
  case matching(sql: String, parameters: [AttributeValue])

  /// The same rows and perhaps more, chosen by nothing but their ids.
  fileprivate var withoutConditions: RowSelection {
    if case .matching = self { .all } else { self }
  }
}

/// The values of the current row in the columns that were asked for; valid only during a visit.
package struct RowValues {
  fileprivate let rows: Statement
  /// Values that stand for the stored ones, by the columns' places; nil for rows without any.
  fileprivate let patch: [Int: AttributeValue]?
  /// Key, rowid and geometry lead.
  fileprivate static let first = 3

  /// A value by its column's place among those asked for.
  package func value(_ column: Int) -> AttributeValue {
    patch?[column] ?? rows.value(Self.first + column)
  }

  /// Lends a text without copying it, nothing when the value is not text.
  package func withText<R>(_ column: Int, _ body: (RawSpan) -> R) -> R {
    guard let value = patch?[column] else { return rows.withText(Self.first + column, body) }
    if case .text(let text) = value { return unsafe body(Array(text.utf8).span.bytes) }
    return unsafe body([UInt8]().span.bytes)
  }

  /// Lends a blob without copying it.
  package func withBytes<R>(_ column: Int, _ body: (RawSpan) -> R) -> R {
    guard let value = patch?[column] else { return rows.withBytes(Self.first + column, body) }
    switch value {
    case .blob(let bytes): return unsafe body(bytes.span.bytes)
    case .text(let text): return unsafe body(Array(text.utf8).span.bytes)
    case .null, .integer, .real: return unsafe body([UInt8]().span.bytes)
    }
  }

  /// A number, nil when the value is none.
  package func number(_ column: Int) -> Double? {
    switch patch?[column] {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    case .null, .text, .blob: return nil
    case nil: break
    }
    return switch rows.storage(Self.first + column) {
    case .integer: Double(rows.integer(Self.first + column))
    case .real: rows.real(Self.first + column)
    case .null, .text, .blob: nil
    }
  }
}

/// Reads the rows of one layer over one connection.
struct RowScan {
  let connection: Connection
  let path: String
  let isGeoPackage: Bool
  let layer: StoredLayer
  let columns: [String]
  /// Without it every geometry is NULL, and costs nothing.
  var readsGeometry = true

  /// What is done with a row; false ends the scan.
  typealias Visit = (RowID, GeometryStatus, borrowing GeometryBuffer, RowValues) -> Bool

  /// Visits the selected rows, decoding into one reused buffer. O(rows).
  func run(_ selection: RowSelection, _ visit: Visit) throws(StoreError) {
    do {
      var cursor = Cursor(self)
      // Conditions in SQL see what is stored, not what stands for it, and rows that have nothing
      // but their place in the order lose it.
      let isPlain = layer.overlay.isEmpty && layer.source.rowid != nil
      switch isPlain ? selection : selection.withoutConditions {
      case .all:
        let rows = try connection.prepare(query(where: ""))
        _ = try cursor.visitAll(rows, visit)
      case .range(let range):
        let rows = try connection.prepare(query(where: " WHERE \(rowid) BETWEEN ?1 AND ?2"))
        try rows.bind(.integer(range.lowerBound), to: 1)
        try rows.bind(.integer(range.upperBound), to: 2)
        _ = try cursor.visitAll(rows, visit)
      case .matching(let sql, let parameters):
        let rows = try connection.prepare(query(where: " WHERE \(sql)"))
        for (index, value) in parameters.enumerated() { try rows.bind(value, to: index + 1) }
        _ = try cursor.visitAll(rows, visit)
      case .rows(let ids):
        let rows = try connection.prepare(query(where: " WHERE \(rowid) = ?1"))
        var last: Int64?
        for id in ids.sorted() where id != last {
          last = id
          rows.reset()
          try rows.bind(.integer(id), to: 1)
          guard try cursor.visitAll(rows, visit) else { return }
        }
      }
    } catch let error as SQLiteError {
      throw error.storeError(path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }

  private var rowid: String { layer.source.rowid ?? "rowid" }

  /// The three leading columns are key, rowid and geometry.
  private func query(where condition: String) -> String {
    let source = layer.source
    let key = source.key.column.map(Connection.quoted)
    let id = key ?? source.rowid ?? "NULL"
    let rowid = key != nil && !source.isKeyRowid ? source.rowid ?? "NULL" : "NULL"
    let column = readsGeometry ? layer.schema.geometryColumn : nil
    let geometry = column.map(Connection.quoted) ?? "NULL"
    let all = [id, rowid, geometry] + columns.map(Connection.quoted)
    let order = key ?? source.rowid
    return "SELECT \(all.joined(separator: ", ")) FROM \(Connection.quoted(layer.schema.tableName))"
      + condition + (order.map { " ORDER BY \($0)" } ?? "")
  }
}

/// Walks over rows, telling each one's identity and decoding its geometry.
private struct Cursor {
  private let path: String
  private let isGeoPackage: Bool
  private let hasKey: Bool
  private let hasRowid: Bool
  private let isKeyRowid: Bool
  private let patches: [Int64: [Int: AttributeValue]]
  private let shown: Set<Int64>?
  private var last: Int64?
  private var ordinal: Int64 = 0
  private var buffer = GeometryBuffer()

  init(_ scan: RowScan) {
    path = scan.path
    isGeoPackage = scan.isGeoPackage
    hasKey = scan.layer.source.key != .none
    hasRowid = scan.layer.source.rowid != nil
    isKeyRowid = scan.layer.source.isKeyRowid
    patches = scan.layer.overlay.patches(of: scan.columns)
    shown = scan.layer.shown
  }

  /// Visits what a statement gives; false when the visitor has had enough.
  mutating func visitAll(_ rows: Statement, _ visit: RowScan.Visit) throws -> Bool {
    // A damaged tree can lead to the same page again and again; ids in order cannot repeat.
    let isOrdered = hasKey || hasRowid
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
        row: !hasRowid ? ordinal : hasKey && !isKeyRowid ? rows.integer(1) : first)
      if let shown, !shown.contains(row.row) { continue }
      let status = decode(rows)
      let patch = patches.isEmpty ? nil : row.fid.flatMap { patches[$0] }
      if !visit(row, status, buffer, RowValues(rows: rows, patch: patch)) { return false }
    }
    return true
  }

  /// Decodes the geometry column (2) of the current row from bytes that SQLite lends.
  @inline(__always)
  private mutating func decode(_ rows: Statement) -> GeometryStatus {
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
}
