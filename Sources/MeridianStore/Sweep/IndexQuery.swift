import MeridianKernel

/// Asks a GeoPackage's own R-tree for the rows near a window, reading its node table as an ordinary
/// one: no module's code runs on a file that nobody has vouched for.
///
/// What is proven: the index is declared, every row of the table has an entry, the triggers that
/// keep it in step are all there in the standard's words, and the tree is one. What is not: that
/// the boxes are those of the rows, which only reading all rows tells; ``IndexTrust`` says how much
/// of that is asked for.
struct IndexQuery {
  let connection: Connection
  let catalog: SchemaCatalog
  let layer: StoredLayer
  let trust: IndexTrust
  /// Reads rows for a sample.
  let scan: RowScan

  /// The ids of the rows whose boxes meet the window; nil when the index cannot be believed.
  func ids(near window: GeometryWindow, limit: Int) throws -> [Int64]? {
    guard let geometry = layer.schema.geometryColumn, let key = layer.source.key.column,
      layer.source.isKeyRowid, layer.isIndexDeclared,
      let entries = layer.indexTable.flatMap(catalog.table)
    else { return nil }
    // A small layer is looked through sooner than its index is checked.
    if trust == .sampled, try !isLarge(entries) { return nil }
    let tree = String(entries.dropLast("_rowid".count))
    guard let nodes = catalog.table(tree + "_node"),
      try isTree(tree),
      try hasAllTriggers(tree: tree, geometry: geometry, key: key),
      let ids = try denseIDs(entries, key: key)
    else { return nil }
    if trust == .sampled {
      let sample = IndexSample(
        connection: connection, scan: scan, entries: entries, nodes: nodes, ids: ids)
      guard try sample.isTrue() else { return nil }
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

  /// Whether a table is an R-tree of the standard's shape, whose cells are ids and 32-bit floats.
  private func isTree(_ name: String) throws(SQLiteError) -> Bool {
    guard let entry = catalog.entry(name), entry.kind == .virtualTable else { return false }
    let row = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = ?1")
    try row.bind(.text(entry.name), to: 1)
    guard try row.step() else { return false }
    return Self.words(row.text(0) ?? "").hasSuffix("usingrtree(id,minx,maxx,miny,maxy)")
  }

  /// The entries' ids when they are the numbers from the table's first to its last without a gap:
  /// then no row lacks one. Counting an index's ids is cheap, counting a table's rows is not.
  private func denseIDs(
    _ entries: String, key: String
  ) throws(SQLiteError) -> ClosedRange<Int64>? {
    let table = Connection.quoted(layer.schema.tableName)
    let id = Connection.quoted(key)
    let index = Connection.quoted(entries)
    var numbers: [Int64] = []
    for sql in [
      "SELECT count(*) FROM \(index)", "SELECT min(rowid) FROM \(index)",
      "SELECT max(rowid) FROM \(index)", "SELECT min(\(id)) FROM \(table)",
      "SELECT max(\(id)) FROM \(table)",
    ] {
      let row = try connection.prepare(sql)
      guard try row.step(), row.storage(0) == .integer else { return nil }
      numbers.append(row.integer(0))
    }
    let (span, isOver) = numbers[2].subtractingReportingOverflow(numbers[1])
    guard !isOver, span == numbers[0] - 1, numbers[1] <= numbers[3], numbers[4] <= numbers[2]
    else { return nil }
    return numbers[1]...numbers[2]
  }

  /// Whether the triggers of version 1.4 of the standard are all there, word for word.
  private func hasAllTriggers(
    tree: String, geometry: String, key: String
  ) throws(SQLiteError) -> Bool {
    let wanted = GeoPackageSQL.indexTriggers(
      table: layer.schema.tableName, geometry: geometry, key: key
    ).split(separator: "\nCREATE").map {
      Self.words($0.hasPrefix("CREATE") ? "\($0)" : "CREATE\($0)")
    }
    let rows = try connection.prepare(
      "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND lower(tbl_name) = lower(?1)")
    try rows.bind(.text(layer.schema.tableName), to: 1)
    var found: Set<String> = []
    while try rows.step() { found.insert(Self.words(rows.text(0) ?? "")) }
    return wanted.count == 7 && wanted.allSatisfy(found.contains)
  }

  /// SQL without what may differ between writers: white space, quotes and capitals.
  private static func words(_ sql: String) -> String {
    var bytes: [UInt8] = []
    for byte in sql.utf8 where byte > 0x20 && byte != UInt8(ascii: "\"") {
      bytes.append((65...90).contains(byte) ? byte + 32 : byte)
    }
    while bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: The tree

  private func search(
    _ nodes: String, _ window: GeometryWindow, limit: Int
  ) throws(SQLiteError) -> [Int64]? {
    let rows = try connection.prepare(
      "SELECT data FROM \(Connection.quoted(nodes)) WHERE nodeno = ?1")
    var found: [Int64] = []
    var open: [(number: Int64, level: Int?)] = [(1, nil)]
    var seen: Set<Int64> = []
    while let next = open.popLast() {
      // A node reached twice is no tree's.
      guard seen.insert(next.number).inserted else { return nil }
      rows.reset()
      try rows.bind(.integer(next.number), to: 1)
      guard try rows.step() else { return nil }
      let bytes = rows.bytes(0)
      guard bytes.count >= 4 else { return nil }
      let level = next.level ?? Int(Self.number(bytes, 0, 2))
      let count = Int(Self.number(bytes, 2, 2))
      guard level < 40, bytes.count >= 4 + 24 * count else { return nil }
      for cell in 0..<count {
        guard window.mayMeet(Self.box(cell, bytes)) else { continue }
        let id = Int64(bitPattern: Self.number(bytes, 4 + 24 * cell, 8))
        if level == 0 { found.append(id) } else { open.append((id, level - 1)) }
      }
      if found.count > limit || open.count > limit { return nil }
    }
    return found.sorted()
  }

  /// The box of an id in a node of the lowest level; nil when it is not there.
  static func box(of id: Int64, in bytes: [UInt8]) -> Envelope? {
    guard bytes.count >= 4 else { return nil }
    let count = Int(number(bytes, 2, 2))
    guard bytes.count >= 4 + 24 * count else { return nil }
    let cell = (0..<count).first { Int64(bitPattern: number(bytes, 4 + 24 * $0, 8)) == id }
    return cell.map { box($0, bytes) }
  }

  /// A cell's box, a step of `Float` wider: some writers round to the nearest instead of outward.
  private static func box(_ cell: Int, _ bytes: [UInt8]) -> Envelope {
    let side = { Float(bitPattern: UInt32(number(bytes, 4 + 24 * cell + 8 + 4 * $0, 4))) }
    return Envelope(
      minX: Double(side(0).nextDown), minY: Double(side(2).nextDown),
      maxX: Double(side(1).nextUp), maxY: Double(side(3).nextUp))
  }

  /// A number of so many bytes, the highest first.
  static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    (start..<start + count).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }
}
