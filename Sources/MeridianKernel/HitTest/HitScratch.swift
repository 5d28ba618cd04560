/// Buffers of a question, reused from tap to tap so that a tap allocates nothing once they have
/// grown.
public struct HitScratch: Sendable {
  /// The ranked hits of the last ``HitTester/touch(at:through:options:scratch:)``.
  public internal(set) var ranked: [RankedHit] = []
  /// What the last question looked at.
  public internal(set) var trace = HitTrace()
  /// A clock in nanoseconds with which stages are timed; nil, as ever but in a profile, for none.
  public var clock: (@Sendable () -> UInt64)?
  /// How long the stages of the last question took, when there is a ``clock``.
  public internal(set) var laps = HitLaps()

  /// The layers' world copies on the glass, and what each has found so far.
  var passes: [Pass] = []
  /// Leaves of the trees, and inner nodes yet to visit.
  var leaves = PlaceList(filler: 0)
  var areaLeaves = PlaceList(filler: 0)
  var frontier = PlaceList(filler: 0)
  /// Places of polygon parts of more than one run that may be around the tap.
  var parts = PlaceList(filler: 0)
  /// Places of runs that the trees let through.
  var found = PlaceList(filler: 0)
  /// The runs that may be within reach.
  var near = ReusedList(filler: NearRun.nothing)
  /// Those of one pass that are not all of their feature, in stored order, with the polygon parts
  /// around the tap.
  var entries: [Entry] = []
  /// Its lines, where all of their segments count.
  var lines = LineSights()
  /// Large features among the entries, ascending.
  var large: [UInt32] = []
  /// Polygon parts of more than one run that contain the tap.
  var inside: [UInt32] = []
  var candidates: [HitCandidate] = []
  /// Likelihoods, where they are wanted; a candidate says which is its own.
  var scores: [HitScore] = []
  /// The candidates' order, as words that carry a candidate's number in the lower half.
  var keys: [UInt64] = []
  var spare: [UInt64] = []
  /// In order, each candidate's share of the likelihood; empty under other policies.
  var shares: [Double] = []
  private var lapStart: UInt64 = 0

  /// One world copy of one layer on its way from tree to candidates.
  struct Pass: Sendable {
    let layer: Int
    /// In whole turns east.
    let copy: Double
    /// Why none of its features may be offered; nil when they may.
    let reason: MissReason?
    let area: SearchArea
    /// The area in the tree's frame, when it is a disc.
    var disc = FrameDisc()
    var leaves = 0..<0
    var areaLeaves = 0..<0
    var parts = 0..<0
    var found = 0..<0
    var near = 0..<0
  }

  /// A run to look at, or a polygon part around the tap that has no run in reach.
  struct Entry: Sendable {
    /// Feature in the upper half, first coordinate in the lower: stored order.
    var key: UInt64
    var place: UInt32
    var part: UInt32
    /// One bit for every segment that may be the nearest.
    var nearest = UInt16.max

    /// Stands for no run.
    static let nowhere = UInt32.max

    var feature: Int { Int(key >> 32) }

    init(_ near: NearRun) {
      self.init(near.run, place: near.place)
      nearest = near.nearest
    }

    init(_ run: HitIndex.Run, place: UInt32) {
      key = UInt64(run.feature) << 32 | UInt64(run.start)
      self.place = place
      part = run.part
    }

    init(_ area: HitIndex.AreaPart, firstCoordinate: Int) {
      key = UInt64(area.feature) << 32 | UInt64(firstCoordinate)
      place = Self.nowhere
      part = area.part
    }
  }

  /// Makes empty buffers.
  public init() {}
}

/// How long the stages of a question took, in the ticks of ``HitScratch/clock``.
public struct HitLaps: Hashable, Sendable {
  /// From the glass to the ground.
  public var project: UInt64 = 0
  /// The index: which features may be near.
  public var search: UInt64 = 0
  /// Exact distances and likelihoods.
  public var distance: UInt64 = 0
  /// Ranking, and putting the answer together.
  public var rank: UInt64 = 0
}

extension HitScratch {
  /// Empties everything for the next question.
  mutating func begin() {
    passes.removeAll(keepingCapacity: true)
    leaves.removeAll()
    areaLeaves.removeAll()
    parts.removeAll()
    found.removeAll()
    near.removeAll()
    candidates.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    ranked.removeAll(keepingCapacity: true)
    trace = HitTrace()
    laps = HitLaps()
    if let clock { lapStart = clock() }
  }

  /// Adds the time since the last lap to a stage.
  @inline(__always)
  mutating func lap(_ stage: WritableKeyPath<HitLaps, UInt64>) {
    guard let clock else { return }
    let now = clock()
    laps[keyPath: stage] += now - lapStart
    lapStart = now
  }
}
