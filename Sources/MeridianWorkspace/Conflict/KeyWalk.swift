import MeridianStore

/// Leads the cursors of several files along their common key.
struct KeyWalk {
  private let cursors: [RowCursor]
  private let key: [Int]
  private let comparer: ValueComparer
  /// The key's integers, where it is one integer.
  private var integers: [Int64?]
  /// The cursor with the lowest key.
  private(set) var lowest = 0

  init(_ cursors: [RowCursor], key: [Int], comparer: ValueComparer) {
    self.cursors = cursors
    self.key = key
    self.comparer = comparer
    integers = cursors.map { _ in nil }
  }

  /// Moves all cursors to their first rows.
  mutating func begin() throws(WorkspaceError) {
    for index in cursors.indices { try step(index) }
  }

  @inline(__always)
  private mutating func step(_ index: Int) throws(WorkspaceError) {
    try cursors[index].advance()
    guard key.count == 1 else { return }
    guard cursors[index].hasRow, let rows = cursors[index].rows, rows.storage(key[0]) == .integer
    else {
      integers[index] = nil
      return
    }
    integers[index] = rows.integer(key[0])
  }

  /// Finds the lowest key, and which cursors are at it; false at the end of all.
  mutating func findLowest(_ isThere: inout [Bool]) -> Bool {
    var found: Int?
    for index in cursors.indices {
      isThere[index] = false
      guard cursors[index].hasRow else { continue }
      guard let best = found else {
        found = index
        isThere[index] = true
        continue
      }
      let order = order(index, best)
      if order > 0 { continue }
      if order < 0 {
        for other in 0..<index { isThere[other] = false }
        found = index
      }
      isThere[index] = true
    }
    lowest = found ?? 0
    return found != nil
  }

  private func order(_ a: Int, _ b: Int) -> Int {
    if let x = integers[a], let y = integers[b] { return x < y ? -1 : x == y ? 0 : 1 }
    guard let x = cursors[a].rows, let y = cursors[b].rows else { return 0 }
    for column in key {
      let order = comparer.order(x, y, column)
      if order != 0 { return order }
    }
    return 0
  }

  /// Moves the cursors that are at the lowest key; false when a row has the key of the one before
  /// it, which only a key with NULLs can.
  ///
  /// A damaged tree can lead to the same page again and again; keys in order cannot repeat.
  mutating func advance(_ isThere: [Bool]) throws(WorkspaceError) -> Bool {
    let integer = integers[lowest]
    var kept: [ComparedValue] = []
    if integer == nil, let rows = cursors[lowest].rows {
      kept = key.map { comparer.copy(rows, $0) }
    }
    for index in cursors.indices where isThere[index] {
      try step(index)
      guard cursors[index].hasRow, let rows = cursors[index].rows else { continue }
      if let last = integer, let next = integers[index], next > last { continue }
      let before = integer.map { [.integer($0)] } ?? kept
      let order = Self.order(before, rows, key, comparer)
      if order < 0 { continue }
      guard order == 0, before.contains(.null) else {
        throw .store(
          .damaged(path: cursors[index].file.path, detail: "rows are out of order"))
      }
      return false
    }
    return true
  }

  /// The order of kept values against a row's columns.
  static func order(
    _ values: [ComparedValue], _ rows: Statement, _ columns: [Int], _ comparer: ValueComparer
  ) -> Int {
    for (value, column) in zip(values, columns) {
      let order = comparer.order(value, rows, column)
      if order != 0 { return order }
    }
    return 0
  }
}

extension RowKey {
  /// The key of a row at hand.
  init(
    _ layout: TableLayout, _ rows: Statement, _ columns: [Int], file: Int, _ sampler: ValueSampler
  ) {
    if columns.count == 1, rows.storage(columns[0]) == .integer {
      self = .fid(rows.integer(columns[0]))
      return
    }
    self = .values(
      columns.map { column in
        Part(
          column: layout.columns[column].name,
          value: sampler.value(rows, column, file: file, isGeometry: false))
      })
  }
}
