/// One decoded geometry in flat columns: parts made of rings made of coordinates.
///
/// Every type of ``GeometryType`` flattens into simple parts. A point is a part of one ring with
/// one coordinate, a line a part of one ring, a polygon a part whose first ring is the shell. Each
/// part carries the index of the top-level member it came from, so that an answer can name the part
/// of a collection. A buffer is reused from row to row: ``removeAll()`` keeps its storage.
///
/// ```swift
/// var buffer = GeometryBuffer()
/// buffer.begin(.lineString)
/// buffer.beginPart(.line, member: 0)
/// buffer.append(Coordinate(7.5, 47))
/// buffer.append(Coordinate(7.6, 47))
/// buffer.endRing()
/// ```
public struct GeometryBuffer: Hashable, Sendable {
  /// One simple part: its dimension, the top-level member it belongs to, and where its rings end.
  public struct Part: Hashable, Sendable {
    /// Whether the part is a point, a line or a polygon.
    public var dimension: PartDimension
    /// Index of the member of the multi-geometry or collection, 0 for a simple geometry.
    public var member: UInt32
    /// One past the last ring of the part, an index into ``GeometryBuffer/ringEnds``.
    public var ringEnd: Int
  }

  /// The type as stored, before curves were linearized.
  public private(set) var type: GeometryType = .geometryCollection
  /// All coordinates, ring after ring.
  public internal(set) var coordinates: [Coordinate] = []
  /// For every ring, one past its last coordinate.
  public private(set) var ringEnds: [Int] = []
  /// The simple parts, in stored order.
  public private(set) var parts: [Part] = []
  /// Whether an arc was replaced by segments.
  public package(set) var isLinearized = false
  /// Whether a part without coordinates was met (and left out).
  public private(set) var hasEmptyPart = false
  /// Whether a coordinate is NaN, infinite or beyond any place on a map.
  public private(set) var isNonFinite = false

  /// Makes an empty buffer.
  public init() {}

  /// Makes a point.
  public init(point: Coordinate) {
    begin(.point)
    beginPart(.point, member: 0)
    append(point)
    endRing()
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { coordinates.isEmpty }

  /// The bounding rectangle of all coordinates.
  public var envelope: Envelope {
    var box = Envelope.empty
    for point in coordinates { box.formUnion(point) }
    return box
  }

  /// Where a ring's coordinates lie in ``coordinates``.
  public func coordinateRange(ofRing ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  /// Where a part's rings lie in ``ringEnds``.
  public func ringRange(ofPart part: Int) -> Range<Int> {
    (part == 0 ? 0 : parts[part - 1].ringEnd)..<parts[part].ringEnd
  }
}

// MARK: - Walking

extension GeometryBuffer {
  /// Calls `body` with the ends of every segment of lines and rings, and with every point (and the
  /// vertex of a line of one) twice. A ring that is not closed is closed.
  @inlinable
  public func forEachSegment(_ body: (Coordinate, Coordinate) -> Void) {
    for part in parts.indices {
      let isRing = parts[part].dimension == .polygon
      for ring in ringRange(ofPart: part) {
        let range = coordinateRange(ofRing: ring)
        guard let first = range.first else { continue }
        if range.count == 1 || parts[part].dimension == .point {
          for index in range { body(coordinates[index], coordinates[index]) }
          continue
        }
        for index in range.dropLast() { body(coordinates[index], coordinates[index + 1]) }
        let last = coordinates[range.upperBound - 1]
        if isRing && last != coordinates[first] { body(last, coordinates[first]) }
      }
    }
  }
}

// MARK: - Filling

extension GeometryBuffer {
  /// A coordinate farther from zero than this has no place on any map: the Earth is 4·10⁷ m around.
  static let farthest = 1e12

  /// Empties the buffer and keeps its storage.
  public mutating func removeAll() {
    // Called more than once for a row; what is empty already costs nothing.
    if !coordinates.isEmpty { coordinates.removeAll(keepingCapacity: true) }
    if !ringEnds.isEmpty { ringEnds.removeAll(keepingCapacity: true) }
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    type = .geometryCollection
    isLinearized = false
    hasEmptyPart = false
    isNonFinite = false
  }

  /// Empties the buffer and says which type follows.
  public mutating func begin(_ type: GeometryType) {
    removeAll()
    self.type = type
  }

  /// Opens a part; coordinates follow, then ``endRing()`` for every ring.
  public mutating func beginPart(_ dimension: PartDimension, member: Int) {
    parts.append(
      Part(dimension: dimension, member: UInt32(clamping: member), ringEnd: ringEnds.count))
  }

  /// Appends one coordinate to the open ring.
  @inline(__always)
  public mutating func append(_ coordinate: Coordinate) {
    if !(abs(coordinate.x) <= Self.farthest && abs(coordinate.y) <= Self.farthest) {
      isNonFinite = true
    }
    coordinates.append(coordinate)
  }

  /// Closes the open ring of the last part; a ring without coordinates is left out and noted.
  public mutating func endRing() {
    let start = ringEnds.last ?? 0
    guard coordinates.count > start else {
      noteEmptyPart()
      return
    }
    ringEnds.append(coordinates.count)
    parts[parts.count - 1].ringEnd = ringEnds.count
  }

  /// Drops the last part if no ring was added to it, and notes that it was empty.
  public mutating func endPart() {
    guard let last = parts.last else { return }
    let before = parts.count > 1 ? parts[parts.count - 2].ringEnd : 0
    if last.ringEnd == before {
      parts.removeLast()
      noteEmptyPart()
    }
  }

  /// Notes that a part without coordinates was met.
  public mutating func noteEmptyPart() { hasEmptyPart = true }
}

// MARK: - Moving to another reference system

extension GeometryBuffer {
  /// Replaces all coordinates at once, such as by their places in another reference system; the
  /// body keeps their number. A coordinate without a place there is to be made infinite.
  public mutating func mapCoordinates(_ body: (inout [Coordinate]) -> Void) {
    let count = coordinates.count
    body(&coordinates)
    precondition(coordinates.count == count, "mapping coordinates keeps their number")
    for place in coordinates
    where !(abs(place.x) <= Self.farthest && abs(place.y) <= Self.farthest) { isNonFinite = true }
  }
}
