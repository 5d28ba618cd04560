import CGEOS
import MeridianKernel

/// GEOS' STRtree over Mercator meters, where a finger is a circle of constant radius, with prepared
/// geometries: the fastest thing its user can do, and what the screen shows.
final class GEOSPeer: Peer {
  private let geos: GEOSLibrary
  private let context: GEOSContextHandle_t
  private let tree: OpaquePointer
  private var features: [Feature] = []
  private let search = Search()
  private var nearest: [(distance: Double, id: UInt32)] = []
  let title: String

  /// How many geometries it holds.
  var count: Int { features.count }

  /// Geometries of more vertices are prepared before their distance is asked; below, preparing
  /// gains nothing (measured: 15 % slower at zoom 17 when all are prepared).
  private static let largeFrom = 48

  /// What belongs together lies together, so that a candidate costs one look into memory.
  private struct Feature {
    let geometry: OpaquePointer
    var prepared: OpaquePointer?
    let isLarge: Bool
    let isArea: Bool
  }

  /// What the callbacks reach: the numbers a query gives, and whose distance is asked.
  fileprivate final class Search {
    var numbers: [Int] = []
    weak var peer: GEOSPeer?
    var point: OpaquePointer?
  }

  /// Reads a flat file; nil when GEOS is not installed.
  init?(reading path: String) throws {
    guard let geos = GEOSLibrary(), let context = geos.start(),
      let reader = geos.makeReader(context), let tree = geos.makeTree(context, 10)
    else { return nil }
    self.geos = geos
    self.context = context
    self.tree = tree
    title = "GEOS " + (geos.version().map { String(cString: $0) } ?? "?").prefix { $0 != "-" }
    try FlatFile.forEach(in: path) { feature in
      guard
        let geometry = geos.read(
          context, reader, feature.wkb.assumingMemoryBound(to: UInt8.self).baseAddress,
          feature.wkb.count)
      else { return }
      features.append(
        Feature(
          geometry: geometry, prepared: nil,
          isLarge: geos.coordinateCount(context, geometry) > Self.largeFrom,
          isArea: feature.kind == 0))
      // Ids travel as addresses; they count from 1, since no item may be null.
      geos.insert(context, tree, geometry, UnsafeMutableRawPointer(bitPattern: features.count))
    }
    geos.destroyReader(context, reader)
    search.peer = self
    // The tree is built by the first question.
    let point = geos.makePoint(context, 0, 0)
    query(point)
    geos.destroy(context, point)
  }

  deinit {
    geos.destroyTree(context, tree)
    for feature in features {
      if let prepared = feature.prepared { geos.destroyPrepared(context, prepared) }
      geos.destroy(context, feature.geometry)
    }
    geos.finish(context)
  }

  func canAnswer(_ work: Work) -> Bool { work != .batch }

  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) {
    switch work {
    case .tap: touch(tap.flat, radius: work.reach, into: &found)
    case .batch: return
    case .containing: contain(tap.flat, into: &found)
    case .nearest: findNearest(tap.flat, into: &found)
    case .window:
      query(around: tap.flat, reach: work.reach)
      for number in search.numbers { found.append(UInt32(number + 1)) }
    }
  }

  private func touch(_ place: Coordinate, radius: Double, into found: inout [UInt32]) {
    nearest.removeAll(keepingCapacity: true)
    query(around: place, reach: radius)
    guard !search.numbers.isEmpty else { return }
    let point = geos.makePoint(context, place.x, place.y)
    defer { geos.destroy(context, point) }
    for number in search.numbers {
      let distance = distance(of: number, to: point)
      if distance <= radius { nearest.append((distance, UInt32(number + 1))) }
    }
    nearest.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
    for hit in nearest { found.append(hit.id) }
  }

  private func contain(_ place: Coordinate, into found: inout [UInt32]) {
    let point = geos.makePoint(context, place.x, place.y)
    defer { geos.destroy(context, point) }
    query(point)
    for number in search.numbers where features[number].isArea {
      if geos.preparedIntersects(context, prepared(number), point) == 1 {
        found.append(UInt32(number + 1))
      }
    }
  }

  private func findNearest(_ place: Coordinate, into found: inout [UInt32]) {
    let point = geos.makePoint(context, place.x, place.y)
    defer { geos.destroy(context, point) }
    search.point = point
    let asked = UnsafeMutableRawPointer(bitPattern: Int.max)
    let item = geos.nearest(
      context, tree, asked, point, measure, Unmanaged.passUnretained(search).toOpaque())
    if let item { found.append(UInt32(Int(bitPattern: item))) }
  }

  /// The distance of a feature to a place, for looking closer at a disagreement.
  func distance(ofID id: UInt32, to place: Coordinate) -> Double {
    let point = geos.makePoint(context, place.x, place.y)
    defer { geos.destroy(context, point) }
    return distance(of: Int(id) - 1, to: point)
  }

  // MARK: Parts of a question

  private func query(around place: Coordinate, reach: Double) {
    let window = geos.makeRectangle(
      context, place.x - reach, place.y - reach, place.x + reach, place.y + reach)
    query(window)
    geos.destroy(context, window)
  }

  private func query(_ window: OpaquePointer?) {
    search.numbers.removeAll(keepingCapacity: true)
    geos.query(
      context, tree, window, collectNumber, Unmanaged.passUnretained(search).toOpaque())
  }

  @inline(__always)
  private func prepared(_ number: Int) -> OpaquePointer? {
    if let prepared = features[number].prepared { return prepared }
    features[number].prepared = geos.prepare(context, features[number].geometry)
    return features[number].prepared
  }

  @inline(__always)
  fileprivate func distance(of number: Int, to point: OpaquePointer?) -> Double {
    var distance = Double.infinity
    if features[number].isLarge {
      _ = geos.preparedDistance(context, prepared(number), point, &distance)
    } else {
      _ = geos.distance(context, features[number].geometry, point, &distance)
    }
    return distance
  }
}

// Free functions, since a closure formed in a method may not be called back by C on any thread.

private func collectNumber(_ item: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<GEOSPeer.Search>.fromOpaque(context).takeUnretainedValue().numbers.append(
    Int(bitPattern: item) - 1)
}

private func measure(
  _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?,
  _ distance: UnsafeMutablePointer<Double>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let distance else { return 0 }
  let search = Unmanaged<GEOSPeer.Search>.fromOpaque(context).takeUnretainedValue()
  guard let peer = search.peer else { return 0 }
  let id = min(Int(bitPattern: first), Int(bitPattern: second))
  distance.pointee = peer.distance(of: id - 1, to: search.point)
  return 1
}
