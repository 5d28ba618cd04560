package import MeridianKernel

/// A store whose layers several threads may read at the same time, all of them the same version.
package protocol SharedStore: FeatureStore {
  /// Holds the file as it is now for readers on other threads; nil when the layer's rows cannot be
  /// told apart by ranges of rowids, or the path leads to another file by now.
  ///
  /// Ends with ``endSharing(_:)``; in between the store itself reads the same version.
  func beginSharing(
    _ layer: LayerSchema, columns: [String]
  ) throws(StoreError) -> SharedReading?

  /// Lets go of the file and says whether it stayed the same all the time.
  func endSharing(_ reading: SharedReading) -> Bool

  /// How many rows a layer may have, at the cost of a look: what the file declares, else how far
  /// apart its rowids lie; nil when neither says.
  func estimatedRows(of layer: LayerSchema) -> Int?

  /// Whether rows can be visited by their rowids, in that order.
  func canFetchRows(of layer: LayerSchema) -> Bool

  /// Visits some rows of a layer in key order, as ``FeatureStore/forEachRow(in:columns:_:)`` does
  /// all of them, lending the values instead of copying them; with every geometry NULL where none
  /// is wanted.
  func scan(
    _ layer: LayerSchema, columns: [String], _ selection: RowSelection, readsGeometry: Bool,
    _ visit: (RowID, GeometryStatus, borrowing GeometryBuffer, RowValues) -> Bool
  ) throws(StoreError)
}

/// One layer in one version of a file, to be read on any thread by a connection of its own.
///
/// In rollback mode the store holds SQLite's shared lock, so that no program that keeps the locks
/// can commit meanwhile. Whatever else may happen to the file shows in its status and in the change
/// counter of its header, which every reader compares when it opens and when it has finished.
package struct SharedReading: Sendable {
  let path: String
  let readPath: String
  let mode: Connection.Mode
  let isGeoPackage: Bool
  let layer: StoredLayer
  let columns: [String]
  let fingerprint: StoreFile.Fingerprint
  let mark: UInt64
  /// The smallest and the largest rowid; nil when there are no rows.
  package let rowids: ClosedRange<Int64>?

  /// Opens a connection to the same version; it belongs to the thread that opens it.
  ///
  /// Throws ``StoreError/changedWhileReading(path:)`` when the path leads to another version.
  package func reader() throws(StoreError) -> SharedReader {
    do {
      let connection = try Connection(path: readPath, mode: mode)
      try connection.hold()
      guard connection.changeMark == mark, StoreFile.Fingerprint(readPath) == fingerprint else {
        throw StoreError.changedWhileReading(path: path)
      }
      return SharedReader(self, connection)
    } catch let error as SQLiteError {
      throw error.storeError(path: path)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
  }
}

/// A reader of one layer on one thread. Not Sendable: whoever opens it keeps it.
package final class SharedReader {
  private let reading: SharedReading
  private let connection: Connection

  fileprivate init(_ reading: SharedReading, _ connection: Connection) {
    self.reading = reading
    self.connection = connection
  }

  /// Visits the rows of a range of rowids in their order; the visitor returns false to stop.
  package func scan(
    _ range: ClosedRange<Int64>,
    _ visit: (RowID, GeometryStatus, borrowing GeometryBuffer, RowValues) -> Bool
  ) throws(StoreError) {
    let scan = RowScan(
      connection: connection, path: reading.path, isGeoPackage: reading.isGeoPackage,
      layer: reading.layer, columns: reading.columns)
    try scan.run(.range(range), visit)
  }

  /// Throws when the file is no longer the version that reading began with.
  package func finish() throws(StoreError) {
    guard connection.changeMark == reading.mark else {
      throw .changedWhileReading(path: reading.path)
    }
  }
}

extension FileStore: SharedStore {
  func beginSharing(
    _ layer: LayerSchema, columns: [String]
  ) throws(StoreError) -> SharedReading? {
    let scan = try rowScan(of: layer, columns: columns)
    let source = scan.layer.source
    guard let rowid = source.rowid, source.isKeyRowid || source.key == .none else { return nil }
    let connection = file.connection
    do {
      try connection.hold()
      guard let now = StoreFile.Fingerprint(file.readPath), let opened = file.opened,
        now.device == opened.device, now.inode == opened.inode, let mark = connection.changeMark
      else {
        connection.release()
        return nil
      }
      let rowids = try connection.rowids(rowid, of: scan.layer.schema.tableName)
      return SharedReading(
        path: path, readPath: file.readPath, mode: file.mode, isGeoPackage: isGeoPackage,
        layer: scan.layer, columns: scan.columns, fingerprint: now, mark: mark, rowids: rowids)
    } catch {
      connection.release()
      // What is wrong is said by reading the rows one after the other.
      return nil
    }
  }

  func estimatedRows(of layer: LayerSchema) -> Int? {
    // More than this many rows is no estimate but a lie or a gap between ids.
    let limit: Int64 = 1 << 40
    if let declared = layer.declaredCount {
      return (0...limit).contains(declared) ? Int(declared) : nil
    }
    guard let source = try? stored(layer).source, let rowid = source.rowid,
      let ids = try? file.connection.rowids(rowid, of: layer.tableName)
    else { return nil }
    let (width, overflows) = ids.upperBound.subtractingReportingOverflow(ids.lowerBound)
    return overflows || width >= limit ? nil : Int(width) + 1
  }

  func endSharing(_ reading: SharedReading) -> Bool {
    let isSame =
      file.connection.changeMark == reading.mark
      && StoreFile.Fingerprint(file.readPath) == reading.fingerprint
    file.connection.release()
    return isSame
  }

  func scan(
    _ layer: LayerSchema, columns: [String], _ selection: RowSelection, readsGeometry: Bool,
    _ visit: (RowID, GeometryStatus, borrowing GeometryBuffer, RowValues) -> Bool
  ) throws(StoreError) {
    var scan = try rowScan(of: layer, columns: columns)
    scan.readsGeometry = readsGeometry
    try scan.run(selection, visit)
  }

  func canFetchRows(of layer: LayerSchema) -> Bool {
    guard let source = try? stored(layer).source else { return false }
    return source.rowid != nil && (source.isKeyRowid || source.key == .none)
  }
}

extension Connection {
  /// Begins a transaction that reads, and reads, so that it holds the version of now.
  fileprivate func hold() throws(SQLiteError) {
    try execute("BEGIN")
    _ = try prepare("SELECT count(*) FROM sqlite_schema").step()
  }

  /// The smallest and the largest rowid of a table, two looks into its tree; nil when it is empty.
  fileprivate func rowids(
    _ rowid: String, of table: String
  ) throws(SQLiteError) -> ClosedRange<Int64>? {
    var ends: [Int64] = []
    for end in ["min", "max"] {
      let row = try prepare("SELECT \(end)(\(rowid)) FROM \(Self.quoted(table))")
      if try row.step(), row.storage(0) == .integer { ends.append(row.integer(0)) }
    }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  /// Ends it; without one there is nothing to end.
  fileprivate func release() { try? execute("COMMIT") }
}
