public import MeridianKernel

/// Decides spatial relations for a filter: the wall behind which a geometry library stands.
///
/// A filter numbers its spatial literals (``BoundFilter/literals``) and asks about them by number,
/// so that whoever answers may prepare each one once.
public protocol SpatialRelating {
  /// What cannot be decided, such as a library that is not installed.
  associatedtype Failure: Error

  /// Whether `geometry` stands in a relation to the literal of a number.
  mutating func holds(
    _ predicate: SpatialPredicate, of geometry: borrowing GeometryBuffer, literal: Int
  ) throws(Failure) -> Bool
}
