internal import MeridianStore

/// Writes edits within a savepoint and finds out what they set off.
///
/// Feature by feature, each in a savepoint of its own: the stored values are compared with those
/// that the edits started from, one UPDATE writes the columns that change, and the row is read
/// again. A feature that fails on a value which another one still has waits until that has moved.
struct EditRun {
  /// Whether edits that can be done are done when others cannot.
  enum Policy: Hashable, Sendable {
    case allOrNothing
    case each
  }

  private static let savepoint = "meridian_edits"
  private static let rowSavepoint = "meridian_row"
  /// Steps of SQLite's machine that one feature may take with all that its triggers do: some twenty
  /// seconds. What costs more is an attack or a mistake.
  static let usualWork = 400_000_000

  let connection: Connection
  let policy: Policy
  let work: Int
  let facts: SchemaFacts
  let log = ChangeLog()
  var report: EditReport
  var accesses: [TriggerAccess] = []
  var effects: [ChangeLog.Tally] = []
  var untold: [(action: ChangeLog.Action, table: String, count: Int?)] = []
  var changed: [LayerForm] = []

  private init(
    _ edits: [PropertyEdit], _ connection: Connection, _ policy: Policy, _ work: Int, isDryRun: Bool
  ) throws(SQLiteError) {
    self.connection = connection
    self.policy = policy
    self.work = work
    facts = try SchemaFacts(connection)
    report = EditReport(isDryRun: isDryRun, results: edits.map { EditReport.Result(edit: $0) })
  }

