import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// The city in memory twice, once for each side, and how long that took.
final class City {
  /// A feature by its layer's number and its id.
  struct Name: Hashable {
    var layer: Int
    var fid: Int64?
  }

  let tester: HitTester
  let peer: GEOSPeer
  /// Who each of the peer's geometries is.
  private(set) var names: [Name] = []
  /// From the file to both sides being ready.
  private(set) var load: Outcome

  private var vertices: [LonLat] = []
  private var extent = Envelope.empty
  private static let degree = 111_319.49079327358

  init(path: String, peer: GEOSPeer) throws {
    let store = try openStore(at: path, cacheFolder: "/var/tmp/meridian-bench")
    let start = processorSeconds()
    tester = try WorkspaceSnapshot(reading: store).tester
    let ours = processorSeconds() - start
    self.peer = peer
    load = Outcome(
      workload: "load: file to ready; the peer: well-known binary in memory to ready",
      unit: "rows/s", peerName: "GEOS \(peer.version)")
    var theirs = 0.0
    for (number, layer) in tester.layers.enumerated() {
      theirs += try hand(try store.layer(named: layer.name), number: number, of: store)
    }
    let treeStart = processorSeconds()
    // The tree is built by the first question.
    peer.find(Coordinate(0, 0), radius: 1, preparing: .large)
    theirs += processorSeconds() - treeStart
    try store.close()
    guard peer.count == names.count else {
      throw Failure(text: "GEOS took \(peer.count) of \(names.count) geometries.")
    }
    let count = Double(names.count)
    load.append(ours: count / ours, peer: count / theirs, ratio: nil)
  }

  /// Hands a layer's rows to the peer; gives back the processor seconds that the peer itself used.
  private func hand(
    _ schema: LayerSchema, number: Int, of store: any FeatureStore
  ) throws -> Double {
    var used = 0.0
    var batch: [[UInt8]] = []
    // A clock of processor time is too slow to be read for every row.
    func flush() {
      let start = processorSeconds()
      for bytes in batch { peer.add(wkb: bytes) }
      used += processorSeconds() - start
      batch.removeAll(keepingCapacity: true)
    }
    try store.forEachRow(in: schema, columns: []) { row, status, geometry, _ in
      guard status == .valid else { return true }
      extent.formUnion(geometry.envelope)
      if let first = geometry.coordinates.first { vertices.append(LonLat(first.x, first.y)) }
      var moved = copy geometry
      moved.mapCoordinates { coordinates in
        for index in coordinates.indices {
          coordinates[index] = Self.meters(LonLat(coordinates[index].x, coordinates[index].y))
        }
      }
      var bytes: [UInt8] = []
      WKBWriter.append(moved, to: &bytes)
      batch.append(bytes)
      if batch.count == 4096 { flush() }
      names.append(Name(layer: number, fid: row.fid))
      return true
    }
    flush()
    return used
  }

  /// Web Mercator (EPSG:3857): on the glass of a flat map a finger is a circle of these meters.
  static func meters(_ place: LonLat) -> Coordinate {
    let radius = 6_378_137.0
    return Coordinate(
      place.longitude * .pi / 180 * radius, asinh(tan(place.latitude * .pi / 180)) * radius)
  }

  /// The same taps on every run: half a fingertip's spread around a feature, half anywhere.
  func taps(_ count: Int) -> [LonLat] {
    var random = SplitMix64(seed: 17)
    return (0..<count).map { number in
      guard number.isMultiple(of: 2), let vertex = vertices.randomElement(using: &random) else {
        return LonLat(
          Double.random(in: extent.minX...extent.maxX, using: &random),
          Double.random(in: extent.minY...extent.maxY, using: &random))
      }
      let east = random.normal() * 40 / Self.degree / cos(vertex.latitude * .pi / 180)
      let north = random.normal() * 40 / Self.degree
      return LonLat(vertex.longitude + east, vertex.latitude + north)
    }
  }
}
