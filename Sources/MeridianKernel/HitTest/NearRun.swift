import CKernels

/// A run that may be within reach of a tap, and what was learned of it on the way.
///
/// Runs are sifted by their ink, in `Float` (see ``RunInk``): what is near is measured again in
/// `Double`, so an answer never depends on the sieve; a run that the sieve drops is out of reach
/// for certain.
struct NearRun: Sendable {
  private let kernel: meridian_near_run

  /// Its place in the tree's order.
  var place: UInt32 { kernel.place }
  var run: HitIndex.Run {
    HitIndex.Run(
      start: kernel.start, feature: kernel.feature, part: kernel.part, segments: kernel.segments,
      dimension: PartDimension(rawValue: kernel.dimension) ?? .point,
      extent: HitIndex.Run.Extent(rawValue: kernel.extent))
  }
  /// One bit for every segment that may be the nearest; all when nothing was learned.
  var nearest: UInt16 { kernel.nearest }
  /// Whether the place is inside the run's ring; nil when that is still to be seen.
  var isInside: Bool? {
    let side = Int(kernel.side)
    return side == MERIDIAN_EITHER_SIDE ? nil : side == MERIDIAN_INSIDE
  }

  /// Stands where no run is.
  static let nothing = NearRun(
    HitIndex.Run(start: 0, feature: 0, part: 0, segments: 0, dimension: .point, extent: []),
    place: 0)

  /// A run of which nothing was learned.
  init(_ run: HitIndex.Run, place: UInt32) {
    kernel = meridian_near_run(
      place: place, start: run.start, feature: run.feature, part: run.part, nearest: .max,
      segments: run.segments, dimension: run.dimension.rawValue, extent: run.extent.rawValue,
      side: UInt8(MERIDIAN_EITHER_SIDE))
  }
}

/// What runs are sifted by: a place of the world, and how near ink must come to it.
struct RunSieve: Sendable {
  private var finger: meridian_finger

  /// A distance in ink is off by this share of the largest number: the place is rounded by 6e-8 of
  /// its size, and the arithmetic loses a few times as much.
  static let errorShare = 2e-6

  /// `lineReach` and `polygonReach` in world widths, from the bare geometry of a kind.
  init(at place: Coordinate, lineReach: Double, polygonReach: Double) {
    finger = meridian_finger(
      x: place.x, y: place.y, line_reach: lineReach, polygon_reach: polygonReach,
      error_share: Self.errorShare, error_steps: RunInk.roundingSteps,
      error_world: RunInk.roundingWorld)
  }

  /// Writes the runs at some places that may be within reach, their polygons around the place, or
  /// points; gives back how many, at most `count`.
  @inline(__always)
  func sift(
    _ places: UnsafePointer<UInt32>, _ count: Int, of runs: RunRecords, _ tree: PackedRTree,
    into near: UnsafeMutablePointer<NearRun>,
    by kernels: UnsafePointer<meridian_kernel_set> = unsafe meridian_kernels()
  ) -> Int {
    var columns = unsafe meridian_runs(
      boxes: tree.boxes.base, lines: runs.leaves.base, words: runs.words.base,
      word_count: UInt64(runs.words.count), frame_x: tree.frame.x, frame_y: tree.frame.y)
    var finger = finger
    return unsafe near.withMemoryRebound(to: meridian_near_run.self, capacity: count) { near in
      unsafe Int(kernels.pointee.sift_runs(&columns, &finger, places, Int32(count), near))
    }
  }

  /// The same of one run; nil when it is out of reach.
  @inline(__always)
  func sift(_ place: Int, of runs: RunRecords, _ tree: PackedRTree) -> NearRun? {
    var place = UInt32(truncatingIfNeeded: place)
    var near = NearRun.nothing
    let count = unsafe sift(&place, 1, of: runs, tree, into: &near)
    return count > 0 ? near : nil
  }
}
