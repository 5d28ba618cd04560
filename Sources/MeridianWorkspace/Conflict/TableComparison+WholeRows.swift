import MeridianStore

/// Tables without a key: each row is all that it holds, and may be there several times.
extension TableComparison {
  /// Walks over rows in the order of all their columns, counting those that are alike.
  mutating func mergeWholeRows() throws(WorkspaceError) {
    for cursor in cursors { try cursor.advance() }
    while let lowest = lowestRow() {
      guard let rows = cursors[lowest].rows else { return }
      let kept = contents.map { comparer.copy(rows, $0) }
      // SQLite's order does not tell 1 from 1.0: rows that differ so are told apart here.
      var variants: [[ComparedValue?]: [Int]] = [:]
      var plain = cursors.map { _ in 0 }
      for index in cursors.indices {
        while try isAt(kept, index) {
          try checkCanceled()
          guard let rows = cursors[index].rows else { break }
          if let variant = variant(kept, rows) {
            variants[variant, default: cursors.map { _ in 0 }][index] += 1
          } else {
            plain[index] += 1
          }
          try cursors[index].advance()
        }
      }
      record(kept, copies: plain)
      // No order of their own: what they hold gives one that is the same in every run.
      for (variant, copies) in variants.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        record(zip(kept, variant).map { $1 ?? $0 }, copies: copies)
      }
    }
  }

  private func lowestRow() -> Int? {
    var best: Int?
    for index in cursors.indices where cursors[index].hasRow {
      guard let now = best, let x = cursors[index].rows, let y = cursors[now].rows else {
        best = index
        continue
      }
      for column in contents {
        let order = comparer.order(x, y, column)
        if order < 0 { best = index }
        if order != 0 { break }
      }
    }
    return best
  }

  /// Whether a cursor is at a row that SQLite's order does not tell from the kept one.
  private func isAt(_ kept: [ComparedValue], _ index: Int) throws(WorkspaceError) -> Bool {
    guard cursors[index].hasRow, let rows = cursors[index].rows else { return false }
    let order = KeyWalk.order(kept, rows, contents, comparer)
    guard order <= 0 else {
      throw .store(.damaged(path: cursors[index].file.path, detail: "rows are out of order"))
    }
    return order == 0
  }

  /// The numbers in which a row differs from the kept one; nil where it does in none.
  private func variant(_ kept: [ComparedValue], _ rows: Statement) -> [ComparedValue?]? {
    var variant: [ComparedValue?]?
    for (place, column) in contents.enumerated() {
      let storage = rows.storage(column)
      guard storage == .integer || storage == .real else { continue }
      let value = comparer.copy(rows, column)
      guard value != kept[place] else { continue }
      if variant == nil { variant = kept.map { _ in nil } }
      variant?[place] = value
    }
    return variant
  }

  /// Takes in rows that are alike.
  private mutating func record(_ row: [ComparedValue], copies: [Int]) {
    guard copies.contains(where: { $0 != copies[0] }) else { return }
    let deltas = copies.map { $0 - copies[0] }
    let agreement: Agreement
    if deltas.count == 2 || deltas[1] == 0 {
      agreement = .ours
    } else if deltas[2] == 0 {
      agreement = .theirs
    } else {
      // Both have added some, or deleted some: the more of one side hold the fewer of the other.
      let isAlike = (deltas[1] > 0) == (deltas[2] > 0)
      agreement = deltas[1] == deltas[2] ? .same : isAlike ? .both : .conflict
    }
    let changes = deltas.map { $0 == 0 ? RowChange.unchanged : $0 > 0 ? .added : .deleted }
    for index in 1..<deltas.count {
      result.count(changes[index], of: index, times: abs(deltas[index]))
    }
    let mine = deltas[ours]
    if deltas.count == 3, mine != 0, mine > 0 ? deltas[1] < mine : deltas[1] > mine {
      result.holdsAllOfOurs = false
    }
    if sampler.hasRoom && result.lists(agreement, most: options.rowsPerKind) {
      result.listed.append(
        TableResult.Row(
          key: .none, changes: changes, agreement: agreement,
          cells: cells(row, copies, agreement), copies: copies))
    }
    result.agreements[agreement, default: 0] += 1
  }

  private func cells(
    _ row: [ComparedValue], _ copies: [Int], _ agreement: Agreement
  ) -> [TableResult.Cell] {
    zip(contents, row).compactMap { column, value in
      guard value != .null else { return nil }
      let described = layout.columns[column]
      return TableResult.Cell(
        column: described.name,
        values: copies.indices.map { index in
          copies[index] == 0 || described.names[index] == nil
            ? nil : sampler.value(value, file: index, isGeometry: described.isGeometry)
        }, agreement: agreement)
    }
  }
}
