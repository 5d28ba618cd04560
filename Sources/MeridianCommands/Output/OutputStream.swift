/// Results on their way out: collected, and written in blocks.
package final class OutputStream {
  private let sink: any ByteSink
  private var waiting: [UInt8] = []
  private let block: Int

  /// Writes to `sink` in blocks of about 64 KiB.
  package init(_ sink: any ByteSink, block: Int = 1 << 16) {
    self.sink = sink
    self.block = block
  }

  /// Takes text; throws when a full block cannot be written.
  package func write(_ text: String) throws(CommandError) {
    waiting += text.utf8
    if waiting.count >= block { try flush() }
  }

  /// Takes what a writer holds and empties it; throws when a full block cannot be written.
  package func write(_ json: inout JSONWriter) throws(CommandError) {
    if waiting.isEmpty && json.bytes.count >= block {
      try write(bytes: json.bytes)
    } else {
      waiting += json.bytes
      if waiting.count >= block { try flush() }
    }
    json.removeAll()
  }

  /// Writes a block after everything that waits; throws when it cannot be written.
  package func write(block bytes: [UInt8]) throws(CommandError) {
    try flush()
    if !bytes.isEmpty { try write(bytes: bytes) }
  }

  /// Writes everything that waits.
  package func flush() throws(CommandError) {
    guard !waiting.isEmpty else { return }
    let bytes = waiting
    waiting.removeAll(keepingCapacity: true)
    try write(bytes: bytes)
  }

  private func write(bytes: [UInt8]) throws(CommandError) {
    do { try sink.write(bytes) } catch { throw CommandError(error) }
  }
}
