public import MeridianStore

/// Writes edits into a file, all of them or none.
///
/// What is written is compared-and-set: a value that is no longer what its edit started from, to
/// the last bit, is left alone and the edit refused. Only the columns that change are written.
package enum EditApplication {
  /// Writes edits in an immediate transaction of its own.
  ///
  /// The report says what became of every edit; when it is not accepted nothing was written. Throws
  /// ``WorkspaceError/store(_:)`` when the file cannot be written at all.
  package static func apply(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], on connection: Connection,
    checksValues: Bool = true
  ) throws(WorkspaceError) -> EditReport {
    do throws(SQLiteError) {
      try connection.execute("BEGIN IMMEDIATE")
      do throws(SQLiteError) {
        let report = try EditRun.run(
          edits, forms, on: connection, policy: .allOrNothing, isDryRun: false,
          checksValues: checksValues)
        if !report.isTransactionLost {
          try connection.execute(report.isAccepted ? "COMMIT" : "ROLLBACK")
        }
        return report
      } catch {
        // The first error is the one to tell; a rollback that fails too adds nothing.
        try? connection.execute("ROLLBACK")
        throw error
      }
    } catch {
      throw .store(error.storeError(path: connection.path))
    }
  }

  /// Writes edits within the caller's transaction, which stays open.
  ///
  /// When the report is not accepted, nothing was written, and what the caller wrote before still
  /// stands, unless ``EditReport/isTransactionLost``: then a trigger has rolled everything back and
  /// there is no transaction any more.
  package static func applyInTransaction(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], on connection: Connection,
    checksValues: Bool = true
  ) throws(SQLiteError) -> EditReport {
    try EditRun.run(
      edits, forms, on: connection, policy: .allOrNothing, isDryRun: false,
      checksValues: checksValues)
  }

  /// The same for edits that do not hang together: those that can be done are, the others refused.
  package static func applyEachInTransaction(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], on connection: Connection,
    checksValues: Bool = true
  ) throws(SQLiteError) -> EditReport {
    try EditRun.run(
      edits, forms, on: connection, policy: .each, isDryRun: false, checksValues: checksValues)
  }
}

/// Finds out what edits would do, and leaves no trace.
public enum EditCheck {
  /// Everything that is wrong with an edit by what its column alone says; nothing is read.
  public static func problems(of edit: PropertyEdit, in form: LayerForm) -> [EditProblem] {
    guard let column = form.find(edit.column) else {
      let groups = RowEdits.grouping([edit], [edit.layer: form], checksValues: false) { _, _ in }
      return groups.first?.problems[0] ?? []
    }
    return FieldCheck(form, fid: edit.fid).problems(of: edit.storedAfter, in: column)
  }

  /// Tries edits on a file that is only read: every constraint and trigger is run on the real rows,
  /// while what is written stays in memory. The file, its folder and every other place stay as they
  /// are.
  public static func dryRun(
    _ edits: [PropertyEdit], in store: any FeatureStore
  ) throws(WorkspaceError) -> EditReport {
    let forms = try LayerForm.all(for: edits, in: store)
    do throws(StoreError) {
      return try store.tryingChanges { connection throws(StoreError) in
        do throws(SQLiteError) {
          return try dryRun(edits, forms, on: connection)
        } catch {
          throw error.storeError(path: store.path)
        }
      }
    } catch {
      throw .store(error)
    }
  }

  /// Tries edits over a connection that writes, within its transaction if one is open, and takes
  /// everything back.
  ///
  /// To find out whether a further edit goes with those of a session, give all of them in order.
  package static func dryRun(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], on connection: Connection
  ) throws(SQLiteError) -> EditReport {
    try EditRun.run(
      edits, forms, on: connection, policy: .allOrNothing, isDryRun: true, checksValues: true)
  }
}
