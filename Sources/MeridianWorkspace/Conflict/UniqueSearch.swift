import MeridianStore

/// Finds rows that both sides have added or changed and that a unique index cannot hold both.
///
/// Looks each changed row of ours up in theirs by the index: O(changed rows · log rows).
final class UniqueSearch {
  private struct Index {
    var columns: [Int]
    /// A row of theirs with given values.
    var find: Statement
    /// Whether a row of the base with a given key has them already; nil without a base.
    var before: Statement?
  }

  private let layout: TableLayout
  private let comparer: ValueComparer
  private let theirs: ComparedFile
  private let base: ComparedFile
  private var indexes: [Index] = []

  /// Prepares the search; nil when there is no index to look into.
  init?(
    _ layout: TableLayout, _ files: [ComparedFile], _ comparer: ValueComparer
  ) throws(WorkspaceError) {
    guard files.count == 3, !layout.key.isEmpty, !layout.uniques.isEmpty,
      layout.names[1] != nil, layout.names[2] != nil
    else { return nil }
    self.layout = layout
    self.comparer = comparer
    (base, theirs) = (files[0], files[1])
    for unique in layout.uniques {
      // A collation that only another program knows: what is equal cannot be told here.
      guard let find = try? theirs.connection.prepare(Self.query(layout, unique, file: 1)) else {
        continue
      }
      let sql = Self.query(layout, unique, file: 0, isKeyed: true)
      indexes.append(
        Index(
          columns: unique.map(\.column), find: find,
          before: layout.names[0] == nil ? nil : try? base.connection.prepare(sql)))
    }
    if indexes.isEmpty { return nil }
  }

  private static func query(
    _ layout: TableLayout, _ unique: [(column: Int, collation: String)], file: Int,
    isKeyed: Bool = false
  ) -> String {
    let name = { (column: Int) in
      Connection.quoted(layout.columns[column].names[file] ?? layout.columns[column].name)
    }
    var conditions = unique.enumerated().map { place, part in
      "\(name(part.column)) = ?\(place + 1) COLLATE \(Connection.quoted(part.collation))"
    }
    if isKeyed {
      conditions += layout.key.enumerated().map { place, column in
        "\(name(column)) = ?\(unique.count + place + 1)"
      }
    }
    return "SELECT \(layout.key.map(name).joined(separator: ", "))"
      + " FROM \(Connection.quoted(layout.names[file] ?? layout.name))"
      + " WHERE \(conditions.joined(separator: " AND ")) LIMIT 10"
  }

  /// The rows of theirs that have taken a changed row's place in some index.
  ///
  /// - Parameter base: the same row in the base, if it is there.
  func collisions(
    of row: Statement, base: Statement?, _ sampler: ValueSampler
  ) throws(WorkspaceError) -> [TableResult.Collision] {
    var found: [TableResult.Collision] = []
    for index in indexes {
      // NULLs are never equal, and what has not changed was in nobody's way before.
      if index.columns.contains(where: { row.storage($0) == .null }) { continue }
      if let base, index.columns.allSatisfy({ comparer.areSame(base, row, $0) }) { continue }
      do throws(SQLiteError) {
        guard let theirs = try taker(of: row, in: index, sampler) else { continue }
        let columns = index.columns.map { layout.columns[$0].name }
        let values = index.columns.map { sampler.value(row, $0, file: 2, isGeometry: false) }
        found.append(
          TableResult.Collision(
            columns: columns, values: values, theirs: theirs,
            ours: RowKey(layout, row, layout.key, file: 2, sampler)))
      } catch {
        throw self.theirs.error(error)
      }
    }
    return found
  }

  /// The key of a row of theirs that has got a row's values since the base.
  private func taker(
    of row: Statement, in index: Index, _ sampler: ValueSampler
  ) throws(SQLiteError) -> RowKey? {
    index.find.reset()
    defer { index.find.reset() }
    for (place, column) in index.columns.enumerated() {
      try bind(row, column, to: index.find, place + 1)
    }
    while try index.find.step() {
      let places = layout.key.indices
      let isSame = zip(places, layout.key).allSatisfy { place, column in
        comparer.order(comparer.copy(index.find, place), row, column) == 0
      }
      if isSame { continue }
      if let before = index.before {
        before.reset()
        defer { before.reset() }
        for (place, column) in index.columns.enumerated() {
          try bind(row, column, to: before, place + 1)
        }
        for place in places {
          try bind(index.find, place, to: before, index.columns.count + place + 1)
        }
        if try before.step() { continue }
      }
      return foundKey(index.find, sampler)
    }
    return nil
  }

  private func foundKey(_ rows: Statement, _ sampler: ValueSampler) -> RowKey {
    if layout.key.count == 1, rows.storage(0) == .integer { return .fid(rows.integer(0)) }
    return .values(
      layout.key.enumerated().map { place, column in
        RowKey.Part(
          column: layout.columns[column].name,
          value: sampler.value(rows, place, file: 1, isGeometry: false))
      })
  }

  private func bind(
    _ row: Statement, _ column: Int, to target: Statement, _ parameter: Int
  ) throws(SQLiteError) {
    switch comparer.copy(row, column) {
    case .null: try target.bind(.null, to: parameter)
    case .integer(let number): try target.bind(.integer(number), to: parameter)
    case .real(let bits): try target.bind(.real(Double(bitPattern: bits)), to: parameter)
    case .text(let bytes): try target.bind(text: bytes, to: parameter)
    case .blob(let bytes): try target.bind(bytes: bytes, to: parameter)
    }
  }
}
