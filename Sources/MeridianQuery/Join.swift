internal import MeridianFilter
internal import MeridianGeodesy
public import MeridianKernel
internal import MeridianStore
internal import MeridianTopology

/// How features of two layers are brought together.
public enum JoinCondition: Hashable, Sendable {
  /// *Left* predicate *right*, such as a point within a parcel.
  case relation(SpatialPredicate)
  /// At most so many meters apart on the ellipsoid.
  case within(meters: Double)
  /// The one nearest on the ellipsoid; of equally near ones the first.
  case nearest
}

/// Finds, for one feature after the other, its partners in a layer held in memory.
///
/// Points against polygons are decided by the kernel's exact even-odd rule over grids; other
/// relations by GEOS, the layer's features prepared; distances by geodesics, after the plane has
/// sifted. Not Sendable: each thread makes its own over the same ``PlaneLayer``.
public final class Joiner {
  /// A partner of a feature.
  public struct Partner: Hashable, Sendable {
    /// Its number in the layer's index.
    public var feature: Int
    /// Meters apart, where the condition measures.
    public var distance: Double?
  }

  private let layer: PlaneLayer
  private let condition: JoinCondition
  private let plane: QueryPlane
  private let earth: Geodesic?
  private var scratch = PlaneIndex.NearScratch()
  private var numbers: [UInt32] = []
  private var located: [(feature: Int, location: PointLocation)] = []
  private var relater: PartnerRelater

  /// Prepares to join with a layer; throws when distances are asked where there are none.
  public init(_ layer: PlaneLayer, on condition: JoinCondition) throws(QueryError) {
    self.layer = layer
    self.condition = condition
    plane = try QueryPlane(layer.layer, asked: layer.crs)
    relater = PartnerRelater(layer.index)
    switch condition {
    case .relation: earth = nil
    case .within, .nearest:
      guard layer.crs.hasPlace else {
        throw .noPlace(layer: layer.layer.name, crs: layer.crs.name)
      }
      guard plane.isGeographic else {
        throw .unsuitable(
          reason: "distances in meters are measured in longitude and latitude; leave --crs out")
      }
      earth = try Geodesic.earth()
    }
  }

  /// Fills `partners` with those of a geometry of the plane: the nearest first where distances
  /// count, else in the layer's order.
  public func find(
    _ geometry: borrowing GeometryBuffer, into partners: inout [Partner]
  ) throws(QueryError) {
    partners.removeAll(keepingCapacity: true)
    guard !geometry.isEmpty, !geometry.isNonFinite else { return }
    switch condition {
    case .relation(let predicate): try relate(predicate, geometry, &partners)
    case .within(let meters): try measure(geometry, count: .max, within: meters, &partners)
    case .nearest: try measure(geometry, count: 1, within: .infinity, &partners)
    }
  }

  /// Finds the partners of many geometries and visits them in their order.
  ///
  /// In between they are looked for along a curve on which neighbors ask for the same data, which
  /// is half as fast again for geometries that come in no order. The visitor returns false to stop.
  public func findAll(
    _ batch: JoinBatch, _ visit: (_ number: Int, ArraySlice<Partner>) -> Bool
  ) throws(QueryError) {
    var order = batch.places.indices.map { number in
      UInt64(layer.index.curvePosition(of: batch.places[number])) << 32 | UInt64(number)
    }
    order.sort()
    var found: [Partner] = []
    found.reserveCapacity(batch.places.count)
    var ranges = [Range<Int>](repeating: 0..<0, count: batch.places.count)
    var partners: [Partner] = []
    for key in order {
      let number = Int(key & 0xFFFF_FFFF)
      if let shape = batch.shapes[number] {
        try find(shape, into: &partners)
      } else {
        try find(batch.places[number], into: &partners)
      }
      ranges[number] = found.count..<found.count + partners.count
      found.append(contentsOf: partners)
    }
    for number in batch.places.indices where !visit(number, found[ranges[number]]) { return }
  }

