/// Decodes well-known binary: ISO (SQL/MM) and extended, either byte order, curves linearized.
///
/// Z and M are skipped. Every count is checked against the bytes that are left before anything is
/// reserved, and collections may nest 32 deep, so hostile bytes cost no more than their own length.
///
/// ```swift
/// var buffer = GeometryBuffer()
/// try WKBReader.read(blob.span.bytes, into: &buffer)
/// ```
public struct WKBReader {
  /// How deep a collection may hold collections.
  static let deepest = 32

  private var reader: ByteReader

  /// Decodes the geometry that starts at a byte; bytes after its end are ignored.
  ///
  /// - Parameters:
  ///   - bytes: the whole blob; offsets in errors count from its start.
  ///   - start: where the well-known binary begins.
  ///   - buffer: emptied first; after an error it holds an unspecified part of the geometry.
  public static func read(
    _ bytes: RawSpan, from start: Int = 0, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    var decoder = WKBReader(reader: ByteReader(offset: start))
    buffer.removeAll()
    let header = try decoder.header(bytes)
    buffer.begin(header.type)
    try decoder.body(header, bytes, member: nil, depth: 0, into: &buffer)
  }
}

/// The head of one geometry: its type, how wide its coordinates are, and where its type code lay.
private struct Header {
  var type: GeometryType
  var code: UInt32
  var offset: Int
  /// Bytes from one coordinate to the next: 16, 24 or 32.
  var stride: Int
}

