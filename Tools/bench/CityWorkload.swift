import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// One tap at zoom 17 over a city in memory, against GEOS, in turns.
struct CityWorkload {
  private let tester: HitTester
  private let peer: GEOSPeer
  /// Layer and fid of each of the peer's geometries.
  private let names: [(layer: Int, fid: Int64)]
  private let taps: [LonLat]
  private static let zoom = 17.0
  private static let metersPerPoint = 40_075_016.685578488 / (512 * 131_072)

  init(path: String, peer: GEOSPeer, tapCount: Int) throws {
    let store = try openStore(at: path, cacheFolder: "/var/tmp/meridian-bench")
    tester = try WorkspaceSnapshot(reading: store).tester
    self.peer = peer
    var names: [(layer: Int, fid: Int64)] = []
    var vertices: [LonLat] = []
    var extent = Envelope.empty
    var bytes: [UInt8] = []
    for (number, layer) in tester.layers.enumerated() {
      let schema = try store.layer(named: layer.name)
      try store.forEachRow(in: schema, columns: []) { row, _, geometry, _ in
        extent.formUnion(geometry.envelope)
        if let first = geometry.coordinates.first { vertices.append(LonLat(first.x, first.y)) }
        var moved = copy geometry
        moved.mapCoordinates { for index in $0.indices { $0[index] = Self.meters($0[index]) } }
        bytes.removeAll(keepingCapacity: true)
        WKBWriter.append(moved, to: &bytes)
        peer.add(wkb: bytes)
        names.append((number, row.fid ?? 0))
        return true
      }
    }
    self.names = names
    taps = Self.taps(tapCount, near: vertices, in: extent)
  }

  /// Half of them a fingertip's spread around a feature, half anywhere.
  private static func taps(_ count: Int, near vertices: [LonLat], in extent: Envelope) -> [LonLat] {
    var random = SplitMix64(seed: 17)
    return (0..<count).map { number in
      guard number.isMultiple(of: 2), let vertex = vertices.randomElement(using: &random) else {
        return LonLat(
          Double.random(in: extent.minX...extent.maxX, using: &random),
          Double.random(in: extent.minY...extent.maxY, using: &random))
      }
      let degree = 111_319.49
      return LonLat(
        vertex.longitude + random.normal() * 40 / degree / cos(vertex.latitude * .pi / 180),
        vertex.latitude + random.normal() * 40 / degree)
    }
  }

  private static func meters(_ place: Coordinate) -> Coordinate {
    let radius = 6_378_137.0
    return Coordinate(
      place.x * .pi / 180 * radius, asinh(tan(place.y * .pi / 180)) * radius)
  }

  /// Rounds of taps in turns; rates per processor second on one thread.
  func run(rounds: Int, preparing: GEOSPeer.Preparing) throws -> Outcome {
    var outcome = Outcome(
      workload: "tap, city of \(brief(Double(names.count))) features, z 17", unit: "taps/s",
      ours: Sample(), peer: Sample(),
      peerName: "GEOS \(peer.version) STRtree, \(preparing.rawValue)", ratios: Sample())
    var scratch = HitScratch()
    let options = HitOptions()
    let transforms = try taps.map {
      CameraTransform(try Camera(center: $0, zoom: Self.zoom))
    }
    let radius = 22 * Self.metersPerPoint
    let places = taps.map { Self.meters(Coordinate($0.longitude, $0.latitude)) }
    let some = taps.count / 5
    for round in -1..<rounds {
      var sum = 0
      var start = processorSeconds()
      for transform in transforms {
        let tap = transform.viewport.center
        sum &+=
          tester.hits(at: tap, through: transform, options: options, scratch: &scratch)
          .hits.count
      }
      let ours = Double(taps.count) / (processorSeconds() - start)
      start = processorSeconds()
      for place in places[..<some] {
        sum &+= peer.hits(place.x, place.y, radius: radius, preparing: preparing).count
      }
      let theirs = Double(some) / (processorSeconds() - start)
      // The first round warms caches and prepares geometries.
      if round < 0 || sum == 0 { continue }
      outcome.ours.append(ours)
      outcome.peer.append(theirs)
      outcome.ratios.append(ours / theirs)
    }
    return outcome
  }

  /// Taps on which the two find different features, leaving out those at the very rim of the
  /// finger.
  func disagreements() throws -> Int {
    var layers = tester.layers
    for number in layers.indices {
      layers[number].symbolRadius = 0
      layers[number].lineWidth = 0
    }
    let bare = HitTester(layers: layers)
    let radius = 22 * Self.metersPerPoint
    let rim = 1e-6 * radius
    var differing = 0
    for tap in taps.prefix(2000) {
      let transform = CameraTransform(try Camera(center: tap, zoom: Self.zoom))
      let ours = bare.hits(at: transform.viewport.center, through: transform).hits
      let place = Self.meters(Coordinate(tap.longitude, tap.latitude))
      let theirs = peer.hits(place.x, place.y, radius: radius + rim, preparing: .large)
      let certain = Set(
        theirs.filter { $0.distance < radius - rim }.map { "\(names[$0.number])" })
      let possible = Set(theirs.map { "\(names[$0.number])" })
      let found = Set(ours.map { "\((layer: $0.layerNumber, fid: $0.fid ?? 0))" })
      if !certain.isSubset(of: found) || !found.isSubset(of: possible) { differing += 1 }
    }
    return differing
  }
}
