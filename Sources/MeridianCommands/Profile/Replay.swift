internal import MeridianKernel

/// Taps asked round after round, each part timed.
struct Replay: Sendable {
  /// How many taps a round has.
  let taps: Int
  /// How many rounds there were.
  let rounds: Int
  /// Round after round, tap after tap.
  private(set) var samples: [TapSample] = []
  /// The places in ``samples`` of taps during which the thread was taken off its processor.
  private(set) var preempted: Set<Int> = []
  /// One a tap.
  private(set) var counts: [TapCounts] = []

  /// Asks every tap once a round, in order.
  ///
  /// The first round meets cold caches; all rounds count. Throws when the user interrupts.
  init(
    _ questions: [HitQuestion], rounds: Int, answerer: HitAnswerer, since origin: UInt64,
    _ context: CommandContext
  ) throws(CommandError) {
    taps = questions.count
    self.rounds = rounds
    samples.reserveCapacity(questions.count * rounds)
    counts.reserveCapacity(questions.count)
    let clock = context.invocation.machine.clock
    let preemptions = context.invocation.machine.preemptions
    var scratch = HitScratch()
    scratch.clock = clock
    var json = JSONWriter()
    var before = preemptions()
    for round in 0..<rounds {
      for (number, question) in questions.enumerated() {
        if number % 64 == 0 { try context.checkInterrupted() }
        let start = clock()
        let answer = try answerer.answer(question, scratch: &scratch)
        let answered = clock()
        json.beginObject()
        try answerer.appendMembers(of: answer, from: nil, to: &json)
        json.endObject()
        json.endLine()
        let written = clock()
        json.removeAll()
        let after = preemptions()
        if after != before { preempted.insert(samples.count) }
        before = after
        samples.append(
          TapSample(
            start: start - origin, laps: scratch.laps, answer: answered - start,
            output: written - answered))
        if round == 0 { counts.append(TapCounts(answer)) }
      }
    }
  }

  /// A tap of a round, both from 0.
  func sample(tap: Int, round: Int) -> TapSample { samples[round * taps + tap] }

  /// Whether the thread was taken off its processor during a tap of a round, both from 0.
  func wasPreempted(tap: Int, round: Int) -> Bool { preempted.contains(round * taps + tap) }

  /// The samples of a round, from 0.
  func samples(ofRound round: Int) -> ArraySlice<TapSample> {
    samples[round * taps..<(round + 1) * taps]
  }
}

extension TapSample {
  fileprivate init(start: UInt64, laps: HitLaps, answer: UInt64, output: UInt64) {
    self.init(start: start)
    project = laps.project
    search = laps.search
    distance = laps.distance
    rank = laps.rank
    let timed = laps.project + laps.search + laps.distance + laps.rank
    other = answer > timed ? answer - timed : 0
    self.output = output
  }
}

extension TapCounts {
  fileprivate init(_ answer: HitAnswer) {
    self.init(
      nodes: answer.trace.nodes, boxes: answer.trace.boxes, runs: answer.trace.runs,
      segments: answer.trace.segments, edges: answer.trace.edges,
      candidates: answer.trace.candidates, hits: answer.hits.count)
  }
}
