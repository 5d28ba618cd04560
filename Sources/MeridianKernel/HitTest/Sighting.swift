/// What counts of a feature that was looked at: the nearest of its dimensions.
struct Sighting: Sendable {
  var dimension: PartDimension
  /// Whether the tap lies inside; polygons only.
  var isInside = false
  var nearest = FeatureGlance.Nearest()
  /// What a likelihood starts from: ln of the mass of points, the mass of lines, and the signed
  /// distance to a polygon's boundary.
  var mass = 0.0
  /// The radius on the glass of the nearest symbol.
  var symbolRadius = 0.0
  /// The vertices of a polygon that is known to be one ring; empty for others.
  var ring = 0..<0
}

extension Sighting {
  init(_ glance: FeatureGlance) {
    dimension = glance.dimension
    nearest = glance.nearest(dimension)
    switch dimension {
    case .point:
      mass = glance.logPointMass
      symbolRadius = glance.nearestPointRadius
    case .line: mass = glance.lineMass
    case .polygon:
      mass = glance.signedDistance
      isInside = glance.isInside
    }
  }
}

// MARK: - Seen straight down

/// A feature of one run seen straight down needs no glance: one element or a few decide. The
/// arithmetic is the glance's, number for number.
extension Sighting {
  /// One symbol of a radius in points.
  @inline(__always)
  init(
    flatPoint run: HitIndex.Run, of layer: LayerInk, _ view: FlatView, in context: TapContext
  ) {
    self.init(dimension: .point)
    let vector = view.vector(to: layer.index.geometry.coordinates[Int(run.start)])
    let drawn = layer.radius(of: Int(run.feature))
    nearest.bare = vector.length
    nearest.ink = max(nearest.bare - drawn, 0)
    nearest.vector = vector
    nearest.coordinate = run.start
    nearest.part = run.part
    if context.isScored {
      mass = context.logPointMass(nearest.bare, radius: drawn)
      symbolRadius = drawn
    }
  }

  /// A line of one run whose nearest segment is among those of a mask.
  @inline(__always)
  init(
    flatLine near: NearRun, of layer: LayerInk, _ view: FlatView, in context: TapContext
  ) {
    var found = FlatNearest(view)
    found.see(near.run, near.nearest, of: layer.index.geometry)
    self.init(
      found, dimension: .line, part: near.run.part, contains: false, of: layer, in: context)
  }

  /// A polygon of one ring whose nearest edge is among those of a mask.
  @inline(__always)
  init(
    flatPolygon near: NearRun, contains: Bool, of layer: LayerInk, _ view: FlatView,
    in context: TapContext
  ) {
    var found = FlatNearest(view)
    // Inside it is at no distance, whatever its edges are.
    if !contains || context.isScored {
      found.see(near.run, near.nearest, of: layer.index.geometry)
    }
    self.init(
      found, dimension: .polygon, part: near.run.part, contains: contains, of: layer, in: context)
    ring = near.run.vertices
  }

  /// A line or polygon of one part by its nearest place.
  @inline(__always)
  init(
    _ found: FlatNearest, dimension: PartDimension, part: UInt32, contains: Bool,
    of layer: LayerInk, in context: TapContext
  ) {
    self.init(dimension: dimension, isInside: contains)
    let bare = found.least.squareRoot()
    nearest.part = part
    nearest.coordinate = found.coordinate
    if contains {
      mass = min(bare, context.reach)
      nearest.bare = 0
    } else {
      mass = -bare
      nearest.bare = bare
      nearest.vector = found.vector
    }
    nearest.ink =
      dimension == .line ? max(nearest.bare - layer.halfWidth, 0) : nearest.bare
  }

  /// A line of one part by all of its segments that count.
  init(_ sight: LineSight, part: UInt32, of layer: LayerInk) {
    self.init(dimension: .line)
    mass = sight.mass
    nearest.bare = sight.bare
    nearest.ink = max(nearest.bare - layer.halfWidth, 0)
    nearest.vector = sight.vector
    nearest.coordinate = sight.coordinate
    nearest.part = part
  }
}

/// The place nearest to the tap among segments that are seen straight down, in stored order.
struct FlatNearest: Sendable {
  private let view: FlatView
  /// Its squared distance on the glass.
  private(set) var least = Double.infinity
  private(set) var vector = GlassVector(0, 0)
  /// The first vertex of its segment.
  private(set) var coordinate: UInt32 = 0

  @inline(__always)
  init(_ view: FlatView) { self.view = view }

  /// Sees the segments of a run that a mask names.
  @inline(__always)
  mutating func see(_ run: HitIndex.Run, _ mask: UInt16, of geometry: PackedGeometry) {
    let last = Int(run.start) + Int(run.segments)
    var mask = mask
    while mask != 0 {
      let index = Int(run.start) + mask.trailingZeroBitCount
      mask &= mask - 1
      let place = GlassSegment(
        flat: view.vector(to: geometry.coordinates[index]),
        view.vector(to: geometry.coordinates[min(index + 1, last)])
      ).nearest
      let squared = place.x * place.x + place.y * place.y
      if squared < least {
        least = squared
        vector = place
        coordinate = UInt32(truncatingIfNeeded: index)
      }
    }
  }
}
