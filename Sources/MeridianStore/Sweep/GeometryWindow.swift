public import MeridianKernel

/// A rectangle in a layer's own coordinates, of which the world has a copy every whole turn.
public struct GeometryWindow: Hashable, Sendable {
  /// The rectangle.
  public var box: Envelope
  /// A whole turn in x: 360 for degrees.
  public var period: Double
  /// Whatever leaves these bounds in y meets every window: it may be drawn elsewhere than it is, or
  /// be off the map, which an explanation tells.
  public var plain: ClosedRange<Double>

  /// Makes a window of its parts.
  public init(_ box: Envelope, period: Double, plain: ClosedRange<Double>) {
    self.box = box
    self.period = period
    self.plain = plain
  }

  /// Whether a geometry whose coordinates have these bounds may meet a copy of the window.
  ///
  /// Edges that jump half a turn or more go the other way round, so wide bounds tell nothing.
  @inline(__always)
  func mayMeet(_ bounds: Envelope) -> Bool {
    if bounds.maxX - bounds.minX >= period / 2 { return true }
    if bounds.minY < plain.lowerBound || bounds.maxY > plain.upperBound { return true }
    guard bounds.maxY >= box.minY && bounds.minY <= box.maxY else { return false }
    let turns = ((box.minX - bounds.maxX) / period).rounded(.up)
    return bounds.minX + turns * period <= box.maxX
  }
}
