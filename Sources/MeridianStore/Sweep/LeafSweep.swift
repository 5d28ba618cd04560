import CPlatform
import MeridianKernel

/// Looks at the rows of some leaf pages, and keeps the ids of those that may meet a window.
///
/// Damage is not judged: whatever looks odd ends the sweep, and the ordinary reading tells why.
struct LeafSweep {
  /// What all sweeps over a table share.
  struct Table: Sendable {
    var reader: Connection.FileReader
    var pageSize: Int
    var usable: Int
    /// The place of the geometry among the stored columns.
    var column: Int
    var isGeoPackage: Bool
    var window: GeometryWindow
  }

  let table: Table
  private let leaves: ArraySlice<UInt32>
  /// Ids of rows to decode, ascending.
  private(set) var found: [Int64] = []
  private(set) var rows = 0
  private(set) var first: Int64?
  private(set) var last: Int64?
  /// Whether every row was looked at.
  private(set) var isComplete = false

  /// Pages read at once at most, and bytes behind them that a damaged cell may be read from.
  private static let pagesAtOnce = 64
  private static let slack = 64
  /// Rows longer than this are decoded.
  private static let longest = 64 << 20

  init(_ table: Table, leaves: ArraySlice<UInt32>) {
    self.table = table
    self.leaves = leaves
  }

  /// Looks at all rows.
  mutating func run() {
    var buffer = [UInt8](
      repeating: 0, count: Self.pagesAtOnce * table.pageSize + Self.slack)
    var next = leaves.startIndex
    while next < leaves.endIndex {
      if cplatform_interrupted() { return }
      let start = leaves[next]
      var end = next + 1
      while end < leaves.endIndex, end - next < Self.pagesAtOnce,
        leaves[end] == start &+ UInt32(end - next)
      { end += 1 }
      let count = (end - next) * table.pageSize
      guard
        table.reader.read(count, at: (Int(start) - 1) * table.pageSize, into: &buffer)
      else { return }
      let bytes = unsafe buffer.span.bytes
      for page in 0..<(end - next) {
        guard look(at: bytes, page: page * table.pageSize) else { return }
      }
      next = end
    }
    isComplete = true
  }

  /// Looks at the rows of one page; false when it is no leaf of a table in order.
  private mutating func look(at bytes: RawSpan, page: Int) -> Bool {
    guard Self.byte(bytes, page) == 0x0D else { return false }
    let cells = Int(Self.byte(bytes, page + 3)) << 8 | Int(Self.byte(bytes, page + 4))
    guard 8 + 2 * cells <= table.usable else { return false }
    for cell in 0..<cells {
      let entry = page + 8 + 2 * cell
      let start = Int(Self.byte(bytes, entry)) << 8 | Int(Self.byte(bytes, entry + 1))
      guard start < table.usable else { return false }
      var at = page + start
      let length = Self.varint(bytes, &at)
      let id = Self.varint(bytes, &at)
      if let last, id <= last { return false }
      if first == nil { first = id }
      last = id
      rows += 1
      guard length >= 0 && length <= Self.longest else {
        found.append(id)
        continue
      }
      let end = page + table.usable
      if at + Int(length) <= end && Int(length) <= table.usable - 35 {
        if mayMeet(bytes, at..<at + Int(length)) { found.append(id) }
      } else if let payload = payload(Int(length), bytes, at, end: end) {
        if unsafe mayMeet(payload.span.bytes, 0..<Int(length)) { found.append(id) }
      } else {
        return false
      }
    }
    return true
  }

