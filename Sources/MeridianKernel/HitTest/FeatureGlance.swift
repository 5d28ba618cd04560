/// What the tap sees of one feature: for each dimension the least distances, the nearest place and
/// the mass of ink under the tap's distribution. Filled element by element, in stored order.
///
/// Fast path and twin both fill one; they differ in which elements they visit. An element farther
/// than the tolerance and than six standard deviations changes nothing here.
struct FeatureGlance: Sendable {
  /// The nearest element of one dimension.
  struct Nearest: Sendable {
    /// From the tap to the ink, in points.
    var ink = Double.infinity
    /// From the tap to the bare geometry, in points.
    var bare = Double.infinity
    /// The nearest place as a vector from the tap.
    var vector = GlassVector(0, 0)
    /// Index of the vertex, or of the segment's first vertex.
    var coordinate: UInt32 = 0
    var part: UInt32 = 0
  }

  private(set) var point = Nearest()
  private(set) var line = Nearest()
  private(set) var polygon = Nearest()

  /// ln of the summed mass of the points within reach, as a running log-sum-exp.
  private var pointLogMaximum = -Double.infinity
  private var pointSum = 0.0
  /// ln of the nearest point's mass, and its symbol's radius on the glass.
  private var nearestPointLog = -Double.infinity
  private(set) var nearestPointRadius = 0.0
  /// Mass of the segments within reach.
  private(set) var lineMass = 0.0
  /// The largest signed distance of a part to its boundary, positive inside; at most the reach.
  private(set) var signedDistance = -Double.infinity
  private(set) var isInside = false

  /// The boundary of the part being visited: its nearest place, and how far that is, squared.
  private var boundary = Nearest()
  private var boundarySquared = Double.infinity
}

// MARK: - Filling

extension FeatureGlance {
  /// Sees one point symbol of a radius at perspective factor 1, scaled with perspective or not.
  mutating func seePoint(
    _ world: Coordinate, copy: Double, radius: Double, isScaled: Bool, coordinate: Int, part: Int,
    in context: TapContext
  ) {
    guard let vertex = context.vertex(world, copy: copy) else { return }
    let distance = vertex.vector.length
    let drawn = isScaled ? radius * vertex.factor : radius
    let ink = max(distance - drawn, 0)
    let log = context.isScored ? context.logPointMass(distance, radius: drawn) : -.infinity
    if ink <= context.reach && context.isScored { addPoint(log) }
    if ink < point.ink { point.ink = ink }
    if distance < point.bare {
      point.bare = distance
      point.vector = vertex.vector
      point.coordinate = UInt32(coordinate)
      point.part = UInt32(part)
      nearestPointLog = log
      nearestPointRadius = drawn
    }
  }

  private mutating func addPoint(_ log: Double) {
    if log > pointLogMaximum {
      pointSum = pointSum * LibM.exponential(pointLogMaximum - log) + 1
      pointLogMaximum = log
    } else {
      pointSum += LibM.exponential(log - pointLogMaximum)
    }
  }

  /// Sees one segment of a line.
  mutating func seeSegment(
    _ a: Coordinate, _ b: Coordinate, copy: Double, halfWidth: Double, coordinate: Int, part: Int,
    in context: TapContext
  ) {
    guard let segment = GlassSegment(a, b, copy: copy, in: context) else { return }
    see(segment, halfWidth: halfWidth, coordinate: coordinate, part: part, in: context)
  }

  @inline(__always)
  private mutating func see(
    _ segment: GlassSegment, halfWidth: Double, coordinate: Int, part: Int, in context: TapContext
  ) {
    let nearest = segment.nearest
    let bare = nearest.length
    if bare <= context.reach && context.isScored {
      lineMass += context.mass(of: segment, halfWidth: halfWidth)
    }
    let ink = context.ribbonDistance(segment, bare: bare, halfWidth: halfWidth, best: line.ink)
    if ink < line.ink { line.ink = ink }
    if bare < line.bare {
      line.bare = bare
      line.vector = nearest
      line.coordinate = UInt32(coordinate)
      line.part = UInt32(part)
    }
  }

