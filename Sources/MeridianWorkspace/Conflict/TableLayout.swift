import MeridianStore

/// A table of two or three files with the columns that any of them has.
struct TableLayout {
  /// One column, the same in all files by its name without regard to case.
  struct Column {
    /// As the first file that has it spells it.
    var name: String
    /// What each file calls it; nil where it has none, which is read as NULL.
    var names: [String?]
    var isGeometry: Bool
    /// Whether a difference in it counts as none.
    var isBookkeeping: Bool
  }

  /// As the first file that has it spells it.
  let name: String
  let role: TableRole
  /// What each file calls it; nil where it has none.
  let names: [String?]
  private(set) var columns: [Column] = []
  /// The columns that tell one row from the others in all files; none where nothing does.
  var key: [Int] = []
  /// What leaves out rows that only list Meridian's own tables.
  let filter: String?
  /// Whether all files have it, made by the same statement, with the rowid as its key.
  let isAlike: Bool
  /// Unique indexes that all files have beside the key: columns and collations.
  private(set) var uniques: [[(column: Int, collation: String)]] = []

  /// Columns whose values count.
  var contents: [Int] { columns.indices.filter { !columns[$0].isBookkeeping } }

  /// Lays the tables of one name side by side; nil when no file has it.
  init?(_ name: String, in schemas: [FileSchema]) {
    let tables = schemas.map { $0.tables[name] }
    guard let first = tables.compactMap(\.self).first else { return nil }
    self.name = first.name
    // A table becomes a layer by being listed, and need not be listed everywhere.
    role = tables.compactMap(\.self).map(\.role).first { $0 != .other } ?? .other
    names = tables.map { $0?.name }
    let bookkeeping = ContentRules.bookkeeping(of: name)
    var places: [String: Int] = [:]
    for (file, table) in tables.enumerated() {
      for column in table?.columns ?? [] {
        let folded = ASCII.folding(column.name)
        let isGeometry = table?.geometries.contains(folded) ?? false
        guard let place = places[folded] else {
          places[folded] = columns.count
          columns.append(
            Column(
              name: column.name, names: tables.map { _ in nil }, isGeometry: isGeometry,
              isBookkeeping: bookkeeping.contains(folded)))
          columns[columns.count - 1].names[file] = column.name
          continue
        }
        columns[place].names[file] = column.name
        columns[place].isGeometry = columns[place].isGeometry || isGeometry
      }
    }
    isAlike = tables.allSatisfy { $0?.hasRowidKey == true && $0?.sql == first.sql }
    filter = ContentRules.filter(of: name, columns: Set(places.keys))
    let present = tables.compactMap(\.self)
    key = Self.key(of: present, places)
    uniques = Self.uniques(of: present, places, beside: key)
  }

  /// The primary key when all tables have the same, else columns that all of them keep unique and
  /// not NULL.
  private static func key(of tables: [FileSchema.Table], _ places: [String: Int]) -> [Int] {
    let primary = tables.map { table in
      table.columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
        .compactMap { places[ASCII.folding($0.name)] }
    }
    if let first = primary.first, !first.isEmpty, primary.allSatisfy({ $0 == first }) {
      return first
    }
    for unique in tables.first?.uniques ?? [] {
      let names = unique.map(\.column)
      let isCommon = tables.allSatisfy { table in
        let firm = Set(table.columns.filter(\.isNotNull).map { ASCII.folding($0.name) })
        return names.allSatisfy(firm.contains)
          && table.uniques.contains { $0.map(\.column) == names }
      }
      if isCommon { return names.compactMap { places[$0] } }
    }
    return []
  }

  private static func uniques(
    of tables: [FileSchema.Table], _ places: [String: Int], beside key: [Int]
  ) -> [[(column: Int, collation: String)]] {
    (tables.first?.uniques ?? []).compactMap { unique in
      let isCommon = tables.allSatisfy { table in
        table.uniques.contains { $0.map(\.column) == unique.map(\.column) }
      }
      let columns = unique.compactMap { part in places[part.column].map { ($0, part.collation) } }
      guard isCommon, columns.count == unique.count, columns.map(\.0) != key else { return nil }
      return columns
    }
  }

  /// What reads the rows of a file's table, in the order of the key, or of all columns without one.
  ///
  /// A column that the file does not have is NULL, so that rows of all files look alike.
  ///
  /// - Parameter isRanged: only rows whose key, one integer, lies between two parameters.
  func select(from file: Int, isRanged: Bool = false) -> String? {
    guard let table = names[file] else { return nil }
    let list = columns.map { $0.names[file].map(Connection.quoted) ?? "NULL" }
    let order = (key.isEmpty ? contents : key).compactMap { columns[$0].names[file] }
      .map { Connection.quoted($0) + " COLLATE BINARY" }
    var conditions = filter.map { [$0] } ?? []
    if isRanged, let name = key.first.flatMap({ columns[$0].names[file] }) {
      conditions.append("\(Connection.quoted(name)) BETWEEN ?1 AND ?2")
    }
    return "SELECT \(list.joined(separator: ", ")) FROM \(Connection.quoted(table))"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
      + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
  }
}
