/// A feature that was measured: what an answer is made of before ranking. Kept small, since a tap
/// on a far view has hundreds.
struct HitCandidate: Sendable {
  var nearest: FeatureGlance.Nearest
  private let layerNumber: UInt32
  private let featureNumber: UInt32
  /// Where its likelihood stands in ``HitScratch/scores``, when there is one.
  var scored: UInt32 = 0
  /// The world copy it is seen in, in whole turns east.
  let copy: Int8
  var dimension: PartDimension
  var isInside: Bool
  var flags: HitFlags = []
  /// Why it may not be offered; nil for a hit.
  var reason: MissReason?

  var layer: Int { Int(layerNumber) }
  var feature: Int { Int(featureNumber) }

  /// From the tap to the ink, in points.
  var distance: Double { nearest.ink }

  /// Makes a candidate of what the tap saw; nil when the ink is farther than the layer's limit or
  /// out of view.
  @inline(__always)
  init?(_ sighting: Sighting, feature: Int, of layer: LayerInk, copy: Double) {
    nearest = sighting.nearest
    guard nearest.ink <= layer.limit else { return nil }
    layerNumber = UInt32(truncatingIfNeeded: layer.number)
    featureNumber = UInt32(truncatingIfNeeded: feature)
    self.copy = Int8(copy)
    dimension = sighting.dimension
    isInside = sighting.isInside
    if nearest.ink > layer.tolerance { reason = .beyondTolerance }
  }

  /// Whether this world copy of the same feature is the one to answer with.
  func isBetterCopy(than other: HitCandidate) -> Bool {
    if nearest.ink != other.nearest.ink { return nearest.ink < other.nearest.ink }
    if nearest.bare != other.nearest.bare { return nearest.bare < other.nearest.bare }
    return copy < other.copy
  }
}

extension HitScratch {
  /// Adds a candidate, with its likelihood when one is wanted.
  @inline(__always)
  mutating func add(
    _ candidate: HitCandidate, _ sighting: Sighting, of layer: LayerInk, in context: TapContext
  ) {
    guard context.isScored else { return candidates.append(candidate) }
    var candidate = candidate
    candidate.scored = UInt32(truncatingIfNeeded: scores.count)
    let scored = context.score(
      sighting, of: candidate.feature, in: layer, copy: Double(candidate.copy))
    candidate.flags = scored.flags
    scores.append(scored.score)
    candidates.append(candidate)
  }
}
