internal import MeridianKernel

/// Cuts geometries at 180° and turns their rings, as GeoJSON asks (RFC 7946, sections 3.1.6 and
/// 3.1.9): every longitude lies within ±180 afterwards.
///
/// An edge is taken the short way round, as everywhere in this program, unless it spans a whole
/// turn, as in a box −180…180. Longitudes beyond ±180 say the same in another spelling. A ring that
/// winds around a pole is closed along 180° and the pole. What lies within a billionth of a degree
/// of the seam lies on it.
enum AntimeridianCut {
  /// Degrees from the seam that are none.
  private static let snap = 1e-9
  /// Turns a ring may go on for; one that does so without winding is no ring of a map, and stays.
  private static let mostTurns = 8.0

  /// Cuts a geometry in longitude and latitude into another buffer.
  static func cut(_ geometry: borrowing GeometryBuffer, into result: inout GeometryBuffer) {
    var pieces: [(dimension: PartDimension, member: Int, rings: [[Coordinate]])] = []
    for part in geometry.parts.indices {
      let rings = geometry.ringRange(ofPart: part).map { ring in
        Array(geometry.coordinates[geometry.coordinateRange(ofRing: ring)])
      }
      let member = Int(geometry.parts[part].member)
      let dimension = geometry.parts[part].dimension
      let found: [[[Coordinate]]] =
        switch dimension {
        case .point: [rings.map { $0.map(canonical) }]
        case .line: rings.flatMap(line).map { [$0] }
        case .polygon: polygon(rings)
        }
      pieces += found.map { (dimension, member, $0) }
    }
    result.begin(type(geometry.type, pieces: pieces.count))
    for piece in pieces {
      result.beginPart(piece.dimension, member: piece.member)
      for ring in piece.rings {
        for place in ring { result.append(place) }
        result.endRing()
      }
      result.endPart()
    }
    if geometry.hasEmptyPart { result.noteEmptyPart() }
  }

  /// The type that holds so many pieces.
  private static func type(_ type: GeometryType, pieces: Int) -> GeometryType {
    guard pieces > 1 else { return type }
    switch type {
    case .lineString, .circularString, .compoundCurve: return .multiLineString
    case .polygon, .curvePolygon, .triangle: return .multiPolygon
    default: return type
    }
  }

  private static func canonical(_ place: Coordinate) -> Coordinate {
    place.x.magnitude <= 180
      ? place : Coordinate(LonLat.canonicalLongitude(place.x), place.y)
  }

  private static func isPlain(_ ring: [Coordinate]) -> Bool {
    guard var previous = ring.first?.x else { return true }
    for place in ring {
      if !(place.x.magnitude <= 180) || abs(place.x - previous) > 180 { return false }
      previous = place.x
    }
    return true
  }

  // MARK: Lines

  private static func line(_ line: [Coordinate]) -> [[Coordinate]] {
    if isPlain(line) { return [line] }
    let whole = Unrolled(line, keepsWholeTurns: false).places.map(snapped)
    guard turns(across: whole) <= mostTurns else { return [line.map(canonical)] }
    var pieces: [[Coordinate]] = []
    var piece: [Coordinate] = []
    for (index, place) in whole.enumerated() {
      if index > 0 {
        for crossing in crossings(whole[index - 1], place) {
          piece.append(crossing)
          pieces.append(piece)
          piece = [crossing]
        }
      }
      piece.append(place)
    }
    pieces.append(piece)
    return pieces.map(withoutRepeats).filter { $0.count > 1 }.map(shifted)
  }

  /// Where an edge crosses the seam, in its order.
  private static func crossings(_ a: Coordinate, _ b: Coordinate) -> [Coordinate] {
    let (low, high) = (min(a.x, b.x), max(a.x, b.x))
    var seams: [Double] = []
    var seam = ((low + 180) / 360).rounded(.down) * 360 + 180
    while seam < high {
      if seam > low { seams.append(seam) }
      seam += 360
    }
    if a.x > b.x { seams.reverse() }
    return seams.map { Coordinate($0, a.y + (b.y - a.y) * ($0 - a.x) / (b.x - a.x)) }
  }

  // MARK: Polygons

  private static func polygon(_ rings: [[Coordinate]]) -> [[[Coordinate]]] {
    guard let shell = rings.first else { return [] }
    if rings.allSatisfy(isPlain) { return [turned(rings)] }
    var unrolled = [Unrolled(shell, keepsWholeTurns: true).ring.map(snapped)]
    let box = Self.box(unrolled[0])
    guard turns(across: unrolled[0]) <= mostTurns else {
      return [turned(rings.map { $0.map(canonical) })]
    }
    for hole in rings.dropFirst() {
      var places = Unrolled(hole, keepsWholeTurns: true).ring.map(snapped)
      let shift = turns(of: Self.box(places), into: box) * 360
      if shift != 0 { for index in places.indices { places[index].x += shift } }
      unrolled.append(places)
    }
    var pieces = [turned(unrolled)]
    var seam = ((box.minX + 180) / 360).rounded(.down) * 360 + 180
    while seam < box.maxX {
      pieces = pieces.flatMap { RingSplitter.split($0, at: seam) }
      seam += 360
    }
    return pieces.map { piece in turned(piece.map { shifted(withoutRepeats($0)) }) }
      .filter { ($0.first?.count ?? 0) > 3 }
  }

