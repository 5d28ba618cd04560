import MeridianKernel

/// How far a layer's own R-tree is believed.
public enum IndexTrust: Hashable, Sendable {
  /// Not at all: every geometry's bounds are looked at.
  case never
  /// In a large layer whose entries, triggers and a sample of whose boxes are right.
  case sampled
  /// In every layer whose entries and triggers are right.
  case always

  /// Layers of fewer rows are looked through, which costs no more than asking.
  static let manyRows: Int64 = 20_000
}

/// Holds a sample of an R-tree's boxes against the rows: a layer whose boxes went out of step in
/// bulk (rows updated while the triggers were away) is found out; one box bent by hand is not, nor,
/// in SpatiaLite's files, are two rows that exchanged their ids, which its triggers do not see.
struct IndexSample {
  let connection: Connection
  let scan: RowScan
  /// The R-tree's tables of ids and of nodes.
  let entries: String
  let nodes: String
  /// What a side may lie inside of the row's, besides the rounding to 32 bits.
  let slack: Double
  /// The first and the last id; there is an entry for each between them.
  let ids: ClosedRange<Int64>

  /// Rows that are looked at.
  private static let size: UInt64 = 256

  /// Whether every sampled row lies within its box.
  func isTrue() throws -> Bool {
    let span = UInt64(bitPattern: ids.upperBound &- ids.lowerBound) + 1
    // Spread by the golden ratio: the same rows on every run, everywhere in the table.
    let sample = (0..<Self.size).map { number -> Int64 in
      let mixed = (number &* 0x9E37_79B9_7F4A_7C15) >> 11
      return ids.lowerBound &+ Int64(mixed % span)
    }
    var envelopes: [(id: Int64, envelope: Envelope)] = []
    try scan.run(.rows(sample)) { row, status, geometry, _ in
      if status == .valid { envelopes.append((row.row, geometry.envelope)) }
      return true
    }
    let places = try connection.prepare(
      "SELECT nodeno FROM \(Connection.quoted(entries)) WHERE rowid = ?1")
    let cells = try connection.prepare(
      "SELECT data FROM \(Connection.quoted(nodes)) WHERE nodeno = ?1")
    for (id, envelope) in envelopes {
      places.reset()
      try places.bind(.integer(id), to: 1)
      guard try places.step() else { return false }
      cells.reset()
      try cells.bind(.integer(places.integer(0)), to: 1)
      guard try cells.step(), let box = IndexQuery.box(of: id, in: cells.bytes(0), slack: slack),
        box.minX <= envelope.minX, box.minY <= envelope.minY, box.maxX >= envelope.maxX,
        box.maxY >= envelope.maxY
      else { return false }
    }
    return true
  }
}
