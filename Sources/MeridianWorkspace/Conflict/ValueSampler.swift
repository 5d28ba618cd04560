import MeridianKernel
import MeridianStore

/// Turns lent values into what a report shows, within an allowance of memory.
final class ValueSampler {
  private let options: ReportOptions
  private let comparer: ValueComparer
  private let isGeoPackage: [Bool]
  private var buffer = GeometryBuffer()
  /// Bytes that may still be used, about.
  private var left: Int

  init(_ options: ReportOptions, comparer: ValueComparer, isGeoPackage: [Bool]) {
    self.options = options
    self.comparer = comparer
    self.isGeoPackage = isGeoPackage
    left = options.totalBytes
  }

  /// Whether more may be listed.
  var hasRoom: Bool { left > 0 }

  /// A column of the current row of a file.
  func value(_ row: Statement, _ column: Int, file: Int, isGeometry: Bool) -> ReportedValue {
    left -= 64
    switch row.storage(column) {
    case .null: return .null
    case .integer: return .integer(row.integer(column))
    case .real: return .real(row.real(column))
    case .text: return .text(comparer.withText(row, column) { text($0) })
    case .blob:
      return row.withBytes(column) { bytes in
        if isGeometry, let found = geometry(bytes, isGeoPackage: isGeoPackage[file]) {
          return .geometry(found)
        }
        return .blob(blob(bytes))
      }
    }
  }

  /// A value that was kept.
  func value(_ value: ComparedValue, file: Int, isGeometry: Bool) -> ReportedValue {
    left -= 64
    switch value {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .real(let bits): return .real(Double(bitPattern: bits))
    case .text(let bytes): return .text(text(unsafe bytes.span.bytes))
    case .blob(let bytes):
      let span = unsafe bytes.span.bytes
      if isGeometry, let found = geometry(span, isGeoPackage: isGeoPackage[file]) {
        return .geometry(found)
      }
      return .blob(blob(span))
    }
  }

  private func text(_ bytes: RawSpan) -> TextSample {
    var start = ByteOrder.prefix(bytes, options.textBytes)
    // Not through the middle of a character.
    if start.count < bytes.byteCount, ByteOrder.byte(bytes, start.count) & 0xC0 == 0x80 {
      while let last = start.last, last & 0xC0 == 0x80 { start.removeLast() }
      if let last = start.last, last >= 0xC0 { start.removeLast() }
    }
    left -= start.count
    let valid = String(validating: start, as: UTF8.self)
    return TextSample(
      text: valid ?? String(decoding: start, as: UTF8.self), byteCount: bytes.byteCount,
      isWhole: valid != nil && start.count == bytes.byteCount,
      fingerprint: ByteOrder.fingerprint(bytes))
  }

  private func blob(_ bytes: RawSpan) -> BlobSample {
    let start = ByteOrder.prefix(bytes, options.blobBytes)
    left -= start.count
    return BlobSample(
      start: start, byteCount: bytes.byteCount, fingerprint: ByteOrder.fingerprint(bytes))
  }

  /// What a blob's geometry is; nil when it is none.
  private func geometry(_ bytes: RawSpan, isGeoPackage: Bool) -> ReportedGeometry? {
    do throws(GeometryError) {
      if isGeoPackage {
        try GeoPackageBinary.read(bytes, into: &buffer)
      } else {
        try SpatiaLiteBlob.read(bytes, into: &buffer)
      }
    } catch {
      return nil
    }
    return ReportedGeometry(
      type: buffer.type.name, vertexCount: buffer.coordinates.count,
      partCount: buffer.parts.count, extent: buffer.isEmpty ? nil : buffer.envelope,
      byteCount: bytes.byteCount, fingerprint: ByteOrder.fingerprint(bytes))
  }
}
