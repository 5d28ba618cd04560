/// A planar pair whose reference system is known to its owner.
///
/// In a store it is easting and northing (or longitude and latitude) as the file holds them; in the
/// hit index it is Web Mercator's unit square, x east, y down.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Easting, longitude or the unit square's x.
  public var x: Double
  /// Northing, latitude or the unit square's y.
  public var y: Double

  /// Makes a pair of its two numbers.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both numbers are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum, component by component.
  @inlinable public static func + (a: Coordinate, b: Coordinate) -> Coordinate {
    Coordinate(a.x + b.x, a.y + b.y)
  }

  /// The difference, component by component.
  @inlinable public static func - (a: Coordinate, b: Coordinate) -> Coordinate {
    Coordinate(a.x - b.x, a.y - b.y)
  }

  /// The pair scaled by a number.
  @inlinable public static func * (a: Coordinate, factor: Double) -> Coordinate {
    Coordinate(a.x * factor, a.y * factor)
  }

  /// The squared distance between two pairs.
  @inlinable public func squaredDistance(to other: Coordinate) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return dx * dx + dy * dy
  }
}
