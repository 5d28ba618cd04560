/// The parts of one tap that are timed, in the order they happen.
enum ProfileStage: String, CaseIterable, Sendable {
  /// From the glass to the world.
  case project
  /// The indexes.
  case search
  /// Distances on the glass.
  case distance
  /// Likelihoods, order, the answer's fields.
  case rank
  /// What lies between the laps above, the readings of the clock among it.
  case other
  /// The answer as JSON.
  case output
}

/// One tap of one round, in nanoseconds.
struct TapSample: Hashable, Sendable {
  /// When it began, from the start of the profile.
  var start: UInt64 = 0
  var project: UInt64 = 0
  var search: UInt64 = 0
  var distance: UInt64 = 0
  var rank: UInt64 = 0
  var other: UInt64 = 0
  var output: UInt64 = 0

  /// All stages together.
  var total: UInt64 { project + search + distance + rank + other + output }

  /// The time of a stage.
  subscript(stage: ProfileStage) -> UInt64 {
    switch stage {
    case .project: project
    case .search: search
    case .distance: distance
    case .rank: rank
    case .other: other
    case .output: output
    }
  }
}

/// What one tap looked at: the same in every round.
struct TapCounts: Hashable, Sendable {
  var nodes = 0
  var boxes = 0
  var runs = 0
  var segments = 0
  var edges = 0
  var candidates = 0
  var hits = 0

  /// The names of the counters in order.
  static let names = [
    "nodes", "boxes", "runs", "segments", "edges", "candidates", "hits",
  ]

  /// The counters in the order of ``names``.
  var values: [Int] { [nodes, boxes, runs, segments, edges, candidates, hits] }
}
