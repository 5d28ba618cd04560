/// How the rows near a window were told from the others.
public enum NearbyRows: Hashable, Sendable {
  /// By the file's own R-tree of this name.
  case byIndex(String)
  /// By the bounds of all geometries; with the reason where the file's R-tree was not believed.
  case byBounds(IndexRefusal?)
  /// Not at all, and none was visited: it is not worth while, or only reading everything tells.
  case unread(IndexRefusal?)

  /// Whether the rows were visited.
  public var isRead: Bool {
    if case .unread = self { false } else { true }
  }

  /// Why the file's R-tree was not used, where it has one.
  public var refusal: IndexRefusal? {
    switch self {
    case .byIndex: nil
    case .byBounds(let refusal), .unread(let refusal): refusal
    }
  }
}

/// Why a layer's own R-tree was not used to find rows.
public struct IndexRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What speaks against it.
  public enum Reason: Error, Hashable, Sendable {
    /// The layer is looked through sooner than its index is checked.
    case smallLayer
    /// The layer's rows have no number that entries could bear.
    case noRowID
    /// A table of it is missing, or its form is another.
    case form
    /// The triggers that keep it in step are not all there, in the words of the format.
    case triggers
    /// Not every row is certain to have an entry.
    case entries
    /// A row of a sample does not lie within its box.
    case boxes
    /// Its nodes are no tree.
    case nodes
    /// It names so many rows that reading them one by one does not pay.
    case manyRows
  }

  /// The R-tree's name.
  public var index: String
  /// What speaks against it.
  public var reason: Reason

  /// Makes a refusal of its parts.
  public init(index: String, reason: Reason) {
    self.index = index
    self.reason = reason
  }

  /// A clause for people, such as `rtree_t_geom not used: its triggers are missing or changed`.
  public var description: String {
    let text =
      switch reason {
      case .smallLayer: "the layer is small"
      case .noRowID: "its rows have no lasting ids"
      case .form: "its tables are missing or of another form"
      case .triggers: "its triggers are missing or changed"
      case .entries: "not every row is certain to have an entry"
      case .boxes: "its boxes are not the rows'"
      case .nodes: "its nodes are damaged"
      case .manyRows: "it names too many rows"
      }
    return "\(index) not used: \(text)"
  }
}
