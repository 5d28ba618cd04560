internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// A whole layer in memory, in the plane of a query: its index and the values of some columns.
///
/// The other side of a join, and what batches look into. Immutable: any thread may use it.
public struct PlaneLayer: Sendable {
  /// The layer.
  public let layer: LayerSchema
  /// The reference system of the plane.
  public let crs: CRS
  /// Its features; row numbers are places in ``rows``.
  public let index: PlaneIndex
  /// The columns whose values are here.
  public let columns: [AttributeColumn]
  /// The rows that have a place, in their order.
  private let rows: [RowID]
  private let values: [AttributeValue]

  /// Reads a layer into memory. O(rows log rows).
  ///
  /// - Parameters:
  ///   - crs: the plane; nil for longitude and latitude, or the layer's own without a place.
  ///   - names: the columns whose values are wanted; nil for all.
  ///   - isCanceled: asked now and then; a canceled reading throws ``StoreError/interrupted``.
  public init(
    _ layer: LayerSchema, in store: any FeatureStore, crs: CRS? = nil, columns names: [String]?,
    isCanceled: () -> Bool = { false }
  ) throws(QueryError) {
    guard layer.geometryColumn != nil else { throw .noGeometry(layer: layer.name) }
    let plane = try QueryPlane(layer, asked: crs)
    let columns =
      try names.map { names throws(QueryError) in
        try names.map { name throws(QueryError) in try layer.column(name, path: store.path) }
      } ?? layer.propertyColumns
    var builder = PlaneIndex.Builder(isGeographic: plane.isGeographic)
    var rows: [RowID] = []
    var values: [AttributeValue] = []
    var isStopped = false
    do throws(StoreError) {
      try store.forEachRow(in: layer, columns: columns.map(\.name)) { row, status, stored, read in
        if rows.count & 1023 == 0 && isCanceled() {
          isStopped = true
          return false
        }
        guard status == .valid else { return true }
        let number = Int64(rows.count)
        let isTaken: Bool
        if plane.keeps(stored) {
          isTaken = builder.append(stored, fid: row.fid, row: number)
        } else {
          var carried = copy stored
          plane.enter(&carried)
          isTaken = builder.append(carried, fid: row.fid, row: number)
        }
        if isTaken {
          rows.append(row)
          values.append(contentsOf: read)
        }
        return true
      }
    } catch {
      throw .store(error)
    }
    if isStopped { throw .store(.interrupted) }
    self.layer = layer
    self.crs = plane.crs
    self.columns = columns
    self.rows = rows
    self.values = values
    index = builder.build()
  }

  /// The identity of a feature of the index.
  public func row(of feature: Int) -> RowID { rows[Int(index.row(of: feature).row)] }

  /// The values of a feature of the index.
  public func values(of feature: Int) -> ArraySlice<AttributeValue> {
    let start = Int(index.row(of: feature).row) * columns.count
    return values[start..<start + columns.count]
  }
}

extension LayerSchema {
  /// The column of a name; exact names win over other letter case.
  func column(_ name: String, path: String) throws(QueryError) -> AttributeColumn {
    let folded = name.lowercased()
    if let found = columns.first(where: { $0.name == name })
      ?? columns.first(where: { $0.name.lowercased() == folded })
    {
      return found
    }
    throw .store(
      .noSuchColumn(name: name, layer: self.name, path: path, existing: columns.map(\.name)))
  }
}
