internal import MeridianKernel
internal import MeridianStore

// MARK: - Conditions

extension Binder {
  /// The node of an expression that is true, false or unknown.
  mutating func condition(_ expression: Expression) throws(FilterError) -> Program.Index {
    switch expression.kind {
    case .and(let parts), .or(let parts):
      var nodes: [Program.Index] = []
      for part in parts { nodes.append(try condition(part)) }
      if case .and = expression.kind { return connection(nodes, isAll: true) }
      return connection(nodes, isAll: false)
    case .not(let inner): return negation(try condition(inner))
    case .boolean(let value): return program.add(.constant(Truth(value)))
    case .comparison(let comparison, let a, let b):
      return try self.comparison(comparison, a, b)
    case .between(let operand, let lower, let upper):
      let parts = [
        try comparison(.greaterOrEqual, operand, lower),
        try comparison(.lessOrEqual, operand, upper),
      ]
      return connection(parts, isAll: true)
    case .oneOf(let operand, let list): return try membership(operand, list)
    case .like(let operand, let pattern): return try like(operand, pattern)
    case .isNull(let operand): return try nullTest(operand)
    case .spatial(let predicate, let a, let b):
      return try spatial(predicate, a, b, expression)
    case .temporal(let relation, let a, let b): return try temporal(relation, a, b)
    case .array(let relation, let a, let b):
      let left = try array(a, relation.rawValue)
      let right = try array(b, relation.rawValue)
      return condition(.arrays(relation, left, right), of: [left, right])
    default:
      let value = try value(expression)
      guard value.type == .truth else {
        throw error(
          "a condition is missing here: \(described(expression, value.type))", at: expression)
      }
      return value.node
    }
  }

  /// A comparison of two values of one type.
  private mutating func comparison(
    _ comparison: Comparison, _ a: Expression, _ b: Expression
  ) throws(FilterError) -> Program.Index {
    let left = try value(a)
    let right = try value(b)
    guard left.type == right.type else { throw mismatch(a, left.type, b, right.type) }
    let (l, r) = (left.node, right.node)
    let node: Program.Node
    switch left.type {
    case .number: node = numbers(comparison, l, r)
    case .text: node = texts(comparison, l, r)
    case .instant: node = .instants(comparison, l, r)
    default:
      guard comparison == .equal || comparison == .notEqual else {
        throw error("TRUE and FALSE are compared with = and <> only", at: a)
      }
      node = .truths(comparison, l, r)
    }
    return condition(node, of: [l, r])
  }

  /// A comparison of numbers, in a form of its own for a column and a literal.
  private func numbers(
    _ comparison: Comparison, _ a: Program.Index, _ b: Program.Index
  ) -> Program.Node {
    switch (program.nodes[Int(a)], program.nodes[Int(b)]) {
    case (.numberColumn(let slot), .integer(let value)):
      .columnInteger(comparison, slot: slot, value)
    case (.numberColumn(let slot), .real(let value)): .columnReal(comparison, slot: slot, value)
    case (.integer(let value), .numberColumn(let slot)):
      .columnInteger(comparison.mirrored, slot: slot, value)
    case (.real(let value), .numberColumn(let slot)):
      .columnReal(comparison.mirrored, slot: slot, value)
    default: .numbers(comparison, a, b)
    }
  }

  private func texts(
    _ comparison: Comparison, _ a: Program.Index, _ b: Program.Index
  ) -> Program.Node {
    switch (program.nodes[Int(a)], program.nodes[Int(b)]) {
    case (.textColumn(let slot), .text(let text)): .columnText(comparison, slot: slot, text: text)
    case (.text(let text), .textColumn(let slot)):
      .columnText(comparison.mirrored, slot: slot, text: text)
    default: .texts(comparison, a, b)
    }
  }

