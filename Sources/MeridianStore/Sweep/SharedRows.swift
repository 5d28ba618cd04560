import CPlatform

/// The rows of one table that several files hold alike, as their pages show: a file that was copied
/// and then changed here and there keeps most of its pages, byte for byte and under their numbers.
///
/// Only ranges of rowids in which rows may differ are left to be read. Damage is not judged:
/// whatever looks odd finds nothing, and the ordinary reading tells why.
package struct SharedRows: Sendable {
  /// Ranges of rowids in which rows may differ, ascending.
  package fileprivate(set) var gaps: [ClosedRange<Int64>] = []
  /// Rows outside of the gaps, the same in all files.
  package fileprivate(set) var count = 0
  /// Rows within the gaps in each file: what reading them must find, if the trees are in order.
  package fileprivate(set) var gapCounts: [Int] = []

  /// Compares the leaves of a table in several files; nil when only its rows can tell.
  ///
  /// The tables must be made by the same statement and have rowids, and the files be held in
  /// transactions that read. O(bytes of the table), each file read once.
  ///
  /// - Parameter isCanceled: asked now and then; true finds nothing.
  package static func find(
    _ tables: [(file: StoreFile, name: String)], isCanceled: (() -> Bool)? = nil
  ) -> SharedRows? {
    var readers: [Connection.FileReader] = []
    var pages: [TablePages] = []
    for (file, name) in tables {
      // What a log holds does not lie in the file.
      guard file.isSelfContained, let reader = file.connection.fileReader,
        let root = rootPage(of: name, file.connection),
        let found = TablePages(reader, root: root)
      else { return nil }
      readers.append(reader)
      pages.append(found)
    }
    guard let first = pages.first,
      pages.allSatisfy({ $0.size == first.size && $0.usable == first.usable })
    else { return nil }
    var search = SharedLeafSearch(readers, pages, first)
    return search.run(isCanceled) ? search.found : nil
  }

  private static func rootPage(of table: String, _ connection: Connection) -> Int64? {
    guard
      let row = try? connection.prepare(
        "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1")
    else { return nil }
    guard (try? row.bind(.text(table), to: 1)) != nil, (try? row.step()) == true else { return nil }
    return row.integer(0)
  }
}

/// Walks along the leaves of the first file and looks for each in the others.
private struct SharedLeafSearch {
  private let readers: [Connection.FileReader]
  private let leaves: [[UInt32]]
  /// Where each leaf of the other files stands among theirs.
  private let places: [[UInt32: Int]]
  private let size: Int
  private let usable: Int
  private var buffers: [[UInt8]]
  private var chains: [[UInt8]]
  fileprivate var found = SharedRows()
  /// Where the last shared leaf stands in each file, and its last rowid.
  private var lastPlaces: [Int]
  private var lastID: Int64?
  private var shared: Set<UInt32> = []

  /// Pages read at once at most, and bytes behind them that a damaged cell may be read from.
  private static let pagesAtOnce = 64
  private static let slack = 64
  /// More gaps than this are not worth it.
  private static let mostGaps = 10_000

