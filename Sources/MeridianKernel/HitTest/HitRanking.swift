/// The policies and the total order, in one place (hit testing, ranking).
///
/// Candidates are compared by keys made of whole numbers, so that the order is transitive and the
/// same on every run: the policy's own keys first, then drawing order from the top, then the
/// layer's name, then the feature id, then the row.
enum HitRanking {
  /// A candidate's number and the first of what it is ordered by.
  struct Keyed: Sendable {
    var first: Int
    var number: Int
  }

  /// Fills `keys` with the candidates in order, best first.
  static func order(
    _ candidates: [HitCandidate], by policy: HitPolicy, layers: [HitLayer], into keys: inout [Keyed]
  ) {
    keys.removeAll(keepingCapacity: true)
    for number in candidates.indices {
      keys.append(Keyed(first: key(of: candidates[number], policy: policy).first, number: number))
    }
    guard candidates.count > 1 else { return }
    keys.sort { a, b in
      if a.first != b.first { return a.first < b.first }
      let keyA = key(of: candidates[a.number], policy: policy)
      let keyB = key(of: candidates[b.number], policy: policy)
      if keyA != keyB { return keyA < keyB }
      return isBefore(candidates[a.number], candidates[b.number], layers: layers)
    }
  }

  /// Puts the candidates in order, best first, and gives each its probability.
  static func rank(by policy: HitPolicy, layers: [HitLayer], _ scratch: inout HitScratch) {
    order(scratch.candidates, by: policy, layers: layers, into: &scratch.keys)
    scratch.spare.removeAll(keepingCapacity: true)
    for keyed in scratch.keys { scratch.spare.append(scratch.candidates[keyed.number]) }
    swap(&scratch.candidates, &scratch.spare)
    if policy == .likelihood { share(&scratch.candidates) }
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

  static func key(of candidate: HitCandidate, policy: HitPolicy) -> Key {
    let distance = quantized(candidate.distance)
    switch policy {
    case .likelihood:
      let log = candidate.score.logLikelihood
      // Ink out of view has no likelihood: last, by distance.
      return log == -.infinity ? Key(first: .max, second: distance) : Key(first: -quantized(log))
    case .class:
      return Key(
        first: candidate.score.kind.rawValue, second: distance,
        third: quantized(candidate.score.wholeMeasure))
    case .nearest: return Key(first: distance)
    case .order: return Key(first: 0)
    }
  }

  /// A number in steps of 2⁻²⁰, so that what differs by less than about 1e-6 ties.
  private static func quantized(_ value: Double) -> Int {
    // Measures at high zoom reach 1e20; beyond the whole numbers' reach all tie.
    Int(min(max((value * 1_048_576).rounded(), -4e18), 4e18))
  }

  /// What decides between equal keys: the drawing order, the name, the id.
  private static func isBefore(_ a: HitCandidate, _ b: HitCandidate, layers: [HitLayer]) -> Bool {
    if a.layer != b.layer {
      // The drawing order is the layer's number, so names can tie only if it does.
      return a.layer > b.layer
    }
    let rowA = layers[a.layer].index.rows[a.feature]
    let rowB = layers[b.layer].index.rows[b.feature]
    return rowA.fid != rowB.fid ? rowA.fid < rowB.fid : rowA.row < rowB.row
  }

  /// Gives every candidate its share of the summed likelihoods, summed in order.
  private static func share(_ candidates: inout [HitCandidate]) {
    let largest = candidates.reduce(-Double.infinity) { max($0, $1.score.logLikelihood) }
    var sum = 0.0
    for number in candidates.indices {
      let log = candidates[number].score.logLikelihood
      let share = largest > -.infinity ? LibM.exponential(log - largest) : 0
      candidates[number].probability = share
      sum += share
    }
    guard sum > 0 else { return }
    for number in candidates.indices {
      candidates[number].probability = candidates[number].probability.map { $0 / sum }
    }
  }
}
