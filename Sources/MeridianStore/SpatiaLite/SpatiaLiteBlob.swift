public import MeridianKernel

/// SpatiaLite's geometry blob: marks, an envelope, then a body like well-known binary with its own
/// compressed lines and rings.
///
/// Layout: 00, byte order, srid, envelope, 7C, class, body, FE. Compressed classes keep the first
/// and last vertex whole and the others as 32-bit differences. A "tiny point" drops the envelope.
public enum SpatiaLiteBlob {
  /// Decodes a whole blob into a buffer.
  public static func read(
    _ bytes: RawSpan, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    buffer.removeAll()
    var reader = ByteReader(offset: 0)
    guard try reader.byte(bytes) == 0 else { throw .badHeader(offset: 0) }
    let order = try reader.byte(bytes)
    reader.isBigEndian = order & 1 == 0
    switch order {
    case 0, 1: break
    case 0x80, 0x81:
      try tinyPoint(bytes, &reader, into: &buffer)
      return
    default: throw .badHeader(offset: 1)
    }
    // srid and the four sides of the envelope: the columns and the coordinates say both better.
    reader.offset = 38
    guard try reader.byte(bytes) == 0x7C else { throw .badHeader(offset: 38) }
    let shape = try self.shape(bytes, &reader)
    buffer.begin(shape.type)
    if shape.type.isCollection {
      // A member is at least a mark, a class and a count.
      let count = try reader.count(bytes, ofSize: 9)
      if count == 0 { buffer.noteEmptyPart() }
      for member in 0..<count {
        let mark = reader.offset
        guard try reader.byte(bytes) == 0x69 else { throw .badHeader(offset: mark) }
        let inner = try self.shape(bytes, &reader)
        guard shape.type.holds(inner.type) else {
          throw .unexpectedMember(code: inner.code, offset: mark + 1)
        }
        try simple(inner, bytes, &reader, member: member, into: &buffer)
      }
    } else {
      try simple(shape, bytes, &reader, member: 0, into: &buffer)
    }
    guard try reader.byte(bytes) == 0xFE else { throw .badHeader(offset: reader.offset - 1) }
  }

  /// A class code taken apart.
  private struct Shape {
    var type: GeometryType
    var code: UInt32
    var hasZ: Bool
    var hasM: Bool
    var isCompressed: Bool
    /// Bytes of a whole coordinate.
    var stride: Int { 16 + (hasZ ? 8 : 0) + (hasM ? 8 : 0) }
    /// Bytes of a compressed coordinate: M is never shortened.
    var compressedStride: Int { 8 + (hasZ ? 4 : 0) + (hasM ? 8 : 0) }
  }

  private static func shape(
    _ bytes: RawSpan, _ reader: inout ByteReader
  ) throws(GeometryError) -> Shape {
    let offset = reader.offset
    let code = try reader.uint32(bytes)
    let isCompressed = code >= 1_000_000
    let rest = isCompressed ? code - 1_000_000 : code
    let base = rest % 1000
    guard rest < 4000, base <= 7, let type = GeometryType(rawValue: UInt8(base)),
      !isCompressed || type == .lineString || type == .polygon
    else {
      throw .unknownType(code: code, offset: offset)
    }
    let dimensions = rest / 1000
    return Shape(
      type: type, code: code, hasZ: dimensions == 1 || dimensions == 3, hasM: dimensions >= 2,
      isCompressed: isCompressed)
  }

  private static func simple(
    _ shape: Shape, _ bytes: RawSpan, _ reader: inout ByteReader, member: Int,
    into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    switch shape.type {
    case .point:
      let end = reader.offset + shape.stride
      try reader.require(shape.stride, of: bytes)
      try point(bytes, &reader, member: member, into: &buffer)
      reader.offset = end
    case .lineString:
      buffer.beginPart(.line, member: member)
      try run(shape, bytes, &reader, into: &buffer)
      buffer.endRing()
      buffer.endPart()
    default:
      let rings = try reader.count(bytes, ofSize: 4)
      buffer.beginPart(.polygon, member: member)
      for _ in 0..<rings {
        try run(shape, bytes, &reader, into: &buffer)
        buffer.endRing()
      }
      buffer.endPart()
    }
  }

  private static func point(
    _ bytes: RawSpan, _ reader: inout ByteReader, member: Int, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    let x = try reader.double(bytes)
    let y = try reader.double(bytes)
    if x.isNaN && y.isNaN {
      buffer.noteEmptyPart()
      return
    }
    buffer.beginPart(.point, member: member)
    buffer.append(Coordinate(x, y))
    buffer.endRing()
    buffer.endPart()
  }

  private static func tinyPoint(
    _ bytes: RawSpan, _ reader: inout ByteReader, into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    reader.offset = 6
    let dimensions = try reader.byte(bytes)
    guard (1...4).contains(dimensions) else { throw .badHeader(offset: 6) }
    let size = dimensions == 1 ? 16 : dimensions == 4 ? 32 : 24
    try reader.require(size + 1, of: bytes)
    buffer.begin(.point)
    try point(bytes, &reader, member: 0, into: &buffer)
    reader.offset = 7 + size
    guard try reader.byte(bytes) == 0xFE else { throw .badHeader(offset: 7 + size) }
  }

  private static func run(
    _ shape: Shape, _ bytes: RawSpan, _ reader: inout ByteReader,
    into buffer: inout GeometryBuffer
  ) throws(GeometryError) {
    guard shape.isCompressed else {
      let count = try reader.count(bytes, ofSize: shape.stride)
      buffer.appendRun(
        bytes, at: reader.offset, count: count, stride: shape.stride,
        isBigEndian: reader.isBigEndian)
      reader.offset += count * shape.stride
      return
    }
    let count = try reader.count(bytes, ofSize: shape.compressedStride)
    var last = Coordinate(0, 0)
    for index in 0..<count {
      let isWhole = index == 0 || index == count - 1
      let size = isWhole ? shape.stride : shape.compressedStride
      try reader.require(size, of: bytes)
      let end = reader.offset + size
      if isWhole {
        last = Coordinate(try reader.double(bytes), try reader.double(bytes))
      } else {
        last = Coordinate(
          last.x + Double(try reader.float(bytes)), last.y + Double(try reader.float(bytes)))
      }
      reader.offset = end
      buffer.append(last)
    }
  }
}

extension ByteReader {
  fileprivate mutating func float(_ bytes: RawSpan) throws(GeometryError) -> Float {
    Float(bitPattern: try uint32(bytes))
  }
}

extension GeometryType {
  fileprivate var isCollection: Bool { (4...7).contains(rawValue) }

  fileprivate func holds(_ member: GeometryType) -> Bool {
    switch self {
    case .multiPoint: member == .point
    case .multiLineString: member == .lineString
    case .multiPolygon: member == .polygon
    default: !member.isCollection
    }
  }
}
