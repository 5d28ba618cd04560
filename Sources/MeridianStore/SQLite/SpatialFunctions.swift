import CSQLite
import MeridianKernel

/// The five functions that a GeoPackage's R-tree triggers call (clause F.3), so that features can
/// be written with plain SQLite; SpatiaLite has them too, over its own blobs.
extension Connection {
  /// Registers `ST_IsEmpty`, `ST_MinX`, `ST_MaxX`, `ST_MinY` and `ST_MaxY` over geometry blobs
  /// of either format, which their first bytes tell apart.
  ///
  /// Marked innocuous: the triggers of a user's file may call them although its schema is not
  /// trusted.
  func addSpatialFunctions() throws(SQLiteError) {
    unsafe try add("ST_IsEmpty", isEmpty)
    unsafe try add("ST_MinX", minX)
    unsafe try add("ST_MaxX", maxX)
    unsafe try add("ST_MinY", minY)
    unsafe try add("ST_MaxY", maxY)
  }

  private typealias Answer =
    @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  private func add(_ name: String, _ answer: Answer) throws(SQLiteError) {
    try check(
      unsafe sqlite3_create_function_v2(
        handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil, answer,
        nil, nil, nil))
  }
}

// Free functions: SQLite calls them, and a closure formed elsewhere may trap on another thread.

private func isEmpty(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let box = unsafe envelope(values) else { return unsafe sqlite3_result_null(context) }
  unsafe sqlite3_result_int(context, box.isEmpty ? 1 : 0)
}

private func minX(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  unsafe answer(context, values, \.minX)
}

private func maxX(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  unsafe answer(context, values, \.maxX)
}

private func minY(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  unsafe answer(context, values, \.minY)
}

private func maxY(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  unsafe answer(context, values, \.maxY)
}

private func answer(
  _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
  _ side: KeyPath<Envelope, Double>
) {
  guard let box = unsafe envelope(values), !box.isEmpty else {
    return unsafe sqlite3_result_null(context)
  }
  unsafe sqlite3_result_double(context, box[keyPath: side])
}

/// The rectangle of the blob that is a function's first value, empty for a geometry without
/// coordinates; nil when it is no geometry.
private func envelope(_ values: UnsafeMutablePointer<OpaquePointer?>?) -> Envelope? {
  guard let value = unsafe values?.pointee,
    let start = unsafe sqlite3_value_blob(value)
  else { return nil }
  let count = Int(unsafe sqlite3_value_bytes(value))
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count).bytes
  var buffer = GeometryBuffer()
  do throws(GeometryError) {
    // SpatiaLite's blobs begin with 00, GeoPackage's with “GP”.
    if bytes.byteCount > 0, unsafe bytes.unsafeLoad(as: UInt8.self) == 0 {
      try SpatiaLiteBlob.read(bytes, into: &buffer)
    } else {
      try GeoPackageBinary.read(bytes, into: &buffer)
    }
  } catch {
    return nil
  }
  return buffer.envelope
}
