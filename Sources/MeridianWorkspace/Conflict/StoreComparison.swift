import MeridianStore

/// Compares two or three files as values: the base first, ours last.
struct StoreComparison {
  var schema: [SchemaDifference] = []
  var schemaCount = 0
  /// Tables that differ.
  var tables: [TableResult] = []
  var untouched: [UntouchedTable] = []
  var bookkeeping: [BookkeepingDifference] = []
  /// Tables that are no content, as some file spells them.
  var leftOut: [String] = []
  /// Whether theirs has every change of ours.
  var holdsAllOfOurs = true
  /// Differences of schema that cannot both be kept.
  var schemaConflicts = 0

  /// Compares everything. O(rows of all tables), in memory for one row of each file and what is
  /// listed.
  init(_ files: [ComparedFile], _ options: ReportOptions) throws(WorkspaceError) {
    let schemas = files.map(\.schema)
    let encodings = schemas.map { $0.encoding ?? .utf8 }
    for (file, encoding) in zip(files, encodings) where encoding != encodings[0] {
      throw .store(
        .unsupported(
          path: file.path,
          reason: "its text is \(encoding.rawValue), and that of \(files[0].path) is "
            + "\(encodings[0].rawValue), so that they cannot be compared"))
    }
    take(SchemaComparison(schemas: schemas).differences(), options)
    let comparer = ValueComparer(encoding: encodings[0])
    let sampler = ValueSampler(
      options, comparer: comparer, isGeoPackage: schemas.map(\.isGeoPackage))
    for name in Self.names(schemas) {
      guard let layout = TableLayout(name, in: schemas) else { continue }
      let result = try TableComparison.compare(
        layout, of: files, comparer: comparer, sampler: sampler, options: options)
      take(result, layout)
    }
    leftOut = Self.leftOut(schemas)
  }

  private mutating func take(_ differences: [SchemaDifference], _ options: ReportOptions) {
    schemaCount = differences.count
    schema = Array(differences.prefix(options.schemaDifferences))
    schemaConflicts = differences.count { $0.agreement == .conflict }
    holdsAllOfOurs = differences.allSatisfy { $0.changed.last != true || $0.isSame }
  }

  private mutating func take(_ result: TableResult, _ layout: TableLayout) {
    for column in result.bookkeeping.sorted() {
      bookkeeping.append(
        BookkeepingDifference(table: layout.name, column: layout.columns[column].name))
    }
    if result.isUntouched {
      // Of a table that only some files have, the schema tells; it has no rows to tell of.
      let rows = result.rows.compactMap(\.self)
      guard rows.count == result.rows.count else { return }
      untouched.append(UntouchedTable(name: result.name, role: result.role, rows: rows[0]))
      return
    }
    tables.append(result)
    if !result.holdsAllOfOurs { holdsAllOfOurs = false }
  }

  /// The tables of all files, layers first and the format's own last, else in the files' order.
  private static func names(_ schemas: [FileSchema]) -> [String] {
    var seen: Set<String> = []
    let all = schemas.flatMap(\.order).filter { seen.insert($0).inserted }
    var byRole: [TableRole: [String]] = [:]
    for name in all {
      let roles = schemas.compactMap { $0.tables[name]?.role }
      byRole[roles.first { $0 != .other } ?? .other, default: []].append(name)
    }
    return TableRole.allCases.flatMap { byRole[$0] ?? [] }
  }

  private static func leftOut(_ schemas: [FileSchema]) -> [String] {
    var seen: Set<String> = []
    return schemas.flatMap(\.leftOut).filter { seen.insert(ASCII.folding($0)).inserted }.sorted()
  }
}

extension SchemaDifference {
  /// How the changes of both sides go together; of two files the other one stands in for ours.
  var agreement: Agreement {
    guard changed.count == 3, changed[1] else { return .ours }
    guard changed[2] else { return .theirs }
    return isSame ? .same : .conflict
  }
}
