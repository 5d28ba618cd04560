/// The words of a command line as typed values, looked up by the option or operand itself.
package struct ParsedArguments: Sendable {
  private var options: [String: [any Sendable]] = [:]
  private var operands: [String: [any Sendable]] = [:]

  /// Holds nothing.
  package init() {}

  /// The last value of an option, if it was given.
  package subscript<Value>(option: Option<Value>) -> Value? {
    options[option.name]?.last as? Value
  }

  /// Every value of an option that may stand several times, in order.
  package func all<Value>(_ option: Option<Value>) -> [Value] {
    (options[option.name] ?? []).compactMap { $0 as? Value }
  }

  /// Whether a switch was given.
  package func has(_ flag: Switch) -> Bool { options[flag.name] != nil }

  /// The word of an operand that may be missing.
  package subscript<Value>(operand: Operand<Value>) -> Value? {
    operands[operand.name]?.first as? Value
  }

  /// Every word of an operand that takes several, in order.
  package func all<Value>(_ operand: Operand<Value>) -> [Value] {
    (operands[operand.name] ?? []).compactMap { $0 as? Value }
  }

  /// The word of an operand that parsing has made sure of.
  package func required<Value>(_ operand: Operand<Value>) throws(CommandError) -> Value {
    if let value = self[operand] { return value }
    throw CommandError(UsageError.combination("\(operand.name) is missing; name it."))
  }

  /// The value of an option that the command cannot do without.
  package func required<Value>(_ option: Option<Value>) throws(CommandError) -> Value {
    if let value = self[option] { return value }
    throw CommandError(
      UsageError.combination("`--\(option.name)` is missing; give it \(option.needs)."))
  }

  /// Whether an option or a switch was given.
  package func isGiven(_ option: any AnyOption) -> Bool { options[option.name] != nil }

  mutating func append(_ value: any Sendable, option: String) {
    options[option, default: []].append(value)
  }

  mutating func append(_ value: any Sendable, operand: String) {
    operands[operand, default: []].append(value)
  }

  func count(operand: String) -> Int { operands[operand]?.count ?? 0 }
}
