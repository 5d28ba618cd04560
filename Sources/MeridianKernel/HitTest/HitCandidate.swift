/// A feature that was measured: what an answer is made of before ranking.
struct HitCandidate: Sendable {
  var layer: Int
  var feature: Int
  var copy: Double
  var dimension: PartDimension
  var nearest: FeatureGlance.Nearest
  var isInside: Bool
  var score: HitScore
  var flags: HitFlags
  /// The share of the likelihood among all candidates; nil before ranking and without likelihoods.
  var probability: Double?
  /// Why it may not be offered; nil for a hit.
  var reason: MissReason?

  /// From the tap to the ink, in points.
  var distance: Double { nearest.ink }

  /// Makes a candidate of what the tap saw; nil when the ink is farther than the
  /// layer's limit or out of
  /// view.
  init?(
    _ glance: FeatureGlance, feature: Int, of layer: LayerInk, copy: Double,
    in context: TapContext
  ) {
    let dimension = glance.dimension
    let nearest = glance.nearest(dimension)
    guard nearest.ink <= layer.limit else { return nil }
    self.layer = layer.number
    self.feature = feature
    self.copy = copy
    self.dimension = dimension
    self.nearest = nearest
    isInside = dimension == .polygon && glance.isInside
    if context.isScored {
      (score, flags) = context.score(
        glance, of: feature, in: layer, copy: copy)
    } else {
      (score, flags) = (.none, [])
    }
    if nearest.ink > layer.tolerance { reason = .beyondTolerance }
  }

  /// Whether this world copy of the same feature is the one to answer with.
  func isBetterCopy(than other: HitCandidate) -> Bool {
    if nearest.ink != other.nearest.ink { return nearest.ink < other.nearest.ink }
    if nearest.bare != other.nearest.bare { return nearest.bare < other.nearest.bare }
    return copy < other.copy
  }
}
