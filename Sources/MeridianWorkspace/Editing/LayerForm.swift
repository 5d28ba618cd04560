public import MeridianStore

/// One column of a layer as a form shows it: what it is for, and what it asks of its values.
public struct FormColumn: Hashable, Sendable {
  /// Why a column is not edited.
  public enum Lock: String, Hashable, Sendable {
    /// It is (part of) the table's key.
    case key
    /// It holds a geometry.
    case geometry
    /// Its value is computed from other columns.
    case computed
  }

  /// The name as the table spells it.
  public var name: String
  /// The declared type as the table spells it.
  public var declaredType: String
  /// What the declared type means.
  public var type: AttributeType
  /// The title for people (the schema extension's), if there is one.
  public var title: String?
  /// A description for people.
  public var description: String?
  /// The media type of a blob.
  public var mediaType: String?
  /// The value of a row that gives none; nil for none, or one that is computed.
  public var defaultValue: AttributeValue?
  /// What the column asks of its values.
  public var rules: [FieldRule] = []
  /// Why it is not edited; nil where it is.
  public var lock: Lock?

  /// Whether its values may be edited.
  public var isEditable: Bool { lock == nil }

  /// Whether NULL is refused.
  public var isNotNull: Bool { rules.contains(.notNull) }
}

/// The form of a layer: its columns in the table's order, with all that the file asks of them.
///
/// ```swift
/// let form = try LayerForm(of: try store.layer(named: "pumps"), in: store)
/// for column in form.columns { print(column.title ?? column.name, column.rules.map(\.summary)) }
/// ```
public struct LayerForm: Hashable, Sendable {
  /// The layer.
  public let layer: LayerSchema
  /// Its columns, the geometry's too, in the table's order.
  public let columns: [FormColumn]
  /// The store's path, for messages.
  public let path: String
  /// Whether the store is a GeoPackage.
  public let isGeoPackage: Bool
  let rules: TableRules

  /// Reads what the file says of a layer's columns.
  public init(of layer: LayerSchema, in store: any FeatureStore) throws(WorkspaceError) {
    self.layer = layer
    path = store.path
    isGeoPackage = store.isGeoPackage
    guard let connection = store.readingConnection else {
      throw .unsupported(path: store.path, reason: "there is no table behind layer \(layer.name)")
    }
    do throws(SQLiteError) {
      rules = try TableRules(of: layer.tableName, on: connection)
    } catch {
      throw .store(error.storeError(path: store.path))
    }
    do throws(StoreError) {
      let details = try store.columnDetails(of: layer)
      columns = details.map { [rules, isGeoPackage] in
        Self.column($0, of: layer, rules, isGeoPackage: isGeoPackage)
      }
    } catch {
      throw .store(error)
    }
  }

  /// The forms of the layers that edits speak of, by the layers' names as the store spells them;
  /// a layer that the store does not have is left out.
  public static func all(
    for edits: [PropertyEdit], in store: any FeatureStore
  ) throws(WorkspaceError) -> [String: LayerForm] {
    var forms: [String: LayerForm] = [:]
    for edit in edits where forms[edit.layer] == nil {
      guard let layer = try? store.layer(named: edit.layer) else { continue }
      forms[edit.layer] = try LayerForm(of: layer, in: store)
    }
    return forms
  }

  /// The column of a name; letters' case matters only between names that differ by it alone.
  /// Throws ``StoreError/noSuchColumn(name:layer:path:existing:)``, which suggests one.
  public func column(named name: String) throws(WorkspaceError) -> FormColumn {
    if let column = find(name) { return column }
    throw .store(
      .noSuchColumn(name: name, layer: layer.name, path: path, existing: columns.map(\.name)))
  }

  func find(_ name: String) -> FormColumn? {
    if let column = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return column
    }
    let folded = Self.folding(name)
    let alike = columns.filter { Self.folding($0.name) == folded }
    return alike.count == 1 ? alike[0] : nil
  }

  /// SQLite ignores the case of ASCII letters in names.
  static func folding(_ name: String) -> String {
    String(
      decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  private static func column(
    _ detail: ColumnDetail, of layer: LayerSchema, _ rules: TableRules, isGeoPackage: Bool
  ) -> FormColumn {
    let stored = detail.column
    var column = FormColumn(
      name: stored.name, declaredType: stored.declaredType, type: stored.type, title: detail.title,
      description: detail.description, mediaType: detail.mediaType,
      defaultValue: detail.defaultValue)
    if stored.isPrimaryKey || stored.name == layer.key.column {
      column.lock = .key
    } else if detail.isGeometry || stored.type == .geometry {
      column.lock = .geometry
    } else if rules.generated.contains(stored.name) {
      column.lock = .computed
    }
    if stored.isNotNull { column.rules.append(.notNull) }
    if let most = length(stored) { column.rules.append(.length(most)) }
    if isGeoPackage, let size = size(stored) { column.rules.append(.size(size)) }
    if let name = detail.constraintName {
      column.rules.append(
        detail.constraint.map { .domain(name: name, $0) } ?? .missingDomain(name: name))
    }
    for unique in rules.uniques where contains(unique.columns, stored.name) {
      column.rules.append(.unique(columns: unique.columns, isPartial: unique.isPartial))
    }
    for check in rules.checks where check.concerns(stored.name) {
      column.rules.append(.check(check))
    }
    for reference in rules.references where contains(reference.columns, stored.name) {
      column.rules.append(
        .reference(
          columns: reference.columns, table: reference.target,
          targetColumns: reference.targetColumns))
    }
    return column
  }

  static func contains(_ names: [String], _ name: String) -> Bool {
    names.contains { folding($0) == folding(name) }
  }

  /// The number of `TEXT(n)`, `VARCHAR(n)` or `BLOB(n)`.
  private static func length(_ column: AttributeColumn) -> Int64? {
    guard column.type == .text || column.type == .blob,
      let open = column.declaredType.firstIndex(of: "("),
      let close = column.declaredType.lastIndex(of: ")"), open < close
    else { return nil }
    let start = column.declaredType.index(after: open)
    let digits = column.declaredType[start..<close].filter { $0 != " " }
    guard let length = Int64(digits), length >= 0 else { return nil }
    return length
  }

  /// What GeoPackage's small whole numbers hold (table 1 of the standard).
  private static func size(_ column: AttributeColumn) -> ClosedRange<Int64>? {
    switch folding(column.declaredType) {
    case "tinyint": Int64(Int8.min)...Int64(Int8.max)
    case "smallint": Int64(Int16.min)...Int64(Int16.max)
    case "mediumint": Int64(Int32.min)...Int64(Int32.max)
    default: nil
    }
  }
}
