import MeridianKernel

/// One entry of an R-tree: a row's id, its box of 32-bit floats, and the node that holds it.
struct IndexEntry {
  var id: Int64
  var node: Int64
  var minX, maxX, minY, maxY: Float
}

/// Why a tree is none.
struct IndexFault: Error {
  var reason: String
}

/// Reads all of an R-tree from its shadow tables, as ordinary tables: the nodes may hold cycles,
/// and no module code runs on a file that nobody has vouched for.
struct IndexTree {
  let connection: Connection
  /// The tree's tables of nodes, of ids and of parents.
  let nodes: String
  let entries: String
  let parents: String

  /// More nodes than this are not read; 50 entries fit one of a small page.
  private static let mostNodes = 200_000_000

  /// The entries in the order of their ids.
  ///
  /// Checked as SQLite's own `rtreecheck` does: every node is reached once, boxes lie within those
  /// of their parents, and the tables of ids and of parents say the same as the nodes.
  func read() throws -> [IndexEntry] {
    var found: [IndexEntry] = []
    let rows = try connection.prepare(
      "SELECT data FROM \(Connection.quoted(nodes)) WHERE nodeno = ?1")
    let parent = try connection.prepare(
      "SELECT parentnode FROM \(Connection.quoted(parents)) WHERE nodeno = ?1")
    var open: [Open] = [Open(number: 1, level: nil, within: nil, parent: 0)]
    var seen: Set<Int64> = []
    while let next = open.popLast() {
      guard seen.insert(next.number).inserted, seen.count < Self.mostNodes else {
        throw IndexFault(reason: "node \(next.number) is reached twice")
      }
      if next.level != nil {
        parent.reset()
        try parent.bind(.integer(next.number), to: 1)
        guard try parent.step(), parent.integer(0) == next.parent else {
          throw IndexFault(reason: "the parent of node \(next.number) is not the one that names it")
        }
      }
      rows.reset()
      try rows.bind(.integer(next.number), to: 1)
      guard try rows.step(), rows.storage(0) == .blob else {
        throw IndexFault(reason: "node \(next.number) is missing")
      }
      let bytes = rows.bytes(0)
      let (level, count) = try Self.head(bytes, next)
      for cell in 0..<count {
        let entry = Self.entry(cell, bytes, next.number)
        try Self.check(entry, within: next.within, next.number)
        if level == 0 {
          found.append(entry)
        } else {
          open.append(
            Open(number: entry.id, level: level - 1, within: entry, parent: next.number))
        }
      }
    }
    let all = try connection.firstInteger("SELECT count(*) FROM \(Connection.quoted(nodes))")
    guard all == Int64(seen.count) else {
      throw IndexFault(reason: "\((all ?? 0) - Int64(seen.count)) of its nodes belong to no branch")
    }
    found.sort { $0.id < $1.id }
    try check(found)
    return found
  }

  private struct Open {
    var number: Int64
    /// Levels below; nil for the root, which tells it itself.
    var level: Int?
    var within: IndexEntry?
    var parent: Int64
  }

  private static func head(_ bytes: [UInt8], _ node: Open) throws(IndexFault) -> (Int, Int) {
    guard bytes.count >= 4 else { throw IndexFault(reason: "node \(node.number) is cut short") }
    let level = node.level ?? Int(IndexQuery.number(bytes, 0, 2))
    let count = Int(IndexQuery.number(bytes, 2, 2))
    // SQLite allows 40 levels.
    guard level <= 40, bytes.count >= 4 + 24 * count else {
      throw IndexFault(reason: "node \(node.number) is cut short or too deep")
    }
    return (level, count)
  }

  private static func entry(_ cell: Int, _ bytes: [UInt8], _ node: Int64) -> IndexEntry {
    let start = 4 + 24 * cell
    let side = {
      Float(bitPattern: UInt32(truncatingIfNeeded: IndexQuery.number(bytes, start + 8 + 4 * $0, 4)))
    }
    return IndexEntry(
      id: Int64(bitPattern: IndexQuery.number(bytes, start, 8)), node: node, minX: side(0),
      maxX: side(1),
      minY: side(2), maxY: side(3))
  }

  private static func check(
    _ entry: IndexEntry, within outer: IndexEntry?, _ node: Int64
  ) throws(IndexFault) {
    guard entry.minX <= entry.maxX, entry.minY <= entry.maxY else {
      throw IndexFault(reason: "a box of node \(node) is inside out")
    }
    guard let outer else { return }
    guard outer.minX <= entry.minX, outer.minY <= entry.minY, outer.maxX >= entry.maxX,
      outer.maxY >= entry.maxY
    else { throw IndexFault(reason: "a box of node \(node) reaches beyond its parent's") }
  }

  /// The table of ids names for every entry the node that holds it, and nothing else.
  private func check(_ places: [IndexEntry]) throws {
    let rows = try connection.prepare(
      "SELECT rowid, nodeno FROM \(Connection.quoted(entries)) ORDER BY rowid")
    var next = 0
    while try rows.step() {
      guard next < places.count, places[next].id == rows.integer(0),
        places[next].node == rows.integer(1)
      else { throw IndexFault(reason: "its table of ids and its nodes disagree") }
      next += 1
    }
    guard next == places.count else {
      throw IndexFault(reason: "its table of ids and its nodes disagree")
    }
  }
}
