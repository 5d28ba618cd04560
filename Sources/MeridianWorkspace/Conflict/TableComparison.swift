import MeridianStore

/// Compares one table of two or three files by walking over their rows side by side, in the order
/// of the key: one pass over each, in memory for one row of each.
///
/// The base comes first and ours last; of two files the other one stands in for ours.
struct TableComparison {
  let layout: TableLayout
  let comparer: ValueComparer
  let sampler: ValueSampler
  let options: ReportOptions
  let cursors: [RowCursor]
  let contents: [Int]
  private let bookkeeping: [Int]
  private let uniques: UniqueSearch?
  var result: TableResult
  /// Whether each file has the row at hand, and whether it differs from the base there.
  private var isThere: [Bool]
  private var differs: [Bool]
  private var steps = 0

  var ours: Int { cursors.count - 1 }
  /// The place of theirs among three files; of two there is none.
  private var theirs: Int? { cursors.count == 3 ? 1 : nil }

  /// Compares a table. O(rows), and what sorting them costs where there is no key.
  static func compare(
    _ layout: TableLayout, of files: [ComparedFile], comparer: ValueComparer,
    sampler: ValueSampler, options: ReportOptions
  ) throws(WorkspaceError) -> TableResult {
    let shared = Self.shared(layout, files, options)
    if options.isCanceled?() == true { throw .store(.interrupted) }
    if let shared {
      var comparison = try TableComparison(
        layout, files, comparer, sampler, options, gaps: shared.gaps)
      // Whatever else the trees may hold, reading all of it tells.
      if try comparison.mergeByKey(), comparison.cursors.map(\.count) == shared.gapCounts {
        return comparison.finished(beside: shared.count)
      }
    }
    if !layout.key.isEmpty {
      var comparison = try TableComparison(layout, files, comparer, sampler, options)
      if try comparison.mergeByKey() { return comparison.finished() }
    }
    // A key with NULLs in it tells nothing apart.
    var loose = layout
    loose.key = []
    var comparison = try TableComparison(loose, files, comparer, sampler, options)
    try comparison.mergeWholeRows()
    return comparison.finished()
  }

  private init(
    _ layout: TableLayout, _ files: [ComparedFile], _ comparer: ValueComparer,
    _ sampler: ValueSampler, _ options: ReportOptions, gaps: [ClosedRange<Int64>]? = nil
  ) throws(WorkspaceError) {
    self.layout = layout
    self.comparer = comparer
    self.sampler = sampler
    self.options = options
    contents = layout.contents
    bookkeeping = layout.columns.indices.filter { layout.columns[$0].isBookkeeping }
    uniques = try UniqueSearch(layout, files, comparer)
    result = TableResult(layout)
    isThere = files.map { _ in false }
    differs = isThere
    var opened: [RowCursor] = []
    for (index, file) in files.enumerated() {
      opened.append(try RowCursor(layout, index, of: file, gaps: gaps))
    }
    cursors = opened
  }

  /// What the pages of all files share, where they can be compared instead of the rows.
  private static func shared(
    _ layout: TableLayout, _ files: [ComparedFile], _ options: ReportOptions
  ) -> SharedRows? {
    guard options.comparesPages, layout.isAlike, layout.filter == nil, layout.key.count == 1
    else { return nil }
    let tables = zip(files, layout.names).compactMap { file, name in
      file.file.flatMap { opened in name.map { (opened, $0) } }
    }
    return tables.count == files.count
      ? SharedRows.find(tables, isCanceled: options.isCanceled) : nil
  }

  /// - Parameter shared: rows that were not walked over, the same in all files.
  private func finished(beside shared: Int = 0) -> TableResult {
    var result = result
    for (index, cursor) in cursors.enumerated() where layout.names[index] != nil {
      result.rows[index] = cursor.count + shared
    }
    return result
  }

  /// Asks now and then whether to go on.
  mutating func checkCanceled() throws(WorkspaceError) {
    steps &+= 1
    guard steps & 0xFFF == 0, let isCanceled = options.isCanceled, isCanceled() else { return }
    throw .store(.interrupted)
  }

  // MARK: By key

  /// Walks over the rows by their key; false when the key turns out to tell nothing apart.
  private mutating func mergeByKey() throws(WorkspaceError) -> Bool {
    var walk = KeyWalk(cursors, key: layout.key, comparer: comparer)
    try walk.begin()
    while walk.findLowest(&isThere) {
      try checkCanceled()
      if isThere[0] {
        for index in 1..<cursors.count {
          differs[index] = !isThere[index] || !areSame(0, index)
        }
        compareBookkeeping()
      } else {
        for index in 1..<cursors.count { differs[index] = isThere[index] }
      }
      if differs.contains(true) { try record(walk.lowest) }
      guard try walk.advance(isThere) else { return false }
    }
    return true
  }

