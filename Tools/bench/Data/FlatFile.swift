import CSQLite

/// Reads what `meridian-fixtures flat` wrote: all layers as one table, well-known binary behind
/// GeoPackage's header.
enum FlatFile {
  /// One feature; the bytes are SQLite's and live until the next one.
  struct Feature {
    let fid: Int64
    let kind: Int64
    let wkb: UnsafeRawBufferPointer
  }

  /// Opens a database for reading, as fast as SQLite reads.
  static func open(_ path: String) throws -> OpaquePointer {
    var opened: OpaquePointer?
    guard
      sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      let database = opened
    else { throw Failure(text: "cannot open \(path).") }
    try execute("PRAGMA mmap_size = 4294967296; PRAGMA cache_size = -2000000", in: database)
    return database
  }

  static func execute(_ sql: String, in database: OpaquePointer) throws {
    var message: UnsafeMutablePointer<CChar>?
    guard sqlite3_exec(database, sql, nil, nil, &message) == SQLITE_OK else {
      defer { sqlite3_free(message) }
      throw Failure(text: "\(sql): \(message.map { String(cString: $0) } ?? "failed").")
    }
  }

  static func prepare(_ sql: String, in database: OpaquePointer) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(text: "\(sql): \(String(cString: sqlite3_errmsg(database))).")
    }
    return statement
  }

  /// The well-known binary in a column of GeoPackage geometry.
  static func wkb(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer {
    guard let start = sqlite3_column_blob(statement, column) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    let envelope =
      switch (start.load(fromByteOffset: 3, as: UInt8.self) >> 1) & 7 {
      case 1: 32
      case 2, 3: 48
      case 4: 64
      default: 0
      }
    return UnsafeRawBufferPointer(start: start + 8 + envelope, count: count - 8 - envelope)
  }

  /// Visits all features in the order of their ids.
  static func forEach(in path: String, _ body: (Feature) -> Void) throws {
    let database = try open(path)
    defer { sqlite3_close(database) }
    let statement = try prepare("SELECT fid, kind, geom FROM features ORDER BY fid", in: database)
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW {
      body(
        Feature(
          fid: sqlite3_column_int64(statement, 0), kind: sqlite3_column_int64(statement, 1),
          wkb: wkb(statement, 2)))
    }
  }
}
