internal import MeridianKernel
internal import MeridianStore

// MARK: - Values

extension Binder {
  /// The value of an expression, whatever its type.
  mutating func value(_ expression: Expression) throws(FilterError) -> Value {
    switch expression.kind {
    case .number(.integer(let number)):
      return Value(type: .number, node: program.add(.integer(number)))
    case .number(.real(let number)):
      return Value(type: .number, node: program.add(.real(number)))
    case .text(let text): return Value(type: .text, node: addText(Array(text.utf8)))
    case .instant(let instant): return Value(type: .instant, node: program.add(.instant(instant)))
    case .property(let name): return try column(name, expression)
    case .arithmetic(let arithmetic, let a, let b):
      let left = try number(a)
      let right = try number(b)
      return Value(type: .number, node: computed(arithmetic, left, right))
    case .negative(let inner):
      let zero = program.add(.integer(0))
      return Value(type: .number, node: computed(.minus, zero, try number(inner)))
    case .ignoringCase(let inner): return try folded(.letterCase, inner, expression)
    case .ignoringAccents(let inner): return try folded(.accents, inner, expression)
    case .geometry, .box:
      throw error("a geometry is compared by functions such as S_INTERSECTS", at: expression)
    case .interval, .openEnd:
      throw error("an interval is compared by functions such as T_INTERSECTS", at: expression)
    case .list:
      throw error("an array is compared by functions such as A_CONTAINS", at: expression)
    default: return Value(type: .truth, node: try condition(expression))
    }
  }

  /// A value of one type.
  mutating func value(
    _ type: ValueType, _ expression: Expression, for place: String
  ) throws(FilterError) -> Program.Index {
    let value = try value(expression)
    guard value.type == type else {
      throw error(
        "\(place) needs \(type.noun), and \(described(expression, value.type))", at: expression)
    }
    return value.node
  }

  private mutating func number(_ expression: Expression) throws(FilterError) -> Program.Index {
    try value(.number, expression, for: "arithmetic")
  }

  /// What an expression is, for the end of a sentence.
  func described(_ expression: Expression, _ type: ValueType) -> String {
    if case .property(let name) = expression.kind {
      return "column \"\(FilterError.shown(name))\" holds \(type.noun)"
    }
    return "this is \(type.noun)"
  }

  private mutating func column(
    _ name: String, _ expression: Expression
  ) throws(FilterError) -> Value {
    guard case .attribute(let column) = try property(name, expression) else {
      throw error(
        "the layer's geometry is compared by functions such as S_INTERSECTS", at: expression)
    }
    switch column.type {
    case .integer, .real:
      return Value(type: .number, node: program.add(.numberColumn(slot: slot(column))))
    case .text: return Value(type: .text, node: program.add(.textColumn(slot: slot(column))))
    case .boolean: return Value(type: .truth, node: program.add(.flag(slot: slot(column))))
    case .date, .dateTime:
      return Value(type: .instant, node: program.add(.instantColumn(slot: slot(column))))
    case .blob, .geometry:
      throw error(
        "column \"\(FilterError.shown(name))\" holds bytes, which can only be tested with "
          + "IS NULL", at: expression)
    }
  }

  /// Arithmetic, computed at once if both sides are constant.
  private mutating func computed(
    _ arithmetic: Arithmetic, _ a: Program.Index, _ b: Program.Index
  ) -> Program.Index {
    let index = program.add(.arithmetic(arithmetic, a, b))
    guard program.isConstant(a), program.isConstant(b) else { return index }
    return switch program.number(index, []) {
    case .integer(let value): program.add(.integer(value))
    case .real(let value): program.add(.real(value))
    case nil: program.add(.noNumber)
    }
  }

  mutating func addText(_ text: [UInt8]) -> Program.Index {
    program.texts.append(text)
    return program.add(.text(Int32(program.texts.count - 1)))
  }

  /// CASEI or ACCENTI of a text; one around the other becomes one step.
  private mutating func folded(
    _ folding: TextFolding, _ inner: Expression, _ whole: Expression
  ) throws(FilterError) -> Value {
    guard TextFolding.isAvailable else {
      throw error(
        "CASEI and ACCENTI need the library utf8proc; install libutf8proc (Debian: libutf8proc2)",
        at: whole)
    }
    let name = folding == .letterCase ? "CASEI" : "ACCENTI"
    let text = try value(.text, inner, for: name)
    var node = Program.Node.folded(folding, text)
    if case .folded(let other, let innermost) = program.nodes[Int(text)] {
      node = .folded(other.union(folding), innermost)
    }
    let index = program.add(node)
    guard program.isConstant(text), let constant = program.withText(text, [], folding.folded) else {
      return Value(type: .text, node: index)
    }
    return Value(type: .text, node: addText(constant))
  }
}

// MARK: - Arrays

extension Binder {
  /// An operand of an array function: an array, a value in brackets, or a text column.
  mutating func array(_ expression: Expression, _ name: String) throws(FilterError) -> Program.Index
  {
    if case .list(let items) = expression.kind { return try array(of: items) }
    if expression.isBracketed {
      var only = expression
      only.isBracketed = false
      return try array(of: [only])
    }
    let value = try value(expression)
    guard value.type == .text, case .textColumn(let slot) = program.nodes[Int(value.node)] else {
      throw error(
        "\(name) needs an array such as ('a', 'b') or a text column that holds JSON arrays, and "
          + described(expression, value.type), at: expression)
    }
    return program.add(.arrayColumn(slot: slot))
  }

  private mutating func array(of items: [Expression]) throws(FilterError) -> Program.Index {
    var operands: [Program.Index] = []
    for item in items {
      if case .list(let inner) = item.kind {
        operands.append(try array(of: inner))
      } else {
        operands.append(try value(item).node)
      }
      guard !program.isSpatial[Int(operands[operands.count - 1])] else {
        throw error("a spatial condition cannot be an element of an array", at: item)
      }
    }
    let index = program.add(
      .arrayOf(first: program.link(operands), count: Int32(operands.count)))
    guard operands.allSatisfy({ program.isConstant($0) }), let constant = program.array(index, [])
    else { return index }
    program.arrays.append(constant)
    return program.add(.array(Int32(program.arrays.count - 1)))
  }
}
