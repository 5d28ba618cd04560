internal import MeridianKernel

/// Reads a GeoJSON geometry from a parsed document (RFC 7946, section 3.1).
///
/// Longitude first; a third number, the height, is passed over and counted, as is anything behind
/// it. The shape is taken as it stands: rings are neither closed nor turned.
struct GeoJSONGeometryReader {
  /// Geometries in which a position had a height.
  private(set) var heights = 0
  private var hasHeight = false

  /// Reads the geometry that is a value of a document; the buffer is emptied first.
  mutating func read(
    _ value: JSONValue, into buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    hasHeight = false
    let type = try Self.type(of: value)
    buffer.begin(type)
    try body(value, type, member: nil, into: &buffer)
    if buffer.isNonFinite {
      throw FeatureProblem("a coordinate is beyond any place on a map")
    }
    if hasHeight { heights += 1 }
  }

  /// The types that GeoJSON knows.
  static let types: [String: GeometryType] = Dictionary(
    uniqueKeysWithValues: GeometryType.allCases.prefix(7).map { ($0.name, $0) })

  private static func type(of value: JSONValue) throws(FeatureProblem) -> GeometryType {
    guard value.kind == .object else { throw FeatureProblem("its geometry is not an object") }
    guard let name = value.member("type")?.string else {
      throw FeatureProblem("its geometry has no type")
    }
    guard let type = types[name] else {
      throw FeatureProblem("its geometry is of the unknown type \(ValueProblem.quoted(name))")
    }
    return type
  }

  private mutating func body(
    _ value: JSONValue, _ type: GeometryType, member: Int?, into buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    if type == .geometryCollection {
      guard let list = value.member("geometries"), list.kind == .array else {
        throw FeatureProblem("its collection has no list of geometries")
      }
      var number = 0
      for inner in list.elements {
        // The parser has bounded how deep collections may be nested.
        try body(inner, Self.type(of: inner), member: member ?? number, into: &buffer)
        number += 1
      }
      if number == 0 { buffer.noteEmptyPart() }
      return
    }
    guard let list = value.member("coordinates"), list.kind == .array else {
      throw FeatureProblem("its geometry has no list of coordinates")
    }
    switch type {
    case .point: try point(list, member ?? 0, &buffer)
    case .lineString: try line(list, member ?? 0, &buffer)
    case .polygon: try polygon(list, member ?? 0, &buffer)
    default: try many(list, type, member, &buffer)
    }
  }

  private mutating func many(
    _ list: JSONValue, _ type: GeometryType, _ member: Int?, _ buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    var number = 0
    for part in list.elements {
      guard part.kind == .array else {
        throw FeatureProblem("its coordinates are not nested lists")
      }
      switch type {
      case .multiPoint: try point(part, member ?? number, &buffer)
      case .multiLineString: try line(part, member ?? number, &buffer)
      default: try polygon(part, member ?? number, &buffer)
      }
      number += 1
    }
    if number == 0 { buffer.noteEmptyPart() }
  }

  private mutating func point(
    _ position: JSONValue, _ member: Int, _ buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    guard position.count > 0 else { return buffer.noteEmptyPart() }
    buffer.beginPart(.point, member: member)
    try append(position.document, position.index, position.generation, to: &buffer)
    buffer.endRing()
    buffer.endPart()
  }

  private mutating func line(
    _ list: JSONValue, _ member: Int, _ buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    buffer.beginPart(.line, member: member)
    try ring(list, &buffer)
    buffer.endPart()
  }

  private mutating func polygon(
    _ list: JSONValue, _ member: Int, _ buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    buffer.beginPart(.polygon, member: member)
    for part in list.elements {
      guard part.kind == .array else { throw FeatureProblem("its rings are not nested lists") }
      try ring(part, &buffer)
    }
    buffer.endPart()
  }

  private mutating func ring(
    _ list: JSONValue, _ buffer: inout GeometryBuffer
  ) throws(FeatureProblem) {
    let (document, generation) = (list.document, list.generation)
    let end = list.node.extent
    var at = list.index + 1
    while at < end {
      at = try append(document, at, generation, to: &buffer)
    }
    buffer.endRing()
  }

  /// Appends the position at a node; answers the node behind it.
  @discardableResult @inline(__always)
  private mutating func append(
    _ document: JSONDocument, _ index: Int, _ generation: Int, to buffer: inout GeometryBuffer
  ) throws(FeatureProblem) -> Int {
    let node = document.node(index, generation)
    guard node.kind == .array, node.count >= 2,
      let x = document.node(index + 1, generation).double,
      let y = document.node(index + 2, generation).double
    else { throw FeatureProblem("a position of it is not a list of two numbers or more") }
    buffer.append(Coordinate(x, y))
    if node.count > 2 { hasHeight = true }
    return node.extent
  }
}

/// Why a feature cannot be read, as a clause.
struct FeatureProblem: Error, Hashable, Sendable {
  var clause: String

  init(_ clause: String) { self.clause = clause }
}
