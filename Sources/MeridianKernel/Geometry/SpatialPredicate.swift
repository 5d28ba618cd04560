/// The eight named relations of two geometries (OGC 06-103r4, 6.1.2.3), by the dimensionally
/// extended nine-intersection model.
///
/// Every one reads *first geometry* relation *second geometry*: `within` says that the first lies
/// within the second.
public enum SpatialPredicate: String, Hashable, Sendable, CaseIterable {
  case intersects, equals, disjoint, touches, crosses, overlaps, within, contains

  /// The relation that holds of the two geometries exchanged.
  public var transposed: SpatialPredicate {
    switch self {
    case .within: .contains
    case .contains: .within
    case .intersects, .equals, .disjoint, .touches, .crosses, .overlaps: self
    }
  }

  /// Whether the relation implies that the geometries share a point, and so their rectangles do.
  public var impliesIntersection: Bool { self != .disjoint }
}
