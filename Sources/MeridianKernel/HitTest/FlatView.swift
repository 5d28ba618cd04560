/// The way from the world to the glass as seen from a tap straight down, for one world copy.
///
/// The arithmetic is the camera's and the glass's, number for number, with what all vertices share
/// computed once.
struct FlatView: Sendable {
  let origin: Coordinate
  let worldSize: Double
  let cosine: Double
  let sine: Double
  let middle: ScreenPoint
  let tap: ScreenPoint
  /// The place under the tap, in the world copy.
  let place: Coordinate

  @inline(__always)
  init(_ context: TapContext, copy: Double) {
    let transform = context.transform
    origin = Coordinate(transform.origin.x - copy, transform.origin.y)
    worldSize = transform.worldSize
    cosine = transform.bearingCosine
    sine = transform.bearingSine
    middle = ScreenPoint(transform.viewport.width / 2, transform.viewport.height / 2)
    tap = context.tap
    place = Coordinate(context.world.x - copy, context.world.y)
  }

  /// From the tap to a vertex.
  @inline(__always)
  func vector(to world: Coordinate) -> GlassVector {
    let east = (world.x - origin.x) * worldSize
    let south = (world.y - origin.y) * worldSize
    let right = east * cosine + south * sine
    let up = east * sine - south * cosine
    return GlassVector(middle.x + right - tap.x, middle.y - up - tap.y)
  }
}
