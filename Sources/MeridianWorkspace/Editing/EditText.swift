public import MeridianStore

/// A typed value that somebody writes: what JSON has for one (RFC 8259), but arrays and objects.
public enum EditScalar: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A whole number that 64 bits hold.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  case text(String)
}

/// From what somebody writes to the value that a column holds.
public enum EditText {
  /// A text for a column: as it is where the column holds texts, else as the number, truth value or
  /// date that it spells.
  ///
  /// The empty text is the empty text, and no null. Throws one sentence when the text does not fit
  /// the column's type; lengths and domains are for ``EditCheck`` to look at.
  public static func value(
    _ text: String, for column: FormColumn, in layer: LayerForm, fid: Int64? = nil
  ) throws(EditProblem) -> AttributeValue {
    let writer = Writer(layer: layer, column: column, fid: fid)
    if column.declaredType.isEmpty { return .text(text) }
    switch column.type {
    case .text, .geometry: return try writer.plain(text)
    case .date, .dateTime:
      guard EditDate.isWritten(text, column.type, isGeoPackage: layer.isGeoPackage) else {
        throw writer.mismatch(.badDate, Wording.value(.text(text)), isEmpty: text.isEmpty)
      }
      return .text(text)
    case .boolean:
      switch LayerForm.folding(text) {
      case "true", "1": return .integer(1)
      case "false", "0": return .integer(0)
      default:
        throw writer.mismatch(.notBoolean, Wording.value(.text(text)), isEmpty: text.isEmpty)
      }
    case .integer:
      if let number = Int64(text) { return .integer(number) }
      throw writer.noWholeNumber(text)
    case .real: return writer.real(try writer.number(text))
    case .blob:
      throw writer.mismatch(.wrongType, "the text \(Wording.value(.text(text)))", isEmpty: false)
    }
  }

  /// A typed value for a column; throws one sentence when the types do not go together.
  public static func value(
    _ scalar: EditScalar, for column: FormColumn, in layer: LayerForm, fid: Int64? = nil
  ) throws(EditProblem) -> AttributeValue {
    let writer = Writer(layer: layer, column: column, fid: fid)
    let isFree = column.declaredType.isEmpty
    switch scalar {
    case .null: return .null
    case .boolean(let flag):
      guard isFree || column.type == .boolean else {
        throw writer.mismatch(.wrongType, flag ? "true" : "false", isEmpty: false)
      }
      return .integer(flag ? 1 : 0)
    case .integer(let number):
      if isFree || column.type == .integer { return .integer(number) }
      if column.type == .boolean, (0...1).contains(number) { return .integer(number) }
      guard column.type == .real else {
        throw writer.mismatch(
          column.type == .boolean ? .notBoolean : .wrongType, "the number \(number)",
          isEmpty: false)
      }
      return writer.real(Double(number))
    case .number(let number):
      guard number.isFinite else { throw writer.tooLarge(Wording.number(number)) }
      if isFree { return .real(number) }
      if column.type == .real { return writer.real(number) }
      guard column.type == .integer else {
        throw writer.mismatch(
          .wrongType, "the number \(Wording.number(number))", isEmpty: false)
      }
      guard let whole = Int64(exactly: number) else {
        throw writer.noWholeNumber(Wording.number(number))
      }
      return .integer(whole)
    case .text(let text):
      switch column.type {
      case .boolean, .integer, .real, .blob:
        if isFree { return .text(text) }
        throw writer.mismatch(.wrongType, "the text \(Wording.value(.text(text)))", isEmpty: false)
      case .text, .date, .dateTime, .geometry:
        return try value(text, for: column, in: layer, fid: fid)
      }
    }
  }

  /// What is said of one column.
  private struct Writer {
    let layer: LayerForm
    let column: FormColumn
    let fid: Int64?

    private var subject: String {
      EditPlace(layer: layer.layer.name, fid: fid).column(column.name)
    }

