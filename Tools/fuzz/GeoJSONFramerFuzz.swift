@testable import MeridianCommands

/// Hands out bytes in pieces of one size.
private final class Pieces: RepeatableBytes {
  let subject = "The input"
  let size: Int? = nil
  private let bytes: ArraySlice<UInt8>
  private var rest: ArraySlice<UInt8> = []
  private let piece: Int

  init(_ bytes: ArraySlice<UInt8>, piece: Int) {
    self.bytes = bytes
    self.piece = piece
  }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) -> Int {
    let count = min(piece, rest.count, count)
    buffer.replaceSubrange(offset..<offset + count, with: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }

  func rewind() { rest = bytes }
}

/// The features of a document, and the sentence that ends it where it is broken.
private struct Reading: Equatable {
  var features: [[UInt8]] = []
  var lines: [Int] = []
  var failure: String?

  init(_ bytes: ArraySlice<UInt8>, piece: Int, document: JSONDocument) {
    do throws(CommandError) {
      let window = try ByteWindow(Pieces(bytes, piece: piece))
      let framer = GeoJSONFramer(window, document: document)
      while let range = try framer.next() {
        precondition(range.upperBound <= window.end, "a feature reaches beyond the bytes at hand")
        features.append(Array(window.bytes[range]))
        lines.append(framer.line)
        precondition(framer.number == features.count, "a feature is not counted")
      }
    } catch {
      failure = error.message
      precondition(error.exitCode == .broken, "a broken document is another kind of error")
    }
  }
}

/// Any bytes are features or an error, however they come in; a document that is JSON has the
/// features that the parser sees in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoJSONFramer(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(unsafe UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first, let document = try? JSONDocument() else { return 0 }
  let text = bytes.dropFirst()
  let whole = Reading(text, piece: .max, document: document)
  let pieces = Reading(text, piece: 1 + Int(first), document: document)
  precondition(whole == pieces, "a document is read by the pieces that it comes in")
  let line = Array(text)
  guard let value = try? document.parse(line, 0..<line.count), value.kind == .object else {
    return 0
  }
  let found = value.members.filter { $0.0 == "features" && $0.1.kind == .array }
  let isEscaped = line.contains(UInt8(ascii: "\\"))
  guard !found.isEmpty, !isEscaped else { return 0 }
  precondition(whole.failure == nil, "a collection that is JSON is refused")
  let elements = found.flatMap { $0.1.elements.map { Array($0.raw) } }
  precondition(whole.features == elements, "the features are not those of the document")
  return 0
}