extension WKBReader {
  private mutating func header(_ bytes: RawSpan) throws(GeometryError) -> Header {
    let start = reader.offset
    let order = try reader.byte(bytes)
    guard order <= 1 else { throw .badHeader(offset: start) }
    reader.isBigEndian = order == 0
    let offset = reader.offset
    let code = try reader.uint32(bytes)
    // Extended WKB keeps Z, M and SRID in the top bits, ISO keeps Z and M in the thousands.
    var base = code & 0x1FFF_FFFF
    var hasZ = code & 0x8000_0000 != 0
    var hasM = code & 0x4000_0000 != 0
    if base >= 1000 && base < 4000 {
      hasZ = hasZ || base / 1000 != 2
      hasM = hasM || base / 1000 >= 2
      base %= 1000
    }
    guard base <= 17, let type = GeometryType(rawValue: UInt8(base)) else {
      throw .unknownType(code: code, offset: offset)
    }
    if code & 0x2000_0000 != 0 { _ = try reader.uint32(bytes) }
    return Header(
      type: type, code: code, offset: offset, stride: 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0))
  }

  private mutating func body(
    _ header: Header, _ bytes: RawSpan, member: Int?, depth: Int, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    switch header.type {
    case .point:
      try point(header, bytes, member: member ?? 0, into: &buffer)
    case .lineString, .circularString, .compoundCurve:
      buffer.beginPart(.line, member: member ?? 0)
      try curve(header, bytes, depth: depth, into: &buffer)
      buffer.endRing()
      buffer.endPart()
    case .polygon, .triangle, .curvePolygon:
      try polygon(header, bytes, member: member ?? 0, depth: depth, into: &buffer)
    case .multiPoint, .multiLineString, .multiPolygon, .geometryCollection, .multiCurve,
      .multiSurface, .polyhedralSurface, .tin:
      // A member is at least a byte order, a type and a count.
      let count = try reader.count(bytes, ofSize: 9)
      if count == 0 { buffer.noteEmptyPart() }
      for index in 0..<count {
        let inner = try self.member(of: header.type, bytes, depth: depth)
        try body(inner, bytes, member: member ?? index, depth: depth + 1, into: &buffer)
      }
    }
  }

  private mutating func member(
    of collection: GeometryType, _ bytes: RawSpan, depth: Int
  ) throws(GeometryError) -> Header {
    guard depth < Self.deepest else { throw .nestedTooDeep(offset: reader.offset) }
    let inner = try header(bytes)
    let isAllowed =
      switch collection {
      case .multiPoint: inner.type == .point
      case .multiLineString: inner.type == .lineString
      case .multiPolygon, .polyhedralSurface: inner.type == .polygon
      case .tin: inner.type == .triangle || inner.type == .polygon
      case .compoundCurve: inner.type == .lineString || inner.type == .circularString
      case .multiCurve, .curvePolygon: Self.curves.contains(inner.type)
      case .multiSurface: inner.type == .polygon || inner.type == .curvePolygon
      default: true
      }
    guard isAllowed else { throw .unexpectedMember(code: inner.code, offset: inner.offset) }
    return inner
  }

  private static let curves: Set<GeometryType> = [.lineString, .circularString, .compoundCurve]

  private mutating func point(
    _ header: Header, _ bytes: RawSpan, member: Int, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    try reader.require(header.stride, of: bytes)
    let end = reader.offset + header.stride
    let x = try reader.double(bytes)
    let y = try reader.double(bytes)
    reader.offset = end
    // NaN NaN is how a point says that it is empty (GeoPackage, clause 2.1.3.1).
    if x.isNaN && y.isNaN {
      buffer.noteEmptyPart()
      return
    }
    buffer.beginPart(.point, member: member)
    buffer.append(Coordinate(x, y))
    buffer.endRing()
    buffer.endPart()
  }

  private mutating func polygon(
    _ header: Header, _ bytes: RawSpan, member: Int, depth: Int, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    let isCurved = header.type == .curvePolygon
    let rings = try reader.count(bytes, ofSize: isCurved ? 9 : 4)
    buffer.beginPart(.polygon, member: member)
    for _ in 0..<rings {
      if isCurved {
        let ring = try self.member(of: .curvePolygon, bytes, depth: depth)
        try curve(ring, bytes, depth: depth + 1, into: &buffer)
      } else {
        try run(header, bytes, into: &buffer)
      }
      buffer.endRing()
    }
    buffer.endPart()
  }

  /// Appends the coordinates of a line, an arc string or a chain of both to the open ring.
  private mutating func curve(
    _ header: Header, _ bytes: RawSpan, depth: Int, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    switch header.type {
    case .circularString:
      try arcs(header, bytes, into: &buffer)
    case .compoundCurve:
      let count = try reader.count(bytes, ofSize: 9)
      for _ in 0..<count {
        let segment = try member(of: .compoundCurve, bytes, depth: depth)
        try curve(segment, bytes, depth: depth + 1, into: &buffer)
      }
    default:
      try run(header, bytes, into: &buffer)
    }
  }

  /// Appends one counted run of coordinates, without the first where it repeats the last one.
  private mutating func run(
    _ header: Header, _ bytes: RawSpan, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    var count = try reader.count(bytes, ofSize: header.stride)
    if count > 0, buffer.coordinates.count > (buffer.ringEnds.last ?? 0) {
      var first = reader
      let start = Coordinate(try first.double(bytes), try first.double(bytes))
      if start == buffer.coordinates.last {
        count -= 1
        reader.offset += header.stride
      }
    }
    buffer.appendRun(
      bytes, at: reader.offset, count: count, stride: header.stride,
      isBigEndian: reader.isBigEndian)
    reader.offset += count * header.stride
  }

  private mutating func arcs(
    _ header: Header, _ bytes: RawSpan, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    let start = reader.offset
    let count = try reader.count(bytes, ofSize: header.stride)
    var string = ArcString(continuing: buffer.coordinates.count > (buffer.ringEnds.last ?? 0))
    for _ in 0..<count {
      let end = reader.offset + header.stride
      let point = Coordinate(try reader.double(bytes), try reader.double(bytes))
      reader.offset = end
      string.add(point, to: &buffer)
      // An arc of 32 bytes can become 5,760: a blob of nothing but arcs must not fill the memory.
      guard buffer.coordinates.count <= ArcString.mostCoordinates else {
        throw .countTooLarge(count: UInt32(count), offset: start)
      }
    }
    string.finish(&buffer)
  }
}