    func mismatch(_ kind: EditProblem.Kind, _ given: String, isEmpty: Bool) -> EditProblem {
      // Whoever empties a field of numbers means that there is none.
      let remedy = isEmpty && !column.isNotNull ? "; for no value write null" : ""
      return EditProblem(
        kind, constraint: column.declaredType, columns: [column.name],
        "\(subject) takes \(FieldCheck.noun(column.type)) "
          + "(\(Wording.short(column.declaredType))), not \(given)\(remedy)")
    }

    func tooLarge(_ text: String) -> EditProblem {
      EditProblem(
        .outOfRange, columns: [column.name],
        "\(subject) takes finite numbers; \(Wording.short(text)) is none that it can hold")
    }

    func noWholeNumber(_ text: String) -> EditProblem {
      guard EditText.isNumber(text), let number = Double(text), abs(number) >= 0x1p53 else {
        return mismatch(.wrongType, Wording.value(.text(text)), isEmpty: text.isEmpty)
      }
      return EditProblem(
        .outOfRange, constraint: column.declaredType, columns: [column.name],
        "\(subject) takes whole numbers of 64 bits; \(Wording.short(text)) is none of them")
    }

    func number(_ text: String) throws(EditProblem) -> Double {
      guard EditText.isNumber(text), let number = Double(text) else {
        throw mismatch(.wrongType, Wording.value(.text(text)), isEmpty: text.isEmpty)
      }
      guard number.isFinite else { throw tooLarge(text) }
      return number
    }

    /// A number as a column of numbers stores it: NUMERIC and DECIMAL keep whole ones as such.
    func real(_ number: Double) -> AttributeValue {
      guard ColumnAffinity(declared: column.declaredType) == .numeric,
        let whole = Int64(exactly: number), whole.magnitude < 1 << 53
      else { return .real(number == 0 ? 0 : number) }
      return .integer(whole)
    }

    /// A text for a column of texts, some of which SQLite would make numbers of.
    func plain(_ text: String) throws(EditProblem) -> AttributeValue {
      let affinity = ColumnAffinity(declared: column.declaredType)
      guard affinity != .text, affinity != .blob, EditText.isNumber(text.trimmed) else {
        return .text(text)
      }
      if let whole = Int64(text), String(whole) == text { return .integer(whole) }
      if let number = Double(text), Wording.number(number) == text { return .real(number) }
      throw EditProblem(
        .wrongType, constraint: column.declaredType, columns: [column.name],
        "\(subject) is declared \(Wording.short(column.declaredType)), of which SQLite makes "
          + "numbers: it cannot hold the text \(Wording.value(.text(text))) as it is")
    }
  }

  /// `[+-] digits [. digits] [e [+-] digits]`, as SQLite and JSON read numbers; no `nan`, no `0x`.
  static func isNumber(_ text: some StringProtocol) -> Bool {
    var rest = Array(text.utf8)[...]
    func sign() { if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() } }
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest.removeFirst(count)
      return count
    }
    sign()
    var count = digits()
    if rest.first == 0x2E {
      rest.removeFirst()
      count += digits()
    }
    guard count > 0 else { return false }
    if rest.first == 0x65 || rest.first == 0x45 {
      rest.removeFirst()
      sign()
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}

/// What SQLite makes of values in a column of a declared type (section 3.1 of its data types).
enum ColumnAffinity: Hashable {
  case integer, text, blob, real, numeric

  init(declared: String) {
    let upper = declared.uppercased()
    if upper.holds("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: { upper.holds($0) }) {
      self = .text
    } else if upper.isEmpty || upper.holds("BLOB") {
      self = .blob
    } else {
      self = ["REAL", "FLOA", "DOUB"].contains { upper.holds($0) } ? .real : .numeric
    }
  }
}

extension String {
  /// The text without ASCII blanks around it.
  fileprivate var trimmed: Substring {
    var rest = self[...]
    while let first = rest.utf8.first, first == 0x20 || (0x09...0x0D).contains(first) {
      rest = rest.dropFirst()
    }
    while let last = rest.utf8.last, last == 0x20 || (0x09...0x0D).contains(last) {
      rest = rest.dropLast()
    }
    return rest
  }
}
