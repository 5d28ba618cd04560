/// The values of one JSON text in the order of the text, each with its line and column.
///
/// RFC 8259; the members of an object keep their order, and no key stands twice.
package final class JSONTree: Sendable {
  /// What one place of the text holds. A key is a string in front of its value.
  enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array
    case object
  }

  struct Entry: Sendable {
    var content: Content
    /// The index behind the last value inside.
    var end: Int32
    /// From 1, in characters.
    var line: Int32
    var column: Int32
  }

  /// The file's name for places.
  let file: String
  let entries: [Entry]

  init(file: String, entries: [Entry]) {
    self.file = file
    self.entries = entries
  }

  /// The outermost value.
  package var root: JSONNode { JSONNode(tree: self, index: 0) }
}

/// One value of a JSON text.
package struct JSONNode: Sendable {
  let tree: JSONTree
  let index: Int

  /// A key and what it stands for.
  struct Member: Sendable {
    var name: String
    var key: JSONNode
    var value: JSONNode
  }

  private var entry: JSONTree.Entry { tree.entries[index] }

  var content: JSONTree.Content { entry.content }

  /// Where the value starts.
  package var place: SourcePlace {
    SourcePlace(file: tree.file, line: Int(entry.line), column: Int(entry.column))
  }

  var isObject: Bool { content == .object }
  var isArray: Bool { content == .array }

  var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  var number: Double? {
    guard case .number(let value) = content else { return nil }
    return value
  }

  var bool: Bool? {
    guard case .bool(let value) = content else { return nil }
    return value
  }

  /// An array's elements; none for anything else.
  var elements: [JSONNode] {
    guard isArray else { return [] }
    var found: [JSONNode] = []
    let end = Int(entry.end)
    var at = index + 1
    while at < end {
      found.append(JSONNode(tree: tree, index: at))
      at = Int(tree.entries[at].end)
    }
    return found
  }

  /// An object's members in their order; none for anything else.
  var members: [Member] {
    guard isObject else { return [] }
    var found: [Member] = []
    let end = Int(entry.end)
    var at = index + 1
    while at + 1 < end {
      let key = JSONNode(tree: tree, index: at)
      let value = JSONNode(tree: tree, index: at + 1)
      found.append(Member(name: key.string ?? "", key: key, value: value))
      at = Int(tree.entries[at + 1].end)
    }
    return found
  }

  /// An object's member; `nil` for anything else.
  subscript(name: String) -> JSONNode? {
    guard isObject else { return nil }
    let end = Int(entry.end)
    var at = index + 1
    while at + 1 < end {
      if case .string(let key) = tree.entries[at].content, key == name {
        return JSONNode(tree: tree, index: at + 1)
      }
      at = Int(tree.entries[at + 1].end)
    }
    return nil
  }

  /// What it is, for a sentence.
  var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONNode: Hashable {
  package static func == (one: JSONNode, other: JSONNode) -> Bool {
    one.index == other.index && one.tree === other.tree
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(ObjectIdentifier(tree))
  }
}
