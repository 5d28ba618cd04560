public import MeridianKernel

/// GEOS' prepared form of one piece, and its end.
@safe private final class PreparedPiece {
  private let piece: GEOSPiece
  let handle: OpaquePointer

  init(_ piece: GEOSPiece) throws(TopologyError) {
    let context = piece.context
    let made = unsafe context.library.relating.prepare(context.handle, piece.handle)
    unsafe handle = try unsafe context.made(made, "preparation")
    // The form refers to the geometry, which must not end before it.
    self.piece = piece
  }

  var dimension: PartDimension { piece.dimension }

  deinit { unsafe piece.context.library.relating.destroyPrepared(piece.context.handle, handle) }
}

/// A geometry that many others are related to, such as a filter's literal.
///
/// Preparing pays from the second question on, so the first is answered plainly. The answers are
/// the same as those about the plain geometry, always. It stays on the thread of its context.
public final class PreparedGeometry {
  /// The geometry itself.
  public let geometry: TopologyGeometry
  private var isAsked = false
  private var prepared: [PreparedPiece] = []

  /// Takes a geometry that will be asked about often.
  public init(_ geometry: TopologyGeometry) { self.geometry = geometry }

  /// GEOS' prepared forms of the solid pieces, from the second time on; empty before.
  fileprivate func forms() throws(TopologyError) -> [PreparedPiece] {
    guard isAsked else {
      isAsked = true
      return []
    }
    if prepared.isEmpty {
      for piece in try geometry.solidPieces() { prepared.append(try PreparedPiece(piece)) }
    }
    return prepared
  }
}

extension TopologyContext {
  /// Whether a prepared geometry stands in a relation to another.
  public func holds(
    _ predicate: SpatialPredicate, _ a: PreparedGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Bool {
    let others = try b.solidPieces()
    // GEOS 3.11 may crash on empty geometries here, so none gets this far.
    guard !others.isEmpty, try !a.geometry.solidPieces().isEmpty else {
      return try holds(predicate, a.geometry, b)
    }
    let forms = try a.forms()
    if forms.isEmpty { return try holds(predicate, a.geometry, b) }
    let doMeet = try meet(forms, others)
    switch predicate {
    case .intersects: return doMeet
    case .disjoint: return !doMeet
    case .contains where forms.count == 1 && others.count == 1:
      guard doMeet else { return false }
      let answer = unsafe library.relating.preparedContains(
        handle, forms[0].handle, others[0].handle)
      return try truth(answer, "relation")
    case .equals, .touches, .crosses, .overlaps, .within, .contains:
      return doMeet ? try holds(predicate, a.geometry, b) : false
    }
  }

  /// Whether a geometry stands in a relation to a prepared one.
  public func holds(
    _ predicate: SpatialPredicate, _ a: TopologyGeometry, _ b: PreparedGeometry
  ) throws(TopologyError) -> Bool {
    try holds(predicate.transposed, b, a)
  }

  /// The least distance of a prepared geometry and another; nil when either is empty.
  public func distance(
    _ a: PreparedGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Double? {
    let others = try b.solidPieces()
    guard !others.isEmpty, try !a.geometry.solidPieces().isEmpty else { return nil }
    let forms = try a.forms()
    if forms.isEmpty { return try distance(a.geometry, b) }
    var least: Double?
    for form in forms {
      for other in others {
        if try isInside(form, other) { return 0 }
        var found = 0.0
        let code = unsafe library.relating.preparedDistance(
          handle, form.handle, other.handle, &found)
        guard code == 1 else { throw failure("distance") }
        least = min(least ?? found, found)
      }
    }
    return least
  }

  /// Whether a geometry comes within a distance of a prepared one; an empty one never does.
  public func isWithin(
    _ distance: Double, of a: PreparedGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Bool {
    guard distance >= 0 else { return false }
    let others = try b.solidPieces()
    guard !others.isEmpty, try !a.geometry.solidPieces().isEmpty else { return false }
    let forms = try a.forms()
    if forms.isEmpty { return try isWithin(distance, of: a.geometry, b) }
    for form in forms {
      for other in others {
        if try isInside(form, other) { return true }
        let answer = unsafe library.relating.preparedIsWithin(
          handle, form.handle, other.handle, distance)
        if try truth(answer, "distance") { return true }
      }
    }
    return false
  }

  /// Whether a prepared line meets a polygon, whose boundary alone GEOS 3.11 measures to.
  private func isInside(
    _ form: PreparedPiece, _ other: GEOSPiece
  ) throws(TopologyError) -> Bool {
    guard form.dimension == .line, other.dimension == .polygon else { return false }
    return try meet([form], [other])
  }

  private func meet(
    _ forms: [PreparedPiece], _ others: [GEOSPiece]
  ) throws(TopologyError) -> Bool {
    for form in forms {
      for other in others {
        let answer = unsafe library.relating.preparedIntersects(handle, form.handle, other.handle)
        if try truth(answer, "relation") { return true }
      }
    }
    return false
  }
}
