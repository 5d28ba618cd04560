import MeridianKernel

/// What a column's values are limited to (GeoPackage, annex F.9, the schema extension).
public enum ColumnConstraint: Hashable, Sendable {
  /// One side of a range.
  public struct Bound: Hashable, Sendable {
    /// The limit itself.
    public var value: Double
    /// Whether the limit is allowed.
    public var isInclusive: Bool

    /// Makes a bound of its two parts.
    public init(value: Double, isInclusive: Bool) {
      self.value = value
      self.isInclusive = isInclusive
    }
  }

  /// One of a few values, as text, with what each means where the file says it.
  case oneOf([(value: String, description: String?)])
  /// A number between two bounds, either of which may be open.
  case range(lower: Bound?, upper: Bound?)
  /// A text that fits a pattern of SQLite's GLOB, upper and lower case told apart.
  case glob(String)

  /// Whether two constraints are the same.
  public static func == (a: ColumnConstraint, b: ColumnConstraint) -> Bool {
    switch (a, b) {
    case (.oneOf(let a), .oneOf(let b)): a.elementsEqual(b) { $0 == $1 }
    case (.range(let a, let b), .range(let c, let d)): a == c && b == d
    case (.glob(let a), .glob(let b)): a == b
    default: false
    }
  }

  /// Feeds the parts that equality looks at.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .oneOf(let values): for value in values { hasher.combine(value.value) }
    case .range(let lower, let upper):
      hasher.combine(lower)
      hasher.combine(upper)
    case .glob(let pattern): hasher.combine(pattern)
    }
  }
}

/// One column of a layer with all that the file says of it.
public struct ColumnDetail: Hashable, Sendable {
  /// The name, declared type, and whether NULL is refused.
  public var column: AttributeColumn
  /// Whether it holds the layer's geometry.
  public var isGeometry: Bool
  /// The value of a row that gives none; nil for none, or one that is computed.
  public var defaultValue: AttributeValue?
  /// A title for people.
  public var title: String?
  /// A description for people.
  public var description: String?
  /// The media type of a blob.
  public var mediaType: String?
  /// The name of its constraint, if it has one.
  public var constraintName: String?
  /// What its values are limited to; nil also where a constraint is named that does not exist.
  public var constraint: ColumnConstraint?
}

extension FeatureStore {
  /// The columns of a layer in the table's order, with defaults, and with titles and constraints
  /// where the file has them (a GeoPackage with the schema extension).
  public func columnDetails(of layer: LayerSchema) throws(StoreError) -> [ColumnDetail] {
    guard let store = self as? FileStore else {
      return layer.columns.map { ColumnDetail(column: $0, isGeometry: false) }
    }
    do throws(SQLiteError) {
      return try store.readColumnDetails(of: layer)
    } catch {
      throw store.wrap(error)
    }
  }
}

extension FileStore {
  fileprivate func readColumnDetails(of layer: LayerSchema) throws(SQLiteError) -> [ColumnDetail] {
    let rows = try file.connection.prepare(
      "PRAGMA table_xinfo(\(Connection.quoted(layer.tableName)))")
    var details: [ColumnDetail] = []
    while try rows.step() {
      guard rows.integer(6) != 1, let name = rows.text(1) else { continue }
      let column =
        layer.columns.first { $0.name == name }
        ?? AttributeColumn(
          name: name, declaredType: rows.text(2) ?? "", isNotNull: rows.integer(3) != 0)
      details.append(
        ColumnDetail(
          column: column, isGeometry: name == layer.geometryColumn,
          defaultValue: rows.text(4).flatMap(Self.literal)))
    }
    guard isGeoPackage, catalog.table("gpkg_data_columns") != nil else { return details }
    try addTitles(of: layer, to: &details)
    for index in details.indices {
      guard let name = details[index].constraintName else { continue }
      details[index].constraint = try constraint(named: name)
    }
    return details
  }