  /// The partners of a single place, without a geometry around it where none is needed.
  private func find(
    _ place: Coordinate, into partners: inout [Partner]
  ) throws(QueryError) {
    partners.removeAll(keepingCapacity: true)
    guard place.isFinite else { return }
    if case .relation(let predicate) = condition, layer.index.hasPolygonsOnly,
      predicate.impliesIntersection
    {
      return locate(place, predicate, &partners)
    }
    try find(GeometryBuffer(point: place), into: &partners)
  }

  /// The features nearest to a place, the nearest first.
  func nearest(to place: LonLat, count: Int) throws(QueryError) -> [Partner] {
    var partners: [Partner] = []
    let point = GeometryBuffer(point: Coordinate(place.longitude, place.latitude))
    try measure(point, count: count, within: .infinity, &partners)
    return partners
  }

  // MARK: Relations

  private func relate(
    _ predicate: SpatialPredicate, _ geometry: borrowing GeometryBuffer,
    _ partners: inout [Partner]
  ) throws(QueryError) {
    if layer.index.hasPolygonsOnly, GeometryShape(geometry) == .point(isPoint: true),
      predicate.impliesIntersection
    {
      return locate(geometry.coordinates[0], predicate, &partners)
    }
    numbers.removeAll(keepingCapacity: true)
    if predicate.impliesIntersection {
      layer.index.features(aroundTheSeam: geometry.envelope, into: &numbers)
    } else {
      numbers.append(contentsOf: 0..<UInt32(layer.index.count))
    }
    do throws(TopologyError) {
      relater.begin(geometry)
      for number in numbers
      where try relater.holds(predicate, geometry, feature: Int(number)) {
        partners.append(Partner(feature: Int(number), distance: nil))
      }
    } catch {
      throw .topology(error)
    }
    sort(&partners)
  }

  /// A point against polygons: several parts of one feature count once, the innermost deciding.
  private func locate(
    _ place: Coordinate, _ predicate: SpatialPredicate, _ partners: inout [Partner]
  ) {
    located.removeAll(keepingCapacity: true)
    layer.index.forEachArea(at: place) { feature, location in
      if let known = located.firstIndex(where: { $0.feature == feature }) {
        located[known].location = located[known].location.union(location)
      } else {
        located.append((feature, location))
      }
    }
    for (feature, location) in located where location.answers(predicate) {
      partners.append(Partner(feature: feature, distance: nil))
    }
    if partners.count > 1 { sort(&partners) }
  }

  private func sort(_ partners: inout [Partner]) {
    let index = layer.index
    partners.sort { index.row(of: $0.feature).row < index.row(of: $1.feature).row }
  }
}

// MARK: - Distances

extension Joiner {
  private func measure(
    _ geometry: borrowing GeometryBuffer, count: Int, within meters: Double,
    _ partners: inout [Partner]
  ) throws(QueryError) {
    guard let earth else { return }
    // A row whose latitude is beyond a pole has no place, and so no distance to anything.
    for place in geometry.coordinates where place.y.magnitude > 90 { return }
    if geometry.coordinates.count == 1 {
      let place = geometry.coordinates[0]
      measure(place, try proximity(place, earth), count, meters, &partners)
    } else {
      try measureShape(geometry, earth, count, meters, &partners)
    }
    let index = layer.index
    partners.sort { a, b in
      let (x, y) = (a.distance ?? 0, b.distance ?? 0)
      return x != y ? x < y : index.row(of: a.feature).row < index.row(of: b.feature).row
    }
    if partners.count > count { partners.removeLast(partners.count - count) }
  }

  private func proximity(
    _ place: Coordinate, _ earth: Geodesic
  ) throws(QueryError) -> Proximity {
    do throws(GeodesyError) {
      return try earth.proximity(to: LonLat(place.x, place.y))
    } catch {
      throw .geodesy(error)
    }
  }

