import MeridianKernel

/// Fills a new R-tree of SQLite's rtree module at once, packed, instead of entry by entry.
///
/// Inserting a million boxes through the module takes twenty times as long as the features
/// themselves. The module's own tables are simple: `_node` holds blobs of a depth, a count and
/// cells of id and four 32-bit sides, most significant byte first; `_rowid` and `_parent` say where
/// an entry and a node hang. Boxes are tiled by x, then y (sort-tile-recursive), O(n log n).
struct PackedIndexWriter {
  /// An entry, or a node of the level below: its number and box.
  typealias Entry = (id: Int64, box: Envelope)

  /// The bytes of a node as the module has laid them out by the size of the database's pages, and
  /// the most cells that it has room for.
  private let nodeSize: Int
  private let cells: Int
  private let insertNode: Statement
  private let insertRowid: Statement
  private let insertParent: Statement
  /// Node 1 is the root, which is written last.
  private var nextNode: Int64 = 2

  /// Prepares to fill the R-tree of a name, which must be new.
  init(index: String, connection: Connection) throws(SQLiteError) {
    let name = { (suffix: String) in Connection.quoted(index + suffix) }
    let root = try connection.prepare("SELECT length(data) FROM \(name("_node")) WHERE nodeno = 1")
    nodeSize = try root.step() ? Int(clamping: root.integer(0)) : 0
    root.reset()
    cells = (nodeSize - 4) / 24
    // SQLITE_CORRUPT; the module makes the root of an R-tree with the tree.
    guard cells > 1 else { throw SQLiteError(code: 11, message: "a new R-tree has no root") }
    try connection.execute("DELETE FROM \(name("_node"))")
    insertNode = try connection.prepare("INSERT INTO \(name("_node")) VALUES (?, ?)")
    insertRowid = try connection.prepare("INSERT INTO \(name("_rowid")) VALUES (?, ?)")
    insertParent = try connection.prepare("INSERT INTO \(name("_parent")) VALUES (?, ?)")
  }

  /// Writes all entries.
  mutating func write(_ entries: [Entry]) throws(SQLiteError) {
    var level = entries
    var depth = 0
    // An entry's node is told in order of ids, which appends to the table instead of searching it.
    var places: [(id: Int64, node: Int64)] = []
    while level.count > cells {
      tile(&level)
      var above: [Entry] = []
      var start = 0
      while start < level.count {
        let group = level[start..<min(start + cells, level.count)]
        let node = nextNode
        nextNode += 1
        above.append((node, try writeNode(node, depth: 0, group)))
        if depth == 0 {
          places += group.map { ($0.id, node) }
        } else {
          for child in group { try run(insertParent, child.id, node) }
        }
        start += cells
      }
      level = above
      depth += 1
    }
    _ = try writeNode(1, depth: depth, level[...])
    if depth == 0 {
      places = level.map { ($0.id, 1) }
    } else {
      for child in level { try run(insertParent, child.id, 1) }
    }
    places.sort { $0.id < $1.id }
    for place in places { try run(insertRowid, place.id, place.node) }
  }

  /// Orders boxes by vertical slices, and by y inside a slice.
  private func tile(_ level: inout [Entry]) {
    level.sort { $0.box.minX + $0.box.maxX < $1.box.minX + $1.box.maxX }
    let nodes = (level.count + cells - 1) / cells
    let slice = Int(Double(nodes).squareRoot().rounded(.up)) * cells
    var start = 0
    while start < level.count {
      let end = min(start + slice, level.count)
      level[start..<end].sort { $0.box.minY + $0.box.maxY < $1.box.minY + $1.box.maxY }
      start = end
    }
  }

  /// Writes a node and answers the box of its cells; only the root tells its depth.
  private func writeNode(
    _ node: Int64, depth: Int, _ entries: ArraySlice<Entry>
  ) throws(SQLiteError) -> Envelope {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodeSize)
    var box = Envelope.empty
    Self.append(UInt64(depth), width: 2, &bytes)
    Self.append(UInt64(entries.count), width: 2, &bytes)
    for cell in entries {
      box.formUnion(cell.box)
      Self.append(UInt64(bitPattern: cell.id), width: 8, &bytes)
      for side in [
        Self.float(cell.box.minX, .down), Self.float(cell.box.maxX, .up),
        Self.float(cell.box.minY, .down), Self.float(cell.box.maxY, .up),
      ] {
        Self.append(UInt64(side.bitPattern), width: 4, &bytes)
      }
    }
    bytes += Array(repeating: 0, count: nodeSize - bytes.count)
    try insertNode.bind(.integer(node), to: 1)
    try insertNode.bind(bytes: bytes, to: 2)
    _ = try insertNode.step()
    insertNode.reset()
    return box
  }

  /// A side rounded outward, so that the box of floats holds the box of doubles.
  private static func float(_ value: Double, _ rule: FloatingPointRoundingRule) -> Float {
    let near = Float(value)
    if rule == .down { return Double(near) > value ? near.nextDown : near }
    return Double(near) < value ? near.nextUp : near
  }

  private static func append(_ value: UInt64, width: Int, _ bytes: inout [UInt8]) {
    for byte in (0..<width).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (byte * 8)))
    }
  }

  private func run(_ statement: Statement, _ a: Int64, _ b: Int64) throws(SQLiteError) {
    try statement.bind(.integer(a), to: 1)
    try statement.bind(.integer(b), to: 2)
    _ = try statement.step()
    statement.reset()
  }
}
