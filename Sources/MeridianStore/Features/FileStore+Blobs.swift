package import MeridianKernel

/// One row of a store as it lies there, for copying without loss.
package struct StoredRow {
  /// What identifies it.
  package var id: RowID
  /// What its geometry is good for.
  package var status: GeometryStatus
  /// The bytes of its geometry in a GeoPackage; nil when NULL, and in other stores.
  package var blob: [UInt8]?
  /// Its attributes in the order of the layer's columns.
  package var values: [AttributeValue]
}

/// Visits every row of a layer in key order with the bytes of its geometry. The body returns false
/// to stop. O(rows).
package func forEachStoredRow(
  of layer: LayerSchema, in store: any FeatureStore, columns: [String],
  _ body: (StoredRow, borrowing GeometryBuffer) -> Bool
) throws(StoreError) {
  guard let store = store as? FileStore else {
    throw .unsupported(path: store.path, reason: "its rows have no bytes of their own")
  }
  let stored = try store.stored(layer)
  var names = try columns.map { name throws(StoreError) in try store.column(name, of: stored) }
  let hasBlob = store.isGeoPackage && layer.geometryColumn != nil
  if hasBlob, let geometry = layer.geometryColumn { names.append(geometry) }
  let scan = RowScan(
    connection: store.file.connection, path: store.path, isGeoPackage: store.isGeoPackage,
    layer: stored, columns: names)
  try scan.run(.all) { id, status, geometry, lent in
    var row = StoredRow(id: id, status: status, blob: nil, values: [])
    row.values.reserveCapacity(columns.count)
    for index in columns.indices { row.values.append(lent.value(index)) }
    if hasBlob, case .blob(let bytes) = lent.value(columns.count) { row.blob = bytes }
    return body(row, geometry)
  }
}

extension GeoPackageBinary {
  /// Writes another reference system's number into the head of a blob that has been read before.
  package static func renumber(_ blob: inout [UInt8], srsID: Int32) {
    guard blob.count >= 8 else { return }
    let isLittle = blob[3] & 1 == 1
    for index in 0..<4 {
      let shift = UInt32(8 * (isLittle ? index : 3 - index))
      blob[4 + index] = UInt8(truncatingIfNeeded: UInt32(bitPattern: srsID) >> shift)
    }
  }

  /// Whether the geometry of a blob that has been read before has heights and measures.
  package static func extraDimensions(of blob: [UInt8]) -> (z: Bool, m: Bool) {
    guard blob.count > 8 else { return (false, false) }
    let start = [8, 40, 56, 56, 72, 8, 8, 8][Int(blob[3] >> 1) & 7]
    guard blob.count >= start + 5 else { return (false, false) }
    var code: UInt32 = 0
    for index in 1...4 {
      let place = blob[start] == 1 ? start + 5 - index : start + index
      code = code << 8 | UInt32(blob[place])
    }
    let thousands = code & 0x1FFF_FFFF / 1000
    return (
      code & 0x8000_0000 != 0 || thousands == 1 || thousands == 3,
      code & 0x4000_0000 != 0 || thousands == 2 || thousands == 3
    )
  }
}
