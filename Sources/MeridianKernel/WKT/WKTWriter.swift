/// Encodes a geometry as well-known text (OGC 06-103r4, clause 7), two-dimensional.
///
/// The flat parts are gathered by member again, as ``WKBWriter`` does it. Curves have been
/// linearized on reading, so a curve type is written as the straight type that holds the same
/// coordinates. Coordinates that are not finite are written as `inf` and `nan`, which no reader
/// takes.
public struct WKTWriter {
  private var bytes: [UInt8]
  private let decimals: Int?

  /// Appends the text of a geometry as UTF-8.
  ///
  /// - Parameter decimals: how many decimals every number gets (0 to 15); nil for the shortest text
  ///   that reads back as the same number.
  public static func append(
    _ geometry: borrowing GeometryBuffer, decimals: Int? = nil, to bytes: inout [UInt8]
  ) {
    var writer = WKTWriter(bytes: bytes, decimals: decimals)
    // The storage goes to the writer and comes back; a second owner would copy it.
    bytes = []
    writer.write(geometry)
    bytes = writer.bytes
  }

  /// The text of a geometry.
  public static func text(
    _ geometry: borrowing GeometryBuffer, decimals: Int? = nil
  ) -> String {
    var bytes: [UInt8] = []
    append(geometry, decimals: decimals, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension WKTWriter {
  private mutating func write(_ geometry: borrowing GeometryBuffer) {
    let parts = 0..<geometry.parts.count
    switch geometry.type {
    case .point: many("POINT", parts.prefix(1), geometry)
    case .lineString, .circularString, .compoundCurve:
      many("LINESTRING", parts.prefix(1), geometry)
    case .polygon, .triangle, .curvePolygon: many("POLYGON", parts.prefix(1), geometry)
    case .multiPoint: many("MULTIPOINT", parts, geometry)
    case .multiLineString, .multiCurve: many("MULTILINESTRING", parts, geometry)
    case .multiPolygon, .multiSurface, .polyhedralSurface, .tin:
      many("MULTIPOLYGON", parts, geometry)
    case .geometryCollection: collection(geometry)
    }
  }

  /// One geometry of a type; a name that starts with MULTI has brackets around its parts.
  private mutating func many(
    _ name: String, _ parts: Range<Int>, _ geometry: borrowing GeometryBuffer
  ) {
    text(name)
    guard !parts.isEmpty else { return text(" EMPTY") }
    text(" ")
    let isMulti = name.utf8.first == UInt8(ascii: "M")
    if isMulti { text("(") }
    for index in parts {
      if index > parts.lowerBound { text(", ") }
      body(index, geometry)
    }
    if isMulti { text(")") }
  }

  private mutating func collection(_ geometry: borrowing GeometryBuffer) {
    text("GEOMETRYCOLLECTION")
    guard !geometry.parts.isEmpty else { return text(" EMPTY") }
    text(" (")
    var start = 0
    while start < geometry.parts.count {
      var end = start + 1
      while end < geometry.parts.count, geometry.parts[end].member == geometry.parts[start].member {
        end += 1
      }
      if start > 0 { text(", ") }
      group(start..<end, geometry)
      start = end
    }
    text(")")
  }

  /// The parts of one member: one simple geometry, a multi-geometry, or a collection of both.
  private mutating func group(_ parts: Range<Int>, _ geometry: borrowing GeometryBuffer) {
    let dimension = geometry.parts[parts.lowerBound].dimension
    var isUniform = true
    for index in parts where geometry.parts[index].dimension != dimension { isUniform = false }
    if isUniform {
      let name = Self.name(dimension)
      return many(parts.count == 1 ? name : "MULTI" + name, parts, geometry)
    }
    text("GEOMETRYCOLLECTION (")
    for index in parts {
      if index > parts.lowerBound { text(", ") }
      many(Self.name(geometry.parts[index].dimension), index..<index + 1, geometry)
    }
    text(")")
  }

  private static func name(_ dimension: PartDimension) -> String {
    switch dimension {
    case .point: "POINT"
    case .line: "LINESTRING"
    case .polygon: "POLYGON"
    }
  }

  /// The coordinates of one part in the brackets that its dimension needs.
  private mutating func body(_ part: Int, _ geometry: borrowing GeometryBuffer) {
    let isPolygon = geometry.parts[part].dimension == .polygon
    if isPolygon { text("(") }
    let rings = geometry.ringRange(ofPart: part)
    for ring in rings {
      if ring > rings.lowerBound { text(", ") }
      text("(")
      let range = geometry.coordinateRange(ofRing: ring)
      for index in range {
        if index > range.lowerBound { text(", ") }
        DecimalText.append(geometry.coordinates[index].x, decimals: decimals, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        DecimalText.append(geometry.coordinates[index].y, decimals: decimals, to: &bytes)
      }
      text(")")
    }
    if isPolygon { text(")") }
  }

  private mutating func text(_ text: String) { bytes += text.utf8 }
}
