import MeridianKernel

/// Asks a layer's own R-tree for the rows near a window, reading its node table as an ordinary
/// one: no module's code runs on a file that nobody has vouched for.
///
/// What is proven: the index is declared, every row of the table has an entry, the triggers that
/// keep it in step are all there in the format's words, and the tree is one. What is not: that the
/// boxes are those of the rows, which only reading all rows tells; ``IndexTrust`` says how much of
/// that is asked for.
struct IndexQuery {
  let connection: Connection
  let catalog: SchemaCatalog
  let layer: StoredLayer
  let index: LayerIndex
  let trust: IndexTrust
  /// Reads rows for a sample.
  let scan: RowScan

  /// The ids of the rows whose boxes meet the window, or why the index cannot be believed.
  func ids(
    near window: GeometryWindow, limit: Int
  ) throws -> Result<[Int64], IndexRefusal> {
    do {
      return .success(try believedIDs(near: window, limit: limit))
    } catch let reason as IndexRefusal.Reason {
      return .failure(IndexRefusal(index: index.name, reason: reason))
    }
  }

  /// The ids; throws the reason where there is one against the index.
  private func believedIDs(near window: GeometryWindow, limit: Int) throws -> [Int64] {
    typealias Reason = IndexRefusal.Reason
    guard let id = index.rowID(of: layer) else { throw Reason.noRowID }
    guard let entries = catalog.table(index.entries), let nodes = catalog.table(index.nodes)
    else { throw Reason.form }
    // A small layer is looked through sooner than its index is checked.
    if trust == .sampled, try !isLarge(entries) { throw Reason.smallLayer }
    guard try isTree() else { throw Reason.form }
    guard try hasAllTriggers() else { throw Reason.triggers }
    guard let ids = try denseIDs(entries, id: id) else { throw Reason.entries }
    if trust == .sampled {
      let sample = IndexSample(
        connection: connection, scan: scan, entries: entries, nodes: nodes, slack: index.slack,
        ids: ids)
      guard try sample.isTrue() else { throw Reason.boxes }
    }
    return try search(nodes, window, limit: limit)
  }

  /// Whether the entries' ids span enough rows to ask the index; few rows far apart do not matter.
  private func isLarge(_ entries: String) throws(SQLiteError) -> Bool {
    let index = Connection.quoted(entries)
    let row = try connection.prepare(
      "SELECT (SELECT max(rowid) FROM \(index)) - (SELECT min(rowid) FROM \(index))")
    return try row.step() && row.storage(0) == .integer && row.integer(0) >= IndexTrust.manyRows
  }

  /// Whether the virtual table is an R-tree of the format's shape, whose cells are ids and 32-bit
  /// floats.
  private func isTree() throws(SQLiteError) -> Bool {
    guard let entry = catalog.entry(index.name), entry.kind == .virtualTable else { return false }
    let row = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    try row.bind(.text(entry.name), to: 1)
    guard try row.step() else { return false }
    let shape = LayerIndex.words("USING rtree(\(index.columns))")
    return LayerIndex.words(row.text(0) ?? "").hasSuffix(shape)
  }

  /// The entries' ids when they are the numbers from the table's first to its last without a gap:
  /// then no row lacks one. Counting an index's ids is cheap, counting a table's rows is not.
  private func denseIDs(
    _ entries: String, id: String
  ) throws(SQLiteError) -> ClosedRange<Int64>? {
    let table = Connection.quoted(layer.schema.tableName)
    let entries = Connection.quoted(entries)
    var numbers: [Int64] = []
    for sql in [
      "SELECT count(*) FROM \(entries)", "SELECT min(rowid) FROM \(entries)",
      "SELECT max(rowid) FROM \(entries)", "SELECT min(\(id)) FROM \(table)",
      "SELECT max(\(id)) FROM \(table)",
    ] {
      let row = try connection.prepare(sql)
      guard try row.step(), row.storage(0) == .integer else { return nil }
      numbers.append(row.integer(0))
    }
    let (span, isOver) = numbers[2].subtractingReportingOverflow(numbers[1])
    guard !isOver, span == numbers[0] - 1, numbers[1] <= numbers[3], numbers[4] <= numbers[2]
    else { return nil }
    // A row whose id changed has left an entry behind, mostly at an end, that nothing removed.
    guard index.followsIDs || numbers[1] == numbers[3] && numbers[4] == numbers[2]
    else { return nil }
    return numbers[1]...numbers[2]
  }

  /// Whether the triggers of the format are all there, word for word.
  private func hasAllTriggers() throws(SQLiteError) -> Bool {
    let found = Set(
      try connection.triggers(of: layer.schema.tableName).map { LayerIndex.words($0.sql) })
    return index.triggers(key: layer.source.key.column ?? "").allSatisfy { trigger in
      trigger.wordings.contains { found.contains(LayerIndex.words($0)) }
    }
  }

  // MARK: The tree

  private func search(
    _ nodes: String, _ window: GeometryWindow, limit: Int
  ) throws -> [Int64] {
    let rows = try connection.prepare(
      "SELECT data FROM \(Connection.quoted(nodes)) WHERE nodeno = ?1")
    var found: [Int64] = []
    var open: [(number: Int64, level: Int?)] = [(1, nil)]
    var seen: Set<Int64> = []
    while let next = open.popLast() {
      // A node reached twice is no tree's.
      guard seen.insert(next.number).inserted else { throw IndexRefusal.Reason.nodes }
      rows.reset()
      try rows.bind(.integer(next.number), to: 1)
      guard try rows.step() else { throw IndexRefusal.Reason.nodes }
      let bytes = rows.bytes(0)
      guard bytes.count >= 4 else { throw IndexRefusal.Reason.nodes }
      let level = next.level ?? Int(Self.number(bytes, 0, 2))
      let count = Int(Self.number(bytes, 2, 2))
      guard level < 40, bytes.count >= 4 + 24 * count else { throw IndexRefusal.Reason.nodes }
      for cell in 0..<count {
        guard window.mayMeet(Self.box(cell, bytes, slack: index.slack)) else { continue }
        let id = Int64(bitPattern: Self.number(bytes, 4 + 24 * cell, 8))
        if level == 0 { found.append(id) } else { open.append((id, level - 1)) }
      }
      if found.count > limit || open.count > limit { throw IndexRefusal.Reason.manyRows }
    }
    return found.sorted()
  }

  /// The box of an id in a node of the lowest level; nil when it is not there.
  static func box(of id: Int64, in bytes: [UInt8], slack: Double) -> Envelope? {
    guard bytes.count >= 4 else { return nil }
    let count = Int(number(bytes, 2, 2))
    guard bytes.count >= 4 + 24 * count else { return nil }
    let cell = (0..<count).first { Int64(bitPattern: number(bytes, 4 + 24 * $0, 8)) == id }
    return cell.map { box($0, bytes, slack: slack) }
  }

  /// A cell's box, wider by a step of `Float`, since some writers round to the nearest instead of
  /// outward, and by what the format's triggers lose.
  private static func box(_ cell: Int, _ bytes: [UInt8], slack: Double) -> Envelope {
    let side = { Float(bitPattern: UInt32(number(bytes, 4 + 24 * cell + 8 + 4 * $0, 4))) }
    return Envelope(
      minX: Double(side(0).nextDown) - slack, minY: Double(side(2).nextDown) - slack,
      maxX: Double(side(1).nextUp) + slack, maxY: Double(side(3).nextUp) + slack)
  }

  /// A number of so many bytes, the highest first.
  static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    (start..<start + count).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }
}
