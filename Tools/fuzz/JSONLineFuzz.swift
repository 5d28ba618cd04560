import JSONText
@testable import MeridianCommands

/// Hands out bytes in pieces whose size the input chooses.
private final class Pieces: ByteSource {
  private var bytes: ArraySlice<UInt8>
  private let piece: Int
  var hasBytesWaiting: Bool { true }

  init(_ bytes: ArraySlice<UInt8>, piece: Int) {
    self.bytes = bytes
    self.piece = piece
  }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int {
    let count = min(piece, bytes.count, count)
    buffer.replaceSubrange(offset..<offset + count, with: bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    return count
  }
}

/// Visits every value of a document; a value that is echoed must read as itself.
private func walk(_ value: JSONValue, _ outer: Int) {
  let depth = outer + (value.kind == .array || value.kind == .object ? 1 : 0)
  precondition(depth <= JSONDocument.depthLimit, "a document is deeper than the limit")
  _ = value.double
  _ = value.string
  for (key, member) in value.members {
    precondition(value[key] != nil, "a member is not found by its key")
    walk(member, depth)
  }
  for element in value.elements { walk(element, depth) }
}

/// Any bytes are lines, and any line is JSON or an error with a place inside it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONLine(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(unsafe UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first, let document = try? JSONDocument(),
    let other = try? JSONDocument()
  else { return 0 }
  var reader = LineReader(
    Pieces(bytes.dropFirst(), piece: 1 + Int(first)), limit: 4096, block: 64)
  var lines = 0
  var failure: (any Error)?
  do {
    while case let line = try reader.next(beforeWaiting: {}), line != .end {
      lines += 1
      precondition(lines == reader.number, "a line is not counted")
      guard case .line(let range) = line else { continue }
      check(Array(reader.buffer[range]), reader.buffer, range, document, other)
      document.forget()
    }
  } catch {
    failure = error
  }
  precondition(failure == nil, "reading from memory fails")
  let feeds = bytes.dropFirst().filter { $0 == 0x0A }.count
  let rest = bytes.count > 1 && bytes.last != 0x0A ? 1 : 0
  precondition(lines == feeds + rest, "there are \(lines) lines, not \(feeds + rest)")
  return 0
}

private func check(
  _ alone: [UInt8], _ buffer: [UInt8], _ range: Range<Int>, _ document: JSONDocument,
  _ other: JSONDocument
) {
  // What stands behind a line in its buffer must not matter.
  let separate = Result { try other.parse(alone, 0..<alone.count) }
  let failure: JSONError?
  do throws(JSONError) {
    let value = try document.parse(buffer, range)
    failure = nil
    walk(value, 0)
    precondition(JSONScanner.offsetOfError(buffer[range]) == nil, "the scanner refuses JSON")
    let echo = Array(value.raw)
    precondition((try? other.parse(echo, 0..<echo.count)) != nil, "an echo is not JSON")
  } catch {
    failure = error
    if let offset = error.offset {
      precondition(offset >= 0 && offset <= range.count, "a place outside the line")
    } else {
      precondition(error.code != .syntax, "an error of the grammar without a place")
    }
  }
  if case .failure(let error) = separate {
    precondition(error as? JSONError == failure, "a line is read by what stands behind it")
  } else {
    precondition(failure == nil, "a line is refused for what stands behind it")
  }
}
