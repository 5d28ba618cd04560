internal import MeridianKernel
internal import MeridianStore

/// Turns the tree of a filter into a program for one layer: names become slots, types are checked,
/// what does not depend on a row is computed once.
struct Binder {
  let text: String
  let layer: LayerSchema
  var program = Program()
  private var slots: [String: Int32] = [:]

  init(text: String, layer: LayerSchema) {
    self.text = text
    self.layer = layer
  }

  /// What a value is; conditions are values too.
  enum ValueType: Equatable {
    case number, text, truth, instant, geometry, array

    /// As a sentence names it.
    var noun: String {
      switch self {
      case .number: "a number"
      case .text: "a text"
      case .truth: "TRUE or FALSE"
      case .instant: "a date or time"
      case .geometry: "a geometry"
      case .array: "an array"
      }
    }
  }

  /// A value's node and type.
  struct Value {
    var type: ValueType
    var node: Program.Index
  }

  func error(_ sentence: String, at expression: Expression) -> FilterError {
    FilterError(sentence, in: text, at: expression.range.lowerBound)
  }

  /// The slot of an attribute column.
  mutating func slot(_ column: AttributeColumn) -> Int32 {
    if let slot = slots[column.name] { return slot }
    let slot = Int32(program.columns.count)
    program.columns.append(column.name)
    slots[column.name] = slot
    return slot
  }

  // MARK: Columns

  /// What a name means in the layer.
  enum Property {
    case attribute(AttributeColumn)
    case geometry
  }

  /// The column of a name: as written, else in another case of its ASCII letters, else `geometry`
  /// and `geom` for the layer's geometry.
  func property(_ name: String, _ expression: Expression) throws(FilterError) -> Property {
    if let column = layer.columns.first(where: { Self.same($0.name, name) }) {
      return .attribute(column)
    }
    let folded = Self.folding(name)
    if let geometry = layer.geometryColumn, Self.folding(geometry) == folded { return .geometry }
    if let column = layer.columns.first(where: { Self.folding($0.name) == folded }) {
      return .attribute(column)
    }
    if layer.geometryColumn != nil,
      ["geometry", "geom"].contains(where: { folded.elementsEqual($0.utf8) })
    {
      return .geometry
    }
    let existing = layer.columns.map(\.name) + (layer.geometryColumn.map { [$0] } ?? [])
    var sentence =
      "layer \"\(FilterError.shown(layer.name))\" has no column \"\(FilterError.shown(name))\""
    if let nearest = NameDistance.nearest(to: name, among: existing) {
      sentence += "; did you mean \"\(FilterError.shown(nearest))\"?"
    } else {
      let shown = existing.prefix(12).map(FilterError.shown).joined(separator: ", ")
      sentence +=
        "; it has \(shown)\(existing.count > 12 ? " and \(existing.count - 12) more" : "")"
    }
    throw error(sentence, at: expression)
  }

  /// Whether two names have the same characters: `==` would take other spellings of `é` for it.
  private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  /// A name with its ASCII letters in lower case, as SQLite compares names.
  private static func folding(_ name: String) -> [UInt8] {
    name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  // MARK: Nodes

  /// Appends a condition, computed at once if its operands are constant.
  mutating func condition(_ node: Program.Node, of operands: [Program.Index]) -> Program.Index {
    let index = program.add(node)
    guard operands.allSatisfy({ program.isConstant($0) }) else { return index }
    return program.add(.constant(program.truth(index, [])))
  }

  /// NOT, which a constant takes in.
  mutating func negation(_ inner: Program.Index) -> Program.Index {
    if case .constant(let truth) = program.nodes[Int(inner)] {
      return program.add(.constant(truth.negated))
    }
    return program.add(.not(inner))
  }

  /// AND or OR of conditions; those that need geometry come last, as they cost most.
  mutating func connection(_ parts: [Program.Index], isAll: Bool) -> Program.Index {
    let neutral: Truth = isAll ? .yes : .no
    var kept: [Program.Index] = []
    for part in parts {
      if case .constant(let truth) = program.nodes[Int(part)] {
        if truth == neutral.negated { return part }
        if truth == neutral { continue }
      }
      kept.append(part)
    }
    if kept.isEmpty { return program.add(.constant(neutral)) }
    if kept.count == 1 { return kept[0] }
    let cheap = kept.filter { !program.isSpatial[Int($0)] }
    let dear = kept.filter { program.isSpatial[Int($0)] }
    let first = program.link(cheap + dear)
    let count = Int32(kept.count)
    return program.add(isAll ? .all(first: first, count: count) : .any(first: first, count: count))
  }
}
