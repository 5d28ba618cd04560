import CSQLite

/// What happens to rows while statements run, as SQLite tells it (`sqlite3_update_hook`): which
/// tables' rows are inserted, updated and deleted, by the statements and by what they set off.
///
/// SQLite tells nothing of tables without rowids, nor of rows that a conflict clause replaces; of
/// the former ``Connection/totalChanges`` still tells how many.
package final class ChangeLog {
  /// What happens to a row.
  package enum Action: String, Hashable, Sendable { case inserted, updated, deleted }

  /// All that happened in one way to one table.
  package struct Tally: Hashable, Sendable {
    /// What happened.
    package var action: Action
    /// The table as the schema spells it.
    package var table: String
    /// How many times it happened.
    package var count = 0
    /// The first rowids, each once.
    package var rows: [Int64] = []
  }

  /// Rowids that are kept of each tally.
  static let mostRows = 20

  /// What happened, in the order in which it first did.
  package private(set) var tallies: [Tally] = []
  /// How often SQLite told of something.
  package private(set) var count = 0
  /// The row whose updates are counted apart.
  package private(set) var own: (table: String, row: Int64)?
  /// How often the own row was updated.
  package private(set) var ownUpdates = 0
  private var places: [String: Int] = [:]

  /// An empty log.
  package init() {}

  /// Forgets everything and counts the updates of one row apart from now on.
  package func begin(own: (table: String, row: Int64)?) {
    tallies = []
    places = [:]
    count = 0
    ownUpdates = 0
    self.own = own
  }

  fileprivate func note(_ action: Action, _ table: String, _ row: Int64) {
    count += 1
    if action == .updated, let own, own.row == row, own.table == table {
      ownUpdates += 1
      return
    }
    let key = action.rawValue + table
    let place = places[key] ?? tallies.count
    if place == tallies.count {
      tallies.append(Tally(action: action, table: table))
      places[key] = place
    }
    tallies[place].count += 1
    if tallies[place].rows.count < Self.mostRows, !tallies[place].rows.contains(row) {
      tallies[place].rows.append(row)
    }
  }
}

/// What a trigger does when a statement sets it off: one access to a table, as SQLite's compiler
/// tells it without running anything (`sqlite3_set_authorizer`).
package struct TriggerAccess: Hashable, Sendable {
  /// The innermost trigger (or view) that the access belongs to.
  package var trigger: String
  /// How the table is written; nil for any other access.
  package var action: ChangeLog.Action?
  /// The table that is written.
  package var table: String?
}

extension Connection {
  /// Logs what happens to rows as long as `body` runs.
  package func logging<R, E: Error>(
    to log: ChangeLog, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let context = unsafe Unmanaged.passUnretained(log).toOpaque()
    _ = unsafe sqlite3_update_hook(handle, rowChanged, context)
    defer {
      _ = unsafe sqlite3_update_hook(handle, nil, nil)
      withExtendedLifetime(log) {}
    }
    return try body()
  }

  /// Prepares a statement and tells which triggers it sets off and what those write, nested ones
  /// too, each access once.
  package func prepare(
    _ sql: String, telling accesses: inout [TriggerAccess]
  ) throws(SQLiteError) -> Statement {
    let listener = TriggerListener()
    let context = unsafe Unmanaged.passUnretained(listener).toOpaque()
    _ = unsafe sqlite3_set_authorizer(handle, accessCompiled, context)
    defer {
      _ = unsafe sqlite3_set_authorizer(handle, nil, nil)
      accesses = listener.accesses
    }
    return try prepare(sql)
  }

  /// Rows that the last statement itself changed, without those of its triggers.
  package var changes: Int { Int(unsafe sqlite3_changes(handle)) }

  /// Rows that all statements since the opening have changed, with those of triggers.
  package var totalChanges: Int { Int(unsafe sqlite3_total_changes(handle)) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}

/// Collects what an authorizer hears.
private final class TriggerListener {
  var accesses: [TriggerAccess] = []
  private var known: Set<TriggerAccess> = []

  func note(_ access: TriggerAccess) {
    if known.insert(access).inserted { accesses.append(access) }
  }
}

// Free functions: SQLite calls them, and a closure formed elsewhere may trap on another thread.

private func rowChanged(
  _ context: UnsafeMutableRawPointer?, _ code: Int32, _ database: UnsafePointer<CChar>?,
  _ table: UnsafePointer<CChar>?, _ row: Int64
) {
  guard let context = unsafe context, let table = unsafe table else { return }
  let log = unsafe Unmanaged<ChangeLog>.fromOpaque(context).takeUnretainedValue()
  let action: ChangeLog.Action =
    code == SQLITE_INSERT ? .inserted : code == SQLITE_DELETE ? .deleted : .updated
  log.note(action, unsafe String(cString: table), row)
}

private func accessCompiled(
  _ context: UnsafeMutableRawPointer?, _ code: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?,
  _ trigger: UnsafePointer<CChar>?
) -> Int32 {
  guard let context = unsafe context, let trigger = unsafe trigger else { return SQLITE_OK }
  let listener = unsafe Unmanaged<TriggerListener>.fromOpaque(context).takeUnretainedValue()
  let action: ChangeLog.Action? =
    switch code {
    case SQLITE_INSERT: .inserted
    case SQLITE_UPDATE: .updated
    case SQLITE_DELETE: .deleted
    default: nil
    }
  let table = unsafe action == nil ? nil : first.map { unsafe String(cString: $0) }
  listener.note(
    TriggerAccess(trigger: unsafe String(cString: trigger), action: action, table: table))
  return SQLITE_OK
}