  /// What a default's text stands for when it is a plain literal.
  static func literal(_ text: String) -> AttributeValue? {
    if text.hasPrefix("'"), text.hasSuffix("'"), text.utf8.count >= 2 {
      let inner = text.dropFirst().dropLast()
      var result = ""
      var isQuote = false
      for character in inner {
        // A quote is written twice.
        if character == "'" && !isQuote {
          isQuote = true
          continue
        }
        if isQuote && character != "'" { return nil }
        isQuote = false
        result.append(character)
      }
      return isQuote ? nil : .text(result)
    }
    switch SchemaCatalog.folding(text) {
    case "true": return .integer(1)
    case "false": return .integer(0)
    default: break
    }
    if let number = Int64(text) { return .integer(number) }
    let isNumber = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    return isNumber ? Double(text).map { .real($0) } : nil
  }

  private func addTitles(
    of layer: LayerSchema, to details: inout [ColumnDetail]
  ) throws(SQLiteError) {
    let known = Set(
      try file.connection.columns(of: "gpkg_data_columns").map { SchemaCatalog.folding($0.name) })
    let wanted = ["column_name", "title", "description", "mime_type", "constraint_name"]
    let list = wanted.map { known.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    let rows = try file.connection.prepare(
      "SELECT \(list) FROM gpkg_data_columns WHERE lower(table_name) = lower(?1) LIMIT 100000")
    try rows.bind(.text(layer.tableName), to: 1)
    while try rows.step() {
      let name = SchemaCatalog.folding(rows.text(0) ?? "")
      guard
        let index = details.firstIndex(where: { SchemaCatalog.folding($0.column.name) == name })
      else { continue }
      details[index].title = Self.full(rows.text(1))
      details[index].description = Self.full(rows.text(2))
      details[index].mediaType = Self.full(rows.text(3))
      details[index].constraintName = Self.full(rows.text(4))
    }
  }

  private static func full(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return text
  }

  /// A constraint by its name; nil when the file has none of it, or one of an unknown kind.
  private func constraint(named name: String) throws(SQLiteError) -> ColumnConstraint? {
    guard let table = catalog.table("gpkg_data_column_constraints") else { return nil }
    let known = Set(
      try file.connection.columns(of: table).map { SchemaCatalog.folding($0.name) })
    // Version 1.0 wrote minIsInclusive; a side that does not say is taken as allowed.
    let sides = ["min", "max"].map { side in
      known.contains("\(side)_is_inclusive")
        ? "\(side)_is_inclusive" : known.contains("\(side)isinclusive") ? "\(side)IsInclusive" : "1"
    }
    let rows = try file.connection.prepare(
      """
      SELECT constraint_type, value, min, \(sides[0]), max, \(sides[1]),
        \(known.contains("description") ? "description" : "NULL")
      FROM \(Connection.quoted(table)) WHERE constraint_name = ?1 LIMIT 100000
      """)
    try rows.bind(.text(name), to: 1)
    var values: [(value: String, description: String?)] = []
    while try rows.step() {
      switch SchemaCatalog.folding(rows.text(0) ?? "") {
      case "enum":
        if let value = rows.text(1) { values.append((value, Self.full(rows.text(6)))) }
      case "glob":
        if let pattern = rows.text(1) { return .glob(pattern) }
      case "range":
        return .range(lower: Self.bound(rows, 2), upper: Self.bound(rows, 4))
      default: break
      }
    }
    return values.isEmpty ? nil : .oneOf(values)
  }

  private static func bound(_ rows: Statement, _ column: Int) -> ColumnConstraint.Bound? {
    guard rows.storage(column) == .integer || rows.storage(column) == .real,
      rows.real(column).isFinite
    else { return nil }
    let isInclusive = rows.storage(column + 1) == .null || rows.integer(column + 1) != 0
    return ColumnConstraint.Bound(value: rows.real(column), isInclusive: isInclusive)
  }
}
