public import MeridianKernel

/// Random layers around a place, with everything that makes hit testing hard: shared vertices,
/// holes, multi-parts, collections, bow-ties, degenerate lines, rings across the seam.
public struct RandomScene {
  private var random: SplitMix64
  /// The middle of the scene.
  public let center: LonLat
  /// Half the width of the scene, in degrees of longitude.
  public let spread: Double

  /// Starts a scene of a seed around a place.
  public init(seed: UInt64, center: LonLat, spread: Double) {
    random = SplitMix64(seed: seed)
    self.center = center
    self.spread = spread
  }

  /// Layers of mixed geometry in drawing order.
  public mutating func layers(count: Int, featuresEach: Int) -> [HitLayer] {
    (0..<count).map { number in
      var builder = HitIndex.Builder(placement: .degrees)
      for row in 1...featuresEach {
        let own = Int.random(in: 0..<4, using: &random) == 0
        builder.append(
          geometry(), fid: number == 2 ? nil : Int64(row), row: Int64(row),
          title: row % 3 == 0 ? "feature \(row)" : nil,
          symbolRadius: own ? Double.random(in: 0...30, using: &random) : nil)
      }
      var layer = HitLayer(name: "layer \(number)", index: builder.build())
      layer.symbolRadius = Double.random(in: 0...9, using: &random)
      layer.lineWidth = Double.random(in: 0...12, using: &random)
      layer.pitchScale = Bool.random(using: &random) ? .map : .viewport
      if Int.random(in: 0..<5, using: &random) == 0 { layer.tolerance = .pencil }
      if Int.random(in: 0..<5, using: &random) == 0 { layer.filter { _, row in row % 4 != 0 } }
      return layer
    }
  }

  /// One geometry of a random type near the middle.
  public mutating func geometry() -> GeometryBuffer {
    var buffer = GeometryBuffer()
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      buffer.begin(.point)
      addPoint(&buffer, member: 0)
    case 2:
      buffer.begin(.multiPoint)
      for member in 0..<Int.random(in: 1...4, using: &random) {
        addPoint(&buffer, member: member)
      }
    case 3, 4:
      buffer.begin(.lineString)
      addLine(&buffer, member: 0)
    case 5:
      buffer.begin(.multiLineString)
      for member in 0..<Int.random(in: 1...3, using: &random) { addLine(&buffer, member: member) }
    case 6, 7:
      buffer.begin(.polygon)
      addPolygon(&buffer, member: 0)
    case 8:
      buffer.begin(.multiPolygon)
      for member in 0..<Int.random(in: 1...3, using: &random) {
        addPolygon(&buffer, member: member)
      }
    default:
      buffer.begin(.geometryCollection)
      addPoint(&buffer, member: 0)
      addLine(&buffer, member: 1)
      addPolygon(&buffer, member: 2)
    }
    return buffer
  }

  private mutating func place(_ scale: Double = 1) -> Coordinate {
    // A coarse grid now and then, so that features share vertices exactly.
    if Int.random(in: 0..<3, using: &random) == 0 {
      let cell = spread / 8
      return Coordinate(
        center.longitude + Double(Int.random(in: -8...8, using: &random)) * cell,
        center.latitude + Double(Int.random(in: -8...8, using: &random)) * cell * 0.7)
    }
    return Coordinate(
      center.longitude + Double.random(in: -spread...spread, using: &random) * scale,
      center.latitude + Double.random(in: -spread...spread, using: &random) * scale * 0.7)
  }

  private mutating func wrapped(_ place: Coordinate) -> Coordinate {
    Coordinate(LonLat.canonicalLongitude(place.x), place.y)
  }

  private mutating func addPoint(_ buffer: inout GeometryBuffer, member: Int) {
    buffer.beginPart(.point, member: member)
    let point = place()
    buffer.append(wrapped(point))
    buffer.endRing()
  }

  private mutating func addLine(_ buffer: inout GeometryBuffer, member: Int) {
    buffer.beginPart(.line, member: member)
    var point = place()
    let step = spread * Double.random(in: 0.001...0.6, using: &random)
    let isDegenerate = Int.random(in: 0..<12, using: &random) == 0
    for _ in 0..<Int.random(in: 2...40, using: &random) {
      buffer.append(wrapped(point))
      if isDegenerate { continue }
      point.x += Double.random(in: -step...step, using: &random)
      point.y += Double.random(in: -step...step, using: &random) * 0.7
    }
    buffer.endRing()
  }

  private mutating func addPolygon(_ buffer: inout GeometryBuffer, member: Int) {
    buffer.beginPart(.polygon, member: member)
    let middle = place()
    let radius = spread * Double.random(in: 0.002...0.9, using: &random)
    let count = Int.random(in: 3...60, using: &random)
    addRing(&buffer, middle, radius: radius, count: count)
    if Bool.random(using: &random) {
      addRing(&buffer, middle, radius: radius * 0.4, count: max(3, count / 2))
    }
    buffer.endPart()
  }

  private mutating func addRing(
    _ buffer: inout GeometryBuffer, _ middle: Coordinate, radius: Double, count: Int
  ) {
    let isTangled = Int.random(in: 0..<8, using: &random) == 0
    var corners: [Coordinate] = []
    for step in 0..<count {
      let angle = Double(step) / Double(count) * 2 * .pi
      let reach = radius * Double.random(in: 0.6...1, using: &random)
      corners.append(
        Coordinate(middle.x + reach * cosine(angle), middle.y + reach * cosine(angle - .pi / 2)))
    }
    if isTangled { corners.shuffle(using: &random) }
    for corner in corners + [corners[0]] { buffer.append(wrapped(corner)) }
    buffer.endRing()
  }

  /// A polynomial is round enough for scenery and needs no mathematics library.
  private func cosine(_ angle: Double) -> Double {
    let x = angle.remainder(dividingBy: 2 * .pi)
    let square = x * x
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
  }
}
