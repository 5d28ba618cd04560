import MeridianKernel

/// Our side: from a longitude and latitude through a camera to ranked hits.
final class MeridianPeer: Peer {
  let title: String
  private let data: Dataset
  private let options: HitOptions
  /// The layers' indexes without what else a layer has, and the flat copy's ids of each.
  private let indexes: [(index: HitIndex, ids: [UInt32])]
  private var scratch = HitScratch()
  private var neighbors = HitIndex.NeighborScratch()
  private var around = HitIndex.AroundScratch()

  init(_ data: Dataset, policy: HitPolicy) {
    self.data = data
    indexes = zip(data.tester.layers, data.ids).map { (index: $0.index, ids: $1) }
    options = HitOptions(policy: policy)
    title = policy == .nearest ? "Meridian" : "Meridian, \(policy.rawValue)"
  }

  func canAnswer(_ work: Work) -> Bool {
    switch work {
    case .tap, .containing, .nearest, .window: true
    case .batch: false
    }
  }

  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) throws {
    switch work {
    case .tap(let zoom):
      let transform = CameraTransform(try Camera(center: tap.place, zoom: zoom))
      data.tester.touch(
        at: transform.viewport.center, through: transform, options: options, scratch: &scratch)
      for hit in scratch.ranked {
        found.append(data.bases[hit.layer] &+ UInt32(truncatingIfNeeded: hit.id))
      }
    case .containing:
      for (index, ids) in indexes {
        let first = found.count
        index.features(containing: tap.place, into: &found, scratch: &around)
        for number in first..<found.count { found[number] = ids[Int(found[number])] }
      }
    case .nearest: findNearest(tap, into: &found)
    case .window:
      for (index, ids) in indexes {
        let first = found.count
        index.features(boxesMeeting: tap.southWest, northEast: tap.northEast, into: &found)
        for number in first..<found.count { found[number] = ids[Int(found[number])] }
      }
    case .batch: return
    }
  }

  /// The nearest of all layers: each is searched no farther than what another has found.
  private func findNearest(_ tap: Tap, into found: inout [UInt32]) {
    var bound = Double.infinity
    var id: UInt32?
    for (index, ids) in indexes {
      index.nearest(to: tap.place, count: 1, within: bound, scratch: &neighbors)
      guard let nearest = neighbors.found.first, nearest.distance < bound else { continue }
      bound = nearest.distance
      id = ids[nearest.feature]
    }
    if let id { found.append(id) }
  }

  /// What the kernel looks at for one tap on average; depends on the data alone.
  func counters(_ work: Work, taps: ArraySlice<Tap>) throws -> String {
    var (nodes, runs, segments, candidates) = (0, 0, 0, 0)
    var found: [UInt32] = []
    for tap in taps {
      found.removeAll(keepingCapacity: true)
      try ask(work, at: tap, into: &found)
      nodes += scratch.trace.nodes
      runs += scratch.trace.runs
      segments += scratch.trace.segments
      candidates += scratch.trace.candidates
    }
    func mean(_ sum: Int) -> String { brief(Double(sum) / Double(max(taps.count, 1))) }
    return "a tap looks at \(mean(nodes)) nodes, \(mean(runs)) runs, \(mean(segments)) segments, "
      + "\(mean(candidates)) candidates"
  }
}
