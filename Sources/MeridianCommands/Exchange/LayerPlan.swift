internal import MeridianKernel
internal import MeridianStore

/// What a layer will look like, found out by reading all of its features once.
struct LayerPlan {
  /// A column and the source's number of it; nil for the features' own identities.
  struct Column {
    var name: String
    var declaredType: String
    var source: Int?
  }

  var name: String
  var columns: [Column]
  /// The geometry type in upper case; nil makes a table of attributes.
  var geometryType: String?
  var crs: LayerCRS
  /// Whether the features' identities become the table's keys.
  var identityIsKey: Bool
  /// Single geometries become collections of one, as the declared type asks.
  var promotesToMulti: Bool
  var rows: Int
  var problems: ProblemList
  var notices: [String]

  /// The columns of the source that want numbers as they are written.
  var asText: [Bool] {
    var result: [Bool] = []
    for column in columns {
      guard let source = column.source else { continue }
      while result.count <= source { result.append(false) }
      result[source] = column.declaredType == "TEXT"
    }
    return result
  }

  /// The layer as the store's writer wants it.
  var definition: GeoPackageWriter.Definition {
    var definition = GeoPackageWriter.Definition(name: name, geometryType: geometryType)
    definition.srsID = Int32(clamping: crs.id)
    definition.columns = columns.map {
      AttributeColumn(name: $0.name, declaredType: $0.declaredType)
    }
    return definition
  }
}

/// Names of columns that SQLite tells apart: letters' case does not count, and the key and the
/// geometry have names of their own.
struct ColumnNames {
  private var taken: Set<String> = ["fid", "geom"]

  /// The name for a column, changed where it is taken.
  mutating func name(for wanted: String, number: Int) -> String {
    let plain = wanted.isEmpty ? "column\(number)" : wanted
    var name = plain
    var suffix = 2
    while !taken.insert(Self.folded(name)).inserted {
      name = "\(plain)_\(suffix)"
      suffix += 1
    }
    return name
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
