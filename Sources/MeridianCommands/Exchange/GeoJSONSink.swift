internal import MeridianKernel
internal import MeridianStore

/// Writes features as GeoJSON (RFC 7946) or as a GeoJSON text sequence (RFC 8142).
///
/// Longitude and latitude on WGS 84, cut at 180°, shells counterclockwise, holes clockwise; a
/// feature's id is its fid.
final class GeoJSONSink: FeatureSink {
  private let output: OutputStream
  private let isSequence: Bool
  private let decimals: Int
  private var json = JSONWriter()
  private var columns: [AttributeColumn] = []
  private var placer: LonLatPlacer?
  private var hasBlobs = false
  private var cut = GeometryBuffer()

  /// Writes to a stream; coordinates get at most so many decimals.
  init(_ output: OutputStream, isSequence: Bool, decimals: Int) {
    self.output = output
    self.isSequence = isSequence
    self.decimals = decimals
  }

  var notices: [String] {
    let lost = placer?.lost ?? 0
    return (hasBlobs ? ["Bytes are written as text in base 64"] : [])
      + (lost > 0 ? ["\(lost) geometries have no place in longitude and latitude: null"] : [])
  }

  func begin(_ schema: FeatureSchema) throws(CommandError) {
    columns = schema.columns
    if schema.geometryType != nil { placer = try LonLatPlacer(from: schema.crs) }
    guard !isSequence else { return }
    json.beginFeatureCollection()
  }

  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError) {
    if isSequence { try output.write("\u{1E}") } else { json.beginLine() }
    json.beginFeature(id: row.fid)
    if hasGeometry, let placer {
      placer.place(geometry) { places, isPlace in
        guard isPlace else { return json.null() }
        AntimeridianCut.cut(places, into: &cut)
        json.geometry(cut, decimals: decimals)
      }
    } else {
      json.null()
    }
    json.key("properties")
    json.beginObject()
    for (column, value) in zip(columns, values) {
      json.key(column.name)
      if case .blob = value { hasBlobs = true }
      json.attribute(value, type: column.type)
    }
    json.endObject()
    json.endObject()
    if isSequence { json.endLine() }
    try output.write(&json)
  }

  func end() throws(CommandError) {
    guard !isSequence else { return }
    json.endFeatureCollection()
    json.endLine()
    try output.write(&json)
  }
}

extension JSONWriter {
  /// An attribute of a column of a type: a truth value where the column holds such.
  mutating func attribute(_ value: AttributeValue, type: AttributeType) {
    switch value {
    case .null: null()
    case .integer(let number):
      if type == .boolean && (number == 0 || number == 1) {
        boolean(number == 1)
      } else {
        integer(number)
      }
    case .real(let number): self.number(number)
    case .text(let text): string(text)
    case .blob(let bytes): string(Base64.text(bytes))
    }
  }

  /// A geometry as RFC 7946 has it, its shape taken as it stands.
  mutating func geometry(_ geometry: borrowing GeometryBuffer, decimals: Int) {
    if geometry.type != .geometryCollection {
      return shape(
        geometry, geometry.type, 0..<geometry.parts.count, decimals: decimals)
    }
    beginObject()
    member("type", "GeometryCollection")
    key("geometries")
    beginArray()
    var start = 0
    while start < geometry.parts.count {
      var end = start + 1
      let first = geometry.parts[start]
      while end < geometry.parts.count, geometry.parts[end].member == first.member,
        geometry.parts[end].dimension == first.dimension
      {
        end += 1
      }
      shape(
        geometry, Self.type(of: first.dimension, isMulti: end - start > 1), start..<end,
        decimals: decimals)
      start = end
    }
    endArray()
    endObject()
  }

  private static func type(of dimension: PartDimension, isMulti: Bool) -> GeometryType {
    switch dimension {
    case .point: isMulti ? .multiPoint : .point
    case .line: isMulti ? .multiLineString : .lineString
    case .polygon: isMulti ? .multiPolygon : .polygon
    }
  }

  /// Parts of one dimension as one geometry; curves have been made straight on reading.
  private mutating func shape(
    _ geometry: borrowing GeometryBuffer, _ type: GeometryType, _ parts: Range<Int>, decimals: Int
  ) {
    let name: String =
      switch type {
      case .circularString, .compoundCurve: "LineString"
      case .curvePolygon, .triangle: "Polygon"
      case .multiCurve: "MultiLineString"
      case .multiSurface, .polyhedralSurface, .tin: "MultiPolygon"
      default: type.name
      }
    beginObject()
    member("type", name)
    key("coordinates")
    if name.hasPrefix("Multi") {
      beginArray()
      for part in parts { self.part(geometry, part, decimals: decimals) }
      endArray()
    } else if let part = parts.first {
      self.part(geometry, part, decimals: decimals)
    } else {
      beginArray()
      endArray()
    }
    endObject()
  }

  private mutating func part(
    _ geometry: borrowing GeometryBuffer, _ part: Int, decimals: Int
  ) {
    let rings = geometry.ringRange(ofPart: part)
    switch geometry.parts[part].dimension {
    case .point:
      for ring in rings {
        for index in geometry.coordinateRange(ofRing: ring) {
          pair(geometry.coordinates[index], decimals: decimals)
        }
      }
    case .line:
      for ring in rings { run(geometry, ring, decimals: decimals) }
    case .polygon:
      beginArray()
      for ring in rings { run(geometry, ring, decimals: decimals) }
      endArray()
    }
  }

  private mutating func run(_ geometry: borrowing GeometryBuffer, _ ring: Int, decimals: Int) {
    beginArray()
    for index in geometry.coordinateRange(ofRing: ring) {
      pair(geometry.coordinates[index], decimals: decimals)
    }
    endArray()
  }

  private mutating func pair(_ place: Coordinate, decimals: Int) {
    compose(room: 2 * TextCursor.longestNumber + 3) { text in
      text.pair(place.x, place.y, decimals: decimals)
    }
  }
}

/// Bytes as text in base 64 (RFC 4648, section 4).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes, padded.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word: UInt32 = 0
      for index in 0..<3 {
        word = word << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        let letter = letters[Int(word >> (18 - 6 * UInt32(index))) & 63]
        text.append(index <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
