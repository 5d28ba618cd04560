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
  private let squares: meridian_run_sift

  /// Sifts one run of an index; it has ink.
  @inline(__always)
  init(_ run: HitIndex.Run, at place: Int, of index: HitIndex, from world: Coordinate) {
    let box = index.tree.box(at: place)
    let corner = RunLayout.anchor(of: box, in: index.tree.frame)
    let x = Float(world.x - corner.x)
    let y = Float(world.y - corner.y)
    let eights = RunLayout.inkEights(run)
    let xs = unsafe index.ink.address(Int(run.ink), length: RunLayout.inkLength(run))
    var found = meridian_run_sift()
    unsafe meridian_sift_run(xs, xs + (8 * eights + 1), Int32(eights), x, y, &found)
    distance = Double(found.least).squareRoot()
    error = Self.error(box, x, y)
    isOdd = found.is_odd != 0
    squares = found
  }

  /// One bit for every segment that may be the nearest one of the run.
  @inline(__always)
  func nearest(of run: HitIndex.Run) -> UInt16 {
    let reach = distance + 2 * error
    let limit = Float(reach * reach) * 1.000001
    let mask = unsafe withUnsafePointer(to: squares) { sift in
      unsafe sift.withMemoryRebound(to: Float.self, capacity: 16) {
        unsafe meridian_at_most($0, limit)
      }
    }
    return UInt16(truncatingIfNeeded: mask)
      & UInt16((UInt32(1) << max(UInt32(run.segments), 1)) - 1)
  }

  /// How far a distance in `Float` may be off: every vertex and the place are rounded by 6e-8 of
  /// their size, and the arithmetic loses a few times as much.
  @inline(__always)
  static func error(_ box: SIMD4<Float>, _ x: Float, _ y: Float) -> Double {
    let extent = max(max(box.z - box.x, box.w - box.y), max(abs(x), abs(y)))
    return Double(extent) * 2e-6 + 1e-300
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
