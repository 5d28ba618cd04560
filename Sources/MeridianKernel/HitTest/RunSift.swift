private import CKernels

/// Sifts runs by their ink: a distance and a side in `Float`, and how wrong they may be.
///
/// What is near is measured again in `Double`, so an answer never depends on the sieve; a run that
/// the sieve drops is out of reach for certain.
struct RunSift: Sendable {
  /// The least distance in world widths …
  let distance: Double
  /// … give or take this.
  let error: Double
  /// Whether the ray to the right crosses an odd number of segments; sure only when the distance
  /// exceeds the error.
  let isOdd: Bool
  /// In steps of the ink.
  private let squares: meridian_run_sift
  private let nearestSquared: Float

  /// Sifts one run of an index; it has ink.
  @inline(__always)
  init(_ run: HitIndex.Run, at place: Int, of index: HitIndex, from world: Coordinate) {
    let ink = RunInk(box: index.tree.box(at: place), frame: index.tree.frame)
    let scale = 1 / ink.step
    let x = Float((world.x - ink.corner.x) * scale)
    let y = Float((world.y - ink.corner.y) * scale)
    let eights = RunInk.eights(run)
    let xs = unsafe index.runs.ink(of: run)
    var found = meridian_run_sift()
    unsafe meridian_sift_run(xs, xs + (8 * eights + 1), Int32(eights), x, y, &found)
    let steps = Double(found.least).squareRoot()
    let errorSteps = Self.error(x, y) + RunInk.roundingWorld * scale
    distance = steps * ink.step
    error = errorSteps * ink.step
    isOdd = found.is_odd != 0
    let reach = steps + 2 * errorSteps
    nearestSquared = Float(reach * reach) * 1.000001
    squares = found
  }

  /// One bit for every segment that may be the nearest one of the run.
  @inline(__always)
  func nearest(of run: HitIndex.Run) -> UInt16 {
    let mask = unsafe withUnsafePointer(to: squares) { sift in
      unsafe sift.withMemoryRebound(to: Float.self, capacity: 16) {
        unsafe meridian_at_most($0, nearestSquared)
      }
    }
    return UInt16(truncatingIfNeeded: mask)
      & UInt16((UInt32(1) << max(UInt32(run.segments), 1)) - 1)
  }

  /// How far a distance may be off, in steps: vertices are whole steps, the place is rounded by
  /// 6e-8 of its size, and the arithmetic loses a few times as much.
  @inline(__always)
  static func error(_ x: Float, _ y: Float) -> Double {
    let extent = max(Float(RunInk.steps), max(abs(x), abs(y)))
    return Double(extent) * 2e-6 + RunInk.roundingSteps
  }

  /// The kernel's twin in plain Swift: one segment after the other.
  static func plain(xs: [Float], ys: [Float], x: Float, y: Float) -> (squared: Float, isOdd: Bool) {
    var squared = Float.greatestFiniteMagnitude
    var isOdd = false
    for index in 1..<xs.count {
      let (ax, ay) = (xs[index - 1], ys[index - 1])
      let (dx, dy) = (xs[index] - ax, ys[index] - ay)
      let (ex, ey) = (x - ax, y - ay)
      let length = max(dx * dx + dy * dy, Float.leastNormalMagnitude)
      let share = min(max((ex * dx + ey * dy) / length, 0), 1)
      let (gx, gy) = (ex - share * dx, ey - share * dy)
      squared = min(squared, gx * gx + gy * gy)
      let straddles = (ay <= y) != (ys[index] <= y)
      if straddles && (dx * ey > ex * dy) == (dy > 0) { isOdd.toggle() }
    }
    return (squared, isOdd)
  }
}
