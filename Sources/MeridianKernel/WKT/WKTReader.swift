/// Decodes well-known text (OGC 06-103r4, clause 7): types 1 to 7, in any case, `EMPTY` anywhere.
///
/// Z and M are skipped, whether the type says so or not. Nested collections flatten as
/// ``WKBReader`` flattens them and may nest 32 deep, so hostile text costs no more than its length.
///
/// ```swift
/// var buffer = GeometryBuffer()
/// try WKTReader.read("POLYGON ((0 0, 9 0, 9 9, 0 0))", into: &buffer)
/// ```
public struct WKTReader {
  /// How deep a collection may hold collections.
  static let deepest = 32

  private var offset: Int

  /// Decodes a text that holds one geometry and nothing else.
  ///
  /// - Parameter buffer: emptied first; after an error it holds an unspecified part.
  public static func read(
    _ text: String, into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    let bytes = Array(text.utf8)
    var reader = WKTReader(offset: try read(bytes.span, into: &buffer))
    reader.skipBlanks(bytes.span)
    guard reader.offset == bytes.count else {
      throw reader.unexpected(bytes.span, wanted: "its end")
    }
  }

  /// Decodes the geometry that starts at a byte of UTF-8, blanks before it skipped, and answers the
  /// offset one past its end.
  ///
  /// - Parameter buffer: emptied first; after an error it holds an unspecified part.
  public static func read(
    _ bytes: Span<UInt8>, from start: Int = 0, into buffer: inout GeometryBuffer
  ) throws(WKTError) -> Int {
    var reader = WKTReader(offset: start)
    buffer.removeAll()
    let type = try reader.type(bytes)
    buffer.begin(type)
    try reader.body(type, bytes, member: nil, depth: 0, into: &buffer)
    return reader.offset
  }

  /// The type of that name in any case, such as `multipolygon`; nil when it is none that is read.
  package static func type(named word: String) -> GeometryType? {
    let upper = word.uppercased()
    return types.first { $0.name == upper }?.type
  }

  private static let types: [(name: String, type: GeometryType)] = [
    ("POINT", .point), ("LINESTRING", .lineString), ("POLYGON", .polygon),
    ("MULTIPOINT", .multiPoint), ("MULTILINESTRING", .multiLineString),
    ("MULTIPOLYGON", .multiPolygon), ("GEOMETRYCOLLECTION", .geometryCollection),
  ]
}

// MARK: - Geometries

extension WKTReader {
  private mutating func type(_ bytes: Span<UInt8>) throws(WKTError) -> GeometryType {
    skipBlanks(bytes)
    let start = offset
    let name = word(bytes)
    guard let type = Self.type(named: name) else {
      throw .unknownType(name: name, offset: start)
    }
    let before = offset
    if !["Z", "M", "ZM"].contains(word(bytes).uppercased()) { offset = before }
    return type
  }

  private mutating func body(
    _ type: GeometryType, _ bytes: Span<UInt8>, member: Int?, depth: Int,
    into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    if takeEmpty(bytes) { return buffer.noteEmptyPart() }
    switch type {
    case .point:
      buffer.beginPart(.point, member: member ?? 0)
      try expect("(", bytes)
      buffer.append(try coordinate(bytes))
      try expect(")", bytes)
      buffer.endRing()
      buffer.endPart()
    case .polygon:
      try polygon(bytes, member: member ?? 0, into: &buffer)
    case .multiPoint:
      try points(bytes, member: member, into: &buffer)
    case .multiLineString, .multiPolygon:
      let part: GeometryType = type == .multiPolygon ? .polygon : .lineString
      try expect("(", bytes)
      var index = 0
      repeat {
        try body(part, bytes, member: member ?? index, depth: depth, into: &buffer)
        index += 1
      } while take(",", bytes)
      try expect(")", bytes)
    case .geometryCollection:
      try collection(bytes, member: member, depth: depth, into: &buffer)
    default:
      buffer.beginPart(.line, member: member ?? 0)
      try run(bytes, into: &buffer)
      buffer.endPart()
    }
  }

  private mutating func collection(
    _ bytes: Span<UInt8>, member: Int?, depth: Int, into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    guard depth < Self.deepest else { throw .nestedTooDeep(offset: offset) }
    try expect("(", bytes)
    var index = 0
    repeat {
      let inner = try type(bytes)
      try body(inner, bytes, member: member ?? index, depth: depth + 1, into: &buffer)
      index += 1
    } while take(",", bytes)
    try expect(")", bytes)
  }

