import CKernels

/// A line seen straight down from a tap: its nearest place, and its mass under the tap's normal
/// distribution (hit testing, ranking: lines), by a kernel that takes eight segments at a time.
///
/// The numbers are those of a ``GlassSegment`` each, in stored order, to the last bit.
struct LineSight: Sendable {
  private var glass: meridian_glass
  private var normal: meridian_normal
  private var sight = meridian_line_sight(mass: 0, bare: .infinity, x: 0, y: 0, segment: 0)
  /// The first vertex of the nearest segment.
  private(set) var coordinate: UInt32 = 0

  /// The mass of all segments within reach.
  var mass: Double { sight.mass }
  /// How far the nearest place is on the glass, and the way to it.
  var bare: Double { sight.bare }
  var vector: GlassVector { GlassVector(sight.x, sight.y) }

  init(_ view: FlatView, halfWidth: Double, in context: TapContext) {
    glass = view.kernelGlass
    normal = context.kernelNormal(halfWidth: halfWidth)
  }

  /// Sees the segments between consecutive vertices; one vertex alone is a segment without length.
  mutating func see(_ vertices: Range<Int>, of geometry: PackedGeometry) {
    let first = vertices.lowerBound
    let before = sight.bare
    // What lies beyond the coordinates, as a file may have it, is one vertex too.
    if vertices.count < 2 || vertices.upperBound > geometry.coordinates.count {
      let vertex = geometry.coordinates[first]
      unsafe see([vertex.x, vertex.y, vertex.x, vertex.y], 1)
    } else {
      let length = vertices.count
      let start = unsafe UnsafeRawPointer(geometry.coordinates.address(first, length: length))
      unsafe see(start.assumingMemoryBound(to: Double.self), length - 1)
    }
    if sight.bare < before {
      coordinate = UInt32(truncatingIfNeeded: first) &+ UInt32(bitPattern: sight.segment)
    }
  }

  private mutating func see(_ vertices: UnsafePointer<Double>, _ segments: Int) {
    unsafe meridian_kernels().pointee.see_line(vertices, Int32(segments), &glass, &normal, &sight)
  }
}

extension FlatView {
  /// The view as the kernels take it.
  var kernelGlass: meridian_glass {
    meridian_glass(
      origin_x: origin.x, origin_y: origin.y, world_size: worldSize, cosine: cosine, sine: sine,
      middle_x: middle.x, middle_y: middle.y, tap_x: tap.x, tap_y: tap.y)
  }
}

extension TapContext {
  /// The tap's distribution for a line of a width, which is smeared into the variance across it.
  func kernelNormal(halfWidth: Double) -> meridian_normal {
    let variance = sigma * sigma + halfWidth * halfWidth / 3
    return meridian_normal(
      along: 1 / (sigma * 2.0.squareRoot()), across: 1 / (2 * variance),
      density: 1 / (2 * .pi * variance).squareRoot(), reach: reach)
  }

  /// ∫ of the tap's normal distribution over the segment, its width smeared into the variance.
  ///
  /// N₁(h; v)·(Φ(b/σ) − Φ(a/σ)) with h the distance to the segment's line and a…b its extent along
  /// itself from the foot of the perpendicular (hit testing, ranking: lines).
  func mass(of segment: GlassSegment, halfWidth: Double) -> Double {
    var normal = kernelNormal(halfWidth: halfWidth)
    let (a, b) = (segment.a, segment.b)
    return unsafe meridian_kernels().pointee.segment_mass(a.x, a.y, b.x, b.y, &normal)
  }
}
