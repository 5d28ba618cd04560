/// Answers what a finger touched: the fast path over the layers' indexes.
///
/// ```swift
/// let tester = HitTester(layers: [buildings, streets, pumps])   // drawn in this order
/// let answer = tester.hits(at: ScreenPoint(195, 422), through: CameraTransform(camera))
/// answer.hits.first?.fid
/// ```
///
/// A value; any number of threads may ask at once. One tap costs O(log n + what lies near).
public struct HitTester: Sendable {
  /// The layers in drawing order, the topmost last.
  public let layers: [HitLayer]

  /// Makes a tester over layers in drawing order, the topmost last.
  public init(layers: [HitLayer]) {
    self.layers = layers
    drawn = layers.enumerated().map { DrawnLayer($1, number: $0) }
  }

  private let drawn: [DrawnLayer]

  /// What lies under a place on the glass, best first.
  public func hits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions = HitOptions()
  ) -> HitAnswer {
    var scratch = HitScratch()
    return hits(at: tap, through: transform, options: options, scratch: &scratch)
  }

  /// The same with buffers that the caller keeps from tap to tap.
  public func hits(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions,
    scratch: inout HitScratch
  ) -> HitAnswer {
    scratch.begin()
    let assembly = HitAssembly(tap, through: transform, options: options, layers: layers)
    scratch.lap(\.project)
    guard let context = assembly.context else { return assembly.withoutGround() }
    search(context, options).collect(into: &scratch)
    let answer = assembly.answer(&scratch)
    scratch.lap(\.rank)
    return answer
  }

  /// The same in brief: the ranked hits stay in `scratch`, without titles and places, and nothing
  /// is allocated once the buffers have grown. Likelihoods are computed only to rank by them.
  ///
  /// - Returns: how many hits there are; they are at most `options.limit`.
  @discardableResult
  public func touch(
    at tap: ScreenPoint, through transform: CameraTransform, options: HitOptions = HitOptions(),
    scratch: inout HitScratch
  ) -> Int {
    scratch.begin()
    let isScored = options.policy == .likelihood || options.policy == .class
    let found = TapContext(tap, through: transform, sigma: options.sigma, isScored: isScored)
    scratch.lap(\.project)
    guard let context = found, context.isOnMap else { return 0 }
    search(context, options).collect(into: &scratch)
    if options.explains { scratch.candidates.removeAll { $0.reason != nil } }
    rank(options, &scratch)
    scratch.lap(\.rank)
    return scratch.ranked.count
  }

  private func search(_ context: TapContext, _ options: HitOptions) -> TapSearch {
    TapSearch(layers: layers, drawn: drawn, options: options, context: context)
  }

  /// Fills `ranked` with the candidates in order.
  private func rank(_ options: HitOptions, _ scratch: inout HitScratch) {
    HitRanking.rank(by: options.policy, layers: layers, &scratch)
    let layers = layers.span
    for rank in 0..<min(scratch.keys.count, options.limit ?? .max) {
      let candidate = scratch.candidates[HitRanking.number(scratch.keys[rank])]
      let row = layers[candidate.layer].index.rows[candidate.feature]
      let share = rank < scratch.shares.count ? scratch.shares[rank] : nil
      scratch.ranked.append(RankedHit(candidate, row, share))
    }
  }
}

/// A hit in brief.
public struct RankedHit: Hashable, Sendable {
  /// The layer's number in the tester, from the bottom.
  public var layer: Int
  /// The feature's number within the layer's index.
  public var feature: Int
  /// The feature id, or the row's number in a layer without a proven key.
  public var id: Int64
  /// From the tap to the drawn ink, in points; 0 on it.
  public var distance: Double
  /// From the tap to the bare geometry, in points.
  public var geometryDistance: Double
  /// Whether the tap lies inside a polygon.
  public var isInside: Bool
  /// The share of the likelihood among all candidates, 0…1; nil under other policies.
  public var probability: Double?

  @inline(__always)
  init(_ candidate: HitCandidate, _ row: HitIndex.Row, _ share: Double?) {
    layer = candidate.layer
    feature = candidate.feature
    id = row.hasKey ? row.fid : row.row
    distance = candidate.nearest.ink
    geometryDistance = candidate.nearest.bare
    isInside = candidate.isInside
    probability = share
  }
}
