public import MeridianKernel

/// GeoPackage's geometry blob: a header with an optional envelope, then well-known binary
/// (GeoPackage, clause 2.1.3).
public struct GeoPackageBinary: Hashable, Sendable {
  /// The reference system that the blob names.
  public var srsID: Int32
  /// Whether the header says that the geometry is empty; the geometry itself decides.
  public var isMarkedEmpty: Bool
  /// The envelope of the header in x and y, if it has one.
  public var envelope: Envelope?
  /// Where the well-known binary starts, in bytes.
  public var start: Int

  /// Reads the header.
  public init(header bytes: RawSpan) throws(GeometryError) {
    var reader = ByteReader(offset: 0)
    try reader.require(8, of: bytes)
    guard try reader.byte(bytes) == 0x47, try reader.byte(bytes) == 0x50 else {
      throw .badHeader(offset: 0)
    }
    _ = try reader.byte(bytes)
    let flags = try reader.byte(bytes)
    let kind = Int(flags >> 1) & 7
    // Kinds 5 to 7 are invalid; bit 5 marks an extension whose content only its author knows.
    guard kind <= 4, flags & 0x20 == 0 else { throw .badHeader(offset: 3) }
    reader.isBigEndian = flags & 1 == 0
    isMarkedEmpty = flags & 0x10 != 0
    srsID = Int32(bitPattern: try reader.uint32(bytes))
    if kind == 0 {
      envelope = nil
      start = 8
      return
    }
    start = [8, 40, 56, 56, 72][kind]
    try reader.require(start - 8, of: bytes)
    let minX = try reader.double(bytes)
    let maxX = try reader.double(bytes)
    let minY = try reader.double(bytes)
    let maxY = try reader.double(bytes)
    envelope = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// Decodes a whole blob into a buffer.
  public static func read(
    _ bytes: RawSpan, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    buffer.removeAll()
    // The header's size is all that a scan needs of it.
    var reader = ByteReader(offset: 0)
    try reader.require(8, of: bytes)
    guard try reader.byte(bytes) == 0x47, try reader.byte(bytes) == 0x50 else {
      throw .badHeader(offset: 0)
    }
    reader.offset = 3
    let flags = try reader.byte(bytes)
    let kind = (flags >> 1) & 7
    guard kind <= 4, flags & 0x20 == 0 else { throw .badHeader(offset: 3) }
    let start = kind == 0 ? 8 : kind == 1 ? 40 : kind == 4 ? 72 : 56
    try WKBReader.read(bytes, from: start, into: &buffer)
  }

  /// Appends the blob of a geometry: little-endian, with an envelope unless it is a point or empty.
  public static func append(
    _ geometry: borrowing GeometryBuffer, srsID: Int32, to bytes: inout [UInt8]
  ) {
    let isEmpty = geometry.isEmpty
    let hasEnvelope = !isEmpty && geometry.type != .point
    bytes.append(contentsOf: [0x47, 0x50, 0, 1 | (hasEnvelope ? 2 : 0) | (isEmpty ? 0x10 : 0)])
    append(UInt64(UInt32(bitPattern: srsID)), width: 4, &bytes)
    if hasEnvelope {
      let box = geometry.envelope
      for side in [box.minX, box.maxX, box.minY, box.maxY] {
        append(side.bitPattern, width: 8, &bytes)
      }
    }
    WKBWriter.append(geometry, to: &bytes)
  }

  private static func append(_ value: UInt64, width: Int, _ bytes: inout [UInt8]) {
    for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) }
  }
}
