import CSQLite

/// A prepared statement; columns count from 0, parameters from 1, as in SQLite.
@safe package final class Statement {
  @safe private let handle: OpaquePointer
  /// Keeps the database open as long as the statement.
  private let connection: Connection

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    self.connection = connection
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(connection.handle, sql, -1, 0, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw connection.failure(code)
    }
    unsafe handle = prepared
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Moves to the next row; false when there is none.
  package func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw connection.failure(code)
  }

  /// Makes the statement ready to run again; bindings stay.
  package func reset() { unsafe sqlite3_reset(handle) }

  /// How many columns a row has.
  package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// SQLite's storage class of a value.
  package enum Storage { case null, integer, real, text, blob }

  /// The storage class of a column of the current row.
  package func storage(_ column: Int) -> Storage {
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// The column as an integer, by SQLite's conversions.
  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(column))
  }

  /// The column as a number, by SQLite's conversions.
  package func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(column))
  }

  /// The column as text, nil when NULL; bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ column: Int) -> String? {
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Lends the column's bytes without copying; they are valid only inside the closure.
  package func withBytes<R, E: Error>(
    _ column: Int, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let start = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return unsafe try body(bytes.bytes)
  }

  /// Lends the column's UTF-8 without copying, nothing when it is not text; valid only inside the
  /// closure.
  package func withText<R>(_ column: Int, _ body: (RawSpan) -> R) -> R {
    // Asking for text first converts what a UTF-16 database holds; only then do the bytes count.
    let start = storage(column) == .text ? unsafe sqlite3_column_text(handle, Int32(column)) : nil
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, Int32(column)))
    return body(unsafe UnsafeRawBufferPointer(start: start, count: count).bytes)
  }

  /// The column as a value of its storage class.
  package func value(_ column: Int) -> AttributeValue {
    switch storage(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(text(column) ?? "")
    case .blob: .blob(bytes(column))
    }
  }

  /// A copy of the column's bytes.
  package func bytes(_ column: Int) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(handle, Int32(column))
    let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Binds a value to a parameter.
  package func bind(_ value: AttributeValue, to parameter: Int) throws(SQLiteError) {
    let index = Int32(parameter)
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): code = unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number): code = unsafe sqlite3_bind_double(handle, index, number)
    case .text(var text):
      code = text.withUTF8 { unsafe bindText($0, index) }
    case .blob(let bytes): code = unsafe bytes.withUnsafeBytes { unsafe bindBlob($0, index) }
    }
    try connection.check(code)
  }

  /// Binds bytes to a parameter.
  package func bind(bytes: [UInt8], to parameter: Int) throws(SQLiteError) {
    let code = unsafe bytes.withUnsafeBytes { unsafe bindBlob($0, Int32(parameter)) }
    try connection.check(code)
  }

  /// Binds text by its UTF-8, which need not be valid, to a parameter.
  package func bind(text bytes: [UInt8], to parameter: Int) throws(SQLiteError) {
    let code = unsafe bytes.withUnsafeBufferPointer { unsafe bindText($0, Int32(parameter)) }
    try connection.check(code)
  }

  /// Binds the bytes of a text in an encoding to a parameter, whether or not they are well-formed.
  package func bind(text bytes: [UInt8], _ encoding: TextEncoding, to parameter: Int)
    throws(SQLiteError)
  {
    let code: Int32
    switch encoding {
    case .utf8:
      code = unsafe bytes.withUnsafeBufferPointer { unsafe bindText($0, Int32(parameter)) }
    case .utf16LittleEndian, .utf16BigEndian:
      let kind = encoding == .utf16BigEndian ? SQLITE_UTF16BE : SQLITE_UTF16LE
      code = unsafe bytes.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_text64(
          handle, Int32(parameter), bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count), csqlite_transient(), UInt8(kind))
      }
    }
    try connection.check(code)
  }

  /// The encoding of the database's texts.
  package func encoding() throws(SQLiteError) -> TextEncoding { try TextEncoding(of: connection) }

  private func bindText(_ text: UnsafeBufferPointer<UInt8>, _ index: Int32) -> Int32 {
    // A null pointer would bind NULL instead of the empty text.
    guard let start = text.baseAddress, text.count > 0 else {
      return unsafe sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
    }
    return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      unsafe sqlite3_bind_text(handle, index, $0, Int32(text.count), csqlite_transient())
    }
  }

  private func bindBlob(_ bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      return unsafe sqlite3_bind_zeroblob(handle, index, 0)
    }
    return unsafe sqlite3_bind_blob(
      handle, index, start, Int32(bytes.count), csqlite_transient())
  }
}
