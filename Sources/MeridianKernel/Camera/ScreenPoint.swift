/// A place on the glass in points, origin top left, y down.
public struct ScreenPoint: Hashable, Sendable {
  /// Points right of the left edge.
  public var x: Double
  /// Points below the top edge.
  public var y: Double

  /// Makes a place of its two distances from the top left corner, in points.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both numbers are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance to another place, in points.
  @inlinable
  public func distance(to other: ScreenPoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// The size of the map view in points.
public struct Viewport: Hashable, Sendable {
  /// Width in points, above zero.
  public var width: Double
  /// Height in points, above zero.
  public var height: Double

  /// Makes a size; both sides must be finite and above zero.
  public init(width: Double, height: Double) {
    precondition(
      width > 0 && height > 0 && width.isFinite && height.isFinite,
      "a viewport has a finite width and height above zero")
    self.width = width
    self.height = height
  }

  /// The size assumed when none is given: 390 by 844 points.
  public static let phone = Viewport(width: 390, height: 844)

  /// The middle of the glass.
  public var center: ScreenPoint { ScreenPoint(width / 2, height / 2) }

  /// The glass as a rectangle.
  public var bounds: Envelope { Envelope(minX: 0, minY: 0, maxX: width, maxY: height) }
}