  /// Two values that cannot be compared; the caret stands under the literal, else the second.
  private func mismatch(
    _ a: Expression, _ aType: ValueType, _ b: Expression, _ bType: ValueType
  ) -> FilterError {
    var place = b
    if case .property = b.kind { place = a }
    var sentence = ""
    if case .property(let name) = (place.range == b.range ? a : b).kind {
      let type = place.range == b.range ? aType : bType
      let other = place.range == b.range ? bType : aType
      sentence =
        "column \"\(FilterError.shown(name))\" holds \(type.noun), which cannot be compared with "
        + other.noun
    } else {
      sentence = "\(aType.noun) cannot be compared with \(bType.noun)"
    }
    switch (aType, bType) {
    case (.instant, .text), (.text, .instant):
      sentence += "; write DATE('2024-02-29') or TIMESTAMP('2024-02-29T12:00:00Z')"
    case (.number, .text):
      if case .text(let text) = b.kind, Double(text) != nil { sentence += "; leave out the quotes" }
    case (.text, .number): sentence += "; put the value in single quotes"
    case (.truth, .number), (.number, .truth): sentence += "; write TRUE or FALSE"
    default: break
    }
    return error(sentence, at: place)
  }

  /// IN: a search in a sorted list where all of it is constant, else a chain of comparisons.
  private mutating func membership(
    _ operand: Expression, _ list: [Expression]
  ) throws(FilterError) -> Program.Index {
    let left = try value(operand)
    var values: [Program.Index] = []
    for item in list {
      let right = try value(item)
      guard left.type == right.type else { throw mismatch(operand, left.type, item, right.type) }
      values.append(right.node)
    }
    if values.count > 1, let set = set(left, values) {
      return condition(set, of: [left.node])
    }
    var parts: [Program.Index] = []
    for value in values {
      let node: Program.Node =
        switch left.type {
        case .number: numbers(.equal, left.node, value)
        case .text: texts(.equal, left.node, value)
        case .instant: .instants(.equal, left.node, value)
        default: .truths(.equal, left.node, value)
        }
      parts.append(condition(node, of: [left.node, value]))
    }
    return connection(parts, isAll: false)
  }

  /// The search of a value in a list of constants of its type.
  private mutating func set(_ left: Value, _ values: [Program.Index]) -> Program.Node? {
    switch left.type {
    case .number:
      let numbers = values.compactMap { program.isConstant($0) ? program.number($0, []) : nil }
      guard numbers.count == values.count else { return nil }
      program.numberSets.append(numbers.sorted { Number.order($0, $1) < 0 })
      return .numberSet(left.node, set: Int32(program.numberSets.count - 1))
    case .text:
      let texts = values.compactMap { value -> [UInt8]? in
        if case .text(let text) = program.nodes[Int(value)] { return program.texts[Int(text)] }
        return nil
      }
      guard texts.count == values.count else { return nil }
      program.textSets.append(texts.sorted { UTF8Scan.order($0.span, $1.span) < 0 })
      return .textSet(left.node, set: Int32(program.textSets.count - 1))
    case .instant:
      let instants = values.compactMap { program.isConstant($0) ? program.instant($0, []) : nil }
      guard instants.count == values.count else { return nil }
      program.instantSets.append(instants.sorted())
      return .instantSet(left.node, set: Int32(program.instantSets.count - 1))
    default: return nil
    }
  }

  private mutating func like(
    _ operand: Expression, _ pattern: Expression
  ) throws(FilterError) -> Program.Index {
    let left = try value(.text, operand, for: "LIKE")
    let right = try value(.text, pattern, for: "LIKE")
    guard program.isConstant(right),
      let compiled = program.withText(right, [], { LikePattern($0) })
    else {
      throw error("the pattern of LIKE is a text in single quotes, not a column", at: pattern)
    }
    program.patterns.append(compiled)
    let node = Program.Node.like(left, pattern: Int32(program.patterns.count - 1))
    return condition(node, of: [left])
  }

  private mutating func nullTest(_ operand: Expression) throws(FilterError) -> Program.Index {
    switch operand.kind {
    case .property(let name):
      switch try property(name, operand) {
      case .attribute(let column): return program.add(.isNullColumn(slot: slot(column)))
      case .geometry: return program.add(.isNullGeometry)
      }
    case .geometry, .box, .interval, .list: return program.add(.constant(.no))
    default: break
    }
    let value = try value(operand)
    switch value.type {
    case .number: return condition(.isNullNumber(value.node), of: [value.node])
    case .text: return condition(.isNullText(value.node), of: [value.node])
    case .truth: return condition(.isUnknown(value.node), of: [value.node])
    default: return program.add(.constant(.no))
    }
  }
}
