internal import MeridianKernel
internal import MeridianStore

/// Whether a value may stand in a column, by what the column alone says: type, length, size, field
/// domain. What takes other columns, rows or tables is tried on the file (``EditCheck``).
struct FieldCheck {
  private let form: LayerForm
  private let place: EditPlace

  init(_ form: LayerForm, fid: Int64?) {
    self.form = form
    place = EditPlace(layer: form.layer.name, fid: fid)
  }

  /// Everything that is wrong with a value, one sentence each.
  func problems(of stored: StoredValue, in column: FormColumn) -> [EditProblem] {
    if let lock = column.lock { return [problem(lock, column)] }
    if case .null = stored.value {
      guard column.isNotNull else { return [] }
      return [
        problem(.notNull, column, constraint: "NOT NULL", "refuses null; give it a value")
      ]
    }
    if let problem = typeProblem(stored.value, column) { return [problem] }
    return column.rules.compactMap { broken($0, stored.value, column) }
  }

  private func problem(
    _ kind: EditProblem.Kind, _ column: FormColumn, constraint: String? = nil, _ text: String
  ) -> EditProblem {
    EditProblem(
      kind, constraint: constraint, columns: [column.name],
      "\(place.column(column.name)) \(text)")
  }

  private func problem(_ lock: FormColumn.Lock, _ column: FormColumn) -> EditProblem {
    switch lock {
    case .key: problem(.notEditable, column, "is the key and is not edited")
    case .geometry: problem(.notEditable, column, "holds a geometry and is not edited")
    case .computed: problem(.notEditable, column, "is computed from other columns")
    }
  }

  // MARK: Types

  private func typeProblem(_ value: AttributeValue, _ column: FormColumn) -> EditProblem? {
    if case .real(let number) = value, !number.isFinite {
      return problem(.outOfRange, column, "takes finite numbers, not \(number)")
    }
    if case .text(let text) = value, text.utf8.contains(0) {
      return problem(
        .wrongType, column,
        "takes texts without a NUL character, at which other programs would cut them off")
    }
    // Without a declared type every value is one of it.
    if column.declaredType.isEmpty { return nil }
    switch (column.type, value) {
    case (.boolean, .integer(0...1)), (.integer, .integer), (.real, .integer), (.real, .real),
      (.text, .text), (.blob, .blob), (.geometry, _):
      return nil
    case (.boolean, _):
      return problem(
        .notBoolean, column, constraint: "BOOLEAN",
        "is BOOLEAN: true (1) or false (0), not \(Wording.value(value))")
    case (.date, .text(let text)), (.dateTime, .text(let text)):
      if EditDate.isWritten(text, column.type, isGeoPackage: form.isGeoPackage) { return nil }
      return problem(
        .badDate, column, constraint: column.declaredType,
        "takes \(EditDate.form(column.type)), not \(Wording.value(value))")
    default:
      return problem(
        .wrongType, column, constraint: column.declaredType,
        "takes \(Self.noun(column.type)) (\(Wording.short(column.declaredType))), not "
          + Self.described(value))
    }
  }

  /// What a column of a type takes.
  static func noun(_ type: AttributeType) -> String {
    switch type {
    case .boolean: "true or false"
    case .integer: "whole numbers"
    case .real: "numbers"
    case .text: "texts"
    case .blob: "bytes"
    case .date: EditDate.form(.date)
    case .dateTime: EditDate.form(.dateTime)
    case .geometry: "geometries"
    }
  }

  private static func described(_ value: AttributeValue) -> String {
    switch value {
    case .null: "null"
    case .integer, .real: "the number \(Wording.value(value))"
    case .text: "the text \(Wording.value(value))"
    case .blob: Wording.value(value)
    }
  }

  // MARK: Rules

  private func broken(
    _ rule: FieldRule, _ value: AttributeValue, _ column: FormColumn
  ) -> EditProblem? {
    switch (rule, value) {
    case (.length(let most), .text(let text)):
      guard text.utf8.count > most else { return nil }
      let count = text.unicodeScalars.count
      guard count > most else { return nil }
      return problem(
        .tooLong, column, constraint: column.declaredType,
        "holds at most \(Wording.count(Int(most), "character")) "
          + "(\(Wording.short(column.declaredType))), not \(count)")
    case (.length(let most), .blob(let bytes)):
      guard bytes.count > most else { return nil }
      return problem(
        .tooLong, column, constraint: column.declaredType,
        "holds at most \(Wording.count(Int(most), "byte")) "
          + "(\(Wording.short(column.declaredType))), not \(bytes.count)")
    case (.size(let range), .integer(let number)):
      guard !range.contains(number) else { return nil }
      return problem(
        .outOfRange, column, constraint: column.declaredType,
        "is \(Wording.short(column.declaredType)): \(range.lowerBound) to \(range.upperBound), "
          + "not \(number)")
    case (.domain(let name, let constraint), _):
      guard !constraint.allows(value) else { return nil }
      return problem(
        .outsideDomain, column, constraint: name,
        "must be \(constraint.allowed) (domain \(Wording.quoted(name))), "
          + "not \(Wording.value(value))")
    default: return nil
    }
  }
}

/// Dates and times as they are written.
enum EditDate {
  /// Whether a text is one: as GeoPackage has it, and a day of the calendar; in a SpatiaLite
  /// database also as SQLite writes times.
  static func isWritten(_ text: String, _ type: AttributeType, isGeoPackage: Bool) -> Bool {
    let day = String(text.prefix(10))
    switch type {
    case .date: return DateText.isDate(text) && isDay(day)
    case .dateTime:
      if DateText.isDateTime(text) { return isDay(day) }
      guard !isGeoPackage, text.utf8.count > 10, text.utf8.dropFirst(10).first == 0x20 else {
        return false
      }
      return DateText.isDateTime(day + "T" + text.dropFirst(11) + "Z") && isDay(day)
    default: return true
    }
  }

  /// The form in words.
  static func form(_ type: AttributeType) -> String {
    type == .date ? "dates as YYYY-MM-DD" : "times as YYYY-MM-DDTHH:MM:SS.SSSZ, in UTC"
  }

  /// Whether a date of the right form is on the calendar.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), parts[2] >= 1 else { return false }
    let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return parts[2] <= days[parts[1] - 1]
  }
}
