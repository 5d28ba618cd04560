/// Lines of a byte stream, read in blocks; memory is bounded by the longest line.
///
/// A line ends with LF or CRLF; the last one need not. A byte order mark before the first is
/// skipped. A line longer than the limit is passed over and told as such.
package struct LineReader {
  /// What the stream holds next.
  package enum Line: Hashable, Sendable {
    /// A line, without its end, as a range of ``LineReader/buffer``.
    case line(Range<Int>)
    /// A line beyond the limit.
    case tooLong
    /// Nothing more.
    case end
  }

  /// The bytes that ranges point into; they stand until the next call.
  package private(set) var buffer: [UInt8]
  /// The number of the last line, from 1.
  package private(set) var number = 0

  private let source: any ByteSource
  private let limit: Int
  private let block: Int
  /// The bytes that are read but not yet handed out.
  private var start = 0
  private var filled = 0
  /// Up to where no line feed has been found.
  private var searched = 0
  private var isAtEnd = false

  /// Reads lines of at most `limit` bytes, asking for `block` bytes at a time.
  package init(_ source: any ByteSource, limit: Int = JSONDocument.sizeLimit, block: Int = 1 << 18)
  {
    self.source = source
    self.limit = limit
    self.block = block
    buffer = [UInt8](repeating: 0, count: block + JSONDocument.padding)
  }

  /// The next line; `beforeWaiting` runs before a read that may take its time.
  package mutating func next(beforeWaiting: () throws(CommandError) -> Void) throws(CommandError)
    -> Line
  {
    var isTooLong = false
    while true {
      if let feed = feed() {
        let range = start..<feed
        start = feed + 1
        searched = start
        return finish(range, isTooLong)
      }
      if filled - start > limit {
        // Keep nothing of it but the knowledge that it is there.
        isTooLong = true
        start = filled
        searched = filled
      }
      if isAtEnd {
        guard filled > start || isTooLong else { return .end }
        let range = start..<filled
        start = filled
        searched = filled
        return finish(range, isTooLong)
      }
      makeRoom()
      if !source.hasBytesWaiting { try beforeWaiting() }
      do {
        let room = buffer.count - JSONDocument.padding - filled
        let count = try source.read(into: &buffer, at: filled, count: room)
        filled += count
        isAtEnd = count == 0
      } catch {
        throw CommandError(error)
      }
    }
  }

  private mutating func finish(_ range: Range<Int>, _ isTooLong: Bool) -> Line {
    number += 1
    var range = range
    if range.last.map({ buffer[$0] == 0x0D }) ?? false { range = range.dropLast() }
    if number == 1, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = range.dropFirst(3) }
    return isTooLong || range.count > limit ? .tooLong : .line(range)
  }

  /// Where the next line feed stands, looking at every byte once only.
  private mutating func feed() -> Int? {
    let found = unsafe buffer.withUnsafeBytes { bytes in
      unsafe bytes[searched..<filled].firstIndex(of: 0x0A)
    }
    if found == nil { searched = filled }
    return found
  }

  /// Moves what is left to the front, and grows when the front is all there is.
  private mutating func makeRoom() {
    let room = buffer.count - JSONDocument.padding
    if start == filled {
      (start, filled, searched) = (0, 0, 0)
      // One huge line does not hold its memory for the rest of the run.
      if room > 4 * block { buffer = [UInt8](repeating: 0, count: block + JSONDocument.padding) }
    } else if start > 0 && filled == room {
      buffer.replaceSubrange(0..<filled - start, with: Array(buffer[start..<filled]))
      filled -= start
      searched -= start
      start = 0
    }
    if filled == buffer.count - JSONDocument.padding {
      buffer += repeatElement(0, count: filled)
    }
  }
}
