extension GeometryColumn {
  /// What the coordinates of a buffer mean.
  enum Placement: Sendable {
    /// Longitude and latitude in degrees.
    case degrees
    /// Web Mercator's meters (EPSG:3857).
    case mercatorMeters
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

    /// Takes a geometry as the next feature, or says why it has no place on the map.
    mutating func append(_ buffer: GeometryBuffer, placement: Placement) throws(Refusal) {
      guard !buffer.isEmpty else { throw .empty }
      guard !buffer.isNonFinite else { throw .nonFinite }
      let mark = column.mark
      do {
        try appendParts(of: buffer, placement: placement)
      } catch {
        column.restore(mark)
        throw error
      }
      let summary = summarize(buffer, from: mark.parts)
      // A feature wholly beyond the square's top or bottom edge is not on the map.
      guard summary.envelope.maxY >= 0 && summary.envelope.minY <= 1 else {
        column.restore(mark)
        throw .offMap
      }
      column.summaries.append(summary)
      column.featureOffsets.append(UInt32(column.dimensions.count))
      column.extent.formUnion(summary.envelope)
    }

    private mutating func appendParts(
      of buffer: GeometryBuffer, placement: Placement
    ) throws(Refusal) {
      var feature = Envelope.empty
      for (index, part) in buffer.parts.enumerated() {
        let start = column.coordinates.count
        var shell = Envelope.empty
        for (position, ring) in buffer.ringRange(ofPart: index).enumerated() {
          let ringStart = column.coordinates.count
          try appendRing(
            buffer.coordinates[buffer.coordinateRange(ofRing: ring)], dimension: part.dimension,
            placement: placement)
          let box = column.envelope(from: ringStart)
          if position == 0 {
            shell = box
          } else {
            column.shift(from: ringStart, SeamUnwrapping.turns(ofHole: box, toShell: shell))
          }
        }
        if !feature.isEmpty {
          column.shift(from: start, SeamUnwrapping.turns(ofPart: shell, toFeature: feature))
        }
        feature.formUnion(column.envelope(from: start))
        column.partOffsets.append(UInt32(column.ringOffsets.count - 1))
        column.dimensions.append(part.dimension)
        column.members.append(part.member)
      }
    }

    private mutating func appendRing(
      _ stored: ArraySlice<Coordinate>, dimension: PartDimension, placement: Placement
    ) throws(Refusal) {
      if placement == .degrees {
        for place in stored where abs(place.y) > 90 + 1e-9 { throw .nonFinite }
      }
      SeamUnwrapping.unwrap(stored, dimension: dimension, placement: placement, into: &scratch)
      if dimension == .polygon, let first = scratch.first, scratch.last != first {
        scratch.append(first)
      }
      precondition(
        column.coordinates.count + scratch.count < Int(UInt32.max),
        "a layer holds at most 4,294,967,294 coordinates")
      column.coordinates.append(contentsOf: scratch)
      column.ringOffsets.append(UInt32(column.coordinates.count))
    }

    private func summarize(_ buffer: GeometryBuffer, from firstPart: Int) -> Summary {
      var summary = Summary(
        envelope: .empty, area: 0, length: 0, pointCount: 0, type: buffer.type, flags: [],
        hasLines: false, hasPolygons: false)
      if buffer.isLinearized { summary.flags.insert(.linearised) }
      if buffer.hasEmptyPart { summary.flags.insert(.hasEmptyPart) }
      for part in firstPart..<column.dimensions.count {
        for ring in column.rings(of: part) {
          for index in column.coordinates(of: ring) {
            summary.envelope.formUnion(column.coordinates[index])
          }
        }
        switch column.dimensions[part] {
        case .point: summary.pointCount += 1
        case .line:
          summary.hasLines = true
          summary.length += column.length(ofPart: part)
        case .polygon:
          summary.hasPolygons = true
          let measured = column.evenOddArea(ofPart: part)
          summary.area += measured.area
          if !measured.isValid { summary.flags.insert(.invalid) }
        }
      }
      return summary
    }
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

  /// The rectangle of all coordinates from an index on.
  func envelope(from start: Int) -> Envelope {
    var box = Envelope.empty
    for index in start..<coordinates.count { box.formUnion(coordinates[index]) }
    return box
  }

  /// Moves all coordinates from an index on by whole turns.
  mutating func shift(from start: Int, _ turns: Double) {
    guard turns != 0 else { return }
    for index in start..<coordinates.count { coordinates[index].x += turns }
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
