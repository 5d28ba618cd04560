/// One attribute as SQLite stores it.
public enum AttributeValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// What an attribute column is for, from its declared type (GeoPackage, table 1).
public enum AttributeType: String, Hashable, Sendable {
  case boolean, integer, real, text, blob, date, dateTime, geometry

  /// The type that a declaration such as `TEXT(40)` names; SQLite's affinity rules decide unknown
  /// ones.
  public init(declared: String) {
    let upper = declared.uppercased()
    let word = String(upper.prefix { $0 != "(" && $0 != " " })
    switch word {
    case "BOOLEAN", "BOOL": self = .boolean
    case "DATE": self = .date
    case "DATETIME", "TIMESTAMP": self = .dateTime
    case "FLOAT", "DOUBLE", "REAL", "NUMERIC", "DECIMAL": self = .real
    case "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
      "GEOMETRY", "GEOMETRYCOLLECTION", "GEOMCOLLECTION", "CURVE", "SURFACE", "CURVEPOLYGON",
      "CIRCULARSTRING", "COMPOUNDCURVE", "MULTICURVE", "MULTISURFACE":
      self = .geometry
    default:
      if upper.holds("INT") {
        self = .integer
      } else if ["CHAR", "CLOB", "TEXT", "JSON"].contains(where: { upper.holds($0) }) {
        self = .text
      } else if ["REAL", "FLOA", "DOUB"].contains(where: { upper.holds($0) }) {
        self = .real
      } else {
        self = upper.isEmpty || upper.holds("BLOB") ? .blob : .text
      }
    }
  }
}
