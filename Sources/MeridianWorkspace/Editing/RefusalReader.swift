internal import MeridianStore

/// Reads what SQLite says of a statement that it refuses.
struct RefusalReader {
  let form: LayerForm
  let place: EditPlace
  /// The columns that were to be written.
  let columns: [String]
  /// The triggers that are not the spatial index's.
  let triggers: [String]

  // Extended result codes of constraints (SQLITE_CONSTRAINT_…).
  private static let check: Int32 = 275
  private static let foreignKey: Int32 = 787
  private static let notNull: Int32 = 1299
  private static let primaryKey: Int32 = 1555
  private static let trigger: Int32 = 1811
  private static let unique: Int32 = 2067
  private static let dataType: Int32 = 3091

  /// The problem in an error; nil when it is none of the edit's, but of the file or the disk.
  func problem(_ error: SQLiteError, isWorkUsedUp: Bool) -> EditProblem? {
    switch error.primary {
    case 19: return constraint(error)
    case 9:  // INTERRUPT
      guard isWorkUsedUp else { return nil }
      return ofTrigger("takes too long, so it was stopped")
    case 1, 4, 17, 20:  // ERROR, ABORT, SCHEMA, MISMATCH
      return ofTrigger("fails: \(Wording.short(error.message))")
    case 18:  // TOOBIG
      return EditProblem(
        .refused, columns: columns, "\(place.columns(columns)) would be larger than 1 GB")
    default: return nil
    }
  }

  private func constraint(_ error: SQLiteError) -> EditProblem {
    let message = error.message
    switch error.code {
    case Self.unique, Self.primaryKey:
      if let unique = form.rules.uniques.first(where: { unique in
        message == "UNIQUE constraint failed: " + names(unique.columns)
          || message == "UNIQUE constraint failed: index '\(unique.index)'"
      }) {
        return notUnique(unique, other: nil)
      }
    case Self.notNull:
      if let column = form.columns.first(where: {
        message == "NOT NULL constraint failed: " + names([$0.name])
      }) {
        return EditProblem(
          .notNull, constraint: "NOT NULL", columns: [column.name],
          "\(place.column(column.name)) refuses null; give it a value")
      }
    case Self.check:
      if let check = brokenCheck(message) { return broken(check) }
    case Self.foreignKey:
      return EditProblem(
        .reference, constraint: "FOREIGN KEY", columns: columns,
        "\(place.columns(columns)) would break a foreign key")
    case Self.dataType:
      return EditProblem(
        .wrongType, constraint: "STRICT", columns: columns,
        "\(place.columns(columns)): \(Wording.short(message))")
    case Self.trigger:
      // The words are the trigger's own.
      return ofTrigger("refuses it: \(Wording.short(message))")
    default: break
    }
    // A constraint of another table, which a trigger ran into.
    return ofTrigger("fails: \(Wording.short(message))")
  }

  private func names(_ columns: [String]) -> String {
    columns.map { "\(form.rules.table).\($0)" }.joined(separator: ", ")
  }

  private func brokenCheck(_ message: String) -> TableCheck? {
    let start = "CHECK constraint failed: "
    guard message.hasPrefix(start) else { return nil }
    let said = message.dropFirst(start.count)
    if let check = form.rules.checks.first(where: { $0.name.map { $0 == said } ?? false }) {
      return check
    }
    let words = said.split(whereSeparator: \.isWhitespace)
    return form.rules.checks.first {
      $0.name == nil && $0.condition.split(whereSeparator: \.isWhitespace) == words
    }
  }

  private func broken(_ check: TableCheck) -> EditProblem {
    let concerned = columns.filter { check.concerns($0) }
    let subject = concerned.isEmpty ? place.feature : place.columns(concerned)
    let name = check.name.map { " (\(Wording.quoted($0)))" } ?? ""
    return EditProblem(
      .check, constraint: check.name ?? "CHECK (\(check.condition))", columns: concerned,
      "\(subject) would break CHECK (\(Wording.short(check.condition)))\(name)")
  }

  /// Values that another feature has already.
  func notUnique(_ unique: TableRules.Unique, other: String?) -> EditProblem {
    let concerned = columns.filter { LayerForm.contains(unique.columns, $0) }
    let subject = place.columns(concerned.isEmpty ? columns : concerned)
    let list = "UNIQUE (\(unique.columns.map(Wording.short).joined(separator: ", ")))"
    let whose = other.map { "\($0) has" } ?? "another row has"
    let what = unique.columns.count == 1 ? "this value" : "these values"
    return EditProblem(
      .notUnique, constraint: "UNIQUE (\(unique.columns.joined(separator: ", ")))",
      columns: concerned, "\(subject) must be unique, and \(whose) \(what) already (\(list))")
  }

  /// What triggers do; a table without any is to blame itself.
  private func ofTrigger(_ what: String) -> EditProblem {
    let names = Wording.list(triggers)
    let subject =
      triggers.isEmpty
      ? "writing it " : triggers.count == 1 ? "trigger \(names) " : "one of the triggers \(names) "
    return EditProblem(
      triggers.isEmpty ? .refused : .trigger, constraint: triggers.count == 1 ? triggers[0] : nil,
      "\(place.feature) cannot be changed: \(subject)\(what)")
  }
}
