public import MeridianKernel

/// One attribute column of a layer.
public struct AttributeColumn: Hashable, Sendable {
  /// The name as the file spells it.
  public var name: String
  /// The declared type as the file spells it, such as `TEXT(40)`.
  public var declaredType: String
  /// What the declared type means.
  public var type: AttributeType
  /// Whether NULL is refused.
  public var isNotNull: Bool
  /// Whether the column is (part of) the primary key.
  public var isPrimaryKey: Bool

  /// Makes a column of its declaration.
  public init(
    name: String, declaredType: String, isNotNull: Bool = false, isPrimaryKey: Bool = false
  ) {
    self.name = name
    self.declaredType = declaredType
    self.type = AttributeType(declared: declaredType)
    self.isNotNull = isNotNull
    self.isPrimaryKey = isPrimaryKey
  }
}

/// What identifies a feature of a layer.
public enum FeatureKey: Hashable, Sendable {
  /// The table's integer primary key.
  case primaryKey(String)
  /// An integer column found to be unique and never NULL in every row.
  case proven(String)
  /// Nothing does: fid is nil, the row number tells a feature within one reading only.
  case none

  /// The key's column, if there is one.
  public var column: String? {
    switch self {
    case .primaryKey(let name), .proven(let name): name
    case .none: nil
    }
  }
}

/// A layer as the store declares it.
public struct LayerSchema: Hashable, Sendable {
  /// The layer's name, unique in the store: the table's or view's name.
  public var name: String
  /// The title for people: the identifier, or the name.
  public var title: String
  /// The table or view that holds the rows.
  public var tableName: String
  /// The geometry column; nil for a table of attributes only.
  public var geometryColumn: String?
  /// The declared geometry type in upper case, such as `MULTIPOLYGON`; nil without geometry.
  public var geometryTypeName: String?
  /// The reference system of the coordinates; x is easting or longitude always.
  public var crs: CRS
  /// The store's own number of the reference system.
  public var srsID: Int64
  /// Whether the rows come from a view.
  public var isView: Bool
  /// What identifies a feature.
  public var key: FeatureKey
  /// The attribute columns without the layer's geometry, in declared order.
  public var columns: [AttributeColumn]
  /// A text column called name, title or label.
  public var titleColumn: String?
  /// The extent that the store declares, in the layer's reference system; never believed.
  public var declaredExtent: Envelope?
  /// The row count that the store declares; never believed.
  public var declaredCount: Int64?
}

extension LayerSchema {
  /// A layer that only its columns and its geometry describe, such as one that is being made.
  package init(
    name: String, geometryColumn: String?, crs: CRS = .longitudeLatitude, columns: [AttributeColumn]
  ) {
    self.init(
      name: name, title: name, tableName: name, geometryColumn: geometryColumn, crs: crs,
      srsID: 4326, isView: false, key: .none, columns: columns)
  }
}

/// What tells one row of a layer from the others.
public struct RowID: Hashable, Sendable {
  /// The feature id, nil where the layer has no stable one.
  public var fid: Int64?
  /// The rowid, or the ordinal from 1 in a view or a table without rowids.
  public var row: Int64

  /// Makes an identity of its two numbers.
  public init(fid: Int64?, row: Int64) {
    self.fid = fid
    self.row = row
  }
}

/// What a row's geometry is good for.
public enum GeometryStatus: Hashable, Sendable {
  /// It has coordinates, all of them places.
  case valid
  /// The column holds NULL, or the layer has no geometry.
  case null
  /// It has no coordinates.
  case empty
  /// A coordinate is NaN, infinite or beyond any map.
  case nonFinite
  /// The bytes are not a geometry.
  case malformed(GeometryError)
}
