internal import MeridianGeodesy
internal import MeridianKernel
internal import MeridianStore

extension LayerQuery {
  /// Visits matching features by the keys of the order, equal ones by their place in the layer.
  func forEachSorted(_ visit: (FoundFeature) -> Bool) throws(QueryError) {
    var found: [(keys: [AttributeValue], feature: FoundFeature)] = []
    // Only so many can be answered: the rest is dropped again and again.
    let wanted = query.limit.map { $0.addingReportingOverflow(query.offset) }
    let most = wanted.map { $0.overflow ? Int.max : $0.partialValue } ?? .max
    let order = ValueOrder(self.order.map(\.isDescending))
    try scanKeys { keys, feature in
      found.append((keys, feature()))
      if most < .max / 4, found.count >= 2 * most + 1024 {
        found.sort { order.precedes(($0.keys, $0.feature.row), ($1.keys, $1.feature.row)) }
        found.removeLast(found.count - most)
      }
    }
    found.sort { order.precedes(($0.keys, $0.feature.row), ($1.keys, $1.feature.row)) }
    give(found.map(\.feature), visit)
  }

  /// Visits the nearest matching features, the nearest first, equally near ones by their place in
  /// the layer.
  func forEachNearest(_ visit: (FoundFeature) -> Bool) throws(QueryError) {
    guard let asked = query.nearest, let earth else { return }
    let reach = try GeodesicReach(
      GeometryBuffer(point: Coordinate(asked.place.longitude, asked.place.latitude)), on: earth)
    guard let memory, plane.isGeographic, asked.count <= Self.few,
      let store = store as? any SharedStore, store.canFetchRows(of: layer)
    else { return give(try nearestAround(asked.count, by: reach), visit) }
    // As many neighbors as are wanted, then more while conditions leave too few of them.
    let joiner = try Joiner(memory, on: .nearest)
    var count = asked.count + 8
    while true {
      let partners = try joiner.nearest(to: asked.place, count: count)
      nearestRows = partners.map { memory.row(of: $0.feature).row }.sorted()
      let found = try nearest(asked.count, by: reach)
      if found.count == asked.count || partners.count < count {
        return give(found, visit)
      }
      count *= 4
    }
  }

  /// The nearest features, looked for in growing windows where the store can tell what is near.
  private func nearestAround(
    _ count: Int, by reach: GeodesicReach
  ) throws(QueryError) -> [FoundFeature] {
    guard plane.isLayersOwn, plane.isGeographic else { return try nearest(count, by: reach) }
    for meters in Self.rings {
      nearWindow = reach.window(meters)
      guard nearWindow != nil else { break }
      let found = try nearest(count, by: reach)
      // Without a window everything has been read.
      if nearWindow == nil { return found }
      if found.count == count, found[count - 1].distance ?? .infinity <= meters { return found }
    }
    nearWindow = nil
    return try nearest(count, by: reach)
  }

  /// So many neighbors are kept in order while they are looked for; of more, all are measured and
  /// then sorted.
  private static let few = 1024

  /// How far to look around a place before everything is read, in meters.
  private static let rings = [300.0, 5000, 80_000]

  /// The nearest features among the rows that are read.
  private func nearest(
    _ count: Int, by reach: GeodesicReach
  ) throws(QueryError) -> [FoundFeature] {
    var found: [FoundFeature] = []
    guard count > 0 else { return [] }
    try scan { match in
      var feature = match()
      guard feature.hasGeometry else { return true }
      let isKept = count <= Self.few
      let bound =
        isKept && found.count == count ? found[found.count - 1].distance ?? 0 : .infinity
      let distance =
        plane.isGeographic
        ? reach.distance(to: feature.geometry, within: bound)
        : reach.distance(to: inDegrees(feature.geometry), within: bound)
      guard distance < bound, distance.isFinite else { return true }
      feature.distance = distance
      guard isKept else {
        found.append(feature)
        return true
      }
      var place = found.count
      while place > 0, distance < found[place - 1].distance ?? 0 { place -= 1 }
      found.insert(feature, at: place)
      if found.count > count { found.removeLast() }
      return true
    }
    guard count > Self.few else { return found }
    found.sort { ($0.distance ?? 0, $0.row) < ($1.distance ?? 0, $1.row) }
    return Array(found.prefix(count))
  }

  private func give(_ found: [FoundFeature], _ visit: (FoundFeature) -> Bool) {
    var given = 0
    for feature in found.dropFirst(query.offset).prefix(query.limit ?? .max) {
      given += 1
      if !visit(feature) { break }
    }
    finishPlan(given: given)
  }

  /// Visits matching rows with the values that they are sorted by.
  private func scanKeys(
    _ visit: ([AttributeValue], () -> FoundFeature) -> Void
  ) throws(QueryError) {
    try scan { match in
      let feature = match()
      let keys = order.map { key in
        key.place.map { feature.allValues[$0] } ?? .integer(feature.fid ?? feature.row)
      }
      visit(keys) { feature }
      return true
    }
  }
}

/// The order of rows by several values: numbers, then text, then blobs, NULL last either way.
struct ValueOrder {
  private let isDescending: [Bool]

  init(_ isDescending: [Bool]) { self.isDescending = isDescending }

  typealias Row = (keys: [AttributeValue], row: Int64)

  func precedes(_ a: Row, _ b: Row) -> Bool {
    for (index, descends) in isDescending.enumerated() {
      let (x, y) = (a.keys[index], b.keys[index])
      switch (x, y) {
      case (.null, .null): continue
      case (.null, _): return false
      case (_, .null): return true
      default: break
      }
      if Self.isLess(x, y) { return !descends }
      if Self.isLess(y, x) { return descends }
    }
    return a.row < b.row
  }

  private static func isLess(_ a: AttributeValue, _ b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): Double(a) < b
    case (.real(let a), .integer(let b)): a < Double(b)
    case (.text(let a), .text(let b)): a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
    case (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: rank(a) < rank(b)
    }
  }

  private static func rank(_ value: AttributeValue) -> Int {
    switch value {
    case .integer, .real: 0
    case .text: 1
    case .blob: 2
    case .null: 3
    }
  }
}
