/// Where a command reads its standard input from.
public protocol ByteSource: AnyObject {
  /// Reads at most `count` bytes to `offset` of `buffer`; returns how many, 0 at the end.
  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int
  /// Whether a read would return at once.
  var hasBytesWaiting: Bool { get }
}

/// Where a command writes results or messages to.
public protocol ByteSink: AnyObject {
  /// Writes every byte, or throws.
  func write(_ bytes: [UInt8]) throws
}

/// A file descriptor of the process to read from.
package final class DescriptorSource: ByteSource {
  private let descriptor: Int32
  private let name: String

  /// Reads from a descriptor that stays open.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Reads once, going on after signals that are no interrupt; throws ``SystemError``.
  package func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int {
    try SystemCalls.read(descriptor, into: &buffer, at: offset, count: count, name: name)
  }

  /// Whether bytes, or the end, are there already.
  package var hasBytesWaiting: Bool {
    SystemCalls.wait(for: 1, on: descriptor, milliseconds: 0)
  }
}

/// A file descriptor of the process to write to.
package final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  private let name: String

  /// Writes to a descriptor that stays open.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Writes every byte; throws ``SystemError``.
  package func write(_ bytes: [UInt8]) throws {
    try SystemCalls.writeAll(bytes, to: descriptor, name: name)
  }
}

/// Bytes in memory to read from, for tests; handed out in pieces of a given size.
package final class MemorySource: ByteSource {
  private var bytes: ArraySlice<UInt8>
  private let piece: Int

  /// Reads `text`, at most `piece` bytes at a time.
  package init(_ text: String, piece: Int = .max) {
    bytes = Array(text.utf8)[...]
    self.piece = piece
  }

  /// Reads `bytes`, at most `piece` bytes at a time.
  package init(bytes: [UInt8], piece: Int = .max) {
    self.bytes = bytes[...]
    self.piece = piece
  }

  /// Hands out the next piece.
  package func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int {
    let count = min(piece, bytes.count, count)
    buffer.replaceSubrange(offset..<offset + count, with: bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    return count
  }

  /// Memory never keeps anybody waiting.
  package var hasBytesWaiting: Bool { true }
}

/// Bytes collected in memory, for tests.
package final class MemorySink: ByteSink {
  /// Everything written so far.
  package private(set) var bytes: [UInt8] = []
  /// How often something was written.
  package private(set) var writes = 0
  private let capacity: Int

  /// Collects bytes; once there are more than `capacity`, behaves like a closed pipe.
  package init(capacity: Int = .max) { self.capacity = capacity }

  /// Appends bytes.
  package func write(_ new: [UInt8]) throws {
    guard bytes.count + new.count <= capacity else {
      throw SystemError(.closedPipe, "Cannot write: the pipe is closed.")
    }
    writes += 1
    bytes += new
  }

  /// What was written, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
