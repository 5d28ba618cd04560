/// How a run's vertices stand in its ink: as whole numbers of steps from the lower left corner of
/// its box, the longer side of which has 65,535 steps.
struct RunInk: Sendable {
  let corner: Coordinate
  /// Steps in a world width.
  let scale: Double

  /// Steps of a box's longer side.
  static let steps = 65_535.0
  /// A vertex is off by half a step along both axes at most, which is less than this many steps …
  static let roundingSteps = 0.75
  /// … and this much, in world widths, for the roundings of the corner.
  static let roundingWorld = 1e-15

  @inline(__always)
  init(box: SIMD4<Float>, frame: PackedRTree.Frame) {
    corner = Coordinate(frame.x + Double(box.x), frame.y + Double(box.y))
    let extent = max(Double(box.z) - Double(box.x), Double(box.w) - Double(box.y))
    // Of a box without extent the squares of distances must still fit a `Float`.
    scale = Self.steps / max(extent, Self.steps * 1e-17)
  }

  /// Eights of segments, the last one filled up.
  @inline(__always)
  static func eights(_ run: HitIndex.Run) -> Int { max((Int(run.segments) + 7) / 8, 1) }

  /// Words of a run's ink: as many as there are vertices, each an x and a y somewhere among them.
  @inline(__always)
  static func length(_ run: HitIndex.Run) -> Int {
    run.dimension == .point ? 0 : 8 * eights(run) + 1
  }

  /// A vertex in steps; those that rounding put beyond the box are put on its rim.
  @inline(__always)
  func steps(_ vertex: Coordinate) -> (x: UInt16, y: UInt16) {
    (Self.whole((vertex.x - corner.x) * scale), Self.whole((vertex.y - corner.y) * scale))
  }

  /// The nearest of the whole steps there are, a half rounded up. What is cut off is exact, so this
  /// is `rounded()`, without the call that processors without such an instruction take for it.
  @inline(__always)
  private static func whole(_ value: Double) -> UInt16 {
    let held = min(max(value, 0), steps)
    let below = Int32(held)
    return UInt16(truncatingIfNeeded: held - Double(below) >= 0.5 ? below &+ 1 : below)
  }

  /// Writes a run's x, then its y; the last vertex is repeated to fill up.
  @inline(__always)
  func write(
    _ run: HitIndex.Run, of geometry: PackedGeometry,
    to numbers: UnsafeMutableBufferPointer<UInt16>
  ) {
    let width = Self.length(run)
    let last = Int(run.segments)
    precondition(last < width && numbers.count >= 2 * width, "a run's ink has room for it")
    guard let base = numbers.baseAddress else { return }
    let vertices = unsafe geometry.coordinates.address(Int(run.start), length: last + 1)
    var end: (x: UInt16, y: UInt16) = (0, 0)
    for index in 0...last {
      end = steps(unsafe vertices[index])
      unsafe base[index] = end.x
      unsafe base[width + index] = end.y
    }
    for index in last..<width {
      unsafe base[index] = end.x
      unsafe base[width + index] = end.y
    }
  }
}