  /// Whether two files' rows at hand hold the same in every column that counts.
  @inline(__always)
  private func areSame(_ a: Int, _ b: Int) -> Bool {
    guard let x = cursors[a].rows, let y = cursors[b].rows else { return false }
    for column in contents where !comparer.areSame(x, y, column) { return false }
    return true
  }

  /// Whether two files' rows at hand hold the same in one column; a row that is not there holds
  /// nothing.
  private func areSame(_ a: Int, _ b: Int, _ column: Int) -> Bool {
    guard isThere[a], isThere[b], let x = cursors[a].rows, let y = cursors[b].rows
    else { return isThere[a] == isThere[b] }
    return comparer.areSame(x, y, column)
  }

  private mutating func compareBookkeeping() {
    for column in bookkeeping where !result.bookkeeping.contains(column) {
      for index in 1..<cursors.count where isThere[index] && !areSame(0, index, column) {
        result.bookkeeping.insert(column)
      }
    }
  }

  /// Takes in a row that differs.
  private mutating func record(_ lowest: Int) throws(WorkspaceError) {
    let agreement = agreement()
    let isListed = sampler.hasRoom && result.lists(agreement, most: options.rowsPerKind)
    var changes = [RowChange.unchanged]
    for index in 1..<cursors.count {
      let change: RowChange =
        !differs[index] ? .unchanged : !isThere[0] ? .added : isThere[index] ? .changed : .deleted
      changes.append(change)
      result.count(change, of: index)
    }
    if isListed {
      result.listed.append(
        TableResult.Row(
          key: key(lowest), changes: changes, agreement: agreement, cells: cells(changes)))
    }
    result.agreements[agreement, default: 0] += 1
    guard let theirs, differs[ours] else { return }
    if !theirsHolds(theirs) { result.holdsAllOfOurs = false }
    guard isThere[ours], let uniques, let row = cursors[ours].rows else { return }
    let base = isThere[0] ? cursors[0].rows : nil
    let found = try uniques.collisions(of: row, base: base, sampler)
    for collision in found where result.collisions.count < options.rowsPerKind {
      result.collisions.append(collision)
    }
    result.collisionCount += found.count
  }

  /// Whether theirs has what ours did to the row at hand.
  private func theirsHolds(_ theirs: Int) -> Bool {
    guard isThere[ours] else { return !isThere[theirs] }
    guard isThere[theirs] else { return false }
    for column in contents where layout.columns[column].names[ours] != nil {
      let isOurs = !isThere[0] || !areSame(0, ours, column)
      if isOurs && !areSame(theirs, ours, column) { return false }
    }
    return true
  }

  /// How the changes of both sides to the row at hand go together.
  private func agreement() -> Agreement {
    guard let theirs, differs[theirs] else { return .ours }
    guard differs[ours] else { return .theirs }
    guard isThere[theirs] == isThere[ours] else { return .conflict }
    guard isThere[ours] else { return .same }
    var isSame = true
    for column in contents where !areSame(theirs, ours, column) {
      if !isThere[0] || (!areSame(0, theirs, column) && !areSame(0, ours, column)) {
        return .conflict
      }
      isSame = false
    }
    return isSame ? .same : .both
  }

  // MARK: What is listed of a row

  private func key(_ lowest: Int) -> RowKey {
    guard let rows = cursors[lowest].rows else { return .none }
    return RowKey(layout, rows, layout.key, file: lowest, sampler)
  }

  private func cells(_ changes: [RowChange]) -> [TableResult.Cell] {
    let isGone = !changes.contains(.changed) && !changes.contains(.added)
    var cells: [TableResult.Cell] = []
    for column in contents {
      let isShown: Bool
      if isThere[0] && !isGone {
        isShown = (1..<cursors.count).contains { isThere[$0] && !areSame(0, $0, column) }
      } else {
        isShown = hasContent(column)
      }
      guard isShown else { continue }
      let described = layout.columns[column]
      let values = cursors.indices.map { index -> ReportedValue? in
        guard isThere[index], described.names[index] != nil, let rows = cursors[index].rows
        else { return nil }
        return sampler.value(rows, column, file: index, isGeometry: described.isGeometry)
      }
      cells.append(
        TableResult.Cell(
          column: described.name, values: values, agreement: agreement(on: column)))
    }
    return cells
  }

  /// Whether a column of a row that was added or deleted tells something: no NULLs, and nothing
  /// that the key has told already.
  private func hasContent(_ column: Int) -> Bool {
    let there = cursors.indices.filter { isThere[$0] }
    guard there.contains(where: { cursors[$0].rows?.storage(column) != .null }) else {
      return false
    }
    return !layout.key.contains(column) || there.contains { !areSame(there[0], $0, column) }
  }

  private func agreement(on column: Int) -> Agreement {
    guard let theirs, !areSame(0, theirs, column) else { return .ours }
    guard !areSame(0, ours, column) else { return .theirs }
    return areSame(theirs, ours, column) ? .same : .conflict
  }
}