  /// Whether a row may meet the window: it holds a geometry that does, or one that cannot be told.
  private func mayMeet(_ bytes: RawSpan, _ row: Range<Int>) -> Bool {
    var at = row.lowerBound
    let header = Self.varint(bytes, &at)
    guard header > 0 && header <= row.count else { return true }
    let end = row.lowerBound + Int(header)
    var body = end
    for column in 0...table.column {
      // A row written before its column was added.
      guard at < end else { return true }
      let type = Self.varint(bytes, &at)
      guard let size = Self.size(ofType: type), size <= row.upperBound - body else { return true }
      if column == table.column {
        if type == 0 { return false }
        guard type >= 12, type % 2 == 0,
          let bounds = GeometryGlance.bounds(
            bytes, body..<body + size, isGeoPackage: table.isGeoPackage)
        else { return true }
        return table.window.mayMeet(bounds)
      }
      body += size
    }
    return true
  }

  /// Bytes of a stored value (SQLite's file format, 2.1).
  @inline(__always)
  private static func size(ofType type: Int64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 12...: Int((type - 12) / 2)
    default: nil
    }
  }

  /// The whole of a row that goes on in pages of its own; nil when the chain breaks.
  private func payload(_ length: Int, _ bytes: RawSpan, _ start: Int, end: Int) -> [UInt8]? {
    let least = (table.usable - 12) * 32 / 255 - 23
    let fitting = least + (length - least) % (table.usable - 4)
    let local = fitting <= table.usable - 35 ? fitting : least
    guard length > table.usable - 35, local >= 0, start + local + 4 <= end else { return nil }
    var whole: [UInt8] = []
    whole.reserveCapacity(length + Self.slack)
    for offset in 0..<local { whole.append(Self.byte(bytes, start + offset)) }
    var next = Self.pageNumber(bytes, start + local)
    var page = [UInt8](repeating: 0, count: table.pageSize)
    while whole.count < length {
      guard next > 1,
        table.reader.read(table.pageSize, at: (next - 1) * table.pageSize, into: &page)
      else { return nil }
      next = unsafe Self.pageNumber(page.span.bytes, 0)
      whole += page[4..<min(table.usable, 4 + length - whole.count)]
    }
    whole += repeatElement(0, count: Self.slack)
    return whole
  }

  static func pageNumber(_ bytes: RawSpan, _ start: Int) -> Int {
    (start..<start + 4).reduce(0) { $0 << 8 | Int(byte(bytes, $1)) }
  }

  @inline(__always)
  static func byte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// SQLite's number of one to nine bytes; the buffer's slack holds what a broken one reads over.
  @inline(__always)
  static func varint(_ bytes: RawSpan, _ at: inout Int) -> Int64 {
    let first = byte(bytes, at)
    at += 1
    if first < 0x80 { return Int64(first) }
    var value = UInt64(first & 0x7F)
    for _ in 0..<7 {
      let next = byte(bytes, at)
      at += 1
      value = value << 7 | UInt64(next & 0x7F)
      if next < 0x80 { return Int64(bitPattern: value) }
    }
    value = value << 8 | UInt64(byte(bytes, at))
    at += 1
    return Int64(bitPattern: value)
  }
}

extension LeafSweep {
  /// Sweeps all leaves, on two threads when there is much to do and a second processor to do it.
  static func sweep(_ table: Table, leaves: [UInt32]) -> [LeafSweep] {
    guard leaves.count >= 512, cplatform_processors() > 1 else {
      var sweep = LeafSweep(table, leaves: leaves[...])
      sweep.run()
      return [sweep]
    }
    var front = LeafSweep(table, leaves: leaves[..<(leaves.count / 2)])
    let back = UnsafeMutablePointer<LeafSweep>.allocate(capacity: 1)
    unsafe back.initialize(to: LeafSweep(table, leaves: leaves[(leaves.count / 2)...]))
    let thread = unsafe cplatform_thread_start(runSweep, UnsafeMutableRawPointer(back))
    front.run()
    if let thread = unsafe thread {
      unsafe cplatform_thread_join(thread)
    } else {
      unsafe back.pointee.run()
    }
    let done = unsafe back.move()
    unsafe back.deallocate()
    return [front, done]
  }
}

/// A free function: C calls it on another thread.
private func runSweep(_ context: UnsafeMutableRawPointer) {
  unsafe context.assumingMemoryBound(to: LeafSweep.self).pointee.run()
}
