public import MeridianStore

/// What became of a list of edits, or would: each edit's own result, and everything that happened
/// beside them.
public struct EditReport: Hashable, Sendable {
  /// What became of one edit.
  public enum Outcome: String, Hashable, Sendable {
    /// It was written, or would be.
    case done
    /// It cannot be, see the result's problems.
    case refused
    /// It could be, but is not, since others are refused.
    case held
    /// It depends on one that is refused, or there was no transaction left to try it in.
    case notTried
  }

  /// One edit with its outcome.
  public struct Result: Hashable, Sendable {
    /// The edit.
    public var edit: PropertyEdit
    /// What became of it.
    public var outcome = Outcome.notTried
    /// Why it is refused; empty otherwise.
    public var problems: [EditProblem] = []
    /// What lies in the column now, which triggers and SQLite's affinities may have made another
    /// value than asked for; nil unless it was done.
    public var stored: StoredValue?
  }

  /// A trigger that the edits set off.
  public struct Trigger: Hashable, Sendable {
    /// What a trigger is for.
    public enum Kind: String, Hashable, Sendable {
      /// It keeps a spatial index in step with its table.
      case spatialIndex
      /// It writes to the file format's own tables only.
      case bookkeeping
      /// Anything else.
      case custom
    }

    /// One table that it writes, in one way.
    public struct Write: Hashable, Sendable {
      /// `inserted`, `updated` or `deleted`.
      public var action: String
      /// The table.
      public var table: String
    }

    /// Its name.
    public var name: String
    /// The table that it watches.
    public var table: String
    /// What it is for.
    public var kind: Kind
    /// What it writes when its condition holds.
    public var writes: [Write]
  }

  /// Rows beside the edited ones that were inserted, updated or deleted.
  public struct Effect: Hashable, Sendable {
    /// `inserted`, `updated` or `deleted`.
    public var action: String
    /// The table, or the spatial index.
    public var table: String
    /// Whether it is a spatial index.
    public var isSpatialIndex: Bool
    /// How many times; nil where SQLite does not tell (a table without rowids).
    public var count: Int?
    /// The first rowids, each once; none of a spatial index.
    public var rows: [Int64]
    /// The triggers that write there in this way.
    public var triggers: [String]
  }

  /// A value of an edited feature that is not what the edits asked for.
  public struct SideChange: Hashable, Sendable {
    /// The layer's name.
    public var layer: String
    /// The feature.
    public var fid: Int64
    /// The column.
    public var column: String
    /// What was stored, or asked for.
    public var from: StoredValue
    /// What is stored now.
    public var to: StoredValue
  }

  /// Whether nothing was meant to stay.
  public var isDryRun: Bool
  /// The edits in the order in which they came.
  public var results: [Result]
  /// The triggers that were set off, each once.
  public var triggers: [Trigger] = []
  /// What happened to other rows.
  public var effects: [Effect] = []
  /// What triggers made of the edited features.
  public var sideChanges: [SideChange] = []
  /// A trigger has ended the whole transaction, also the caller's: with `RAISE(ROLLBACK)`, or by
  /// having to be stopped.
  public var isTransactionLost = false

  /// Whether no edit is refused.
  public var isAccepted: Bool { results.allSatisfy { $0.outcome == .done } }

  /// The problems of all edits, each once, in order.
  public var problems: [EditProblem] {
    var seen: Set<EditProblem> = []
    return results.flatMap(\.problems).filter { seen.insert($0).inserted }
  }

  /// How many features have at least one edit that was done.
  public var features: Int {
    Set(
      results.filter { $0.outcome == .done }.map { "\($0.edit.fid) \($0.edit.layer)" }
    ).count
  }
}

extension EditReport {
  /// What to throw when edits are refused; nil when all are accepted.
  public func refusal(path: String) -> WorkspaceError? {
    let problems = problems
    guard !isAccepted else { return nil }
    let refused = results.filter { $0.outcome == .refused }
    if problems.allSatisfy({ $0.kind == .noSuchFeature }), let edit = refused.first?.edit {
      return .store(
        .noSuchRow(row: RowID(fid: edit.fid, row: edit.fid), layer: edit.layer, path: path))
    }
    if problems.allSatisfy({ $0.kind == .outOfStep }), let edit = refused.first?.edit {
      return .outOfStep(layer: edit.layer, fid: edit.fid, column: edit.column)
    }
    return .badEdits(problems.map(\.sentence))
  }

  /// The report in sentences for people, without full stops.
  public var sentences: [String] {
    [headline] + problems.map(\.sentence) + (isDryRun ? triggerSentences : []) + effectSentences
  }

  private var headline: String {
    let edits = Wording.count(results.count, "edit")
    let done = results.count { $0.outcome == .done }
    if isAccepted {
      return "\(edits) of \(Wording.count(features, "feature")) "
        + (isDryRun ? "would be saved" : "saved")
    }
    let refused = results.count { $0.outcome == .refused }
    let count = "\(refused) of \(edits) \(refused == 1 ? "is" : "are") refused"
    return done == 0
      ? "nothing \(isDryRun ? "would be" : "was") saved: \(count)"
      : "\(Wording.count(done, "edit")) \(isDryRun ? "would be saved" : "saved"): \(count)"
  }

  /// One sentence for every trigger that is not the spatial index's.
  public var triggerSentences: [String] {
    triggers.filter { $0.kind != .spatialIndex }.map { trigger in
      var tables: [String] = []
      for write in trigger.writes where !tables.contains(write.table) { tables.append(write.table) }
      return "trigger \(Wording.quoted(trigger.name)) on \(Wording.quoted(trigger.table)) runs"
        + (tables.isEmpty ? " and writes nothing" : " and may write \(Wording.list(tables))")
    }
  }

  /// One sentence for everything that happened beside the edits.
  public var effectSentences: [String] {
    let verb = isDryRun ? "would be " : ""
    var sentences = sideChanges.map { change in
      "\(EditPlace(layer: change.layer, fid: change.fid).column(change.column)) "
        + "\(isDryRun ? "would become" : "became") \(Wording.value(change.to.value)) by a trigger, "
        + "not \(Wording.value(change.from.value))"
    }
    sentences += effects.filter { !$0.isSpatialIndex }.map { effect in
      let by =
        effect.triggers.isEmpty
        ? ""
        : " by trigger\(effect.triggers.count == 1 ? "" : "s") \(Wording.list(effect.triggers))"
      let shown = effect.rows.prefix(5).map(String.init).joined(separator: ", ")
      let list = shown.isEmpty ? "" : " (\(shown)\(effect.rows.count > 5 ? ", …" : ""))"
      return (effect.count.map { Wording.count($0, "row") } ?? "rows")
        + " of \(Wording.quoted(effect.table)) \(verb)\(effect.action)\(by)\(list)"
    }
    return sentences
  }
}
