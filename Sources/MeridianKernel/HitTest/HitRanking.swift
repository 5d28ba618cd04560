/// The policies and the total order, in one place (hit testing, ranking).
///
/// Candidates are compared by keys made of whole numbers, so that the order is transitive and the
/// same on every run: the policy's own keys first, then drawing order from the top, then the
/// layer's name, then the feature id, then the row.
enum HitRanking {
  /// Puts candidates in order, best first.
  static func sort(_ candidates: inout [HitCandidate], by policy: HitPolicy, layers: [HitLayer]) {
    guard candidates.count > 1 else { return }
    let keys = candidates.map { key(of: $0, policy: policy) }
    let order = candidates.indices.sorted { a, b in
      if keys[a] != keys[b] { return keys[a] < keys[b] }
      return isBefore(candidates[a], candidates[b], layers: layers)
    }
    candidates = order.map { candidates[$0] }
  }

  /// Up to three whole numbers, smaller first.
  struct Key: Hashable, Comparable {
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

  /// Every candidate's share of the summed likelihoods, in order.
  static func probabilities(of candidates: [HitCandidate]) -> [Double] {
    let largest = candidates.reduce(-Double.infinity) { max($0, $1.score.logLikelihood) }
    guard largest > -.infinity else { return candidates.map { _ in 0 } }
    let shares = candidates.map { LibM.exponential($0.score.logLikelihood - largest) }
    let sum = shares.reduce(0, +)
    return shares.map { $0 / sum }
  }
}
