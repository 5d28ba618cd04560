public import MeridianKernel

/// One GEOS geometry and its end; it stays on the thread of its context.
@safe final class GEOSPiece {
  let context: TopologyContext
  let handle: OpaquePointer
  let dimension: PartDimension
  private var known: Validity?

  /// Takes a geometry over.
  init(_ context: TopologyContext, owning handle: OpaquePointer, _ dimension: PartDimension) {
    self.context = context
    unsafe self.handle = handle
    self.dimension = dimension
  }

  deinit { unsafe context.library.reading.destroy(context.handle, handle) }

  /// Asked once, then remembered.
  func validity() throws(TopologyError) -> Validity {
    if let known { return known }
    // A point cannot be invalid.
    let answer = dimension == .point ? .valid : try unsafe context.validity(handle)
    known = answer
    return answer
  }
}

/// A geometry that GEOS can relate to others, made by ``TopologyContext/geometry(_:)``.
///
/// It stays on the thread of its context.
public final class TopologyGeometry {
  /// The context that made it.
  public let context: TopologyContext
  /// The geometry as the standard judges its validity; nil for an empty one.
  let whole: GEOSPiece?
  /// Its parts as read, one geometry for each dimension, ascending.
  private let pieces: [GEOSPiece]
  /// What GEOS would not have read.
  private let fault: Validity?
  private var solid: [GEOSPiece]?

  init(_ context: TopologyContext, whole: GEOSPiece?, pieces: [GEOSPiece], fault: Validity?) {
    self.context = context
    self.whole = whole
    self.pieces = pieces
    self.fault = fault
  }

  /// Whether there is no coordinate in it.
  public var isEmpty: Bool { pieces.isEmpty }

  /// The highest dimension of its parts; nil for an empty geometry.
  public var dimension: PartDimension? { pieces.last?.dimension }

  /// Whether it is valid; asked once, then remembered.
  public var isValid: Bool {
    get throws(TopologyError) { try validity().isValid }
  }

  func validity() throws(TopologyError) -> Validity {
    if let fault { return fault }
    guard let whole else { return .valid }
    return try whole.validity()
  }

  /// What every relation is decided on: valid geometries, one for each dimension, ascending, none
  /// of which covers a part of one of lower dimension.
  func solidPieces() throws(TopologyError) -> [GEOSPiece] {
    if let solid { return solid }
    var isSolid = pieces.count < 2
    for piece in pieces where isSolid { isSolid = try piece.validity().isValid }
    let result = isSolid ? pieces : try context.solid(pieces)
    solid = result
    return result
  }
}

// MARK: - Making

extension TopologyContext {
  /// The geometry of a buffer, ready to be related to others.
  ///
  /// Open rings are closed and parts too short are taken as what they collapse to, which its
  /// validity tells. A coordinate that is not finite is an error.
  public func geometry(
    _ buffer: borrowing GeometryBuffer
  ) throws(TopologyError) -> TopologyGeometry {
    if buffer.isNonFinite {
      throw .unsuitable(reason: "a coordinate is not finite or has no place on any map")
    }
    if buffer.coordinates.count == 1, buffer.parts[0].dimension == .point {
      return try point(buffer.coordinates[0])
    }
    let dimensions = FlatPieces.dimensions(of: buffer)
    guard let highest = dimensions.last else {
      return TopologyGeometry(self, whole: nil, pieces: [], fault: nil)
    }
    let fault = FlatPieces.fault(in: buffer)
    if fault == nil, FlatPieces.isPlain(buffer.type) {
      let piece = unsafe GEOSPiece(self, owning: try unsafe read(buffer), highest)
      return TopologyGeometry(self, whole: piece, pieces: [piece], fault: nil)
    }
    var pieces: [GEOSPiece] = []
    for dimension in dimensions {
      let part = FlatPieces.piece(dimension, of: buffer)
      pieces.append(unsafe GEOSPiece(self, owning: try unsafe read(part), dimension))
    }
    var whole = pieces.last
    if !FlatPieces.isPlain(buffer.type) {
      let all = FlatPieces.collection(buffer)
      whole = unsafe GEOSPiece(self, owning: try unsafe read(all), highest)
    }
    return TopologyGeometry(self, whole: whole, pieces: pieces, fault: fault)
  }

  /// A point, without a detour through bytes.
  public func point(_ place: Coordinate) throws(TopologyError) -> TopologyGeometry {
    guard place.isFinite else {
      throw .unsuitable(reason: "a coordinate is not finite or has no place on any map")
    }
    let made = unsafe library.reading.makePoint(handle, place.x, place.y)
    let piece = unsafe GEOSPiece(self, owning: try unsafe self.made(made, "point"), .point)
    return TopologyGeometry(self, whole: piece, pieces: [piece], fault: nil)
  }

  /// Valid pieces of what may not be: repaired, taken apart by dimension again, and each without
  /// what those of higher dimension cover already.
  fileprivate func solid(_ pieces: [GEOSPiece]) throws(TopologyError) -> [GEOSPiece] {
    var parts: [GeometryBuffer] = []
    for piece in pieces {
      if try piece.validity().isValid {
        parts.append(try unsafe buffer(of: piece.handle))
      } else {
        let better = try unsafe repaired(piece.handle)
        defer { unsafe library.reading.destroy(handle, better) }
        parts.append(try unsafe buffer(of: better))
      }
    }
    var result: [GEOSPiece] = []
    for dimension in [PartDimension.polygon, .line, .point] {
      var all = GeometryBuffer()
      FlatPieces.begin(dimension, &all)
      for part in parts { FlatPieces.append(dimension, of: part, to: &all) }
      if all.isEmpty { continue }
      var piece = unsafe GEOSPiece(self, owning: try unsafe read(all), dimension)
      for higher in result {
        let rest = unsafe library.making.difference(handle, piece.handle, higher.handle)
        piece = unsafe GEOSPiece(self, owning: try unsafe made(rest, "difference"), dimension)
      }
      if unsafe library.reading.isEmpty(handle, piece.handle) == 0 { result.append(piece) }
    }
    return result.reversed()
  }
}
