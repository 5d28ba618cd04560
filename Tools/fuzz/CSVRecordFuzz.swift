@testable import MeridianCommands

/// Hands out bytes in pieces of one size.
private final class Pieces: RepeatableBytes {
  let subject = "The input"
  let size: Int? = nil
  private let bytes: [UInt8]
  private var at = 0
  private let piece: Int

  init(_ bytes: [UInt8], piece: Int) {
    self.bytes = bytes
    self.piece = piece
  }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) -> Int {
    let count = min(piece, bytes.count - at, count)
    buffer.replaceSubrange(offset..<offset + count, with: bytes[at..<at + count])
    at += count
    return count
  }

  func rewind() { at = 0 }
}

/// The records of a table, and the sentence that ends it where it is broken.
private struct Reading: Equatable {
  var records: [[String?]] = []
  var lines: [Int] = []
  var delimiter: UInt8 = 0
  var failure: String?

  init(_ bytes: [UInt8], piece: Int) {
    do throws(CommandError) {
      let window = try ByteWindow(Pieces(bytes, piece: piece))
      let reader = try CSVRecordReader(window)
      delimiter = reader.delimiter
      while try reader.next() == .record {
        precondition(!reader.fields.isEmpty, "a record without fields")
        records.append(reader.fields.map { reader.text($0) })
        lines.append(reader.line)
      }
    } catch {
      failure = error.message
      precondition(error.exitCode == .broken, "a broken table is another kind of error")
    }
  }
}

/// Any bytes are records or an error, however they come in; records written with quotes around
/// every field are read as they were.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSVRecord(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(unsafe UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first else { return 0 }
  let text = Array(bytes.dropFirst())
  let whole = Reading(text, piece: .max)
  precondition(
    whole == Reading(text, piece: 1 + Int(first)), "a table is read by the pieces it comes in")
  precondition(whole.lines == whole.lines.sorted(), "lines go back")
  var written: [UInt8] = []
  for record in whole.records {
    for (index, field) in record.enumerated() {
      // What is not UTF-8 has no text to write.
      guard let field else { return 0 }
      if index > 0 { written.append(whole.delimiter) }
      written.append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        written.append(byte)
        if byte == UInt8(ascii: "\"") { written.append(byte) }
      }
      written.append(UInt8(ascii: "\""))
    }
    written += [0x0D, 0x0A]
  }
  // A first record of one field tells no delimiter when it is read again.
  if let header = whole.records.first, header.count == 1, whole.delimiter != UInt8(ascii: ",") {
    return 0
  }
  let again = Reading(written, piece: 1 + Int(first))
  precondition(again.records == whole.records && again.failure == nil, "records change")
  return 0
}
