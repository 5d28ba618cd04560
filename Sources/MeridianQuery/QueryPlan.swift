/// What was done to answer a query, step by step, with the rows that were left after each.
public struct QueryPlan: Hashable, Sendable {
  /// One step.
  public struct Step: Hashable, Sendable {
    /// Who did it: `store`, `sqlite`, `index`, `engine` or `geos`.
    public var by: String
    /// What was done, in a few words.
    public var what: String
    /// Rows that came out of it.
    public var rows: Int

    /// Makes a step of its parts.
    public init(by: String, what: String, rows: Int) {
      self.by = by
      self.what = what
      self.rows = rows
    }
  }

  /// The steps in their order.
  public private(set) var steps: [Step] = []

  /// Appends a step.
  mutating func append(_ by: String, _ what: String, rows: Int) {
    steps.append(Step(by: by, what: what, rows: rows))
  }
}

/// Rows left after each condition of a running query.
struct RowTally {
  var read = 0
  var inBox = 0
  var filtered = 0
  var related = 0
  var reached = 0
}
