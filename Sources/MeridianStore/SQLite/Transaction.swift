extension Connection {
  /// Runs a body in one immediate transaction; an error rolls everything back.
  package func transaction<R>(
    _ body: () throws(SQLiteError) -> R
  ) throws(SQLiteError) -> R {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // The first error is the one to tell; a rollback that fails too adds nothing.
      try? execute("ROLLBACK")
      throw error
    }
  }
}
