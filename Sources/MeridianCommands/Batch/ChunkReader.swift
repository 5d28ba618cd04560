/// Cuts a byte stream into chunks of whole records; memory is bounded by a chunk or one record.
struct ChunkReader {
  /// What tells where a record ends.
  enum Framing: Hashable, Sendable {
    /// A line feed; the last line need not have one. Longer lines are passed over and told as such.
    case lines(limit: Int)
    /// Every record has so many bytes.
    case fixed(bytes: Int)
    /// A record is a count as `Float64`, and so many pairs of `Float64`, at most `limit`.
    case counted(limit: Int)
  }

  /// What the stream holds next.
  enum Next {
    /// Whole records.
    case chunk(BatchChunk)
    /// Nothing that could be read without waiting.
    case dry
    /// Nothing more.
    case end
  }

  /// When a chunk is full.
  struct Limits {
    /// So many records …
    var records = 256
    /// … or so many bytes.
    var bytes = 1 << 18
  }

  private let source: any ByteSource
  private let framing: Framing
  private let block: Int
  /// Bytes that are read but not yet handed out stand in front.
  private var buffer: [UInt8]
  private var filled = 0
  /// The ends of whole records among them, and up to where ends have been looked for.
  private var ends: [Int] = []
  private var searched = 0
  private var isAtEnd = false
  private var isSkipping = false
  private var chunks = 0
  private var records = 0
  /// Memory of chunks that have been answered.
  private var spare: [BatchChunk] = []

  init(_ source: any ByteSource, _ framing: Framing, block: Int = 1 << 18) {
    self.source = source
    self.framing = framing
    self.block = block
    buffer = [UInt8](repeating: 0, count: block + JSONDocument.padding)
  }

  /// The next chunk; reads only what is there already unless it may wait.
  ///
  /// It never waits while it holds a whole record.
  mutating func next(_ limits: Limits, mayWait: Bool) throws(CommandError) -> Next {
    while true {
      try search(limits.records)
      if ends.count >= limits.records || (!ends.isEmpty && filled >= limits.bytes) {
        return .chunk(cut())
      }
      if ends.isEmpty, let skipped = passOver() { return .chunk(skipped) }
      if isAtEnd {
        try finish()
        return ends.isEmpty ? .end : .chunk(cut())
      }
      if !source.hasBytesWaiting {
        if !ends.isEmpty { return .chunk(cut()) }
        if !mayWait { return .dry }
      }
      try read()
    }
  }

  /// Takes the memory of a chunk back.
  mutating func recycle(_ chunk: consuming BatchChunk) {
    if chunk.bytes.count == block + JSONDocument.padding { spare.append(chunk) }
  }

  // MARK: Bytes

  private mutating func read() throws(CommandError) {
    if filled == buffer.count - JSONDocument.padding {
      buffer += repeatElement(0, count: filled)
    }
    do {
      let room = buffer.count - JSONDocument.padding - filled
      let count = try source.read(into: &buffer, at: filled, count: room)
      filled += count
      isAtEnd = count == 0
    } catch {
      throw CommandError(error)
    }
  }

  /// Hands out the whole records there are, and keeps what follows them.
  private mutating func cut(isTooLong: Bool = false) -> BatchChunk {
    let used = ends.last.map { $0 + tail } ?? 0
    let rest = max(filled - used, 0)
    var other = spare.popLast() ?? BatchChunk(bytes: [])
    let size = max(block, 2 * rest) + JSONDocument.padding
    if other.bytes.count < size {
      other.bytes = [UInt8](repeating: 0, count: size)
    }
    if rest > 0 {
      unsafe other.bytes.withUnsafeMutableBytes { into in
        unsafe buffer.withUnsafeBytes { from in
          unsafe into.copyMemory(from: UnsafeRawBufferPointer(rebasing: from[used..<used + rest]))
        }
      }
    }
    other.ends.removeAll(keepingCapacity: true)
    swap(&other.ends, &ends)
    swap(&other.bytes, &buffer)
    (filled, searched) = (rest, 0)
    other.number = chunks
    other.firstRecord = records + 1
    other.isTooLong = isTooLong
    chunks += 1
    records += isTooLong ? 1 : other.ends.count
    return other
  }

  /// Bytes between a record's end and the next record.
  private var tail: Int {
    if case .lines = framing { 1 } else { 0 }
  }

  // MARK: Records

  /// Looks for the ends of whole records, for so many at most.
  private mutating func search(_ most: Int) throws(CommandError) {
    guard !isSkipping else { return }
    switch framing {
    case .lines:
      while ends.count < most {
        guard let feed = ByteScan.lineFeed(in: buffer, searched..<filled) else {
          searched = filled
          return
        }
        ends.append(feed)
        searched = feed + 1
      }
    case .fixed(let bytes):
      while ends.count < most, filled - searched >= bytes {
        searched += bytes
        ends.append(searched)
      }
    case .counted(let limit):
      while ends.count < most, filled - searched >= 8 {
        let count = PackedBytes.number(in: buffer, at: searched)
        guard count >= 0, count <= Double(limit), count == count.rounded() else {
          if !ends.isEmpty { return }
          throw BatchError.badCount(count, record: records + 1, limit: limit)
        }
        let end = searched + 8 + 16 * Int(count)
        guard end <= filled else { return }
        searched = end
        ends.append(end)
      }
    }
  }

  /// Drops what there is of a line beyond the limit; once its end is there, the chunk for it.
  private mutating func passOver() -> BatchChunk? {
    guard case .lines(let limit) = framing else { return nil }
    if !isSkipping {
      guard filled > limit else { return nil }
      isSkipping = true
      filled = 0
      // One huge line does not hold its memory for the rest of the run.
      buffer = [UInt8](repeating: 0, count: block + JSONDocument.padding)
    }
    let feed = ByteScan.lineFeed(in: buffer, 0..<filled)
    guard feed != nil || isAtEnd else {
      filled = 0
      return nil
    }
    isSkipping = false
    if let feed { ends.append(feed) } else { filled = 0 }
    return cut(isTooLong: true)
  }

  /// Ends the last line, or says that the last record is torn.
  private mutating func finish() throws(CommandError) {
    let start = ends.last.map { $0 + tail } ?? 0
    guard filled > start else { return }
    switch framing {
    case .lines:
      ends.append(filled)
      searched = filled
    case .fixed(let bytes):
      guard ends.isEmpty else { return }
      throw BatchError.torn(record: records + 1, has: filled, of: bytes)
    case .counted:
      guard ends.isEmpty else { return }
      let count = filled >= 8 ? PackedBytes.number(in: buffer, at: 0) : 0
      throw BatchError.torn(
        record: records + 1, has: filled, of: filled >= 8 ? 8 + 16 * Int(count) : nil)
    }
  }
}
