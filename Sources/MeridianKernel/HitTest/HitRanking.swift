/// The policies and the total order, in one place (hit testing, ranking).
///
/// Candidates are compared by keys made of whole numbers, so that the order is transitive and the
/// same on every run: the policy's own keys first, then drawing order from the top, then the
/// layer's name, then the feature id, then the row.
enum HitRanking {
  /// Puts the candidates of `scratch` in order, best first, and shares the likelihood among them.
  static func rank(by policy: HitPolicy, layers: [HitLayer], _ scratch: inout HitScratch) {
    var keys = scratch.keys
    // Moved out and back, so that sorting never copies them.
    scratch.keys = []
    order(
      scratch.candidates, scratch.scores, by: policy, layers: layers, into: &keys, &scratch.spare)
    swap(&keys, &scratch.keys)
    share(by: policy, &scratch)
  }

  /// The number of the candidate that a key belongs to.
  @inline(__always)
  static func number(_ key: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: key)) }

  /// Fills `keys` with the candidates in order, best first.
  ///
  /// A key's upper half is what of the first whole number fits 32 bits; those that tie there, as
  /// few do, are compared in full.
  static func order(
    _ candidates: [HitCandidate], _ scores: [HitScore], by policy: HitPolicy, layers: [HitLayer],
    into keys: inout [UInt64], _ spare: inout [UInt64]
  ) {
    keys.removeAll(keepingCapacity: true)
    for number in candidates.indices {
      let first = key(of: candidates[number], scores, policy: policy).first
      let half = UInt32(bitPattern: Int32(clamping: first)) ^ 0x8000_0000
      keys.append(UInt64(half) << 32 | UInt64(number))
    }
    guard keys.count > 1 else { return }
    RadixSort.sort(&keys, spare: &spare)
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count && keys[end] >> 32 == keys[start] >> 32 { end += 1 }
      if end - start > 1 {
        keys[start..<end].sort {
          isBefore(
            candidates[number($0)], candidates[number($1)], scores, by: policy, layers: layers)
        }
      }
      start = end
    }
  }

  @inline(__always)
  private static func isBefore(
    _ a: HitCandidate, _ b: HitCandidate, _ scores: [HitScore], by policy: HitPolicy,
    layers: [HitLayer]
  ) -> Bool {
    let keyA = key(of: a, scores, policy: policy)
    let keyB = key(of: b, scores, policy: policy)
    return keyA != keyB ? keyA < keyB : isBefore(a, b, layers: layers)
  }

  /// Up to three whole numbers, smaller first.
  struct Key: Hashable, Comparable, Sendable {
    var first: Int
    var second = 0
    var third = 0

    static func < (a: Key, b: Key) -> Bool {
      if a.first != b.first { return a.first < b.first }
      return a.second != b.second ? a.second < b.second : a.third < b.third
    }
  }

  @inline(__always)
  static func key(of candidate: HitCandidate, _ scores: [HitScore], policy: HitPolicy) -> Key {
    let distance = quantized(candidate.distance)
    switch policy {
    case .likelihood:
      let log = scores[Int(candidate.scored)].logLikelihood
      // Ink out of view has no likelihood: last, by distance.
      return log == -.infinity ? Key(first: .max, second: distance) : Key(first: -quantized(log))
    case .class:
      let score = scores[Int(candidate.scored)]
      return Key(
        first: score.kind.rawValue, second: distance, third: quantized(score.wholeMeasure))
    case .nearest: return Key(first: distance)
    case .order: return Key(first: 0)
    }
  }

  /// A number in steps of 2⁻²⁰, so that what differs by less than about 1e-6 ties.
  private static func quantized(_ value: Double) -> Int {
    // Measures at high zoom reach 1e20; beyond the whole numbers' reach all tie.
    let steps = (value * 1_048_576).rounded()
    // What is no number, as comes of a file that lies, ties with nothing at all.
    return steps.isNaN ? 0 : Int(min(max(steps, -4e18), 4e18))
  }

  /// What decides between equal keys: the drawing order, the name, the id.
  private static func isBefore(_ a: HitCandidate, _ b: HitCandidate, layers: [HitLayer]) -> Bool {
    if a.layer != b.layer {
      // The drawing order is the layer's number, so names can tie only if it does.
      return a.layer > b.layer
    }
    let rows = layers.span[a.layer].index.rows
    let rowA = rows[a.feature]
    let rowB = rows[b.feature]
    return rowA.fid != rowB.fid ? rowA.fid < rowB.fid : rowA.row < rowB.row
  }

  /// Gives every candidate its share of the summed likelihoods, summed in order.
  private static func share(by policy: HitPolicy, _ scratch: inout HitScratch) {
    scratch.shares.removeAll(keepingCapacity: true)
    guard policy == .likelihood else { return }
    var largest = -Double.infinity
    for candidate in scratch.candidates {
      largest = max(largest, scratch.scores[Int(candidate.scored)].logLikelihood)
    }
    var sum = 0.0
    for key in scratch.keys {
      let scored = Int(scratch.candidates[number(key)].scored)
      let log = scratch.scores[scored].logLikelihood
      let share = largest > -.infinity ? LibM.exponential(log - largest) : 0
      scratch.shares.append(share)
      sum += share
    }
    guard sum > 0 else { return }
    for rank in scratch.shares.indices { scratch.shares[rank] /= sum }
  }
}
