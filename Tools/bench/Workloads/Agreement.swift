import MeridianKernel

/// Whether contestants find the same.
struct Agreement {
  let work: Work
  /// Looks closer at a disagreement.
  let judge: GEOSPeer

  /// How many taps were compared, on how many the answers differ, and on how many of those all
  /// that differs lies within a millionth of the edge of what is asked.
  struct Finding {
    var compared = 0
    var differing = 0
    var ties = 0
  }

  /// Compares two linked peers tap by tap.
  func compare(_ ours: any Peer, _ theirs: any Peer, taps: ArraySlice<Tap>) throws -> Finding {
    var finding = Finding()
    var a: [UInt32] = []
    var b: [UInt32] = []
    for tap in taps {
      a.removeAll(keepingCapacity: true)
      b.removeAll(keepingCapacity: true)
      try ours.ask(work, at: tap, into: &a)
      try theirs.ask(work, at: tap, into: &b)
      finding.compared += 1
      let differing = Set(a).symmetricDifference(b)
      if differing.isEmpty { continue }
      finding.differing += 1
      let distances = differing.map { judge.distance(ofID: $0, to: tap.flat) }
      if isTie(distances) { finding.ties += 1 }
    }
    return finding
  }

  private func isTie(_ distances: [Double]) -> Bool {
    switch work {
    case .tap: distances.allSatisfy { abs($0 - work.reach) < 1e-6 * work.reach }
    case .batch: false
    // On an edge: nearer than the last digit of a coordinate on the other side of the Earth.
    case .containing: distances.allSatisfy { $0 < 1e-7 }
    case .nearest:
      (distances.max() ?? 0) - (distances.min() ?? 0) <= 1e-6 * max(distances.max() ?? 0, 1e-3)
    // Boxes rounded to 32 bits may be a meter too large, never too small.
    case .window: distances.allSatisfy { abs($0) < 2 * 2 * work.reach }
    }
  }

  /// Compares the sums of a peer in another process with ours over the same taps.
  static func sums(_ ours: Pass, _ theirs: Pass) -> String {
    if ours.hits == theirs.hits && ours.idSum == theirs.idSum { return "the same hits and ids" }
    let share = Double(theirs.hits - ours.hits) / Double(max(ours.hits, 1)) * 100
    return "\(theirs.hits) hits for our \(ours.hits) (\(brief(share)) %)"
      + (ours.hits == theirs.hits ? ", another sum of ids: other choices among ties, or more," : "")
  }
}