  private mutating func polygon(
    _ bytes: Span<UInt8>, member: Int, into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    buffer.beginPart(.polygon, member: member)
    try expect("(", bytes)
    repeat {
      if takeEmpty(bytes) { buffer.noteEmptyPart() } else { try run(bytes, into: &buffer) }
    } while take(",", bytes)
    try expect(")", bytes)
    buffer.endPart()
  }

  /// Points of a multipoint, with brackets of their own or, as older writers have it, without.
  private mutating func points(
    _ bytes: Span<UInt8>, member: Int?, into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    try expect("(", bytes)
    var index = 0
    repeat {
      if takeEmpty(bytes) {
        buffer.noteEmptyPart()
      } else {
        buffer.beginPart(.point, member: member ?? index)
        let isBracketed = take("(", bytes)
        buffer.append(try coordinate(bytes))
        if isBracketed { try expect(")", bytes) }
        buffer.endRing()
        buffer.endPart()
      }
      index += 1
    } while take(",", bytes)
    try expect(")", bytes)
  }

  /// `(x y, x y, …)` as one ring.
  private mutating func run(
    _ bytes: Span<UInt8>, into buffer: inout GeometryBuffer
  ) throws(WKTError) {
    try expect("(", bytes)
    repeat { buffer.append(try coordinate(bytes)) } while take(",", bytes)
    try expect(")", bytes)
    buffer.endRing()
  }

  /// Two to four numbers, of which the first two count.
  private mutating func coordinate(_ bytes: Span<UInt8>) throws(WKTError) -> Coordinate {
    let x = try number(bytes)
    let y = try number(bytes)
    for _ in 0..<2 {
      skipBlanks(bytes)
      guard offset < bytes.count, bytes[offset] != UInt8(ascii: ","),
        bytes[offset] != UInt8(ascii: ")")
      else { break }
      _ = try number(bytes)
    }
    return Coordinate(x, y)
  }
}

// MARK: - Tokens

extension WKTReader {
  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  private mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    skipBlanks(bytes)
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func expect(
    _ character: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(WKTError) {
    guard take(character, bytes) else {
      let wanted = character == "(" ? "\"(\" or EMPTY" : "\",\" or \")\""
      throw unexpected(bytes, wanted: wanted)
    }
  }

  private mutating func takeEmpty(_ bytes: Span<UInt8>) -> Bool {
    skipBlanks(bytes)
    let before = offset
    if word(bytes).uppercased() == "EMPTY" { return true }
    offset = before
    return false
  }

  /// Letters of ASCII; more of them than any word has are left.
  private mutating func word(_ bytes: Span<UInt8>) -> String {
    skipBlanks(bytes)
    var word = ""
    let end = min(bytes.count, offset + 32)
    while offset < end {
      let lower = bytes[offset] | 0x20
      guard lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") else { break }
      word.unicodeScalars.append(Unicode.Scalar(bytes[offset]))
      offset += 1
    }
    return word
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(WKTError) -> Double {
    skipBlanks(bytes)
    guard let scan = DecimalText.scan(bytes, from: offset) else {
      throw unexpected(bytes, wanted: "a number")
    }
    let isWhole = scan.end >= bytes.count || Self.ends(bytes[scan.end])
    guard isWhole, scan.value.isFinite else {
      throw .badNumber(text: found(bytes), offset: offset)
    }
    offset = scan.end
    return scan.value
  }

  /// Whether a number may end before this byte.
  private static func ends(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "(")
  }

  private func unexpected(_ bytes: Span<UInt8>, wanted: String) -> WKTError {
    .unexpected(found: found(bytes), wanted: wanted, offset: offset)
  }

  /// What stands at the place of a mistake, up to the next blank or bracket; control characters
  /// are left out.
  private func found(_ bytes: Span<UInt8>) -> String {
    var end = offset
    let limit = min(bytes.count, offset + 24)
    while end < limit, !(end > offset && Self.ends(bytes[end])) { end += 1 }
    var taken: [UInt8] = []
    for index in offset..<end where bytes[index] >= 0x20 && bytes[index] != 0x7F {
      taken.append(bytes[index])
    }
    let text = String(decoding: taken, as: UTF8.self)
    return String(
      text.unicodeScalars.filter { $0 != "\u{FFFD}" && $0.properties.generalCategory != .control })
  }
}