  init(_ readers: [Connection.FileReader], _ pages: [TablePages], _ first: TablePages) {
    self.readers = readers
    leaves = pages.map(\.leaves)
    places = pages.dropFirst().map { pages in
      Dictionary(
        pages.leaves.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
    (size, usable) = (first.size, first.usable)
    let length = Self.pagesAtOnce * first.size + Self.slack
    buffers = readers.map { _ in [UInt8](repeating: 0, count: length) }
    chains = readers.map { _ in [UInt8](repeating: 0, count: first.size) }
    lastPlaces = readers.map { _ in -1 }
  }

  /// Looks at all leaves; false when only rows can tell.
  mutating func run(_ isCanceled: (() -> Bool)?) -> Bool {
    var next = 0
    while next < leaves[0].count {
      if cplatform_interrupted() || isCanceled?() == true { return false }
      guard isCommon(leaves[0][next]) else {
        next += 1
        continue
      }
      var end = next + 1
      while end < leaves[0].count, end - next < Self.pagesAtOnce, isCommon(leaves[0][end]),
        leaves[0][end] == leaves[0][next] &+ UInt32(end - next)
      { end += 1 }
      for file in readers.indices {
        let start = (Int(leaves[0][next]) - 1) * size
        guard readers[file].read((end - next) * size, at: start, into: &buffers[file]) else {
          return false
        }
      }
      for place in next..<end {
        guard take(place, at: (place - next) * size) else { return false }
      }
      // Files that have little in common are read by their rows.
      if end > 1024, shared.count < end / 8 { return false }
      next = end
    }
    return finish()
  }

  private func isCommon(_ leaf: UInt32) -> Bool {
    places.allSatisfy { $0[leaf] != nil }
  }

  /// Takes a leaf in if all files hold the same; false when the tree is out of order.
  private mutating func take(_ place: Int, at offset: Int) -> Bool {
    let leaf = leaves[0][place]
    let here = [place] + places.map { $0[leaf] ?? -1 }
    guard zip(here, lastPlaces).allSatisfy({ $0 > $1 }), isSame(offset),
      let rows = rows(at: offset)
    else { return true }
    if let lastID, rows.first <= lastID { return false }
    // Leaves that follow each other in all files have no rows between them.
    let isNext = zip(here, lastPlaces).allSatisfy { $0 == $1 + 1 }
    if !isNext {
      let (before, overflows) = rows.first.subtractingReportingOverflow(1)
      if !overflows { addGap(to: before) }
    }
    shared.insert(leaf)
    found.count += rows.count
    lastPlaces = here
    lastID = rows.last
    return true
  }

  private mutating func addGap(to end: Int64) {
    let (start, overflows) = lastID?.addingReportingOverflow(1) ?? (Int64.min, false)
    if !overflows, start <= end { found.gaps.append(start...end) }
  }

  /// Adds the last gap, and counts what lies in all of them.
  private mutating func finish() -> Bool {
    if zip(leaves, lastPlaces).contains(where: { $0.count != $1 + 1 }) { addGap(to: .max) }
    guard found.gaps.count <= Self.mostGaps else { return false }
    for file in readers.indices {
      var count = 0
      for leaf in leaves[file] where !shared.contains(leaf) {
        guard readers[file].read(size, at: (Int(leaf) - 1) * size, into: &chains[file]),
          chains[file][0] == 0x0D
        else { return false }
        count += Int(chains[file][3]) << 8 | Int(chains[file][4])
      }
      found.gapCounts.append(count)
    }
    return true
  }

  // MARK: One leaf

  private func isSame(_ offset: Int) -> Bool {
    buffers.indices.dropFirst().allSatisfy {
      Self.areSame(buffers[0], buffers[$0], offset, size)
    }
  }

  private static func areSame(_ a: [UInt8], _ b: [UInt8], _ start: Int, _ count: Int) -> Bool {
    let (x, y) = unsafe (a.span.bytes, b.span.bytes)
    // Pages are powers of two of at least 512 bytes, whole in both buffers.
    for place in stride(from: start, to: start + count, by: 8) {
      let left = unsafe x.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      let right = unsafe y.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      if left != right { return false }
    }
    return true
  }

  /// The rowids of a leaf that is the same in all files, with what its rows hold on pages of their
  /// own; nil when it is none, or something there differs.
  private mutating func rows(at page: Int) -> (first: Int64, last: Int64, count: Int)? {
    guard let leaf = Self.leaf(buffers[0], page, usable: usable) else { return nil }
    for (length, chain) in leaf.long where !isSame(chain: chain, length) { return nil }
    return (leaf.first, leaf.last, leaf.count)
  }

  /// A leaf's first and last rowid, its rows, and of those that go on elsewhere how many bytes do,
  /// and where; nil when it is none.
  private static func leaf(
    _ buffer: [UInt8], _ page: Int, usable: Int
  ) -> (first: Int64, last: Int64, count: Int, long: [(length: Int, chain: Int)])? {
    let bytes = unsafe buffer.span.bytes
    guard LeafSweep.byte(bytes, page) == 0x0D else { return nil }
    let cells = Int(LeafSweep.byte(bytes, page + 3)) << 8 | Int(LeafSweep.byte(bytes, page + 4))
    guard 8 + 2 * cells <= usable else { return nil }
    var first: Int64?
    var last: Int64 = 0
    var long: [(length: Int, chain: Int)] = []
    for cell in 0..<cells {
      let entry = page + 8 + 2 * cell
      let start = Int(LeafSweep.byte(bytes, entry)) << 8 | Int(LeafSweep.byte(bytes, entry + 1))
      guard start < usable else { return nil }
      var at = page + start
      let length = LeafSweep.varint(bytes, &at)
      let id = LeafSweep.varint(bytes, &at)
      guard length >= 0, length <= 1 << 31, first == nil || id > last else { return nil }
      if first == nil { first = id }
      last = id
      let local = localLength(Int(length), usable)
      guard at + local + (local < length ? 4 : 0) <= page + usable else { return nil }
      if local < length {
        long.append((Int(length) - local, LeafSweep.pageNumber(bytes, at + local)))
      }
    }
    return first.map { ($0, last, cells, long) }
  }

  /// Bytes of a row that lie in its leaf (SQLite's file format, 1.6).
  private static func localLength(_ length: Int, _ usable: Int) -> Int {
    guard length > usable - 35 else { return length }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (length - least) % (usable - 4)
    return fitting <= usable - 35 ? fitting : least
  }

  /// Whether the pages on which a row goes on are the same in all files.
  private mutating func isSame(chain: Int, _ length: Int) -> Bool {
    var next = chain
    var left = length
    while left > 0 {
      guard next > 1 else { return false }
      for file in readers.indices {
        guard readers[file].read(size, at: (next - 1) * size, into: &chains[file]) else {
          return false
        }
      }
      for other in chains.indices.dropFirst() {
        guard Self.areSame(chains[0], chains[other], 0, size) else { return false }
      }
      next = chains[0][0..<4].reduce(0) { $0 << 8 | Int($1) }
      left -= usable - 4
    }
    return true
  }
}
