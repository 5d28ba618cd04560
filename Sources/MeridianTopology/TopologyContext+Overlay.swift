public import MeridianKernel

// Geometries made of others: set operations and constructions.

extension TopologyContext {
  /// The points that both geometries share.
  public func intersection(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> GeometryBuffer {
    try united(shared(a, b))
  }

  /// The points of either geometry.
  public func union(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> GeometryBuffer {
    try united(a.solidPieces() + b.solidPieces())
  }

  /// The points of the first geometry that the second does not have.
  public func difference(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> GeometryBuffer {
    try united(rest(of: a, without: b))
  }

  /// The points that only one of the geometries has.
  public func symmetricDifference(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> GeometryBuffer {
    try united(rest(of: a, without: b) + rest(of: b, without: a))
  }

  /// The smallest convex geometry around a geometry.
  public func convexHull(_ geometry: TopologyGeometry) throws(TopologyError) -> GeometryBuffer {
    try unsafe construct(library.making.convexHull, geometry, "convex hull")
  }

  /// The center of mass of the parts of highest dimension.
  public func centroid(_ geometry: TopologyGeometry) throws(TopologyError) -> GeometryBuffer {
    try unsafe construct(library.making.centroid, geometry, "centroid")
  }

  /// A point that surely lies on a geometry.
  public func pointOnSurface(
    _ geometry: TopologyGeometry
  ) throws(TopologyError) -> GeometryBuffer {
    try unsafe construct(library.making.pointOnSurface, geometry, "point on the surface")
  }

  private func construct(
    _ operation: GEOSLibrary.Construction, _ geometry: TopologyGeometry, _ name: String
  ) throws(TopologyError) -> GeometryBuffer {
    guard let whole = geometry.whole else { return GeometryBuffer() }
    let result = try unsafe made(operation(handle, whole.handle), name)
    defer { unsafe library.reading.destroy(handle, result) }
    return try unsafe buffer(of: result)
  }

  private func shared(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> [GEOSPiece] {
    var result: [GEOSPiece] = []
    for piece in try a.solidPieces() {
      for other in try b.solidPieces() {
        let made = unsafe library.making.intersection(handle, piece.handle, other.handle)
        let both = try unsafe self.made(made, "intersection")
        result.append(unsafe GEOSPiece(self, owning: unsafe both, piece.dimension))
      }
    }
    return result
  }

  private func rest(
    of a: TopologyGeometry, without b: TopologyGeometry
  ) throws(TopologyError) -> [GEOSPiece] {
    var result: [GEOSPiece] = []
    for var piece in try a.solidPieces() {
      for other in try b.solidPieces() {
        let made = unsafe library.making.difference(handle, piece.handle, other.handle)
        let rest = try unsafe self.made(made, "difference")
        piece = unsafe GEOSPiece(self, owning: unsafe rest, piece.dimension)
      }
      result.append(piece)
    }
    return result
  }

  /// The union of pieces of any dimension; what a higher dimension covers is not repeated.
  private func united(_ pieces: [GEOSPiece]) throws(TopologyError) -> GeometryBuffer {
    if pieces.count == 1 { return try unsafe buffer(of: pieces[0].handle) }
    var all = GeometryBuffer()
    all.begin(.geometryCollection)
    for piece in pieces {
      FlatPieces.appendAll(of: try unsafe buffer(of: piece.handle), to: &all)
    }
    if all.isEmpty { return all }
    let collected = unsafe GEOSPiece(self, owning: try unsafe read(all), .point)
    let result = try unsafe made(
      library.making.unaryUnion(handle, collected.handle), "union")
    defer { unsafe library.reading.destroy(handle, result) }
    return try unsafe buffer(of: result)
  }
}
