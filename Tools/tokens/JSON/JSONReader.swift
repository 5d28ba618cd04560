private import CSimdJSON
private import JSONText

/// Reads a JSON text into a tree with places.
package enum JSONReader {
  /// Bytes a text may have.
  package static let sizeLimit = 64 << 20
  /// Arrays and objects that may be nested.
  package static let depthLimit = 64
  /// Values and keys a text may have: what 100,000 tokens need, and room to spare.
  package static let valueLimit = 4_000_000

  /// Reads a text; `file` names it in places. Columns count characters; a byte order mark in front
  /// is passed over.
  ///
  /// Throws one sentence with line and column for what is no JSON, a key that stands twice, and
  /// what goes beyond a limit; the limits are looked at before memory for a tree is taken.
  package static func read(_ bytes: [UInt8], file: String) throws(TokenProblem) -> JSONNode {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...]
    guard text.count <= sizeLimit else {
      throw TokenProblem(
        "The file has more than \(sizeLimit >> 20) MiB; split the tokens into several sources.",
        at: SourcePlace(file: file, line: 1, column: 1))
    }
    if let excess = JSONDamage.excess(of: text) {
      throw TokenProblem(excess.text, at: JSONPlaces.place(of: excess.offset, in: text, file: file))
    }
    guard csimdjson_available() else {
      throw TokenProblem(
        "Reading \(file) needs the library simdjson, which is not installed here; install it "
          + "(Debian: apt-get install libsimdjson-dev).")
    }
    guard let parser = unsafe csimdjson_new(sizeLimit, depthLimit) else {
      throw TokenProblem("There is not enough memory to read \(file); close other programs.")
    }
    defer { unsafe csimdjson_free(parser) }
    let entries = unsafe text.withUnsafeBytes { buffer -> Result<[JSONTree.Entry], Damaged> in
      guard let base = buffer.baseAddress, unsafe !buffer.isEmpty else {
        return .failure(Damaged(code: Int32(CSIMDJSON_EMPTY)))
      }
      let result = unsafe csimdjson_parse(parser, base, buffer.count, buffer.count)
      guard unsafe result.error == CSIMDJSON_OK else {
        return unsafe .failure(Damaged(result))
      }
      let nodes = unsafe UnsafeBufferPointer(start: result.nodes, count: Int(result.count))
      return .success(unsafe nodes.enumerated().map { unsafe entry($0.element, at: $0.offset) })
    }
    switch entries {
    case .failure(let damage):
      let found = JSONDamage.find(code: damage.code, key: damage.key, in: text)
      throw TokenProblem(
        found.text, at: JSONPlaces.place(of: found.offset ?? 0, in: text, file: file))
    case .success(var entries):
      JSONPlaces.fill(&entries, offsets: JSONScanner.offsets(of: text), of: text)
      return JSONTree(file: file, entries: entries).root
    }
  }

  /// Why the parser stopped.
  private struct Damaged: Error {
    var code: Int32
    var key: [UInt8] = []

    init(code: Int32) { self.code = code }

    init(_ result: csimdjson_result) {
      code = unsafe result.error
      if let start = unsafe result.key {
        unsafe key = Array(UnsafeBufferPointer(start: start, count: result.key_length))
      }
    }
  }

  /// A node of the parser as an entry whose place is not known yet.
  private static func entry(_ node: csimdjson_node, at index: Int) -> JSONTree.Entry {
    let next = Int32(clamping: index + 1)
    let kind = unsafe Int(node.kind)
    var end = next
    let content: JSONTree.Content
    switch kind {
    case Int(CSIMDJSON_FALSE): content = .bool(false)
    case Int(CSIMDJSON_TRUE): content = .bool(true)
    case Int(CSIMDJSON_INT64): content = unsafe .number(Double(node.value.int64))
    case Int(CSIMDJSON_UINT64): content = unsafe .number(Double(node.value.uint64))
    case Int(CSIMDJSON_DOUBLE): content = unsafe .number(node.value.number)
    case Int(CSIMDJSON_STRING):
      let text = unsafe UnsafeBufferPointer(start: node.value.text, count: Int(node.extent))
      content = unsafe .string(String(decoding: text, as: UTF8.self))
    case Int(CSIMDJSON_ARRAY), Int(CSIMDJSON_OBJECT):
      content = kind == Int(CSIMDJSON_ARRAY) ? .array : .object
      end = unsafe Int32(clamping: Int(node.extent))
    default: content = .null
    }
    return JSONTree.Entry(content: content, end: end, line: 1, column: 1)
  }
}
