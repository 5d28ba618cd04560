/// A camera over a viewport, ready to project: the closed form of MapLibre's transform.
///
/// The eye is 1.5 viewport heights from the center, which is a vertical field of view of
/// 2·atan(1/3). Three planes: the *world* (Web Mercator's unit square), the *ground* (points at the
/// center's scale, x right and y up along the bearing, origin at the center) and the *glass*.
/// Ground to glass is a homography, so straight lines stay straight.
public struct CameraTransform: Sendable {
  /// The camera as given.
  public let camera: Camera
  /// The size of the glass.
  public let viewport: Viewport

  /// Whole turns between the camera's center and its canonical longitude.
  let turns: Double
  /// The center in the world, canonical.
  let origin: Coordinate
  /// Points per world width.
  let worldSize: Double
  /// Distance of the eye from the center, in points.
  let eyeDistance: Double
  /// Whether the view is straight down, so that the homography is a similarity.
  let isFlat: Bool

  let bearingCosine: Double
  let bearingSine: Double
  let pitchCosine: Double
  let pitchSine: Double

  /// Ground nearer to the eye than this share of ``eyeDistance`` is behind the glass.
  static let nearest = 0.02 / 1.5
  /// Ground farther than this many times ``eyeDistance`` is lost in the horizon.
  static let farthest = 1000.0

  /// Prepares a camera for a viewport.
  public init(_ camera: Camera, viewport: Viewport = .phone) {
    self.camera = camera
    self.viewport = viewport
    let canonical = camera.center.canonical
    turns = ((camera.center.longitude - canonical.longitude) / 360).rounded()
    origin = WebMercator.project(canonical)
    worldSize = camera.worldSize
    eyeDistance = 1.5 * viewport.height
    let bearing = camera.bearing.remainder(dividingBy: 360) * (.pi / 180)
    let pitch = camera.pitch * (.pi / 180)
    bearingCosine = LibM.cosine(bearing)
    bearingSine = LibM.sine(bearing)
    pitchCosine = LibM.cosine(pitch)
    pitchSine = LibM.sine(pitch)
    isFlat = camera.pitch == 0
  }

  /// The perspective factor k at a place on the glass: 1 at the center, more below it.
  ///
  /// Zero or less above the horizon.
  public func perspectiveFactor(at point: ScreenPoint) -> Double {
    if isFlat { return 1 }
    let up = viewport.height / 2 - point.y
    return (eyeDistance * pitchCosine - up * pitchSine) / (eyeDistance * pitchCosine)
  }

  /// The place on the ground under a place on the glass; nil at and above the horizon.
  ///
  /// The longitude continues the camera's, so that it may lie outside ±180.
  public func unproject(_ point: ScreenPoint) -> LonLat? {
    guard let ground = ground(under: point) else { return nil }
    let world = self.world(of: ground)
    let place = WebMercator.unproject(world)
    return LonLat(place.longitude + 360 * turns, place.latitude)
  }

  /// The place on the glass of a longitude and latitude; nil behind the eye.
  ///
  /// Of a place's world copies it is the one nearest to the camera's center that is projected.
  public func project(_ place: LonLat) -> ScreenPoint? {
    var world = WebMercator.project(LonLat(place.canonical.longitude, place.latitude))
    world.x -= (world.x - origin.x).rounded()
    return glass(of: ground(of: world, copy: 0))
  }
}

// MARK: - Between the three planes

/// A place on the ground plane: points at the center's scale, x right, y up, origin at the center.
struct GroundPoint: Hashable, Sendable {
  var x: Double
  var y: Double

  @inline(__always)
  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inline(__always)
  func distance(to other: GroundPoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension CameraTransform {
  /// World → ground, for the world copy shifted east by whole turns.
  @inline(__always)
  func ground(of world: Coordinate, copy: Double) -> GroundPoint {
    let east = (world.x - (origin.x - copy)) * worldSize
    let south = (world.y - origin.y) * worldSize
    return GroundPoint(
      east * bearingCosine + south * bearingSine, east * bearingSine - south * bearingCosine)
  }

  /// Ground → world, in the copy that holds the camera's center.
  func world(of ground: GroundPoint) -> Coordinate {
    let east = ground.x * bearingCosine + ground.y * bearingSine
    let south = ground.x * bearingSine - ground.y * bearingCosine
    return Coordinate(origin.x + east / worldSize, origin.y + south / worldSize)
  }

  /// The distance from the eye along the view, as a multiple of ``eyeDistance``: 1/k.
  @inline(__always)
  func relativeDepth(of ground: GroundPoint) -> Double {
    isFlat ? 1 : 1 + ground.y * pitchSine / eyeDistance
  }

  /// Ground → glass; nil nearer than the near plane or farther than the far one.
  func glass(of ground: GroundPoint) -> ScreenPoint? {
    let depth = relativeDepth(of: ground)
    guard depth >= Self.nearest && depth <= Self.farthest else { return nil }
    return glass(of: ground, depth: depth)
  }

  /// Ground → glass for a place whose relative depth is known and positive.
  @inline(__always)
  func glass(of ground: GroundPoint, depth: Double) -> ScreenPoint {
    if isFlat {
      return ScreenPoint(viewport.width / 2 + ground.x, viewport.height / 2 - ground.y)
    }
    return ScreenPoint(
      viewport.width / 2 + ground.x / depth,
      viewport.height / 2 - ground.y * pitchCosine / depth)
  }

  /// Glass → ground; nil at and above the horizon and beyond the far plane.
  func ground(under point: ScreenPoint) -> GroundPoint? {
    let right = point.x - viewport.width / 2
    let up = viewport.height / 2 - point.y
    if isFlat { return GroundPoint(right, up) }
    let k = perspectiveFactor(at: point)
    guard k * Self.farthest >= 1 else { return nil }
    return GroundPoint(right / k, up / (k * pitchCosine))
  }

  /// The share of a segment that lies between the near and the far plane, as parameters 0…1.
  @inline(__always)
  func visibleShare(_ a: GroundPoint, _ b: GroundPoint) -> (from: Double, to: Double)? {
    if isFlat { return (0, 1) }
    let depthA = relativeDepth(of: a)
    let depthB = relativeDepth(of: b)
    if min(depthA, depthB) >= Self.nearest && max(depthA, depthB) <= Self.farthest { return (0, 1) }
    return Self.clip(from: depthA, to: depthB)
  }

  private static func clip(from a: Double, to b: Double) -> (from: Double, to: Double)? {
    if max(a, b) < nearest || min(a, b) > farthest { return nil }
    var share = (from: 0.0, to: 1.0)
    for limit in [nearest, farthest] where (a < limit) != (b < limit) {
      let crossing = (limit - a) / (b - a)
      // The near plane keeps what is deeper, the far plane what is less deep.
      if (a < limit) == (limit == nearest) { share.from = crossing } else { share.to = crossing }
    }
    return share.from <= share.to ? share : nil
  }
}
