/// A value of a JSON document, read in place; it lives until its parser reads the next document.
package struct JSONValue {
  let document: JSONDocument
  let index: Int
  let generation: Int

  init(document: JSONDocument, index: Int, generation: Int) {
    self.document = document
    self.index = index
    self.generation = generation
  }

  /// What a value is.
  package enum Kind: Hashable, Sendable {
    case null, boolean, number, string, array, object
  }

  var node: JSONNode { document.node(index, generation) }

  func value(at index: Int) -> JSONValue {
    JSONValue(document: document, index: index, generation: generation)
  }

  /// What the value is.
  package var kind: Kind {
    switch node.kind {
    case .null: .null
    case .no, .yes: .boolean
    case .int64, .uint64, .double: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether the value is `null`.
  package var isNull: Bool { node.kind == .null }

  /// The truth value, if it is one.
  package var boolean: Bool? {
    switch node.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The number, if it is one; whole numbers above 2⁵³ are rounded.
  package var double: Double? { node.double }

  /// The whole number, if it is written as one and fits; `2.0` is not written as one.
  package var int64: Int64? { node.int64 }

  /// The whole number that is not negative, if it is written as one and fits.
  package var uint64: UInt64? { node.uint64 }

  /// The text, if it is one.
  package var string: String? { node.string }

  /// Elements of an array or members of an object; 0 for anything else.
  package var count: Int { node.count }

  /// The text of the value as it stands in the source, byte for byte.
  package var raw: ArraySlice<UInt8> { document.raw(index, generation) }

  /// Where that text stands in the buffer that was parsed.
  var rawRange: Range<Int> {
    let raw = document.raw(index, generation)
    return raw.startIndex..<raw.endIndex
  }

  /// The index behind the value and everything in it.
  private var end: Int {
    let node = node
    return node.isContainer ? node.extent : index + 1
  }

  /// The value of a member of an object; `nil` when it has none or is no object. Linear.
  package subscript(key: String) -> JSONValue? {
    let node = node
    guard node.kind == .object else { return nil }
    var key = key
    return key.withUTF8 { wanted in
      var at = index + 1
      while at < node.extent {
        let value = value(at: at + 1)
        if unsafe document.node(at, generation).isText(wanted) { return value }
        at = value.end
      }
      return nil
    }
  }

  /// The elements of an array; none for anything else.
  package var elements: Elements {
    Elements(following: value(at: index + 1), end: node.kind == .array ? end : index + 1)
  }

  /// The members of an object in the order of the text; none for anything else.
  package var members: Members {
    Members(following: value(at: index + 1), end: node.kind == .object ? end : index + 1)
  }

  /// The elements of an array, one after the other.
  package struct Elements: Sequence, IteratorProtocol {
    fileprivate var following: JSONValue
    fileprivate let end: Int

    /// The next element.
    package mutating func next() -> JSONValue? {
      guard following.index < end else { return nil }
      let element = following
      following = element.value(at: element.end)
      return element
    }
  }

  /// The members of an object, one after the other.
  package struct Members: Sequence, IteratorProtocol {
    fileprivate var following: JSONValue
    fileprivate let end: Int

    /// The next key and its value.
    package mutating func next() -> (key: String, value: JSONValue)? {
      guard following.index < end, let key = following.node.string else { return nil }
      let value = following.value(at: following.index + 1)
      following = value.value(at: value.end)
      return (key, value)
    }
  }
}
