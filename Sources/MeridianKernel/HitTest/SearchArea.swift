/// The part of the world that holds all ink of a layer within so many points of the tap: a disc
/// when seen straight down, else a rectangle.
struct SearchArea {
  /// In the world copy of the camera's center.
  let window: Envelope
  /// In world widths.
  let radius: Double
  let isDisc: Bool

  init(_ layer: LayerInk, reach: Double, context: TapContext) {
    let traits = layer.index.traits
    let transform = context.transform
    isDisc = transform.isFlat
    if isDisc {
      let symbols = traits.hasPoints ? layer.largestRadius : 0
      let lines = traits.hasLines ? layer.halfWidth : 0
      radius = (reach + max(symbols, lines)) / transform.worldSize * (1 + 1e-9) + 1e-12
      let place = Envelope(
        minX: context.world.x, minY: context.world.y, maxX: context.world.x, maxY: context.world.y)
      window = place.padded(by: radius)
      return
    }
    radius = .infinity
    var points = reach
    if traits.hasPoints {
      let symbols = layer.largestRadius
      points =
        !layer.isScaled
        ? reach + symbols
        : transform.symbolReach(at: context.tap, reach: reach, radius: symbols)
    }
    window =
      points.isFinite
      ? transform.footprint(around: context.tap, radius: points, margin: layer.halfWidth)
      : layer.index.whole.everywhere
  }
}

extension HitIndex {
  /// A window that leaves nothing out.
  var everywhere: Envelope {
    geometry.extent.padded(by: Double(CameraTransform.copies.count))
  }
}
