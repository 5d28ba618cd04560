public import MeridianKernel

/// Whether a geometry is valid (OGC 06-103r4, 6.1.11.1), and what is wrong with it if not.
public struct Validity: Hashable, Sendable {
  /// What is wrong, in GEOS' words such as `Self-intersection`; nil for a valid geometry.
  public let reason: String?
  /// Where it is wrong, as far as a place can be named.
  public let location: Coordinate?

  /// Makes an answer of its two parts.
  public init(reason: String?, location: Coordinate? = nil) {
    self.reason = reason
    self.location = location
  }

  /// The answer for a valid geometry.
  public static let valid = Validity(reason: nil)

  /// Whether nothing is wrong.
  public var isValid: Bool { reason == nil }
}

extension TopologyContext {
  /// Whether a geometry is valid, also one that cannot be related to others.
  ///
  /// Curves are judged by the segments that replace them. An empty geometry is valid.
  public func validity(of buffer: borrowing GeometryBuffer) throws(TopologyError) -> Validity {
    if buffer.isNonFinite {
      return Validity(reason: "Invalid Coordinate")
    }
    return try validity(of: geometry(buffer))
  }

  /// Whether a geometry is valid; asked once, then remembered.
  public func validity(of geometry: TopologyGeometry) throws(TopologyError) -> Validity {
    try geometry.validity()
  }

  /// What GEOS' structural repair makes of a geometry: shells united, holes cut out of them, what
  /// collapses kept as a line or a point.
  public func makeValid(_ geometry: TopologyGeometry) throws(TopologyError) -> GeometryBuffer {
    guard let whole = geometry.whole else { return GeometryBuffer() }
    let result = try unsafe repaired(whole.handle)
    defer { unsafe library.reading.destroy(handle, result) }
    return try unsafe buffer(of: result)
  }
}
