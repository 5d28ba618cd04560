internal import CSimdJSON
internal import JSONText

/// A parser of JSON text whose buffers are reused from document to document.
///
/// Limits: 64 MiB a document, 64 levels of arrays and objects, whole numbers within 64 bits,
/// other numbers within `Double`'s range, no key twice in an object, well-formed UTF-8, no text
/// outside the one value. What is within the limits is exactly what RFC 8259 allows.
///
/// Not `Sendable`: one parser for each worker.
@safe package final class JSONDocument {
  /// Bytes a document may have.
  package static let sizeLimit = 64 << 20
  /// Arrays and objects that may be nested.
  package static let depthLimit = 64
  /// Bytes that must follow a document in its buffer for it not to be copied.
  package static let padding = csimdjson_padding()

  private let parser: OpaquePointer
  private var nodes = unsafe UnsafeBufferPointer<csimdjson_node>(start: nil, count: 0)
  private var source: [UInt8] = []
  private var range = 0..<0
  /// Counts documents, so that a value of an earlier one is noticed.
  private(set) var generation = 0

  /// Makes a parser; fails when there is no memory, or simdjson is not installed.
  package init() throws(JSONError) {
    guard csimdjson_available() else { throw JSONError(code: .noLibrary) }
    guard let parser = unsafe csimdjson_new(Self.sizeLimit, Self.depthLimit) else {
      throw JSONError(code: .noMemory)
    }
    unsafe self.parser = parser
  }

  deinit { unsafe csimdjson_free(parser) }

  /// Parses a text.
  package func parse(_ text: String) throws(JSONError) -> JSONValue {
    let bytes = Array(text.utf8)
    return try parse(bytes, 0..<bytes.count)
  }

  /// Parses a part of a buffer; values live until the next document.
  package func parse(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONError) -> JSONValue {
    precondition(range.upperBound <= bytes.count, "A document lies within its buffer.")
    generation += 1
    unsafe nodes = UnsafeBufferPointer(start: nil, count: 0)
    source = bytes
    self.range = range
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.baseAddress.map { base in
        unsafe csimdjson_parse(
          parser, base + range.lowerBound, range.count, bytes.count - range.lowerBound)
      }
    }
    guard let result = unsafe result else { throw JSONError(code: .empty) }
    let code = JSONError.Code(unsafe result.error)
    if code == .duplicateKey, let key = unsafe result.key {
      let name = unsafe UnsafeBufferPointer(start: key, count: result.key_length)
      throw unsafe JSONError(code: code, key: String(decoding: name, as: UTF8.self))
    }
    guard code == .none else {
      throw JSONError(code: code, offset: JSONScanner.offsetOfError(bytes[range]))
    }
    unsafe nodes = UnsafeBufferPointer(start: result.nodes, count: Int(result.count))
    return JSONValue(document: self, index: 0, generation: generation)
  }

  /// Lets go of the buffer of the last document; its values must not be used any more.
  package func forget() {
    generation += 1
    unsafe nodes = UnsafeBufferPointer(start: nil, count: 0)
    source = []
  }

  /// The node at an index, which must belong to this generation.
  func node(_ index: Int, _ generation: Int) -> JSONNode {
    precondition(generation == self.generation, "A JSON value is used after its document.")
    precondition(
      unsafe index >= 0 && index < nodes.count, "A JSON value lies within its document.")
    return unsafe JSONNode(nodes[index])
  }

  /// The text of a value as it stands in the source.
  func raw(_ index: Int, _ generation: Int) -> ArraySlice<UInt8> {
    precondition(generation == self.generation, "A JSON value is used after its document.")
    return JSONScanner.raw(token: index, of: source[range])
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: Hashable, Sendable {
    case none, empty, syntax, badString, badUTF8, badNumber, tooDeep, tooLarge, duplicateKey
    case noMemory, noLibrary

    init(_ code: Int32) {
      let all: [Code] = [
        .none, .empty, .syntax, .badString, .badUTF8, .badNumber, .tooDeep, .tooLarge,
        .duplicateKey, .noMemory,
      ]
      self = all.indices.contains(Int(code)) ? all[Int(code)] : .syntax
    }
  }

  /// What is wrong.
  package var code: Code
  /// The first byte that cannot be, from 0, if it can be told.
  package var offset: Int?
  /// The key that stands twice.
  package var key: String?

  /// Makes an error of its parts.
  package init(code: Code, offset: Int? = nil, key: String? = nil) {
    self.code = code
    self.offset = offset
    self.key = key
  }

  /// One sentence; columns count bytes from 1.
  package var description: String {
    let place = offset.map { " at column \($0 + 1)" } ?? ""
    return switch code {
    case .none: "The text is JSON."
    case .empty: "The line is empty; write one JSON record a line."
    case .syntax: "The line is not JSON; look\(place.isEmpty ? " it over" : place)."
    case .badString: "A text in the line is not closed or has a wrong escape\(place)."
    case .badUTF8: "The line is not UTF-8\(place); save the input as UTF-8."
    case .badNumber: "A number is malformed or out of range\(place)."
    case .tooDeep: "More than \(JSONDocument.depthLimit) arrays and objects are nested\(place)."
    case .tooLarge: "The line is longer than the limit of \(JSONDocument.sizeLimit >> 20) MiB."
    case .duplicateKey:
      "The key \(ValueProblem.quoted(key ?? "")) stands twice in one object; give it once."
    case .noMemory: "There is not enough memory for this line."
    case .noLibrary:
      "JSON needs the library simdjson, which is not installed here; install it (Debian: apt-get "
        + "install libsimdjson-dev)."
    }
  }
}
