extension HitIndex {
  /// A polygon part of more than one run, and where its grid is.
  struct AreaPart: BitwiseCopyable, Sendable {
    var feature: UInt32
    var part: UInt32
    var grid = AreaGrid()
  }
}

/// Cuts a geometry into runs, in stored order.
struct RunLayout {
  private(set) var runs: [HitIndex.Run] = []
  private(set) var boxes: [Envelope] = []
  private(set) var areaBoxes: [Envelope] = []
  private(set) var areaParts: [HitIndex.AreaPart] = []

  init(_ geometry: PackedGeometry) {
    let estimate = geometry.coordinates.count / HitIndex.runLength + geometry.members.count
    runs.reserveCapacity(estimate)
    boxes.reserveCapacity(estimate)
    for feature in 0..<geometry.count {
      let parts = geometry.parts(of: feature)
      for part in parts {
        layPart(geometry, feature: feature, part: part, isOnly: parts.count == 1)
      }
    }
  }

  private mutating func layPart(
    _ geometry: PackedGeometry, feature: Int, part: Int, isOnly: Bool
  ) {
    let firstRun = runs.count
    let rings = geometry.rings(of: part)
    let dimension = geometry.dimension(of: part)
    for ring in rings {
      layRing(geometry, feature: feature, part: part, ring: ring, dimension: dimension)
    }
    if runs.count - firstRun == 1 { runs[firstRun].extent.insert(.part) }
    if isOnly { for run in firstRun..<runs.count { runs[run].extent.insert(.onlyPart) } }
    if dimension == .polygon && runs.count - firstRun > 1 {
      // Holes too: by the even-odd rule a hole outside its shell is inside the polygon.
      areaBoxes.append(boxes[firstRun...].reduce(into: .empty) { $0.formUnion($1) })
      areaParts.append(HitIndex.AreaPart(feature: UInt32(feature), part: UInt32(part)))
    }
  }

  private mutating func layRing(
    _ geometry: PackedGeometry, feature: Int, part: Int, ring: Int, dimension: PartDimension
  ) {
    let range = geometry.coordinates(of: ring)
    // A line of one vertex (a degenerate but storable thing) is one run without segments.
    let segments = range.count - 1
    for start in stride(from: 0, to: max(segments, 1), by: HitIndex.runLength) {
      let count = max(min(HitIndex.runLength, segments - start), 0)
      var box = Envelope.empty
      for index in 0...count {
        box.formUnion(geometry.coordinates[range.lowerBound + start + index])
      }
      runs.append(
        HitIndex.Run(
          start: UInt32(range.lowerBound + start), feature: UInt32(feature), part: UInt32(part),
          segments: UInt8(count), dimension: dimension, extent: []))
      boxes.append(box)
    }
  }
}
