import CGEOS

/// The peer: GEOS' STRtree over Mercator meters, where a finger is a circle of constant radius,
/// with prepared geometries. The fastest thing its user can do, and what the screen shows.
final class GEOSPeer {
  /// Which geometries are prepared before their distance is asked.
  enum Preparing: String {
    case all = "all prepared"
    case large = "prepared above 48 vertices"
  }

  private let geos: GEOSLibrary
  private let context: GEOSContextHandle_t
  private let reader: OpaquePointer
  private let tree: OpaquePointer
  private var geometries: [OpaquePointer] = []
  private var prepared: [OpaquePointer?] = []
  private var isLarge: [Bool] = []
  private var found = Found()
  let version: String

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

  /// Adds a geometry; its number is its place in the order of adding.
  func add(wkb: [UInt8]) {
    guard let geometry = geos.read(context, reader, wkb, wkb.count) else { return }
    geometries.append(geometry)
    prepared.append(nil)
    isLarge.append(geos.coordinateCount(context, geometry) > 48)
    // Numbers travel as addresses, one up, since no item may be null.
    geos.insert(context, tree, geometry, UnsafeMutableRawPointer(bitPattern: geometries.count))
  }

  /// The numbers within a radius of a place, nearest first.
  func hits(_ x: Double, _ y: Double, radius: Double, preparing: Preparing) -> [(
    number: Int, distance: Double
  )] {
    found.numbers.removeAll(keepingCapacity: true)
    let window = geos.makeRectangle(context, x - radius, y - radius, x + radius, y + radius)
    geos.query(
      context, tree, window, collectNumber, Unmanaged.passUnretained(found).toOpaque())
    geos.destroy(context, window)
    guard !found.numbers.isEmpty else { return [] }
    let point = geos.makePoint(context, x, y)
    defer { geos.destroy(context, point) }
    var hits: [(number: Int, distance: Double)] = []
    for number in found.numbers {
      var distance = Double.infinity
      if preparing == .all || isLarge[number] {
        if prepared[number] == nil { prepared[number] = geos.prepare(context, geometries[number]) }
        _ = geos.preparedDistance(context, prepared[number], point, &distance)
      } else {
        _ = geos.distance(context, geometries[number], point, &distance)
      }
      if distance <= radius { hits.append((number, distance)) }
    }
    hits.sort { ($0.distance, $0.number) < ($1.distance, $1.number) }
    return hits
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
