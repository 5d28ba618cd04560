public import MeridianKernel
internal import MeridianStore

/// What a document says of one of its layers; the defaults are those of a bare file.
public struct LayerSettings: Hashable, Sendable {
  /// The title for people; nil for the file's own.
  public var title: String?
  /// What the layer is to the document.
  public var role = HitLayer.Role.authoritative
  /// The layer's own switch; a hidden layer is never hit.
  public var isVisible = true
  /// Whether its features are kept from being edited.
  public var isLocked = false
  /// 0…1.
  public var opacity = 1.0
  /// The layer is drawn from this zoom on …
  public var minimumZoom = 0.0
  /// … and below this one; nil for all.
  public var maximumZoom: Double?
  /// Which features are shown, in CQL2 text; nil for all.
  public var filter: String?
  /// The radius of point symbols in points; nil for the default.
  public var symbolRadius: Double?
  /// The width of lines in points; nil for the default.
  public var lineWidth: Double?
  /// The layer's own tolerance in points; nil for the question's.
  public var tolerance: Double?
  /// The column that features are called by; nil for the file's own.
  public var titleField: String?
  /// The columns that tell a feature at a glance; empty for the first few.
  public var keyFields: [String] = []
  /// The place in the drawing order, from the bottom; nil for the default order.
  public var position: Int?

  /// Settings of a bare file.
  public init() {}
}

extension LayerSettings {
  private static let columns =
    """
    title, role, visible, locked, opacity, min_zoom, max_zoom, filter, symbol_radius, line_width,
    tolerance, title_field, key_fields, position
    """

  /// The settings of all layers that have any, by the tables' names.
  ///
  /// Values outside their range, which only another program can have written, are as if absent.
  static func read(_ connection: Connection) throws(SQLiteError) -> [String: LayerSettings] {
    guard try connection.hasTable("meridian_layer") else { return [:] }
    let rows = try connection.prepare("SELECT \(columns), table_name FROM meridian_layer")
    var found: [String: LayerSettings] = [:]
    while try rows.step() {
      guard let name = rows.text(14) else { continue }
      var settings = LayerSettings()
      settings.title = rows.text(0)
      settings.role = rows.text(1).flatMap(HitLayer.Role.init) ?? .authoritative
      settings.isVisible = rows.integer(2) != 0
      settings.isLocked = rows.integer(3) != 0
      settings.opacity = number(rows, 4, 0...1) ?? 1
      settings.minimumZoom = number(rows, 5, 0...24) ?? 0
      settings.maximumZoom = number(rows, 6, 0...25)
      settings.filter = rows.text(7)
      settings.symbolRadius = number(rows, 8, 0...1000)
      settings.lineWidth = number(rows, 9, 0...1000)
      settings.tolerance = number(rows, 10, 0...100)
      settings.titleField = rows.text(11)
      settings.keyFields = try names(rows.text(12), connection)
      settings.position =
        rows.storage(13) == .integer ? Int(exactly: rows.integer(13)) : nil
      found[name] = settings
    }
    return found
  }

  private static func number(
    _ rows: Statement, _ column: Int, _ range: ClosedRange<Double>
  ) -> Double? {
    guard rows.storage(column) != .null else { return nil }
    let value = rows.real(column)
    return range.contains(value) ? value : nil
  }

  /// The texts of a JSON array; none when it is something else.
  private static func names(
    _ json: String?, _ connection: Connection
  ) throws(SQLiteError) -> [String] {
    guard let json else { return [] }
    let rows = try connection.prepare(
      "SELECT value FROM json_each(CASE WHEN json_valid(?1) THEN ?1 ELSE '[]' END)")
    try rows.bind(.text(json), to: 1)
    var names: [String] = []
    while try rows.step() { if let name = rows.text(0) { names.append(name) } }
    return names
  }

  /// Writes the settings of a layer, within the caller's transaction.
  func write(for layer: String, to connection: Connection) throws(SQLiteError) {
    var list = AttributeValue.null
    if !keyFields.isEmpty {
      let marks = keyFields.map { _ in "?" }.joined(separator: ", ")
      let row = try connection.prepare("SELECT json_array(\(marks))")
      for (index, name) in keyFields.enumerated() { try row.bind(.text(name), to: index + 1) }
      if try row.step() { list = row.value(0) }
    }
    let marks = Array(repeating: "?", count: 15).joined(separator: ", ")
    let real = { (value: Double?) in value.map(AttributeValue.real) ?? .null }
    let text = { (value: String?) in value.map(AttributeValue.text) ?? .null }
    try connection.run(
      "INSERT OR REPLACE INTO meridian_layer (\(Self.columns), table_name) VALUES (\(marks))",
      [
        text(title), .text(role.rawValue), .integer(isVisible ? 1 : 0),
        .integer(isLocked ? 1 : 0), .real(opacity), .real(minimumZoom), real(maximumZoom),
        text(filter), real(symbolRadius), real(lineWidth), real(tolerance), text(titleField),
        list, position.map { .integer(Int64($0)) } ?? .null, .text(layer),
      ])
  }
}
