import CKernels

/// The way from the world to the glass as seen from a tap straight down, for one world copy.
///
/// The arithmetic is the camera's and the glass's, number for number, with what all vertices share
/// computed once.
struct FlatView: Sendable {
  private let origin: Coordinate
  private let worldSize: Double
  private let cosine: Double
  private let sine: Double
  private let middle: ScreenPoint
  private let tap: ScreenPoint

  @inline(__always)
  init(_ context: TapContext, copy: Double) {
    let transform = context.transform
    origin = Coordinate(transform.origin.x - copy, transform.origin.y)
    worldSize = transform.worldSize
    cosine = transform.bearingCosine
    sine = transform.bearingSine
    middle = ScreenPoint(transform.viewport.width / 2, transform.viewport.height / 2)
    tap = context.tap
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

  /// The same for the kernels.
  var kernelGlass: meridian_glass {
    meridian_glass(
      origin_x: origin.x, origin_y: origin.y, world_size: worldSize, cosine: cosine, sine: sine,
      middle_x: middle.x, middle_y: middle.y, tap_x: tap.x, tap_y: tap.y)
  }
}
