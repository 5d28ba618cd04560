public import MeridianKernel

/// A rectangle in a layer's own coordinates, of which the world has a copy every whole turn.
public struct GeometryWindow: Hashable, Sendable {
  /// The rectangle; any side may be infinite.
  public var box: Envelope
  /// A whole turn in x: 360 for degrees.
  public var period: Double

  /// Makes a window of its parts.
  public init(_ box: Envelope, period: Double) {
    self.box = box
    self.period = period
  }

  /// Whether a geometry whose coordinates have these bounds may meet a copy of the window.
  ///
  /// Edges that jump half a turn or more go the other way round, so wide bounds tell nothing.
  @inline(__always)
  func mayMeet(_ bounds: Envelope) -> Bool {
    if bounds.maxX - bounds.minX >= period / 2 { return true }
    guard bounds.maxY >= box.minY && bounds.minY <= box.maxY else { return false }
    let turns = ((box.minX - bounds.maxX) / period).rounded(.up)
    return bounds.minX + turns * period <= box.maxX
  }
}
