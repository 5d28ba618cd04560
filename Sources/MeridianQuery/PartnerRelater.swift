internal import MeridianKernel
internal import MeridianTopology

/// Relates geometries to the features of an index, whose prepared forms it keeps.
struct PartnerRelater {
  /// Features kept in GEOS' form at a time: what a thread's share of a join meets again and again.
  private static let most = 2048

  private let index: PlaneIndex
  private var prepared: [Int: PreparedGeometry] = [:]
  private var left = GeometryAtHand()
  private var isLeftPoint = false
  private var isLeftAreal = false
  private var box = Envelope.empty
  private var buffer = GeometryBuffer()

  init(_ index: PlaneIndex) { self.index = index }

  /// Turns to the next geometry on the left.
  mutating func begin(_ geometry: borrowing GeometryBuffer) {
    left.forget()
    let shape = GeometryShape(geometry)
    isLeftPoint = shape == .point(isPoint: true)
    isLeftAreal = shape.isAreal
    box = geometry.envelope
  }

  /// Whether the geometry stands in a relation to a feature.
  mutating func holds(
    _ predicate: SpatialPredicate, _ geometry: borrowing GeometryBuffer, feature: Int
  ) throws(TopologyError) -> Bool {
    let copies = SeamCopies(
      of: box, against: index.envelope(of: feature), isGeographic: index.period != nil)
    var answer = try holdsOnce(predicate, geometry, feature)
    for turn in copies.turns.dropFirst() {
      let (known, place) = (left, box)
      left.forget()
      box = box.moved(east: turn)
      let copy = try holdsOnce(predicate, geometry.moved(east: turn), feature)
      (left, box) = (known, place)
      answer = predicate == .disjoint ? answer && copy : answer || copy
    }
    return answer
  }

  /// The relation where the geometry lies.
  private mutating func holdsOnce(
    _ predicate: SpatialPredicate, _ geometry: borrowing GeometryBuffer, _ feature: Int
  ) throws(TopologyError) -> Bool {
    guard index.envelope(of: feature).intersects(box) else { return predicate == .disjoint }
    if isLeftPoint || isLeftAreal {
      index.read(feature, into: &buffer)
      let shape = GeometryShape(buffer)
      if isLeftPoint, shape.isAreal {
        return buffer.location(of: geometry.coordinates[0]).answers(predicate)
      }
      if isLeftAreal, shape == .point(isPoint: true) {
        return geometry.location(of: buffer.coordinates[0]).answers(predicate.transposed)
      }
    }
    let own = try left.geometry(of: geometry)
    return try own.context.holds(predicate, own, form(of: feature, own.context))
  }

  private mutating func form(
    of feature: Int, _ context: TopologyContext
  ) throws(TopologyError) -> PreparedGeometry {
    if let known = prepared[feature] { return known }
    if prepared.count >= Self.most { prepared.removeAll(keepingCapacity: true) }
    index.read(feature, into: &buffer)
    let made = PreparedGeometry(try context.geometry(buffer))
    prepared[feature] = made
    return made
  }
}