  /// The whole turns that bring a hole into the span of its shell.
  private static func turns(of hole: Envelope, into shell: Envelope) -> Double {
    for turns in [0.0, 1, -1, 2, -2]
    where hole.minX + turns * 360 >= shell.minX && hole.maxX + turns * 360 <= shell.maxX {
      return turns
    }
    return 0
  }

  /// Closed rings, the first one counterclockwise, the others clockwise.
  private static func turned(_ rings: [[Coordinate]]) -> [[Coordinate]] {
    rings.enumerated().map { number, ring in
      var ring = ring
      if let first = ring.first, ring.last != first { ring.append(first) }
      let area = RingSplitter.doubleArea(ring)
      if number == 0 ? area < 0 : area > 0 { ring.reverse() }
      return ring
    }
  }

  // MARK: Places

  private static func box(_ places: [Coordinate]) -> Envelope {
    var box = Envelope.empty
    for place in places { box.formUnion(place) }
    return box
  }

  private static func turns(across places: [Coordinate]) -> Double { box(places).width / 360 }

  /// The place on the seam, if it lies that near.
  private static func snapped(_ place: Coordinate) -> Coordinate {
    let seam = ((place.x - 180) / 360).rounded() * 360 + 180
    return abs(place.x - seam) < snap ? Coordinate(seam, place.y) : place
  }

  private static func withoutRepeats(_ places: [Coordinate]) -> [Coordinate] {
    var result: [Coordinate] = []
    for place in places where place != result.last { result.append(place) }
    return result
  }

  /// A piece that lies between two seams, moved between −180 and 180.
  private static func shifted(_ places: [Coordinate]) -> [Coordinate] {
    let turns = ((box(places).center.x + 180) / 360).rounded(.down)
    if turns == 0 { return places }
    return places.map { Coordinate($0.x - turns * 360, $0.y) }
  }
}

/// A line or ring whose longitudes go on beyond the seam instead of jumping.
private struct Unrolled {
  private(set) var places: [Coordinate] = []
  /// Degrees by which its end is away from its beginning, a multiple of 360.
  private var winding = 0.0

  /// Undoes the jumps; an edge of one whole turn is kept where rings have it.
  init(_ stored: [Coordinate], keepsWholeTurns: Bool) {
    fill(stored, keepsWholeTurns)
    // A ring that does not close so has crossed the seam by such an edge after all.
    if keepsWholeTurns && winding != 0 { fill(stored, false) }
  }

  private mutating func fill(_ stored: [Coordinate], _ keepsWholeTurns: Bool) {
    places.removeAll(keepingCapacity: true)
    guard let first = stored.first, let last = stored.last else { return }
    var shift = 0.0
    var previous = first.x
    for place in stored {
      shift -= Self.jump(from: previous, to: place.x, keepsWholeTurns)
      places.append(Coordinate(place.x + shift, place.y))
      previous = place.x
    }
    winding = shift - Self.jump(from: last.x, to: first.x, keepsWholeTurns)
  }

  /// The whole turns, in degrees, that an edge jumps.
  private static func jump(from a: Double, to b: Double, _ keepsWholeTurns: Bool) -> Double {
    let turns = (b - a) / 360
    guard abs(turns) > 0.5, !keepsWholeTurns || abs(abs(turns) - 1) > 1e-11 else { return 0 }
    return turns.rounded() * 360
  }

  /// The ring, closed; one that winds around a pole is closed through it, from the seam on.
  var ring: [Coordinate] {
    guard winding != 0, let first = places.first else { return places }
    let closing = Coordinate(first.x + winding, first.y)
    let middle = places.reduce(0) { $0 + $1.y } / Double(places.count)
    let pole = middle < 0 ? -90.0 : 90.0
    let whole = fromSeam(places.last == closing ? places : places + [closing], toward: pole)
    guard let start = whole.first, let end = whole.last else { return places }
    return whole + [Coordinate(end.x, pole), Coordinate(start.x, pole), start]
  }

  /// A course of one turn, begun where it crosses the seam nearest to the pole: from there on
  /// nothing of it lies between.
  private func fromSeam(_ course: [Coordinate], toward pole: Double) -> [Coordinate] {
    var best: (index: Int, crossing: Coordinate)?
    for index in course.indices.dropFirst() {
      let (a, b) = (course[index - 1], course[index])
      let seam = ((max(a.x, b.x) - 180) / 360).rounded(.down) * 360 + 180
      guard seam >= min(a.x, b.x), (b.x > a.x) == (winding > 0), a.x != b.x else { continue }
      let crossing = Coordinate(seam, a.y + (b.y - a.y) * (seam - a.x) / (b.x - a.x))
      if let best, abs(best.crossing.y - pole) <= abs(crossing.y - pole) { continue }
      best = (index, crossing)
    }
    guard let (index, crossing) = best else { return course }
    let later = course[..<index].map { Coordinate($0.x + winding, $0.y) }
    return [crossing] + course[index...].dropLast() + later
      + [Coordinate(crossing.x + winding, crossing.y)]
  }
}
