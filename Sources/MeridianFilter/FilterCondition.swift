public import MeridianStore

/// SQL that is true for at least all rows for which a filter holds; what it lets through is still
/// to be asked of the filter.
public struct FilterCondition: Hashable, Sendable {
  /// An expression for WHERE with numbered parameters.
  public var sql: String
  /// The parameters' values, in the order of their numbers.
  public var parameters: [AttributeValue]
}

/// Writes the part of a program whose meaning in SQLite is the same or wider.
///
/// Left out are texts by order (SQLite orders by the bytes of the database's encoding), dates (they
/// compare as moments, not as text), LIKE, folding and arithmetic.
struct ConditionWriter {
  private let program: Program
  private let isPlainText: [Bool]
  private let quote: (String) -> String
  private let firstParameter: Int
  private var parameters: [AttributeValue] = []
  /// Terms that may still be written: SQLite nests a chain of AND as deep as it is long.
  private var left = 80

  /// - Parameter isPlainText: for every column whether SQLite stores texts in it as they are.
  init(
    _ program: Program, isPlainText: [Bool], firstParameter: Int,
    quote: @escaping (String) -> String
  ) {
    self.program = program
    self.isPlainText = isPlainText
    self.firstParameter = firstParameter
    self.quote = quote
  }

  /// The whole condition; nil when SQL would let every row through.
  mutating func condition() -> FilterCondition? {
    guard let sql = write(program.root, negated: false) else { return nil }
    return FilterCondition(sql: sql, parameters: parameters)
  }

  /// SQL for a node or its opposite; nil when there is none that is useful.
  private mutating func write(_ index: Program.Index, negated: Bool) -> String? {
    guard left > 0 else { return nil }
    left -= 1
    switch program.nodes[Int(index)] {
    case .constant(let truth): return (negated ? truth.negated : truth) == .yes ? nil : "0"
    case .not(let inner): return write(inner, negated: !negated)
    case .all(let first, let count):
      let parts = program.operands(first, count)
      return negated ? writeAny(parts, negated: true) : writeAll(parts, negated: false)
    case .any(let first, let count):
      let parts = program.operands(first, count)
      return negated ? writeAll(parts, negated: true) : writeAny(parts, negated: false)
    case .columnInteger(let comparison, let slot, let value):
      return write(slot, negated ? comparison.negated : comparison, .integer(value))
    case .columnReal(let comparison, let slot, let value):
      return write(slot, negated ? comparison.negated : comparison, .real(value))
    case .columnText(let comparison, let slot, let text):
      let comparison = negated ? comparison.negated : comparison
      guard comparison == .equal || comparison == .notEqual,
        let value = plainText(program.texts[Int(text)], slot)
      else { return nil }
      return write(slot, comparison, value, collation: " COLLATE BINARY")
    case .numberSet(let operand, let set):
      guard case .numberColumn(let slot) = program.nodes[Int(operand)] else { return nil }
      return write(slot, isIn: !negated, program.numberSets[Int(set)].map(Self.value))
    case .textSet(let operand, let set):
      guard case .textColumn(let slot) = program.nodes[Int(operand)] else { return nil }
      let values = program.textSets[Int(set)].map { plainText($0, slot) }
      guard !values.contains(nil) else { return nil }
      return write(
        slot, isIn: !negated, values.compactMap { $0 }, collation: " COLLATE BINARY")
    case .isNullColumn(let slot): return name(slot) + (negated ? " IS NOT NULL" : " IS NULL")
    case .flag(let slot): return write(slot, .equal, .integer(negated ? 0 : 1))
    case .truths(let comparison, let a, let b):
      return writeTruths(negated ? comparison.negated : comparison, a, b)
    default: return nil
    }
  }

  /// All of some conditions: one that cannot be written is left to the filter.
  private mutating func writeAll(_ parts: ArraySlice<Program.Index>, negated: Bool) -> String? {
    var written: [String] = []
    for part in parts {
      if let sql = write(part, negated: negated) { written.append(sql) }
    }
    return written.isEmpty ? nil : "(" + written.joined(separator: " AND ") + ")"
  }

  /// One of some conditions: one that cannot be written spoils them all.
  private mutating func writeAny(_ parts: ArraySlice<Program.Index>, negated: Bool) -> String? {
    let before = parameters.count
    var written: [String] = []
    for part in parts {
      guard let sql = write(part, negated: negated) else {
        parameters.removeLast(parameters.count - before)
        return nil
      }
      written.append(sql)
    }
    return "(" + written.joined(separator: " OR ") + ")"
  }

  /// A BOOLEAN column compared with TRUE or FALSE.
  private mutating func writeTruths(
    _ comparison: Comparison, _ a: Program.Index, _ b: Program.Index
  ) -> String? {
    let slot: Int32
    let truth: Truth
    switch (program.nodes[Int(a)], program.nodes[Int(b)]) {
    case (.flag(let column), .constant(let literal)), (.constant(let literal), .flag(let column)):
      (slot, truth) = (column, literal)
    default: return nil
    }
    guard truth != .unknown else { return "0" }
    let wanted = comparison == .equal ? truth : truth.negated
    return write(slot, .equal, .integer(wanted == .yes ? 1 : 0))
  }

  private mutating func write(
    _ slot: Int32, _ comparison: Comparison, _ value: AttributeValue, collation: String = ""
  ) -> String {
    "\(name(slot))\(collation) \(comparison.rawValue) \(parameter(value))"
  }

  private mutating func write(
    _ slot: Int32, isIn: Bool, _ values: [AttributeValue], collation: String = ""
  ) -> String? {
    guard values.count <= 200 else { return nil }
    let list = values.map { parameter($0) }.joined(separator: ", ")
    return "\(name(slot))\(collation)\(isIn ? "" : " NOT") IN (\(list))"
  }

  private func name(_ slot: Int32) -> String { quote(program.columns[Int(slot)]) }

  private mutating func parameter(_ value: AttributeValue) -> String {
    parameters.append(value)
    return "?\(firstParameter + parameters.count - 1)"
  }

  private static func value(_ number: Number) -> AttributeValue {
    switch number {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    }
  }

  /// A text that SQLite finds equal exactly where the filter does: bytes that are no UTF-8 reach
  /// the filter as U+FFFD, and a column of another affinity may take it for a number.
  private func plainText(_ text: [UInt8], _ slot: Int32) -> AttributeValue? {
    let text = String(decoding: text, as: UTF8.self)
    guard isPlainText[Int(slot)], !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    return .text(text)
  }
}
