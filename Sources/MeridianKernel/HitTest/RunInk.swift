/// How a run's vertices stand in its ink: as whole numbers of steps from the lower left corner of
/// its box, the longer side of which has 65,535 steps.
struct RunInk: Sendable {
  let corner: Coordinate
  /// In world widths.
  let step: Double
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
    let counted = max(extent, Self.steps * 1e-17)
    step = counted / Self.steps
    scale = Self.steps / counted
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
  func steps(_ vertex: Coordinate) -> (x: UInt16, y: UInt16) {
    func whole(_ value: Double) -> UInt16 { UInt16(min(max(value.rounded(), 0), Self.steps)) }
    return (whole((vertex.x - corner.x) * scale), whole((vertex.y - corner.y) * scale))
  }

  /// Writes a run's x, then its y; the last vertex is repeated to fill up.
  func write(
    _ run: HitIndex.Run, of geometry: PackedGeometry,
    to numbers: UnsafeMutableBufferPointer<UInt16>
  ) {
    let width = Self.length(run)
    for index in 0..<width {
      let number = Int(run.start) + min(index, Int(run.segments))
      let (x, y) = steps(geometry.coordinates[number])
      unsafe numbers[index] = x
      unsafe numbers[width + index] = y
    }
  }
}
