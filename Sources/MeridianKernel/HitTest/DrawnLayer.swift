/// What a tap needs to know of a layer, whatever it asks: made once by a tester.
///
/// Apart from the layer, because a tap would count the references of all that a layer holds (name,
/// titles, filter) whenever it takes one up: it did, and that was an eighth of its time.
struct DrawnLayer: Sendable {
  let index: HitColumns
  /// The layer's number in the tester.
  let number: Int
  /// Half the width of lines, in ground points.
  let halfWidth: Double
  /// Radius of symbols that have none of their own, and the largest of all.
  let symbolRadius: Double
  let largestRadius: Double
  /// Whether symbols scale with perspective.
  let isScaled: Bool
  /// Whether some rows are left out.
  let isFiltered: Bool
  /// The layer's own tolerance, in points; nil for the question's.
  let tolerance: Double?
  let standing: LayerStanding

  init(_ layer: HitLayer, number: Int) {
    index = HitColumns(layer.index)
    self.number = number
    halfWidth = layer.lineWidth / 2
    symbolRadius = layer.symbolRadius
    largestRadius = layer.largestRadius
    isScaled = layer.pitchScale == .map
    isFiltered = layer.hidden != nil
    tolerance = layer.tolerance?.radius
    standing = LayerStanding(layer)
  }
}

/// Whether a layer answers.
struct LayerStanding: Sendable {
  private let hasPlace: Bool
  private let isShown: Bool
  private let isMarkup: Bool
  private let minimumZoom: Double
  private let maximumZoom: Double

  init(_ layer: HitLayer) {
    hasPlace = layer.hasPlace
    isShown = layer.isVisible && layer.opacity > 0
    isMarkup = layer.role == .markup
    minimumZoom = layer.minimumZoom
    maximumZoom = layer.maximumZoom
  }

  /// Why no feature of the layer can be hit at a zoom; nil when they can.
  @inline(__always)
  func exclusion(atZoom zoom: Double, includingMarkup: Bool) -> MissReason? {
    if !hasPlace { return .crsUndefined }
    if !isShown { return .layerHidden }
    if zoom < minimumZoom || zoom >= maximumZoom { return .zoomRange }
    if isMarkup && !includingMarkup { return .markup }
    return nil
  }
}
