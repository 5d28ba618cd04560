internal import MeridianFilter
internal import MeridianKernel
internal import MeridianTopology

/// Relates one feature after the other to fixed geometries.
///
/// Rectangles decide what they can, exactly; a single point against polygons is decided by the
/// kernel's exact even-odd rule, as hits and joins are; everything else by GEOS, which is opened
/// when the first such question is asked. Each fixed geometry is prepared once.
struct FeatureRelater: SpatialRelating {
  typealias Failure = TopologyError

  private let literals: [Literal]
  private let isGeographic: Bool
  private var prepared: [PreparedGeometry?]
  private var atHand = GeometryAtHand()
  /// Questions that GEOS has answered.
  private(set) var geosAnswers = 0

  /// A fixed geometry and what is known of it.
  private struct Literal {
    var geometry: GeometryBuffer
    var box: Envelope
    var shape: GeometryShape
  }

  /// Fixed geometries of a plane, in degrees or not.
  init(_ literals: [GeometryBuffer], isGeographic: Bool) {
    self.isGeographic = isGeographic
    self.literals = literals.map {
      Literal(geometry: $0, box: $0.envelope, shape: GeometryShape($0))
    }
    prepared = Array(repeating: nil, count: literals.count)
  }

  /// Turns to the next feature.
  mutating func begin() { atHand.forget() }

  mutating func holds(
    _ predicate: SpatialPredicate, of geometry: borrowing GeometryBuffer, literal number: Int
  ) throws(TopologyError) -> Bool {
    let copies = SeamCopies(
      of: geometry.envelope, against: literals[number].box, isGeographic: isGeographic)
    var answer = try holdsOnce(predicate, geometry, number)
    for turn in copies.turns.dropFirst() {
      let known = atHand
      atHand.forget()
      let copy = try holdsOnce(predicate, geometry.moved(east: turn), number)
      atHand = known
      answer = predicate == .disjoint ? answer && copy : answer || copy
    }
    return answer
  }

  /// The relation of a geometry where it lies.
  private mutating func holdsOnce(
    _ predicate: SpatialPredicate, _ geometry: borrowing GeometryBuffer, _ number: Int
  ) throws(TopologyError) -> Bool {
    let literal = literals[number]
    if let answer = quickAnswer(predicate, geometry, literal) { return answer }
    geosAnswers += 1
    let feature = try atHand.geometry(of: geometry)
    return try feature.context.holds(
      predicate, feature, preparedLiteral(number, feature.context))
  }

  private mutating func preparedLiteral(
    _ number: Int, _ context: TopologyContext
  ) throws(TopologyError) -> PreparedGeometry {
    if let known = prepared[number] { return known }
    let made = PreparedGeometry(try context.geometry(literals[number].geometry))
    prepared[number] = made
    return made
  }

  /// What rectangles and single points decide; nil leaves it to GEOS.
  private func quickAnswer(
    _ predicate: SpatialPredicate, _ geometry: borrowing GeometryBuffer, _ literal: Literal
  ) -> Bool? {
    if geometry.isEmpty || literal.geometry.isEmpty {
      return predicate == .disjoint
        || predicate == .equals && geometry.isEmpty && literal.geometry.isEmpty
    }
    if literal.shape == .point(isPoint: true), let place = literal.geometry.coordinates.first {
      if case .polygons = GeometryShape(geometry) {
        return geometry.location(of: place).answers(predicate.transposed)
      }
    }
    if literal.shape.isAreal, GeometryShape(geometry) == .point(isPoint: true),
      let place = geometry.coordinates.first
    {
      let isOutside = !literal.box.contains(place)
      return (isOutside ? .exterior : literal.geometry.location(of: place)).answers(predicate)
    }
    if !geometry.envelope.intersects(literal.box) { return predicate == .disjoint }
    if literal.shape == .rectangle, predicate == .intersects || predicate == .disjoint {
      return geometry.intersects(literal.box) == (predicate == .intersects)
    }
    return nil
  }
}

/// One geometry after the other as GEOS has it, each made when first asked for, in one context that
/// is opened then.
struct GeometryAtHand {
  private var context: TopologyContext?
  private var made: TopologyGeometry?

  /// Turns to another geometry.
  mutating func forget() { made = nil }

  /// The geometry at hand, which is always the same until it is forgotten.
  mutating func geometry(
    of buffer: borrowing GeometryBuffer
  ) throws(TopologyError) -> TopologyGeometry {
    if let made { return made }
    let opened: TopologyContext
    if let context { opened = context } else { opened = try TopologyContext() }
    context = opened
    let geometry = try opened.geometry(buffer)
    made = geometry
    return geometry
  }
}

/// What a geometry consists of, as far as shortcuts care.
enum GeometryShape: Equatable {
  /// Points only; whether it is a single one.
  case point(isPoint: Bool)
  /// One polygon that is an axis-parallel rectangle.
  case rectangle
  /// Polygons only.
  case polygons
  /// Anything else.
  case other

  var isAreal: Bool { self == .rectangle || self == .polygons }

  init(_ geometry: borrowing GeometryBuffer) {
    var dimensions = (hasPoints: false, hasLines: false, hasPolygons: false)
    for part in geometry.parts {
      switch part.dimension {
      case .point: dimensions.hasPoints = true
      case .line: dimensions.hasLines = true
      case .polygon: dimensions.hasPolygons = true
      }
    }
    switch dimensions {
    case (true, false, false): self = .point(isPoint: geometry.coordinates.count == 1)
    case (false, false, true):
      let isOne = geometry.ringEnds.count == 1
      self = isOne && Self.isRectangle(geometry.coordinates) ? .rectangle : .polygons
    default: self = .other
    }
  }

  /// Five vertices of which neighbors share an ordinate, around something.
  private static func isRectangle(_ ring: [Coordinate]) -> Bool {
    guard ring.count == 5, ring[0] == ring[4] else { return false }
    let isFlatFirst = ring[0].y == ring[1].y
    for side in 0..<4 {
      let (a, b) = (ring[side], ring[side + 1])
      let isFlat = (side % 2 == 0) == isFlatFirst
      guard isFlat ? a.y == b.y && a.x != b.x : a.x == b.x && a.y != b.y else { return false }
    }
    return true
  }
}

extension PointLocation {
  /// Whether a point at this location of an area stands in a relation to it.
  func answers(_ predicate: SpatialPredicate) -> Bool {
    switch predicate {
    case .intersects: self != .exterior
    case .disjoint: self == .exterior
    case .within: self == .interior
    case .touches: self == .boundary
    // A point is of another dimension: it neither equals, overlaps, crosses nor contains an area.
    case .equals, .overlaps, .crosses, .contains: false
    }
  }
}
