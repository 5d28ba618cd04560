internal import CSimdJSON

/// One node of a parsed document: what it is, and its content as safe values.
@safe struct JSONNode {
  /// What a node is, finer than what users of values see.
  enum Kind: UInt32 {
    case null, no, yes, int64, uint64, double, string, array, object
  }

  /// What the node is.
  let kind: Kind
  /// Array, object: the index behind everything inside.
  let extent: Int
  private let node: csimdjson_node

  /// Takes over a node of the parser.
  init(_ node: csimdjson_node) {
    unsafe kind = Kind(rawValue: node.kind) ?? .null
    unsafe extent = Int(node.extent)
    unsafe self.node = node
  }

  /// Whether something may be inside.
  var isContainer: Bool { kind == .array || kind == .object }

  /// The number of any kind as a floating-point number.
  var double: Double? {
    switch kind {
    case .double: unsafe node.value.number
    case .int64: unsafe Double(node.value.int64)
    case .uint64: unsafe Double(node.value.uint64)
    default: nil
    }
  }

  /// The whole number, if it is one below 2⁶³.
  var int64: Int64? { kind == .int64 ? unsafe node.value.int64 : nil }

  /// The whole number, if it is one and not negative.
  var uint64: UInt64? {
    switch kind {
    case .uint64: unsafe node.value.uint64
    case .int64: unsafe UInt64(exactly: node.value.int64)
    default: nil
    }
  }

  /// Elements or members.
  var count: Int { isContainer ? unsafe Int(node.value.count) : 0 }

  /// The text, if it is one.
  var string: String? {
    guard kind == .string else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: node.value.text, count: extent), as: UTF8.self)
  }

  /// Whether the node is a text of exactly these bytes.
  func isText(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    guard kind == .string, extent == wanted.count else { return false }
    return unsafe UnsafeBufferPointer(start: node.value.text, count: extent).elementsEqual(wanted)
  }

  /// Whether the node is a text of exactly these characters.
  @inline(__always)
  func isText(_ wanted: StaticString) -> Bool {
    guard kind == .string, extent == wanted.utf8CodeUnitCount, let text = unsafe node.value.text
    else { return false }
    for index in 0..<extent where unsafe text[index] != wanted.utf8Start[index] { return false }
    return true
  }
}
