import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// One tap at zoom 17 over a city in memory, against GEOS, in turns on one thread.
///
/// Both sides start from a longitude and latitude: ours makes a camera and answers through it, with
/// ranks and nearest places; the peer projects the place and sorts distances.
struct CityWorkload {
  private let city: City
  private let taps: [LonLat]
  private static let zoom = 17.0
  private static let metersPerPoint = 40_075_016.685578488 / (512 * 131_072)
  private static let radius = 22 * metersPerPoint

  init(_ city: City, tapCount: Int) {
    self.city = city
    taps = city.taps(tapCount)
  }

  // MARK: Answers

  /// Taps on which the two find different features, leaving out those within a millionth of the
  /// finger's radius; symbols have no size here, since the peer's have none.
  func disagreements(preparing: GEOSPeer.Preparing) throws -> Int {
    var layers = city.tester.layers
    for number in layers.indices {
      layers[number].symbolRadius = 0
      layers[number].lineWidth = 0
    }
    let bare = HitTester(layers: layers)
    let rim = 1e-6 * Self.radius
    var scratch = HitScratch()
    var differing = 0
    for tap in taps {
      let transform = CameraTransform(try Camera(center: tap, zoom: Self.zoom))
      let ours = bare.hits(
        at: transform.viewport.center, through: transform, options: HitOptions(),
        scratch: &scratch
      ).hits
      let place = City.meters(tap)
      city.peer.find(place, radius: Self.radius + rim, preparing: preparing)
      let near = city.peer.nearest
      let possible = Set(near.map { city.names[$0.number] })
      let certain = Set(
        near.filter { $0.distance < Self.radius - rim }.map { city.names[$0.number] })
      let found = Set(ours.map { City.Name(layer: $0.layerNumber, fid: $0.fid) })
      if !certain.isSubset(of: found) || !found.isSubset(of: possible) { differing += 1 }
    }
    return differing
  }

  /// What our side looks at for one tap on average; depends on the data alone.
  func work() throws -> String {
    var scratch = HitScratch()
    var (nodes, runs, segments, candidates, hits) = (0, 0, 0, 0, 0)
    for tap in taps {
      let transform = CameraTransform(try Camera(center: tap, zoom: Self.zoom))
      let answer = city.tester.hits(
        at: transform.viewport.center, through: transform, options: HitOptions(),
        scratch: &scratch)
      nodes += answer.trace.nodes
      runs += answer.trace.runs
      segments += answer.trace.segments
      candidates += answer.trace.candidates
      hits += answer.hits.count
    }
    func mean(_ sum: Int) -> String { brief(Double(sum) / Double(taps.count)) }
    return
      "\(mean(nodes)) nodes, \(mean(runs)) runs, \(mean(segments)) segments, "
      + "\(mean(candidates)) candidates, \(mean(hits)) hits"
  }

  // MARK: Speed

  /// Rounds of the same taps in turns, ours and then the peer in each of its two ways; rates per
  /// processor second. Two outcomes, the one with the faster peer first.
  func run(rounds: Int) throws -> [Outcome] {
    let ways = GEOSPeer.Preparing.allCases
    var outcomes = ways.map { way in
      Outcome(
        workload: "tap, city of \(brief(Double(city.names.count))) features, z 17",
        unit: "taps/s",
        peerName: "GEOS \(city.peer.version) STRtree, \(way.rawValue)")
    }
    // The first round warms caches and prepares geometries.
    for round in -1..<rounds {
      let ours = try rate { try ourHits() }
      for (number, way) in ways.enumerated() {
        let theirs = try rate { peerHits(preparing: way) }
        if round >= 0 { outcomes[number].append(ours: ours, peer: theirs, ratio: ours / theirs) }
      }
    }
    return outcomes.sorted { $0.peer.median > $1.peer.median }
  }

  /// Taps per processor second of a pass over all of them that gives back how much it found.
  private func rate(_ pass: () throws -> Int) throws -> Double {
    let start = processorSeconds()
    let found = try pass()
    let used = processorSeconds() - start
    // The sum is looked at, so that no pass can be left out.
    guard found > 0 else { throw Failure(text: "no tap found anything; is the city empty?") }
    return Double(taps.count) / used
  }

  private func ourHits() throws -> Int {
    var scratch = HitScratch()
    let options = HitOptions()
    var found = 0
    for tap in taps {
      let transform = CameraTransform(try Camera(center: tap, zoom: Self.zoom))
      let answer = city.tester.hits(
        at: transform.viewport.center, through: transform, options: options, scratch: &scratch)
      found &+= answer.hits.count
    }
    return found
  }

  private func peerHits(preparing: GEOSPeer.Preparing) -> Int {
    var found = 0
    for tap in taps {
      city.peer.find(City.meters(tap), radius: Self.radius, preparing: preparing)
      found &+= city.peer.nearest.count
    }
    return found
  }
}
