/// One value of a property on its way into a column, as finely as its file tells it.
enum FieldValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A date, year-month-day.
  case date(String)
  /// An array or object, or a number that no type of a column holds, as it is written.
  case verbatim(String)
}

/// What kinds of values a column has met, and the type that holds all of them without loss.
struct ColumnTally: Hashable, Sendable {
  private var hasBoolean = false
  private var hasInteger = false
  private var hasReal = false
  private var hasText = false
  private var hasDate = false
  /// Whether a whole number has no equal among `Double`s.
  private var hasLongInteger = false
  /// Whether a number was kept as text because no type holds it.
  private(set) var hasVerbatimNumber = false

  /// Takes note of a value.
  @inline(__always)
  mutating func add(_ value: FieldValue) {
    switch value {
    case .null: break
    case .boolean: hasBoolean = true
    case .integer(let number):
      hasInteger = true
      if number.magnitude > 1 << 53 && Int64(exactly: Double(number)) != number {
        hasLongInteger = true
      }
    case .real: hasReal = true
    case .text: hasText = true
    case .date: hasDate = true
    case .verbatim(let text):
      hasText = true
      if let first = text.utf8.first, first == UInt8(ascii: "-") || Numeral.isDigit(first) {
        hasVerbatimNumber = true
      }
    }
  }

  /// The declared type (GeoPackage, table 1): whole numbers and others become `REAL` together
  /// where none of them changes by it; what does not fit together becomes `TEXT`.
  var declaredType: String {
    let isNumber = hasInteger || hasReal
    let isMixed = hasText || hasBoolean && isNumber || hasReal && hasLongInteger
    if isMixed || hasDate && (isNumber || hasBoolean) { return "TEXT" }
    if hasDate { return "DATE" }
    if hasBoolean { return "BOOLEAN" }
    if hasReal { return "REAL" }
    return hasInteger ? "INTEGER" : "TEXT"
  }
}
