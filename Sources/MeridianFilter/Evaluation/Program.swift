internal import MeridianKernel

/// A filter bound to a layer, as a flat list of small nodes that refer to one another by number.
///
/// Everything that needs memory of its own lies in tables beside the nodes, so that evaluating a
/// comparison of numbers allocates nothing and counts no references.
struct Program: Sendable {
  /// The number of a node.
  typealias Index = Int32

  /// One operation; slots number ``columns``.
  enum Node: Sendable {
    // Conditions
    case constant(Truth)
    case all(first: Int32, count: Int32)
    case any(first: Int32, count: Int32)
    case not(Index)
    case columnInteger(Comparison, slot: Int32, Int64)
    case columnReal(Comparison, slot: Int32, Double)
    case columnText(Comparison, slot: Int32, text: Int32)
    case numbers(Comparison, Index, Index)
    case texts(Comparison, Index, Index)
    case instants(Comparison, Index, Index)
    case truths(Comparison, Index, Index)
    case numberSet(Index, set: Int32)
    case textSet(Index, set: Int32)
    case instantSet(Index, set: Int32)
    case like(Index, pattern: Int32)
    /// Whether the column holds NULL, whatever its type.
    case isNullColumn(slot: Int32)
    case isNullNumber(Index)
    case isNullText(Index)
    case isUnknown(Index)
    case isNullGeometry
    case flag(slot: Int32)
    case spatial(SpatialPredicate, literal: Int32)
    case spatialLiterals(SpatialPredicate, Int32, Int32)
    /// The four numbers of the ends lie in ``Program/links``.
    case temporal(TemporalRelation, first: Int32)
    case arrays(ArrayRelation, Index, Index)
    // Numbers
    case numberColumn(slot: Int32)
    case integer(Int64)
    case real(Double)
    case noNumber
    case arithmetic(Arithmetic, Index, Index)
    // Texts
    case textColumn(slot: Int32)
    case text(Int32)
    case folded(TextFolding, Index)
    // Moments
    case instantColumn(slot: Int32)
    case instant(Instant)
    /// The last moment of a date.
    case dayEnd(Index)
    // Arrays
    case arrayColumn(slot: Int32)
    case array(Int32)
    case arrayOf(first: Int32, count: Int32)
  }

  var nodes: [Node] = []
  /// Whether a node needs the row's geometry or a relation.
  var isSpatial: [Bool] = []
  /// The operands of nodes that have many.
  var links: [Index] = []
  var columns: [String] = []
  var texts: [[UInt8]] = []
  var patterns: [LikePattern] = []
  var numberSets: [[Number]] = []
  var textSets: [[[UInt8]]] = []
  var instantSets: [[Instant]] = []
  var arrays: [[ArrayElement]] = []
  var literals: [GeometryBuffer] = []
  /// The node of the whole filter.
  var root: Index = 0

  /// Appends a node.
  mutating func add(_ node: Node) -> Index {
    nodes.append(node)
    isSpatial.append(needsGeometry(node))
    return Index(nodes.count - 1)
  }

  /// Appends the operands of a node.
  mutating func link(_ operands: [Index]) -> Int32 {
    let first = Int32(links.count)
    links += operands
    return first
  }

  /// The operands that start at a link.
  func operands(_ first: Int32, _ count: Int32) -> ArraySlice<Index> {
    links[Int(first)..<Int(first + count)]
  }

  private func needsGeometry(_ node: Node) -> Bool {
    switch node {
    case .spatial, .spatialLiterals, .isNullGeometry: true
    case .all(let first, let count), .any(let first, let count), .arrayOf(let first, let count):
      operands(first, count).contains { isSpatial[Int($0)] }
    case .not(let inner), .isUnknown(let inner): isSpatial[Int(inner)]
    case .truths(_, let a, let b): isSpatial[Int(a)] || isSpatial[Int(b)]
    default: false
    }
  }

  /// Whether a node's value is known without a row.
  func isConstant(_ index: Index) -> Bool {
    switch nodes[Int(index)] {
    case .constant, .integer, .real, .noNumber, .text, .instant, .array: true
    default: false
    }
  }
}
