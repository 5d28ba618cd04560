internal import MeridianStore

// MARK: - Values of one row

extension Program {
  /// The value of a column; NULL for one that the row does not have.
  @inline(__always)
  private func value(_ slot: Int32, _ row: [AttributeValue]) -> AttributeValue {
    let slot = Int(slot)
    return slot < row.count ? row[slot] : .null
  }

  /// Whether a column holds NULL.
  func isNull(_ slot: Int32, _ row: [AttributeValue]) -> Bool {
    if case .null = value(slot, row) { true } else { false }
  }

  /// A number, nil when unknown.
  func number(_ index: Index, _ row: [AttributeValue]) -> Number? {
    switch nodes[Int(index)] {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .numberColumn(let slot): return columnNumber(slot, row)
    case .arithmetic(let arithmetic, let a, let b):
      guard let a = number(a, row), let b = number(b, row) else { return nil }
      return arithmetic(a, b)
    default: return nil
    }
  }

  /// A column's number; what is stored as something else is unknown.
  @inline(__always)
  func columnNumber(_ slot: Int32, _ row: [AttributeValue]) -> Number? {
    switch value(slot, row) {
    case .integer(let value): .integer(value)
    case .real(let value): value.isNaN ? nil : .real(value)
    case .null, .text, .blob: nil
    }
  }

  /// A BOOLEAN column's value (GeoPackage table 1: 0 and 1; nothing else has a meaning).
  func flag(_ slot: Int32, _ row: [AttributeValue]) -> Truth {
    switch value(slot, row) {
    case .integer(0): .no
    case .integer(1): .yes
    default: .unknown
    }
  }

  /// Lends a text as UTF-8; nil when unknown.
  func withText<Result>(
    _ index: Index, _ row: [AttributeValue], _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    switch nodes[Int(index)] {
    case .text(let text):
      let literal = texts[Int(text)]
      return body(literal.span)
    case .textColumn(let slot):
      guard case .text(let text) = value(slot, row) else { return nil }
      return text.withSpan { span in body(span) }
    case .folded(let folding, let inner):
      guard let folded = withText(inner, row, { text in folding.folded(text) }) else { return nil }
      return body(folded.span)
    default: return nil
    }
  }

  /// How two texts are ordered; nil when one is unknown.
  func textOrder(_ a: Index, _ b: Index, _ row: [AttributeValue]) -> Int? {
    let order: Int?? = withText(a, row) { a in
      unsafe a.withUnsafeBufferPointer { first in
        // A span cannot be captured; the bytes stay where they are until both closures are done.
        withText(b, row) { b in UTF8Scan.order(unsafe Span(_unsafeElements: first), b) }
      }
    }
    return order ?? nil
  }

  /// A moment; nil when unknown, as text that is no date or time is.
  func instant(_ index: Index, _ row: [AttributeValue]) -> Instant? {
    switch nodes[Int(index)] {
    case .instant(let instant): return instant
    case .instantColumn(let slot):
      guard case .text(let text) = value(slot, row) else { return nil }
      return text.withSpan { Instant($0) }
    case .dayEnd(let inner): return instant(inner, row)?.end
    default: return nil
    }
  }

  /// An array; nil when unknown, as text that is no JSON array is.
  func array(_ index: Index, _ row: [AttributeValue]) -> [ArrayElement]? {
    switch nodes[Int(index)] {
    case .array(let array): return arrays[Int(array)]
    case .arrayColumn(let slot):
      guard case .text(let text) = value(slot, row) else { return nil }
      return text.withSpan { ArrayElement.elements(ofJSON: $0) }
    case .arrayOf(let first, let count):
      var elements: [ArrayElement] = []
      for operand in operands(first, count) {
        guard let element = element(operand, row) else { return nil }
        elements.append(element)
      }
      return elements
    default: return nil
    }
  }

  /// The value of a node as an element of an array; nil when unknown.
  func element(_ index: Index, _ row: [AttributeValue]) -> ArrayElement? {
    switch nodes[Int(index)] {
    case .numberColumn, .integer, .real, .arithmetic:
      return number(index, row).map { .number($0.canonical) }
    case .textColumn, .text, .folded:
      return withText(index, row) { text in
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for place in 0..<text.count { bytes.append(text[place]) }
        return .text(bytes)
      }
    case .instantColumn, .instant: return instant(index, row).map { .instant($0) }
    case .arrayColumn, .array, .arrayOf: return array(index, row).map { .list($0) }
    case .noNumber: return nil
    default:
      switch truth(index, row) {
      case .no: return .boolean(false)
      case .yes: return .boolean(true)
      case .unknown: return nil
      }
    }
  }
}