  /// From a single place: the plane sifts where it is a measure, the sphere elsewhere.
  private func measure(
    _ place: Coordinate, _ near: Proximity, _ count: Int, _ meters: Double,
    _ partners: inout [Partner]
  ) {
    let index = layer.index
    let degrees = meters / near.metersPerDegree
    let error = near.planeError(min(degrees, 1e9))
    let reach = meters.isFinite ? degrees * (1 + 2 * error) : 1
    guard !meters.isFinite || error < 0.05 else {
      return measureFar(place, near, count, meters, &partners)
    }
    index.nearest(
      to: place, scale: near.eastScale, count: count, within: reach,
      error: { min(2 * near.planeError($0), 1) }, scratch: &scratch)
    // Beyond this the plane is no measure, and nothing found means nothing near.
    let isSure =
      scratch.features.count >= min(count, index.count)
      ? near.planeError(scratch.features[min(count, index.count) - 1].distance) < 0.05
      : meters.isFinite
    guard index.count == 0 || isSure else {
      return measureFar(place, near, count, meters, &partners)
    }
    var start = 0
    while start < scratch.segments.count {
      let nearest = scratch.segments[start]
      let limit = nearest.distance * (1 + min(2 * near.planeError(nearest.distance), 1)) + 1e-12
      var least = nearest.distance == 0 ? 0 : Double.infinity
      while start < scratch.segments.count,
        case let segment = scratch.segments[start], segment.feature == nearest.feature
      {
        if least > 0 && segment.distance <= limit {
          least = min(
            least, near.distance(toSegment: segment.start, segment.end, within: least))
        }
        start += 1
      }
      if least <= meters { partners.append(Partner(feature: nearest.feature, distance: least)) }
    }
  }

  /// Where the plane is no measure: across half the globe, toward the poles.
  private func measureFar(
    _ place: Coordinate, _ near: Proximity, _ count: Int, _ meters: Double,
    _ partners: inout [Partner]
  ) {
    let found = layer.index.nearest(
      to: place, count: min(count, layer.index.count), within: meters,
      lowerBound: { near.lowerBound(to: $0) },
      distance: { near.distance(toSegment: $0, $1, within: $2) })
    partners = found.map { Partner(feature: $0.feature, distance: $0.distance) }
  }

  /// From a line, polygon or several points: every feature near its rectangle, measured whole.
  private func measureShape(
    _ geometry: borrowing GeometryBuffer, _ earth: Geodesic, _ count: Int, _ meters: Double,
    _ partners: inout [Partner]
  ) throws(QueryError) {
    let index = layer.index
    let reach = try GeodesicReach(copy geometry, on: earth)
    var bound = meters
    if count == 1, let vertex = geometry.coordinates.first {
      // The partner of any vertex is not farther than the partner of all.
      var first: [Partner] = []
      measure(vertex, try proximity(vertex, earth), 1, meters, &first)
      guard let distance = first.map({ $0.distance ?? 0 }).min() else { return }
      bound = distance
    }
    numbers.removeAll(keepingCapacity: true)
    if let window = earth.window(around: geometry.envelope, within: bound) {
      index.features(aroundTheSeam: window, into: &numbers)
    } else {
      numbers.append(contentsOf: 0..<UInt32(index.count))
    }
    var other = GeometryBuffer()
    for number in numbers {
      index.read(Int(number), into: &other)
      let distance = reach.distance(to: other, within: bound)
      guard distance <= bound else { continue }
      partners.append(Partner(feature: Int(number), distance: distance))
      if count == 1 { bound = distance }
    }
  }
}

/// Geometries that wait for their partners: single points, the usual case, as bare places.
public struct JoinBatch: Sendable {
  /// One for each geometry: the point, or the first vertex.
  fileprivate private(set) var places: [Coordinate] = []
  /// Those that are no single points, by their number.
  fileprivate private(set) var shapes: [Int: GeometryBuffer] = [:]

  /// Makes an empty batch.
  public init() {}

  /// How many geometries wait.
  public var count: Int { places.count }

  /// Takes a geometry; an empty one has no partners.
  public mutating func append(_ geometry: borrowing GeometryBuffer) {
    let isPoint = geometry.coordinates.count == 1 && geometry.parts.first?.dimension == .point
    if !isPoint { shapes[places.count] = copy geometry }
    places.append(geometry.coordinates.first ?? Coordinate(.nan, .nan))
  }

  /// Empties the batch and keeps its storage.
  public mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }
}
