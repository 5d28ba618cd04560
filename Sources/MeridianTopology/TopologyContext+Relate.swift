public import MeridianKernel

// Relations of two geometries, decided on their solid pieces.

extension TopologyContext {
  /// Whether the first geometry stands in a relation to the second.
  ///
  /// With an empty geometry only `disjoint` holds, and `equals` of two empty ones.
  public func holds(
    _ predicate: SpatialPredicate, _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Bool {
    let (first, second) = (try a.solidPieces(), try b.solidPieces())
    guard let highest = first.last, let other = second.last else {
      return Self.holds(predicate, areBothEmpty: first.isEmpty && second.isEmpty)
    }
    if predicate == .intersects || predicate == .disjoint {
      return try meet(first, second) == (predicate == .intersects)
    }
    if first.count == 1 && second.count == 1 {
      return try holds(predicate, highest, other)
    }
    return try matrix(first, second).holds(predicate, highest.dimension, other.dimension)
  }

  /// The nine-intersection matrix of two geometries, such as `212101212`.
  public func relate(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> String {
    try matrix(a.solidPieces(), b.solidPieces()).text
  }

  /// Whether the matrix of two geometries fits a pattern such as `T*F**F***`.
  public func relate(
    _ a: TopologyGeometry, _ b: TopologyGeometry, pattern: String
  ) throws(TopologyError) -> Bool {
    let matrix = try matrix(a.solidPieces(), b.solidPieces())
    guard let fits = matrix.matches(pattern) else { throw .badPattern(pattern) }
    return fits
  }

  /// The least distance of two geometries in units of their coordinates; nil when either is empty.
  public func distance(
    _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Double? {
    var least: Double?
    for piece in try a.solidPieces() {
      for other in try b.solidPieces() {
        var found = 0.0
        let code = unsafe library.relating.distance(handle, piece.handle, other.handle, &found)
        guard code == 1 else { throw failure("distance") }
        least = min(least ?? found, found)
      }
    }
    return least
  }

  /// Whether two geometries come within a distance of each other; an empty one never does.
  public func isWithin(
    _ distance: Double, of a: TopologyGeometry, _ b: TopologyGeometry
  ) throws(TopologyError) -> Bool {
    guard distance >= 0 else { return false }
    for piece in try a.solidPieces() {
      for other in try b.solidPieces() {
        let answer = unsafe library.relating.isWithin(
          handle, piece.handle, other.handle, distance)
        if try truth(answer, "distance") { return true }
      }
    }
    return false
  }

  /// The relations of empty geometries: they share no point with anything.
  static func holds(_ predicate: SpatialPredicate, areBothEmpty: Bool) -> Bool {
    switch predicate {
    case .disjoint: true
    case .equals: areBothEmpty
    case .intersects, .touches, .crosses, .overlaps, .within, .contains: false
    }
  }

  private func meet(_ a: [GEOSPiece], _ b: [GEOSPiece]) throws(TopologyError) -> Bool {
    for piece in a {
      for other in b {
        let answer = unsafe library.relating.intersects(handle, piece.handle, other.handle)
        if try truth(answer, "relation") { return true }
      }
    }
    return false
  }

  private func holds(
    _ predicate: SpatialPredicate, _ a: GEOSPiece, _ b: GEOSPiece
  ) throws(TopologyError) -> Bool {
    let relating = library.relating
    let answer =
      switch predicate {
      case .intersects: unsafe relating.intersects(handle, a.handle, b.handle)
      case .disjoint: unsafe 1 - relating.intersects(handle, a.handle, b.handle)
      case .equals: unsafe relating.equals(handle, a.handle, b.handle)
      case .touches: unsafe relating.touches(handle, a.handle, b.handle)
      case .crosses: unsafe relating.crosses(handle, a.handle, b.handle)
      case .overlaps: unsafe relating.overlaps(handle, a.handle, b.handle)
      case .contains: unsafe relating.contains(handle, a.handle, b.handle)
      case .within: unsafe relating.contains(handle, b.handle, a.handle)
      }
    return try truth(answer, "relation")
  }
}

// MARK: - Matrices

extension TopologyContext {
  /// The matrix of two geometries given by their solid pieces, of which there may be none.
  ///
  /// GEOS 3.11 relates no collections. Pieces of one geometry share at most boundaries, so what two
  /// geometries share is the most that any two pieces share; what one has outside the other is
  /// outside all pieces of the other.
  func matrix(
    _ a: [GEOSPiece], _ b: [GEOSPiece]
  ) throws(TopologyError) -> IntersectionMatrix {
    var pairs: [[IntersectionMatrix]] = []
    for piece in a {
      var row: [IntersectionMatrix] = []
      for other in b { row.append(try matrix(piece, other)) }
      pairs.append(row)
    }
    if pairs.count == 1, pairs[0].count == 1 { return pairs[0][0] }
    var result = IntersectionMatrix()
    for pair in pairs.joined() {
      for one in [IntersectionMatrix.Part.interior, .boundary] {
        for two in [IntersectionMatrix.Part.interior, .boundary] {
          result[one, two] = max(result[one, two], pair[one, two])
        }
      }
    }
    for (index, piece) in a.enumerated() {
      let (inner, edge) = try outside(piece, of: b, pairs[index])
      result[.interior, .exterior] = max(result[.interior, .exterior], inner)
      result[.boundary, .exterior] = max(result[.boundary, .exterior], edge)
    }
    for (index, piece) in b.enumerated() {
      let (inner, edge) = try outside(piece, of: a, pairs.map { $0[index].transposed })
      result[.exterior, .interior] = max(result[.exterior, .interior], inner)
      result[.exterior, .boundary] = max(result[.exterior, .boundary], edge)
    }
    return result
  }

  private func matrix(
    _ a: GEOSPiece, _ b: GEOSPiece
  ) throws(TopologyError) -> IntersectionMatrix {
    guard let text = unsafe library.relating.relate(handle, a.handle, b.handle) else {
      throw failure("relation")
    }
    defer { unsafe library.context.free(handle, text) }
    guard let matrix = unsafe IntersectionMatrix(String(cString: text)) else {
      throw failure("relation")
    }
    return matrix
  }

  /// The dimensions of a piece's interior and boundary outside all pieces of the other geometry.
  private func outside(
    _ piece: GEOSPiece, of others: [GEOSPiece], _ pairs: [IntersectionMatrix]
  ) throws(TopologyError) -> (interior: Int8, boundary: Int8) {
    let dimension = Int8(piece.dimension.rawValue)
    var interior = dimension
    // What has a lower dimension takes nothing away from a dimension.
    let reaching = zip(others, pairs).filter { $0.0.dimension.rawValue >= dimension }
    if reaching.contains(where: { $0.1[.interior, .exterior] < 0 }) {
      interior = -1
    } else if reaching.count > 1 {
      interior = try unsafe leftover(piece.handle, reaching.map(\.0)) ? dimension : -1
    }
    if dimension == 0 { return (interior, -1) }
    let made = unsafe library.making.boundary(handle, piece.handle)
    let edge = unsafe GEOSPiece(
      self, owning: try unsafe self.made(made, "boundary"), dimension == 2 ? .line : .point)
    if unsafe library.reading.isEmpty(handle, edge.handle) != 0 { return (interior, -1) }
    let bounding = zip(others, pairs).filter { $0.0.dimension.rawValue >= dimension - 1 }
    if bounding.contains(where: { $0.1[.boundary, .exterior] < 0 }) { return (interior, -1) }
    if bounding.count > 1, try unsafe !leftover(edge.handle, bounding.map(\.0)) {
      return (interior, -1)
    }
    return (interior, dimension - 1)
  }

  /// Whether anything of a geometry is left when all pieces are taken away.
  private func leftover(
    _ geometry: OpaquePointer, _ pieces: [GEOSPiece]
  ) throws(TopologyError) -> Bool {
    var rest: GEOSPiece?
    for piece in pieces {
      let from = unsafe rest?.handle ?? geometry
      let made = unsafe library.making.difference(handle, from, piece.handle)
      let next = unsafe GEOSPiece(self, owning: try unsafe self.made(made, "difference"), .point)
      if unsafe library.reading.isEmpty(handle, next.handle) != 0 { return false }
      rest = next
    }
    return true
  }
}
