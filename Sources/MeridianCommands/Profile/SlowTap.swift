/// One of the slowest taps, and what makes it slow.
struct SlowTap: Hashable, Sendable {
  /// Its number in the trace, from 1.
  var tap: Int
  /// The round in which it was slowest, from 1.
  var round: Int
  /// How long it took there, in nanoseconds.
  var time: UInt64
  /// What stands out.
  var reason: String

  /// The slowest taps of a replay, each once, by their slowest round. O(samples log rounds).
  ///
  /// Rounds that tell of the machine instead of the tap are passed over, when others are left; see
  /// ``interruptions(of:)``.
  static func slowest(_ count: Int, of replay: Replay) -> [SlowTap] {
    let worst = (0..<replay.taps).map { tap in
      let usual = replay.usual(tap: tap)
      let all = Array(0..<replay.rounds)
      let own = all.filter { !replay.isInterrupted(tap: tap, round: $0, usual: usual) }
      var (round, time) = (0, UInt64(0))
      for candidate in own.isEmpty ? all : own {
        let total = replay.sample(tap: tap, round: candidate).total
        if total > time { (round, time) = (candidate, total) }
      }
      return (tap: tap, round: round, time: time)
    }
    let order = worst.sorted { ($1.time, $0.tap) < ($0.time, $1.tap) }
    let medians = Medians(replay)
    return order.prefix(count).map { found in
      SlowTap(
        tap: found.tap + 1, round: found.round + 1, time: found.time,
        reason: medians.reason(replay, tap: found.tap, round: found.round))
    }
  }

  /// How many of all taps tell of the machine: the thread was taken off its processor, or a later
  /// round took twice as long as the tap mostly does.
  static func interruptions(of replay: Replay) -> Int {
    (0..<replay.taps).reduce(0) { sum, tap in
      let usual = replay.usual(tap: tap)
      return sum
        + (0..<replay.rounds).count { replay.isInterrupted(tap: tap, round: $0, usual: usual) }
    }
  }
}

extension Replay {
  /// What a tap mostly takes: the median over its rounds, in nanoseconds.
  fileprivate func usual(tap: Int) -> UInt64 {
    Percentiles((0..<rounds).map { sample(tap: tap, round: $0).total }).p50
  }

  /// Whether a tap of a round tells of the machine.
  fileprivate func isInterrupted(tap: Int, round: Int, usual: UInt64) -> Bool {
    if wasPreempted(tap: tap, round: round) { return true }
    return rounds >= 3 && round > 0 && sample(tap: tap, round: round).total >= 2 * max(usual, 1)
  }
}

/// What is usual, to hold the unusual against.
private struct Medians {
  private let counters: [Int]
  private let times: [ProfileStage: UInt64]

  init(_ replay: Replay) {
    counters = TapCounts.names.indices.map { index in
      let values = replay.counts.map { $0.values[index] }.sorted()
      return values.isEmpty ? 0 : values[(values.count - 1) / 2]
    }
    var times: [ProfileStage: UInt64] = [:]
    for stage in ProfileStage.allCases {
      times[stage] = Percentiles(replay.samples.map { $0[stage] }).p50
    }
    self.times = times
  }

  /// Noise first: what is not slow when it is asked again has no reason in the data.
  func reason(_ replay: Replay, tap: Int, round: Int) -> String {
    let sample = replay.sample(tap: tap, round: round)
    if replay.wasPreempted(tap: tap, round: round) {
      return "the machine: taken off the processor"
    }
    let usual = replay.usual(tap: tap)
    if replay.rounds > 1, usual <= sample.total / 2 {
      let text = "\(DurationText.brief(usual)) in most rounds"
      return round == 0 ? "first touch: \(text)" : "the machine: \(text)"
    }
    return counterReason(replay.counts[tap]) ?? stageReason(sample)
  }

  /// The counter that exceeds its median most, if one does by three times or more.
  private func counterReason(_ counts: TapCounts) -> String? {
    var best: (name: String, value: Int, ratio: Double, median: Int)?
    for (index, value) in counts.values.enumerated() {
      let ratio = Double(value) / Double(max(counters[index], 1))
      if ratio >= 3, ratio > best?.ratio ?? 0 {
        best = (TapCounts.names[index], value, ratio, counters[index])
      }
    }
    guard let best else { return nil }
    if best.median == 0 {
      return "\(DurationText.grouped(best.value)) \(best.name), where most taps have none"
    }
    let times = NumberText.fixed(best.ratio, decimals: best.ratio < 10 ? 1 : 0)
    return "\(DurationText.grouped(best.value)) \(best.name): \(times) times the median"
  }

  private func stageReason(_ sample: TapSample) -> String {
    let excess = ProfileStage.allCases.map { stage in
      (stage: stage, time: sample[stage] - min(sample[stage], times[stage] ?? 0))
    }
    guard let most = excess.max(by: { $0.time < $1.time }), most.time > 0 else {
      return "like the others"
    }
    return "no counter stands out; \(DurationText.brief(most.time)) more than usual in "
      + most.stage.rawValue
  }
}
