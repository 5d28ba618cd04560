/// A segment as the glass shows it, seen from the tap: clipped to what lies before the eye.
struct GlassSegment: Sendable {
  var a: GlassVector
  var b: GlassVector
  /// The same ends on the ground.
  var groundA: GroundPoint
  var groundB: GroundPoint

  /// nil when no part of the segment is in view.
  @inline(__always)
  init?(_ worldA: Coordinate, _ worldB: Coordinate, copy: Double, in context: TapContext) {
    let transform = context.transform
    groundA = transform.ground(of: worldA, copy: copy)
    groundB = transform.ground(of: worldB, copy: copy)
    guard let share = transform.visibleShare(groundA, groundB) else { return nil }
    if share.from > 0 || share.to < 1 {
      let start = groundA
      let dx = groundB.x - start.x
      let dy = groundB.y - start.y
      groundA = GroundPoint(start.x + share.from * dx, start.y + share.from * dy)
      groundB = GroundPoint(start.x + share.to * dx, start.y + share.to * dy)
    }
    a = context.vector(to: groundA, depth: transform.relativeDepth(of: groundA))
    b = context.vector(to: groundB, depth: transform.relativeDepth(of: groundB))
  }

  /// A segment seen straight down, where the ground is the glass.
  @inline(__always)
  init(flat a: GlassVector, _ b: GlassVector) {
    self.a = a
    self.b = b
    groundA = GroundPoint(0, 0)
    groundB = GroundPoint(0, 0)
  }

  /// The point of the segment nearest to the tap, as a vector from the tap.
  @inline(__always)
  var nearest: GlassVector {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let squared = dx * dx + dy * dy
    guard squared > 0 else { return a }
    let share = min(max(-(a.x * dx + a.y * dy) / squared, 0), 1)
    return GlassVector(a.x + share * dx, a.y + share * dy)
  }
}

// MARK: - The ribbon

extension TapContext {
  /// The distance from the tap to the drawn ribbon of a segment: a ground buffer of half the line's
  /// width with round ends, then projected. `bare` is the distance to the segment itself.
  ///
  /// `best` is the least distance known so far; a ribbon that cannot be nearer may be given back as
  /// infinitely far.
  @inline(__always)
  func ribbonDistance(_ segment: GlassSegment, bare: Double, halfWidth: Double, best: Double)
    -> Double
  {
    if transform.isFlat { return max(bare - halfWidth, 0) }
    if halfWidth <= 0 { return bare }
    return leaningRibbonDistance(segment, bare: bare, halfWidth: halfWidth, best: best)
  }

  private func leaningRibbonDistance(
    _ segment: GlassSegment, bare: Double, halfWidth: Double, best: Double
  ) -> Double {
    let a = segment.groundA
    let b = segment.groundB
    let dx = b.x - a.x
    let dy = b.y - a.y
    let length = (dx * dx + dy * dy).squareRoot()
    if groundDistance(to: a, dx, dy, length) <= halfWidth { return 0 }
    var distance = min(
      capDistance(a, radius: halfWidth, best: best), capDistance(b, radius: halfWidth, best: best))
    if length > 0 {
      let offset = GroundPoint(-dy / length * halfWidth, dx / length * halfWidth)
      for sign in stride(from: -1.0, through: 1.0, by: 2.0) {
        let start = GroundPoint(a.x + sign * offset.x, a.y + sign * offset.y)
        let end = GroundPoint(b.x + sign * offset.x, b.y + sign * offset.y)
        distance = min(distance, edgeDistance(start, end))
      }
    }
    return min(distance, bare)
  }

  /// From the place under the tap to a segment, on the ground.
  private func groundDistance(to a: GroundPoint, _ dx: Double, _ dy: Double, _ length: Double)
    -> Double
  {
    guard length > 0 else { return ground.distance(to: a) }
    let along = ((ground.x - a.x) * dx + (ground.y - a.y) * dy) / (length * length)
    let share = min(max(along, 0), 1)
    return ground.distance(to: GroundPoint(a.x + share * dx, a.y + share * dy))
  }

  private func edgeDistance(_ a: GroundPoint, _ b: GroundPoint) -> Double {
    let depthA = transform.relativeDepth(of: a)
    let depthB = transform.relativeDepth(of: b)
    guard min(depthA, depthB) > 0 else { return .infinity }
    var line = (vector(to: a, depth: depthA), vector(to: b, depth: depthB))
    let dx = line.1.x - line.0.x
    let dy = line.1.y - line.0.y
    let squared = dx * dx + dy * dy
    if squared > 0 {
      let share = min(max(-(line.0.x * dx + line.0.y * dy) / squared, 0), 1)
      line.0 = GlassVector(line.0.x + share * dx, line.0.y + share * dy)
    }
    return line.0.length
  }

  /// From the tap to the projected disc of a round end; the tap is outside of it.
  private func capDistance(_ center: GroundPoint, radius: Double, best: Double) -> Double {
    let depth = transform.relativeDepth(of: center)
    // The nearest depth on the disc must stay before the eye for its image to be bounded.
    let shallowest = depth - radius * transform.pitchSine / transform.eyeDistance
    guard shallowest > CameraTransform.nearest / 2 else { return .infinity }
    let middle = vector(to: center, depth: depth)
    // A step on the ground moves the image by its own length over the depth, and by the change of
    // depth times the distance from the middle of the glass.
    let fromCenter = GlassVector(
      middle.x + tap.x - transform.viewport.width / 2,
      middle.y + tap.y - transform.viewport.height / 2
    ).length
    let farthestImage = radius / shallowest * (1 + fromCenter / transform.eyeDistance)
    if middle.length - 1.001 * farthestImage >= best { return .infinity }
    return leastDistance(onCircle: center, radius)
  }

  /// The least distance on the glass to a circle on the ground: sixteen samples, then golden
  /// section around the best of them. The distance has one least place between neighbors of the
  /// best sample.
  private func leastDistance(onCircle center: GroundPoint, _ radius: Double) -> Double {
    func distance(_ angle: Double) -> Double {
      let point = GroundPoint(
        center.x + radius * LibM.cosine(angle), center.y + radius * LibM.sine(angle))
      return vector(to: point, depth: transform.relativeDepth(of: point)).length
    }
    let step = Double.pi / 8
    var bestSample = 0
    var least = Double.infinity
    for sample in 0..<16 {
      let value = distance(Double(sample) * step)
      if value < least { (least, bestSample) = (value, sample) }
    }
    var low = Double(bestSample - 1) * step
    var high = Double(bestSample + 1) * step
    let golden = 0.6180339887498949
    var inner = (high - golden * (high - low), low + golden * (high - low))
    var values = (distance(inner.0), distance(inner.1))
    for _ in 0..<24 {
      if values.0 <= values.1 {
        high = inner.1
        inner = (high - golden * (high - low), inner.0)
        values = (distance(inner.0), values.0)
      } else {
        low = inner.0
        inner = (inner.1, low + golden * (high - low))
        values = (values.1, distance(inner.1))
      }
    }
    return min(least, min(values.0, values.1))
  }
}
