/// One tap through one camera: what every distance and likelihood of the question shares.
struct TapContext: Sendable {
  let transform: CameraTransform
  let tap: ScreenPoint
  /// Under the tap, on the ground plane.
  let ground: GroundPoint
  /// Under the tap, in the world copy of the camera's center.
  let world: Coordinate
  /// The perspective factor k at the tap.
  let factor: Double
  let sigma: Double
  /// Whether likelihoods are wanted; without them nothing but distances is computed.
  let isScored: Bool

  /// Ink farther than this contributes nothing to a likelihood, in points: six standard deviations.
  var reach: Double { 6 * sigma }

  /// How near in world widths ink must be to lie within so many points, seen straight down.
  ///
  /// The full look projects by other roundings of the same numbers: 1e-15 world widths is enough.
  @inline(__always)
  func worldReach(_ points: Double) -> Double {
    points / transform.worldSize * (1 + 1e-9) + 1e-15
  }

  /// nil when there is no ground under the tap.
  init?(
    _ tap: ScreenPoint, through transform: CameraTransform, sigma: Double, isScored: Bool = true
  ) {
    guard let ground = transform.ground(under: tap) else { return nil }
    self.transform = transform
    self.tap = tap
    self.ground = ground
    world = transform.world(of: ground)
    factor = transform.perspectiveFactor(at: tap)
    self.sigma = sigma
    self.isScored = isScored
  }

  /// ln of the mass of a symbol: the disc's area times the mean density over it,
  /// π r²·exp(−D²/2s²)/(2π s²).
  @inline(__always)
  func logPointMass(_ distance: Double, radius: Double) -> Double {
    let counted = max(radius, 1)
    let variance = sigma * sigma + radius * radius / 4
    return LibM.logarithm(counted * counted / (2 * variance)) - distance * distance / (2 * variance)
  }

  /// Whether the ground under the tap lies within the map's square.
  var isOnMap: Bool { world.y >= 0 && world.y <= 1 }

  /// The place under the tap, its longitude continuing the camera's.
  var place: LonLat {
    let place = WebMercator.unproject(world)
    return LonLat(place.longitude + 360 * transform.turns, place.latitude)
  }

  /// What a ground area or length measures on the glass at the tap, per squared or plain world
  /// width.
  var areaScale: Double {
    transform.worldSize * transform.worldSize * factor * factor * factor * transform.pitchCosine
  }
  var lengthScale: Double {
    transform.worldSize * (factor * factor * factor * transform.pitchCosine).squareRoot()
  }
}

/// A vector on the glass from the tap, in points: x right, y down.
struct GlassVector: Hashable, Sendable {
  var x: Double
  var y: Double

  @inline(__always)
  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inline(__always) var length: Double { (x * x + y * y).squareRoot() }
}

extension TapContext {
  /// From the tap to a place on the ground, on the glass.
  @inline(__always)
  func vector(to ground: GroundPoint, depth: Double) -> GlassVector {
    let point = transform.glass(of: ground, depth: depth)
    return GlassVector(point.x - tap.x, point.y - tap.y)
  }

  /// A vertex on the glass as seen from the tap, and its perspective factor; nil when not in view.
  @inline(__always)
  func vertex(_ world: Coordinate, copy: Double) -> (vector: GlassVector, factor: Double)? {
    let ground = transform.ground(of: world, copy: copy)
    let depth = transform.relativeDepth(of: ground)
    guard depth >= CameraTransform.nearest && depth <= CameraTransform.farthest else { return nil }
    return (vector(to: ground, depth: depth), 1 / depth)
  }
}
