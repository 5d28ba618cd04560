import CKernels

/// What a tap sees of a line straight down (hit testing, ranking: lines).
struct LineSight: Sendable {
  /// The mass of all segments within reach under the tap's normal distribution.
  var mass = 0.0
  /// How far the nearest place is on the glass, the way to it, and the first vertex of its segment.
  var bare = Double.infinity
  var vector = GlassVector(0, 0)
  var coordinate: UInt32 = 0
}

/// The lines of one pass, seen together: kernels take eight segments at a time, and few of any one
/// line lie within reach.
///
/// The numbers are those of a ``GlassSegment`` each, in stored order, to the last bit.
struct LineSights: Sendable {
  /// A line whose segments were gathered.
  struct Line: Sendable {
    let feature: UInt32
    let part: UInt32
    /// Its first vertex.
    let start: UInt32
    fileprivate var segments: Range<Int32> = 0..<0

    init(feature: UInt32, part: UInt32, start: UInt32) {
      (self.feature, self.part, self.start) = (feature, part, start)
    }
  }

  private(set) var lines: [Line] = []
  private var blocks: [Double] = []
  private var numbers: [Int32] = []
  private var gathered: Int32 = 0

  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    gathered = 0
  }

  /// Gathers the segments between consecutive vertices that may reach into a square; one vertex
  /// alone is a segment without length.
  mutating func gather(
    _ vertices: Range<Int>, feature: UInt32, part: UInt32, of geometry: PackedGeometry,
    in square: GroundSquare
  ) {
    let first = vertices.lowerBound
    let line = Line(feature: feature, part: part, start: UInt32(truncatingIfNeeded: first))
    // What lies beyond the coordinates, as a file may have it, is one vertex too.
    if vertices.count < 2 || vertices.upperBound > geometry.coordinates.count {
      let vertex = geometry.coordinates[first]
      unsafe gather([vertex.x, vertex.y, vertex.x, vertex.y], 1, of: line, in: square)
    } else {
      let length = vertices.count
      let start = unsafe UnsafeRawPointer(geometry.coordinates.address(first, length: length))
      unsafe gather(
        start.assumingMemoryBound(to: Double.self), length - 1, of: line, in: square)
    }
  }

  /// The same of so many segments between vertices x, y, x, y, …
  mutating func gather(
    _ vertices: UnsafePointer<Double>, _ segments: Int, of line: Line, in square: GroundSquare,
    by kernels: UnsafePointer<meridian_kernel_set> = unsafe meridian_kernels()
  ) {
    let most = Int(gathered) + segments
    if most > numbers.count {
      // Whole blocks, and as much again.
      let room = (2 * most + 7) / 8 * 8
      numbers.append(contentsOf: repeatElement(0, count: room - numbers.count))
      blocks.append(contentsOf: repeatElement(0, count: 4 * room - blocks.count))
    }
    let before = gathered
    // Not `&blocks`: that counts a reference.
    unsafe blocks.withUnsafeMutableBufferPointer { blocks in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers in
        gathered = unsafe kernels.pointee.gather_line(
          vertices, Int32(segments), square.kernelSquare, before, blocks.baseAddress,
          numbers.baseAddress)
      }
    }
    var line = line
    line.segments = before..<gathered
    lines.append(line)
  }

  /// Sees all that was gathered; ``sight(of:)`` tells what of each line.
  mutating func see(
    _ view: FlatView, halfWidth: Double, in context: TapContext,
    by kernels: UnsafePointer<meridian_kernel_set> = unsafe meridian_kernels()
  ) {
    var glass = view.kernelGlass
    var normal = context.kernelNormal(halfWidth: halfWidth)
    unsafe blocks.withUnsafeMutableBufferPointer { blocks in
      unsafe kernels.pointee.see_segments(blocks.baseAddress, gathered, &glass, &normal)
    }
  }

  /// What was seen of a line.
  @inline(__always)
  func sight(of line: Line) -> LineSight {
    var sight = LineSight()
    for segment in line.segments {
      let first = Int(segment) / 8 * 32 + Int(segment) % 8
      sight.mass += blocks[first]
      let bare = blocks[first + 8]
      if bare < sight.bare {
        sight.bare = bare
        sight.vector = GlassVector(blocks[first + 16], blocks[first + 24])
        sight.coordinate = line.start &+ UInt32(bitPattern: numbers[Int(segment)])
      }
    }
    return sight
  }
}

/// The square of the world around a tap outside of which no segment counts.
struct GroundSquare: Sendable {
  fileprivate let kernelSquare: meridian_square

  /// Ink farther than `limit` in points and than the tap's reach may be passed over.
  init(_ view: FlatView, halfWidth: Double, limit: Double, in context: TapContext) {
    kernelSquare = meridian_square(
      x: view.place.x, y: view.place.y,
      reach: context.worldReach(max(limit + halfWidth, context.reach)))
  }
}

extension FlatView {
  /// The view as the kernels take it.
  fileprivate var kernelGlass: meridian_glass {
    meridian_glass(
      origin_x: origin.x, origin_y: origin.y, world_size: worldSize, cosine: cosine, sine: sine,
      middle_x: middle.x, middle_y: middle.y, tap_x: tap.x, tap_y: tap.y)
  }
}

extension TapContext {
  /// The tap's distribution for a line of a width, which is smeared into the variance across it.
  fileprivate func kernelNormal(halfWidth: Double) -> meridian_normal {
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
