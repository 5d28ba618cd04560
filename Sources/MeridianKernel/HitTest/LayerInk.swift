/// How a layer is drawn and asked, in the few numbers that a tap needs of it.
struct LayerInk {
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
  /// Ink up to this many points from the tap is a hit …
  let tolerance: Double
  /// … and up to this many a candidate, since near misses are candidates too.
  let limit: Double

  @inline(__always)
  init(_ layer: borrowing DrawnLayer, options: HitOptions) {
    index = layer.index
    number = layer.number
    halfWidth = layer.halfWidth
    symbolRadius = layer.symbolRadius
    largestRadius = layer.largestRadius
    isScaled = layer.isScaled
    isFiltered = layer.isFiltered
    tolerance = layer.tolerance ?? options.tolerance.radius
    limit = options.explains ? 2 * tolerance : tolerance
  }

  /// The radius of a feature's symbols in points at perspective factor 1.
  @inline(__always)
  func radius(of feature: Int) -> Double { index.radius(of: feature) ?? symbolRadius }
}
