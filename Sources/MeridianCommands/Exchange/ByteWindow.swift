/// Bytes that can be read again from their start.
protocol RepeatableBytes: AnyObject {
  /// What a sentence about them begins with: a path, or `Standard input`.
  var subject: String { get }
  /// How many there are, if that is known.
  var size: Int? { get }
  /// Reads at most `count` bytes to `offset` of `buffer`; 0 at the end.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(CommandError) -> Int
  /// Goes back to the start.
  func rewind() throws(CommandError)
}

/// A window that moves over input of any length: what is still needed stays, the rest goes.
///
/// Memory is bounded by the longest piece kept, and that by ``limit``.
final class ByteWindow {
  /// Bytes that one piece may have: what one JSON document may have.
  static let limit = JSONDocument.sizeLimit
  private static let block = 1 << 18

  /// The bytes at hand, with room behind them that may be read and means nothing.
  private(set) var bytes = [UInt8](repeating: 0, count: block + JSONDocument.padding)
  /// Behind the last byte at hand.
  private(set) var end = 0
  /// The next byte to look at.
  var at = 0
  /// The first byte of the piece that is kept while the window moves on.
  var kept: Int?
  /// Whether the piece was longer than the limit and lost its front.
  private(set) var isTooLong = false
  /// Where the first byte at hand stands in the input.
  private var origin = 0
  let source: any RepeatableBytes

  /// Opens a window on the start of some bytes.
  init(_ source: any RepeatableBytes) throws(CommandError) {
    self.source = source
    try source.rewind()
  }

  /// Where the next byte stands in the input, from 0.
  var offset: Int { origin + at }

  /// Begins a piece at the next byte.
  func keep() {
    kept = at
    isTooLong = false
  }

  /// The next byte, nil at the end of the input.
  func peek() throws(CommandError) -> UInt8? {
    if at == end { guard try fill() else { return nil } }
    return bytes[at]
  }

  /// Reads on when everything at hand has been looked at; false at the end of the input.
  func fill() throws(CommandError) -> Bool {
    precondition(at == end, "The window moves on when its bytes are used up.")
    var first = kept ?? at
    if end - first > Self.limit {
      isTooLong = true
      first = at
    }
    if first > 0 {
      bytes.replaceSubrange(0..<end - first, with: Array(bytes[first..<end]))
      origin += first
      end -= first
      at -= first
      if kept != nil { kept = 0 }
    }
    if bytes.count - JSONDocument.padding - end < Self.block / 2 {
      bytes.append(contentsOf: repeatElement(0, count: bytes.count))
    }
    let room = bytes.count - JSONDocument.padding - end
    let count = try source.read(into: &bytes, at: end, count: room)
    end += count
    return count > 0
  }
}

/// A file of a path, or standard input put into a file that has no name any more.
final class FileBytes: RepeatableBytes {
  let subject: String
  /// What errors of the system call it, within a sentence.
  private let name: String
  let size: Int?
  private let descriptor: Int32

  /// Opens a file.
  init(path: String) throws(CommandError) {
    (name, subject) = (path, path)
    do throws(SystemError) {
      descriptor = try SystemCalls.openForReading(path)
    } catch {
      throw CommandError(error)
    }
    size = SystemCalls.status(of: path).map { Int(clamping: $0.size) }
    guard SystemCalls.rewind(descriptor) else {
      SystemCalls.closeDescriptor(descriptor)
      throw CommandError(
        "inputOutput",
        "Cannot read \(path) twice, as importing does; write it to a file or pipe it in as “-”.",
        exitCode: .inputOutput)
    }
  }

  /// Puts everything of some input into a nameless file beside a path.
  init(
    copying input: any ByteSource, beside path: String, isInterrupted: () -> Bool
  ) throws(CommandError) {
    (name, subject) = ("standard input", "Standard input")
    do {
      let made = try SystemCalls.makeFile(beside: path)
      SystemCalls.remove(made.name)
      descriptor = made.descriptor
    } catch {
      throw CommandError(error)
    }
    var total = 0
    do {
      var block = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        if isInterrupted() { throw CommandError.interrupted }
        let count = try input.read(into: &block, at: 0, count: block.count)
        if count == 0 { break }
        total += count
        try SystemCalls.writeAll(
          count == block.count ? block : Array(block[..<count]), to: descriptor, name: path)
      }
    } catch {
      SystemCalls.closeDescriptor(descriptor)
      throw CommandError(error)
    }
    size = total
  }

  deinit { SystemCalls.closeDescriptor(descriptor) }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(CommandError) -> Int {
    do throws(SystemError) {
      return try SystemCalls.read(descriptor, into: &buffer, at: offset, count: count, name: name)
    } catch {
      throw CommandError(error)
    }
  }

  func rewind() throws(CommandError) {
    guard SystemCalls.rewind(descriptor) else {
      throw CommandError(
        "inputOutput", "\(subject) cannot be read again from its start.",
        exitCode: .inputOutput)
    }
  }
}

/// Standard input that is read once, as a dry run does.
final class StreamBytes: RepeatableBytes {
  let subject = "Standard input"
  let size: Int? = nil
  private let input: any ByteSource
  private var isFresh = true

  init(_ input: any ByteSource) { self.input = input }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws(CommandError) -> Int {
    do { return try input.read(into: &buffer, at: offset, count: count) } catch {
      throw CommandError(error)
    }
  }

  func rewind() throws(CommandError) {
    guard isFresh else {
      throw CommandError(
        "inputOutput", "\(subject) cannot be read again from its start.",
        exitCode: .inputOutput)
    }
    isFresh = false
  }
}
