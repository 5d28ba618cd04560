/// What a profile found.
struct ProfileReport: Sendable {
  /// The store's path as it was given.
  var store: String
  /// Its format.
  var format: String
  /// The layers that were tapped on, the topmost last, with their number of features.
  var layers: [(name: String, features: Int)]
  /// Where the taps came from: a path, or `made` with a seed.
  var source: String
  /// The seed, when the taps were made.
  var seed: UInt64?
  /// Opening the store, in nanoseconds.
  var open: UInt64
  /// Reading, decoding and indexing the layers, in nanoseconds.
  var index: UInt64
  /// The most memory held resident up to the first tap, and up to the last, in bytes.
  var memory: (loaded: UInt64?, replayed: UInt64?)
  /// What one reading of the clock takes, in nanoseconds.
  var clockReading: UInt64
  /// The taps.
  var taps: [HitQuestion]
  /// Their times.
  var replay: Replay

  /// How many of the slowest taps are told.
  static let slowest = 10

  /// The spread of a stage over all rounds.
  func spread(of stage: ProfileStage) -> Percentiles {
    Percentiles(replay.samples.map { $0[stage] })
  }

  /// The spread of whole taps over all rounds.
  var total: Percentiles { Percentiles(replay.samples.map(\.total)) }

  /// The spread of a counter over the taps, by its place in ``TapCounts/names``.
  func spread(ofCounter index: Int) -> Percentiles {
    Percentiles(replay.counts.map { UInt64(max($0.values[index], 0)) })
  }

  /// How many features there are in all layers.
  var features: Int { layers.reduce(0) { $0 + $1.features } }

  /// One sentence on what was asked.
  var headline: String {
    let taps = "\(DurationText.grouped(replay.taps)) tap\(replay.taps == 1 ? "" : "s")"
    let rounds = replay.rounds == 1 ? "one round" : "\(replay.rounds) rounds"
    let count = "\(layers.count) layer\(layers.count == 1 ? "" : "s")"
    let origin = seed.map { "made from seed \($0)" } ?? "from \(TextTable.printable(source))"
    return "\(taps) \(origin), \(rounds), over \(DurationText.grouped(features)) features in "
      + "\(count) of \(TextTable.printable(store))."
  }
}
