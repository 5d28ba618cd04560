/// The same questions to several contestants in turns, on one thread each.
struct Race {
  let data: String
  let work: Work
  let contestants: [any Contestant]
  let rounds: Int
  /// Processor seconds that one contestant may take in one round.
  let budget: Double
  let tapCount: Int

  /// Runs all rounds; the first contestant is ours, and ratios are to it.
  func run() throws -> Outcome {
    var outcome = Outcome(data: data, work: work.name, unit: "/s", isMoreBetter: true)
    var counts: [Int] = []
    var runners: [any Contestant] = []
    for contestant in contestants {
      guard let count = try fit(contestant) else { continue }
      runners.append(contestant)
      counts.append(count)
      outcome.lanes.append(Outcome.Lane(contestant: contestant.title))
    }
    for _ in 0..<rounds {
      var rates: [Double] = []
      for (number, runner) in runners.enumerated() {
        guard let pass = try runner.pass(work, count: counts[number]) else { continue }
        rates.append(Double(counts[number]) / pass.seconds)
        outcome.lanes[number].questions = counts[number]
        outcome.lanes[number].hits = Double(pass.hits) / Double(counts[number])
      }
      outcome.append(rates)
    }
    return outcome
  }

  /// How many taps fit into the budget, found by trying; this also warms caches and prepares
  /// geometries. Nil when the contestant cannot do this work.
  private func fit(_ contestant: any Contestant) throws -> Int? {
    // A batch is one question; a part of it would not spread what it costs to begin.
    if work == .batch { return try contestant.pass(work, count: tapCount).map { _ in tapCount } }
    var count = min(2, tapCount)
    // What is prepared once must not count: tried until it takes as long as expected.
    for _ in 0..<8 {
      guard let pass = try contestant.pass(work, count: count) else { return nil }
      let fitting = Double(count) * budget / max(pass.seconds, 1e-6)
      let next = max(min(Int(min(fitting, Double(count) * 50)), tapCount), 2)
      if next <= count * 3 / 2 && next * 3 / 2 >= count { return next }
      count = next
    }
    return count
  }
}
