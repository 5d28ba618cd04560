extension GeometryColumn {
  /// What the coordinates of a buffer mean.
  enum Placement: Sendable {
    /// Longitude and latitude in degrees.
    case degrees
    /// Web Mercator's meters (EPSG:3857).
    case mercatorMeters
    /// Any plane, kept as it is.
    case plane
    /// Degrees kept as they are, but for jumps across the seam.
    case planeDegrees

    /// A whole turn in x; nil in a plane without copies.
    var period: Double? {
      switch self {
      case .degrees, .planeDegrees: 360
      case .mercatorMeters: WebMercator.circumference
      case .plane: nil
      }
    }

    /// Whether coordinates end up in the world, where taps are.
    var isWorld: Bool { self == .degrees || self == .mercatorMeters }

    /// Whether coordinates come in as longitude and latitude.
    var isDegrees: Bool { self == .degrees || self == .planeDegrees }

    /// A whole turn in the coordinates that come out.
    var turn: Double? { isWorld ? 1 : period }

    /// Whether no edge within a rectangle can jump and, for the world, nothing is unwound.
    func keepsLongitudes(_ box: Envelope) -> Bool {
      guard let period else { return true }
      guard box.maxX - box.minX <= period / 2 else { return false }
      return !isWorld || box.minX >= -period / 2 && box.maxX < period / 2
    }
  }

  /// Why a geometry was not taken into the column.
  enum Refusal: Error, Sendable {
    case empty
    case nonFinite
    case offMap
  }

  /// Collects geometries one by one, unwrapping, closing and measuring each.
  struct Builder {
    private(set) var column = GeometryColumn()
    private var scratch: [Coordinate] = []

    /// Makes room for what another builder has.
    mutating func reserve(like other: borrowing Builder) { column.reserve(like: other.column) }

    /// Takes a geometry as the next feature, or says why it has no place on the map.
    mutating func append(
      _ buffer: borrowing GeometryBuffer, placement: Placement
    ) throws(Refusal) {
      guard !buffer.isEmpty else { throw .empty }
      guard !buffer.isNonFinite else { throw .nonFinite }
      let mark = column.mark
      let box: Envelope
      do {
        box = try appendParts(of: buffer, placement: placement)
      } catch {
        column.restore(mark)
        throw error
      }
      // A feature wholly beyond the square's top or bottom edge is not on the map.
      guard !placement.isWorld || box.maxY >= 0 && box.minY <= 1 else {
        column.restore(mark)
        throw .offMap
      }
      column.summaries.append(
        placement.isWorld
          ? summarize(buffer, from: mark.parts, box) : Summary(buffer.type, within: box))
      column.featureOffsets.append(UInt32(column.dimensions.count))
      column.extent.formUnion(box)
    }

    /// Appends all parts and gives back the rectangle of them together.
    private mutating func appendParts(
      of buffer: borrowing GeometryBuffer, placement: Placement
    ) throws(Refusal) -> Envelope {
      var feature = Envelope.empty
      for index in buffer.parts.indices {
        let part = buffer.parts[index]
        let start = column.coordinates.count
        var shell = Envelope.empty
        var whole = Envelope.empty
        for (position, ring) in buffer.ringRange(ofPart: index).enumerated() {
          let ringStart = column.coordinates.count
          var box = try appendRing(
            buffer, buffer.coordinateRange(ofRing: ring), dimension: part.dimension,
            placement: placement)
          if position == 0 {
            shell = box
          } else if let turn = placement.turn {
            let turns = SeamUnwrapping.turns(ofHole: box, toShell: shell, turn: turn)
            column.shift(from: ringStart, turns * turn, &box)
          }
          whole.formUnion(box)
        }
        if !feature.isEmpty && placement.isWorld {
          column.shift(
            from: start, SeamUnwrapping.turns(ofPart: shell, toFeature: feature), &whole)
        }
        feature.formUnion(whole)
        column.partOffsets.append(UInt32(column.ringOffsets.count - 1))
        column.dimensions.append(part.dimension)
        column.members.append(part.member)
      }
      return feature
    }

    /// Appends a ring, closed if it is a polygon's, and gives back its rectangle.
    private mutating func appendRing(
      _ buffer: borrowing GeometryBuffer, _ range: Range<Int>, dimension: PartDimension,
      placement: Placement
    ) throws(Refusal) -> Envelope {
      var stored = Envelope.empty
      for index in range { stored.formUnion(buffer.coordinates[index]) }
      if placement.isDegrees && max(-stored.minY, stored.maxY) > 90 + 1e-9 { throw .nonFinite }
      precondition(
        column.coordinates.count + range.count < Int(UInt32.max) - 4,
        "a layer holds at most 4,294,967,290 coordinates")
      var box = Envelope.empty
      if placement.keepsLongitudes(stored) {
        box = column.appendCalm(
          buffer.coordinates, range, isClosed: dimension == .polygon, placement: placement)
      } else {
        SeamUnwrapping.unwrap(
          buffer.coordinates[range], dimension: dimension, placement: placement, into: &scratch)
        if dimension == .polygon, let first = scratch.first, scratch.last != first {
          scratch.append(first)
        }
        for place in scratch { box.formUnion(place) }
        column.coordinates.append(contentsOf: scratch)
      }
      column.ringOffsets.append(UInt32(column.coordinates.count))
      return box
    }

    private func summarize(
      _ buffer: borrowing GeometryBuffer, from firstPart: Int, _ box: Envelope
    ) -> Summary {
      var summary = Summary(buffer.type, within: box)
      if buffer.isLinearized { summary.flags.insert(.linearised) }
      if buffer.hasEmptyPart { summary.flags.insert(.hasEmptyPart) }
      for part in firstPart..<column.dimensions.count {
        switch column.dimensions[part] {
        case .point: summary.pointCount += 1
        case .line:
          summary.length += column.length(ofPart: part)
        case .polygon:
          let measured = column.evenOddArea(ofPart: part)
          summary.area += measured.area
          if !measured.isValid { summary.flags.insert(.invalid) }
        }
      }
      return summary
    }
  }

  /// Makes room for as much as another column has, and an eighth: an array that grows copies all
  /// it has to pages that nobody has touched.
  fileprivate mutating func reserve(like other: borrowing GeometryColumn) {
    coordinates.reserveCapacity(other.coordinates.count / 8 * 9)
    ringOffsets.reserveCapacity(other.ringOffsets.count / 8 * 9)
    partOffsets.reserveCapacity(other.partOffsets.count / 8 * 9)
    featureOffsets.reserveCapacity(other.featureOffsets.count / 8 * 9)
    dimensions.reserveCapacity(other.dimensions.count / 8 * 9)
    members.reserveCapacity(other.members.count / 8 * 9)
    summaries.reserveCapacity(other.summaries.count / 8 * 9)
  }

  /// How far the arrays had been filled.
  struct Mark {
    var coordinates: Int
    var rings: Int
    var parts: Int
  }

  var mark: Mark {
    Mark(
      coordinates: coordinates.count, rings: ringOffsets.count, parts: dimensions.count)
  }

  mutating func restore(_ mark: Mark) {
    coordinates.removeLast(coordinates.count - mark.coordinates)
    ringOffsets.removeLast(ringOffsets.count - mark.rings)
    partOffsets.removeLast(partOffsets.count - mark.parts - 1)
    dimensions.removeLast(dimensions.count - mark.parts)
    members.removeLast(members.count - mark.parts)
  }

  /// Moves all coordinates from an index on, and their rectangle, to the east.
  mutating func shift(from start: Int, _ distance: Double, _ box: inout Envelope) {
    guard distance != 0 else { return }
    for index in start..<coordinates.count { coordinates[index].x += distance }
    // Adding is monotone: the sides move as the coordinates that they touch.
    box.minX += distance
    box.maxX += distance
  }

  /// Projects a ring without jumps near the middle copy, as ``SeamUnwrapping`` would, straight into
  /// the column; gives back its rectangle.
  mutating func appendCalm(
    _ stored: [Coordinate], _ range: Range<Int>, isClosed: Bool, placement: Placement
  ) -> Envelope {
    var box = Envelope.empty
    guard let start = range.first else { return box }
    let mustClose = isClosed && stored[start] != stored[range.upperBound - 1]
    let count = range.count + (mustClose ? 1 : 0)
    if coordinates.capacity - coordinates.count < count {
      coordinates.reserveCapacity(max(coordinates.capacity * 2, coordinates.count + count))
    }
    coordinates.append(addingCapacity: count) { (ring: inout OutputSpan<Coordinate>) in
      var first = Coordinate(0, 0)
      var mercator = MercatorPlace(placement)
      // A closed ring's end is its start, and in the world it need not be worked out again.
      let isRepeated = isClosed && !mustClose && placement.isWorld && range.count > 1
      for index in isRepeated ? range.dropLast() : range {
        let world = placement.isWorld ? mercator.project(stored[index]) : stored[index]
        if index == start { first = world }
        box.formUnion(world)
        ring.append(world)
      }
      if mustClose || isRepeated { ring.append(first) }
    }
    return box
  }

  /// The length of a line part, in world widths.
  func length(ofPart part: Int) -> Double {
    var sum = 0.0
    for ring in rings(of: part) {
      let range = coordinates(of: ring)
      for index in range.dropLast() {
        sum += coordinates[index].squaredDistance(to: coordinates[index + 1]).squareRoot()
      }
    }
    return sum
  }
}

/// Projects places one after the other: the mathematics of a height is most of the cost, and maps
/// repeat heights.
private struct MercatorPlace {
  private let isDegrees: Bool
  private var height = Double.nan
  private var y = 0.0

  init(_ placement: GeometryColumn.Placement) { isDegrees = placement == .degrees }

  @inline(__always)
  mutating func project(_ place: Coordinate) -> Coordinate {
    if place.y != height {
      height = place.y
      y =
        isDegrees ? WebMercator.y(ofLatitude: height) : 0.5 - height / WebMercator.circumference
    }
    return isDegrees
      ? Coordinate(WebMercator.x(ofLongitude: place.x), y)
      : Coordinate(place.x / WebMercator.circumference + 0.5, y)
  }
}
