import CGEOS
import MeridianKernel

/// The peer: GEOS' STRtree over Mercator meters, where a finger is a circle of constant radius,
/// with prepared geometries. The fastest thing its user can do, and what the screen shows.
final class GEOSPeer {
  /// Which geometries are prepared before their distance is asked.
  enum Preparing: String, CaseIterable {
    case large = "prepared above 48 vertices"
    case all = "all prepared"
  }

  private let geos: GEOSLibrary
  private let context: GEOSContextHandle_t
  private let reader: OpaquePointer
  private let tree: OpaquePointer
  private var features: [Feature] = []
  private let found = Found()
  let version: String
  /// What the last question found, nearest first; the buffer is kept from question to question.
  private(set) var nearest: [(number: Int, distance: Double)] = []

  /// How many geometries it holds.
  var count: Int { features.count }

  /// What belongs together lies together, so that a candidate costs one look into memory.
  private struct Feature {
    let geometry: OpaquePointer
    var prepared: OpaquePointer?
    let isLarge: Bool
  }

  /// What a query gives, by number; a class so that the callback can reach it.
  private final class Found {
    var numbers: [Int] = []
  }

  init?() {
    guard let geos = GEOSLibrary(), let context = geos.start(),
      let reader = geos.makeReader(context), let tree = geos.makeTree(context, 10)
    else { return nil }
    self.geos = geos
    self.context = context
    self.reader = reader
    self.tree = tree
    version = geos.version().map { String(cString: $0) } ?? "?"
  }

  deinit {
    geos.destroyTree(context, tree)
    for feature in features {
      if let prepared = feature.prepared { geos.destroyPrepared(context, prepared) }
      geos.destroy(context, feature.geometry)
    }
    geos.destroyReader(context, reader)
    geos.finish(context)
  }

  /// Adds a geometry; its number is its place in the order of adding.
  func add(wkb: [UInt8]) {
    guard let geometry = geos.read(context, reader, wkb, wkb.count) else { return }
    let isLarge = geos.coordinateCount(context, geometry) > 48
    features.append(Feature(geometry: geometry, prepared: nil, isLarge: isLarge))
    // Numbers travel as addresses, one up, since no item may be null.
    geos.insert(context, tree, geometry, UnsafeMutableRawPointer(bitPattern: features.count))
  }

  /// Puts what lies within a radius of a place into ``nearest``, nearest first.
  func find(_ place: Coordinate, radius: Double, preparing: Preparing) {
    found.numbers.removeAll(keepingCapacity: true)
    nearest.removeAll(keepingCapacity: true)
    let window = geos.makeRectangle(
      context, place.x - radius, place.y - radius, place.x + radius, place.y + radius)
    geos.query(
      context, tree, window, collectNumber, Unmanaged.passUnretained(found).toOpaque())
    geos.destroy(context, window)
    guard !found.numbers.isEmpty else { return }
    let point = geos.makePoint(context, place.x, place.y)
    defer { geos.destroy(context, point) }
    for number in found.numbers {
      let distance = distance(of: number, to: point, isPrepared: preparing == .all)
      if distance <= radius { nearest.append((number, distance)) }
    }
    nearest.sort { ($0.distance, $0.number) < ($1.distance, $1.number) }
  }

  @inline(__always)
  private func distance(of number: Int, to point: OpaquePointer?, isPrepared: Bool) -> Double {
    var distance = Double.infinity
    let feature = features[number]
    guard isPrepared || feature.isLarge else {
      _ = geos.distance(context, feature.geometry, point, &distance)
      return distance
    }
    let prepared = feature.prepared ?? geos.prepare(context, feature.geometry)
    if feature.prepared == nil { features[number].prepared = prepared }
    _ = geos.preparedDistance(context, prepared, point, &distance)
    return distance
  }

  fileprivate static func collect(
    _ item: UnsafeMutableRawPointer?, _ found: UnsafeMutableRawPointer?
  ) {
    guard let item, let found else { return }
    Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().numbers.append(
      Int(bitPattern: item) - 1)
  }
}

/// A free function, since a closure formed in a method may not be called back by C on any thread.
private func collectNumber(_ item: UnsafeMutableRawPointer?, _ found: UnsafeMutableRawPointer?) {
  GEOSPeer.collect(item, found)
}
