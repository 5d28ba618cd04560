/// A packed Hilbert R-tree that keeps its own memory: rectangles by their numbers.
final class EnvelopeIndex: Sendable {
  let tree: PackedRTree
  /// Which rectangle stands at each place of the tree.
  let order: [UInt32]
  private let memory: ColumnMemory

  /// Builds the tree; an empty rectangle is never found.
  init(_ envelopes: [Envelope]) {
    var writer = ColumnWriter()
    (tree, order) = PackedRTree.build(envelopes, in: &writer)
    memory = writer.memory
  }

  /// Appends the numbers of all rectangles that may share a point with the window, in no order the
  /// caller may rely on; gives back how many nodes were visited.
  @discardableResult
  func search(_ window: Envelope, into found: inout [UInt32]) -> Int {
    tree.forEachMeeting(window) { found.append(order[$0]) }
  }
}
