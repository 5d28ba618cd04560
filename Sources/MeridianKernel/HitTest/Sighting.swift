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
  init(flatPoint run: HitIndex.Run, of layer: LayerInk, copy: Double, in context: TapContext) {
    self.init(dimension: .point)
    let vector = context.flatVector(
      layer.index.geometry.coordinates[Int(run.start)], copy: copy)
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

  /// A line whose nearest segment is among those of a mask; with a likelihood all of them count.
  @inline(__always)
  init(
    flatLine run: HitIndex.Run, nearest mask: UInt16, of layer: LayerInk, copy: Double,
    in context: TapContext
  ) {
    self.init(dimension: .line)
    if context.isScored {
      seeAllSegments(run, of: layer, copy: copy, in: context)
    } else {
      seeSegments(run, mask, of: layer, copy: copy, in: context)
    }
    nearest.ink = max(nearest.bare - layer.halfWidth, 0)
    nearest.part = run.part
  }

  /// A polygon of one ring whose nearest edge is among those of a mask.
  @inline(__always)
  init(
    flatPolygon run: HitIndex.Run, nearest mask: UInt16, contains: Bool, of layer: LayerInk,
    copy: Double, in context: TapContext
  ) {
    self.init(dimension: .polygon, isInside: contains)
    if contains && !context.isScored {
      // Inside it is at no distance, whatever its edges are.
      nearest.bare = 0
    } else {
      seeSegments(run, mask, of: layer, copy: copy, in: context)
      mass = contains ? min(nearest.bare, context.reach) : -nearest.bare
      if contains {
        nearest.bare = 0
        nearest.vector = GlassVector(0, 0)
      }
    }
    nearest.ink = nearest.bare
    nearest.part = run.part
  }

  @inline(__always)
  private mutating func seeSegments(
    _ run: HitIndex.Run, _ mask: UInt16, of layer: LayerInk, copy: Double, in context: TapContext
  ) {
    let coordinates = layer.index.geometry.coordinates
    let last = Int(run.start) + Int(run.segments)
    var mask = mask
    var least = Double.infinity
    while mask != 0 {
      let index = Int(run.start) + mask.trailingZeroBitCount
      mask &= mask - 1
      let segment = GlassSegment(
        flat: context.flatVector(coordinates[index], copy: copy),
        context.flatVector(coordinates[min(index + 1, last)], copy: copy))
      keep(segment.nearest, index, ifNearerThan: &least)
    }
    nearest.bare = least.squareRoot()
  }

  private mutating func seeAllSegments(
    _ run: HitIndex.Run, of layer: LayerInk, copy: Double, in context: TapContext
  ) {
    let coordinates = layer.index.geometry.coordinates
    let start = Int(run.start)
    let last = start + Int(run.segments)
    let variance = context.sigma * context.sigma + layer.halfWidth * layer.halfWidth / 3
    var a = context.flatVector(coordinates[start], copy: copy)
    for index in start..<max(last, start + 1) {
      let b = context.flatVector(coordinates[min(index + 1, last)], copy: copy)
      let segment = GlassSegment(flat: a, b)
      let place = segment.nearest
      let bare = place.length
      if bare <= context.reach { mass += segment.mass(sigma: context.sigma, variance: variance) }
      if bare < nearest.bare {
        nearest.bare = bare
        nearest.vector = place
        nearest.coordinate = UInt32(index)
      }
      a = b
    }
  }

  @inline(__always)
  private mutating func keep(
    _ place: GlassVector, _ index: Int, ifNearerThan least: inout Double
  ) {
    let squared = place.x * place.x + place.y * place.y
    if squared < least {
      least = squared
      nearest.vector = place
      nearest.coordinate = UInt32(index)
    }
  }
}
