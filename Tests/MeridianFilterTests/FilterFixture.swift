import MeridianFilter
import MeridianKernel
import MeridianStore

/// A relation that knows boxes only: exact for the rectangles of the tests.
struct BoxRelating: SpatialRelating {
  let literals: [GeometryBuffer]
  var asked = 0

  init(_ filter: BoundFilter) { literals = filter.literals }

  mutating func holds(
    _ predicate: SpatialPredicate, of geometry: borrowing GeometryBuffer, literal: Int
  ) -> Bool {
    asked += 1
    let (a, b) = (geometry.envelope, literals[literal].envelope)
    switch predicate {
    case .intersects: return a.intersects(b)
    case .disjoint: return !a.intersects(b)
    case .within: return b.intersection(a) == a
    case .contains: return a.intersection(b) == b
    case .equals: return a == b
    case .touches, .crosses, .overlaps: return false
    }
  }
}

/// The layer of most tests: a column of every type.
enum Sample {
  static let columns = [
    AttributeColumn(name: "fid", declaredType: "INTEGER", isPrimaryKey: true),
    AttributeColumn(name: "pop", declaredType: "INTEGER"),
    AttributeColumn(name: "area", declaredType: "REAL"),
    AttributeColumn(name: "name", declaredType: "TEXT(40)"),
    AttributeColumn(name: "other", declaredType: "TEXT"),
    AttributeColumn(name: "open", declaredType: "BOOLEAN"),
    AttributeColumn(name: "day", declaredType: "DATE"),
    AttributeColumn(name: "start", declaredType: "DATETIME"),
    AttributeColumn(name: "end", declaredType: "DATETIME"),
    AttributeColumn(name: "tags", declaredType: "TEXT"),
    AttributeColumn(name: "photo", declaredType: "BLOB"),
    AttributeColumn(name: "quo\"te", declaredType: "INTEGER"),
    AttributeColumn(name: "straße", declaredType: "TEXT"),
  ]

  static let layer = LayerSchema(name: "places", geometryColumn: "shape", columns: columns)

  static func filter(_ text: String) throws(FilterError) -> BoundFilter {
    try BoundFilter(text, layer: layer)
  }

  /// Whether a filter is true for a row given by the columns that are not NULL.
  static func holds(
    _ text: String, _ row: [String: AttributeValue] = [:], at place: (Double, Double)? = nil
  ) throws -> Bool {
    let filter = try filter(text)
    var relating = BoxRelating(filter)
    var geometry = GeometryBuffer()
    if let place {
      geometry.begin(.point)
      geometry.beginPart(.point, member: 0)
      geometry.append(Coordinate(place.0, place.1))
      geometry.endRing()
    }
    return filter.holds(
      values: filter.columns.map { row[$0] ?? .null }, geometry: geometry,
      hasGeometry: place != nil, relating: &relating)
  }

  /// `true`, `false` or nil where a condition is unknown.
  static func truth(_ text: String, _ row: [String: AttributeValue] = [:]) throws -> Bool? {
    if try holds(text, row) { return true }
    return try holds("NOT (\(text))", row) ? false : nil
  }

  /// The mistake in a text.
  static func mistake(_ text: String) -> FilterError? {
    do throws(FilterError) {
      _ = try filter(text)
      return nil
    } catch {
      return error
    }
  }
}
