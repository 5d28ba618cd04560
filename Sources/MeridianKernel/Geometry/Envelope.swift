/// A minimum bounding rectangle (OGC "envelope"), closed on all sides.
public struct Envelope: Hashable, Sendable, BitwiseCopyable {
  /// The smallest x.
  public var minX: Double
  /// The smallest y.
  public var minY: Double
  /// The largest x.
  public var maxX: Double
  /// The largest y.
  public var maxY: Double

  /// Makes a rectangle of its sides; a minimum above its maximum makes an empty one.
  @inlinable
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The rectangle that holds nothing, the neutral element of `formUnion`.
  public static let empty = Envelope(
    minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Whether the rectangle holds no point.
  @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

  /// Width, zero when empty.
  public var width: Double { isEmpty ? 0 : maxX - minX }

  /// Height, zero when empty.
  public var height: Double { isEmpty ? 0 : maxY - minY }

  /// The middle of the rectangle; not a number when empty.
  public var center: Coordinate { Coordinate((minX + maxX) / 2, (minY + maxY) / 2) }

  /// Grows the rectangle to hold a point.
  @inlinable
  public mutating func formUnion(_ point: Coordinate) {
    minX = Swift.min(minX, point.x)
    minY = Swift.min(minY, point.y)
    maxX = Swift.max(maxX, point.x)
    maxY = Swift.max(maxY, point.y)
  }

  /// Grows the rectangle to hold another.
  @inlinable
  public mutating func formUnion(_ other: Envelope) {
    minX = Swift.min(minX, other.minX)
    minY = Swift.min(minY, other.minY)
    maxX = Swift.max(maxX, other.maxX)
    maxY = Swift.max(maxY, other.maxY)
  }

  /// Whether the two rectangles share a point.
  @inlinable
  public func intersects(_ other: Envelope) -> Bool {
    minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
  }

  /// Whether a point lies in the rectangle or on its sides.
  @inlinable
  public func contains(_ point: Coordinate) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The square of the distance to a point, 0 inside; infinite when the rectangle is empty.
  @inline(__always)
  func squaredDistance(to point: Coordinate) -> Double {
    let dx = max(minX - point.x, point.x - maxX, 0)
    let dy = max(minY - point.y, point.y - maxY, 0)
    return dx * dx + dy * dy
  }

  /// The rectangle grown by a distance on every side.
  public func padded(by distance: Double) -> Envelope {
    Envelope(
      minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }

  /// What the two rectangles have in common, empty when nothing.
  public func intersection(_ other: Envelope) -> Envelope {
    Envelope(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }
}