  /// Sees one edge of the polygon part being visited.
  @inline(__always)
  mutating func seeEdge(
    _ a: Coordinate, _ b: Coordinate, copy: Double, coordinate: Int, in context: TapContext
  ) {
    guard let segment = GlassSegment(a, b, copy: copy, in: context) else { return }
    seeEdge(segment, coordinate: coordinate)
  }

  @inline(__always)
  private mutating func seeEdge(_ segment: GlassSegment, coordinate: Int) {
    let nearest = segment.nearest
    let squared = nearest.x * nearest.x + nearest.y * nearest.y
    if squared < boundarySquared {
      boundarySquared = squared
      boundary.vector = nearest
      boundary.coordinate = UInt32(coordinate)
    }
  }

  /// Ends a polygon part once its edges were seen; a multipolygon counts by its nearest part, the
  /// one with the largest signed distance.
  mutating func finishPart(_ part: Int, contains: Bool, in context: TapContext) {
    boundary.bare = boundarySquared.squareRoot()
    let signed = contains ? min(boundary.bare, context.reach) : -boundary.bare
    if signed > signedDistance {
      signedDistance = signed
      isInside = contains
      polygon = boundary
      polygon.part = UInt32(part)
      if contains {
        polygon.bare = 0
        polygon.vector = GlassVector(0, 0)
      }
      polygon.ink = polygon.bare
    }
    boundary = Nearest()
    boundarySquared = .infinity
  }
}

// MARK: - Whole runs

extension FeatureGlance {
  /// Sees the edges between consecutive vertices, each vertex brought to the glass once.
  @inline(__always)
  mutating func seeEdges(
    _ vertices: Range<Int>, of geometry: PackedGeometry, copy: Double, in context: TapContext
  ) {
    guard context.transform.isFlat else {
      for index in vertices.dropLast() {
        seeEdge(
          geometry.coordinates[index], geometry.coordinates[index + 1], copy: copy,
          coordinate: index, in: context)
      }
      return
    }
    let view = FlatView(context, copy: copy)
    var a = view.vector(to: geometry.coordinates[vertices.lowerBound])
    for index in vertices.dropLast() {
      let b = view.vector(to: geometry.coordinates[index + 1])
      seeEdge(GlassSegment(flat: a, b), coordinate: index)
      a = b
    }
  }

  /// Sees the segments of a line between consecutive vertices; one vertex alone is a segment
  /// without length.
  @inline(__always)
  mutating func seeSegments(
    _ vertices: Range<Int>, of geometry: PackedGeometry, copy: Double, halfWidth: Double, part: Int,
    in context: TapContext
  ) {
    let last = vertices.upperBound - 1
    for index in vertices.lowerBound..<max(last, vertices.lowerBound + 1) {
      seeSegment(
        geometry.coordinates[index], geometry.coordinates[min(index + 1, last)], copy: copy,
        halfWidth: halfWidth, coordinate: index, part: part, in: context)
    }
  }
}

// MARK: - Reading

extension FeatureGlance {
  /// The dimension whose ink is nearest; of equals the lower. A collection counts by it alone.
  var dimension: PartDimension {
    if point.ink <= line.ink && point.ink <= polygon.ink { return .point }
    return line.ink <= polygon.ink ? .line : .polygon
  }

  /// The nearest element of a dimension.
  func nearest(_ dimension: PartDimension) -> Nearest {
    switch dimension {
    case .point: point
    case .line: line
    case .polygon: polygon
    }
  }

  /// ln of the mass of all points within reach, or of the nearest one when none is.
  var logPointMass: Double {
    pointSum > 0 ? pointLogMaximum + LibM.logarithm(pointSum) : nearestPointLog
  }
}