  /// Tries edits, and lets them stay where nothing speaks against it and it is no dry run.
  ///
  /// Opens a transaction unless there is one. Throws what is wrong with the file or the disk;
  /// nothing stays then.
  static func run(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], on connection: Connection,
    policy: Policy, isDryRun: Bool, checksValues: Bool, work: Int = usualWork
  ) throws(SQLiteError) -> EditReport {
    var run = try EditRun(edits, connection, policy, work, isDryRun: isDryRun)
    let isOutermost = !connection.isInTransaction
    try connection.execute("SAVEPOINT \(savepoint)")
    do throws(SQLiteError) {
      try run.runAll(edits, forms, checksValues: checksValues)
      let isKept =
        !isDryRun && !run.report.isTransactionLost && (run.report.isAccepted || policy == .each)
      if isKept { try run.stampContents() }
      connection.limitWork(steps: nil)
      if !run.report.isTransactionLost {
        if !isKept { try connection.execute("ROLLBACK TO \(savepoint)") }
        // Releasing a transaction commits it: the file's head would count a change.
        try connection.execute(isKept || !isOutermost ? "RELEASE \(savepoint)" : "ROLLBACK")
      }
      run.finish(isKept: isKept)
    } catch {
      connection.limitWork(steps: nil)
      // The first error is the one to tell; without a transaction there is nothing to go back to.
      try? connection.execute("ROLLBACK TO \(savepoint)")
      try? connection.execute("RELEASE \(savepoint)")
      throw error
    }
    return run.report
  }

  // MARK: The order

  private mutating func runAll(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], checksValues: Bool
  ) throws(SQLiteError) {
    var early: [(Int, EditProblem)] = []
    var waiting = RowEdits.grouping(edits, forms, checksValues: checksValues) {
      early.append(($0, $1))
    }
    for (index, problem) in early { refuse([index], [problem]) }
    var failed: Set<String> = []
    while !waiting.isEmpty {
      var later: [(edits: RowEdits, problems: [EditProblem])] = []
      var blocked: Set<String> = []
      for group in waiting where !report.isTransactionLost {
        if failed.contains(group.key) {
          // What its values are in the end depends on edits that are not done.
          for (index, found) in group.problems { refuse([index], found) }
          continue
        }
        guard !blocked.contains(group.key) else {
          later.append((group, []))
          continue
        }
        guard let problems = try attempt(group) else { continue }
        // Another feature may still make room.
        let mayWait = problems.allSatisfy { $0.kind == .notUnique || $0.kind == .reference }
        if mayWait, group.problems.isEmpty {
          later.append((group, problems))
          blocked.insert(group.key)
        } else {
          settle(group, problems)
          failed.insert(group.key)
        }
      }
      if later.count == waiting.count {
        for (group, problems) in later where !problems.isEmpty { settle(group, problems) }
        return
      }
      waiting = later.map(\.edits)
    }
  }

  /// Notes problems with the edits that they are about; the row's others could have been done.
  private mutating func settle(_ group: RowEdits, _ problems: [EditProblem]) {
    for (index, found) in group.problems { refuse([index], found) }
    for problem in problems {
      let concerned = group.cells.filter { LayerForm.contains(problem.columns, $0.column.name) }
      let members = concerned.isEmpty ? group.members : concerned.flatMap(\.members)
      refuse(members, [problem])
    }
    for member in group.members where report.results[member].outcome == .notTried {
      report.results[member].outcome = .held
    }
  }

  private mutating func refuse(_ members: [Int], _ problems: [EditProblem]) {
    for member in members {
      report.results[member].outcome = .refused
      for problem in problems where !report.results[member].problems.contains(problem) {
        report.results[member].problems.append(problem)
      }
    }
  }

  // MARK: One feature

  /// Tries a feature's edits; nil when they are done, else what has turned up beside the problems
  /// that they had before.
  private mutating func attempt(_ group: RowEdits) throws(SQLiteError) -> [EditProblem]? {
    guard let before = try RowImage(of: group, on: connection) else {
      return [
        EditProblem(
          .noSuchFeature,
          "layer \(Wording.quoted(group.form.layer.name)) of "
            + "\(group.form.path) has no feature \(group.fid)")
      ]
    }
    let stale = group.cells.compactMap { cell -> EditProblem? in
      guard let stored = before[cell.column.name], stored != cell.before else { return nil }
      return group.outOfStep(cell.column, stored, cell.before)
    }
    let isSpoiled = !stale.isEmpty || !group.problems.isEmpty
    if isSpoiled && policy == .each { return stale }
    // All that is wrong is to be told, so what is left is tried even so.
    let cells = group.cells.filter { cell in
      cell.after != cell.before && !cell.members.contains { group.problems[$0] != nil }
        && !stale.contains { $0.columns == [cell.column.name] }
    }
    try connection.execute("SAVEPOINT \(Self.rowSavepoint)")
    let found = try write(cells, of: group, before, isTrial: isSpoiled)
    if report.isTransactionLost { return found }
    let isDone = !isSpoiled && found.isEmpty
    if !isDone { try connection.execute("ROLLBACK TO \(Self.rowSavepoint)") }
    try connection.execute("RELEASE \(Self.rowSavepoint)")
    return isDone ? nil : stale + found
  }

  private mutating func write(
    _ cells: [RowEdits.Cell], of group: RowEdits, _ before: RowImage, isTrial: Bool
  ) throws(SQLiteError) -> [EditProblem] {
    guard !cells.isEmpty else {
      if !isTrial { complete(group, before, before, []) }
      return []
    }
    var wanted = before
    for cell in cells { wanted[cell.column.name] = cell.after }
    var own: [TriggerAccess] = []
    var reader = RefusalReader(
      form: group.form, place: group.place, columns: cells.map(\.column.name), triggers: [])
    let total = connection.totalChanges
    do throws(SQLiteError) {
      let statement = try prepare(cells, group, &own)
      for access in own where !accesses.contains(access) { accesses.append(access) }
      let custom = own.map(\.trigger).filter {
        facts.triggers[$0] != nil && kind(of: $0, own) == .custom
      }
      reader = RefusalReader(
        form: group.form, place: group.place, columns: reader.columns, triggers: unique(custom))
      let clashes = try RowConstraints(connection: connection, edits: group, reader: reader)
        .clashes(wanted)
      guard clashes.isEmpty else { return clashes }
      log.begin(own: try ownRow(group))
      connection.limitWork(steps: work)
      _ = try connection.logging(to: log) { () throws(SQLiteError) in try statement.step() }
    } catch {
      let isUsedUp = connection.isWorkUsedUp
      connection.limitWork(steps: nil)
      guard let problem = reader.problem(error, isWorkUsedUp: isUsedUp) else { throw error }
      report.isTransactionLost = !connection.isInTransaction
      return [problem]
    }
    connection.limitWork(steps: nil)
    let written = connection.changes
    let untold = connection.totalChanges - total - log.count - (log.ownUpdates > 0 ? 0 : 1)
    let after = try RowImage(of: group, on: connection)
    let problems = try inspect(after, wanted, written, own, group, reader, before)
    if problems.isEmpty, !isTrial, let after {
      note(own, untold: untold)
      complete(group, wanted, after, cells)
    }
    return problems
  }

  private func prepare(
    _ cells: [RowEdits.Cell], _ group: RowEdits, _ accesses: inout [TriggerAccess]
  ) throws(SQLiteError) -> Statement {
    let list = cells.enumerated().map { index, cell in
      "\(Connection.quoted(cell.column.name)) = ?\(index + 2)"
    }
    let key = Connection.quoted(group.form.layer.key.column ?? "rowid")
    let statement = try connection.prepare(
      "UPDATE \(Connection.quoted(group.form.rules.table)) "
        + "SET \(list.joined(separator: ", ")) WHERE \(key) = ?1", telling: &accesses)
    try statement.bind(.integer(group.fid), to: 1)
    for (index, cell) in cells.enumerated() { try cell.after.bind(to: statement, index + 2) }
    return statement
  }

  /// The row as SQLite will name it when it tells of changes.
  private func ownRow(_ group: RowEdits) throws(SQLiteError) -> (table: String, row: Int64)? {
    let rules = group.form.rules
    guard let rowid = rules.rowid, let key = group.form.layer.key.column else { return nil }
    let row = try connection.prepare(
      "SELECT \(rowid) FROM \(Connection.quoted(rules.table)) "
        + "WHERE \(Connection.quoted(key)) = ?1")
    try row.bind(.integer(group.fid), to: 1)
    return try row.step() ? (rules.table, row.integer(0)) : nil
  }

  // MARK: What came of it

  /// What is wrong with a row that was written.
  private func inspect(
    _ after: RowImage?, _ wanted: RowImage, _ written: Int, _ own: [TriggerAccess],
    _ group: RowEdits, _ reader: RefusalReader, _ before: RowImage
  ) throws(SQLiteError) -> [EditProblem] {
    let trigger = reader.triggers.count == 1 ? reader.triggers[0] : nil
    let whose = trigger.map { "trigger \(Wording.quoted($0))" } ?? "a trigger"
    guard let after else {
      return [
        EditProblem(
          .trigger, constraint: trigger,
          "\(group.place.feature) cannot be changed: \(whose) removes it or gives it another id")
      ]
    }
    guard written == 1 else {
      return [
        EditProblem(
          .trigger, constraint: trigger,
          "\(group.place.feature) cannot be changed: \(whose) passes the change over")
      ]
    }
    // Without such triggers nobody but SQLite can have made another value of it.
    let isLeftAlone = own.allSatisfy { kind(of: $0.trigger, own) == .spatialIndex }
    if isLeftAlone, let column = Self.differing(after, wanted, reader.columns).first {
      let (now, then) = (after[column], wanted[column])
      return [
        EditProblem(
          .refused, columns: [column],
          "\(group.place.column(column)) would become "
            + "\(now.map { Wording.value($0.value) } ?? ""), since that is how SQLite stores "
            + "\(then.map { Wording.value($0.value) } ?? "") in a column that is declared so")
      ]
    }
    return try RowConstraints(connection: connection, edits: group, reader: reader)
      .dangling(before: before)
  }

  /// The columns that are not as they were to be: those that were written may read alike, the
  /// others must be the same to the last bit.
  static func differing(_ after: RowImage, _ wanted: RowImage, _ written: [String]) -> [String] {
    after.columns.indices.filter { index in
      let (stored, meant) = (after.values[index], wanted.values[index])
      return LayerForm.contains(written, after.columns[index])
        ? !isAlike(stored, meant) : stored != meant
    }.map { after.columns[$0] }
  }

  /// Whether a stored value reads as the one that was written: 12 for "12", 12 for 12.0.
  private static func isAlike(_ stored: StoredValue, _ written: StoredValue) -> Bool {
    if stored == written { return true }
    switch (stored.value, written.value) {
    case (.integer(let number), .text(let text)): return String(number) == text
    case (.real(let number), .text(let text)): return Wording.number(number) == text
    case (.integer(let number), .real(let real)), (.real(let real), .integer(let number)):
      return Int64(exactly: real) == number
    case (.text(let text), .integer(let number)): return text == String(number)
    default: return false
    }
  }
}
