/// What a change of tokens does to one ink: the place that says most about it.
package struct ContrastShift {
  private typealias Pair = (old: ContrastSurvey.Measure, new: ContrastSurvey.Measure)

  private let pair: Pair
  private let others: Int

  /// `nil` when no place that both have shows another ratio.
  package init?(_ old: [ContrastSurvey.Measure], _ new: [ContrastSurvey.Measure]) {
    var known: [String: ContrastSurvey.Measure] = [:]
    for measure in old { known[Self.key(measure)] = measure }
    let pairs = new.compactMap { measure -> Pair? in
      guard let before = known[Self.key(measure)],
        Luminance.text(before.ratio) != Luminance.text(measure.ratio)
      else { return nil }
      return (before, measure)
    }
    // A place that fails now comes before one that passes now, the worst first; else the place that
    // is nearest to failing.
    let broken = pairs.filter { $0.old.passes && !$0.new.passes }
    let mended = pairs.filter { !$0.old.passes && $0.new.passes }
    let told = !broken.isEmpty ? broken : !mended.isEmpty ? mended : pairs
    guard
      let pair = told.min(by: {
        min($0.new.share, $0.old.share) < min($1.new.share, $1.old.share)
      })
    else { return nil }
    self.pair = pair
    others = told.count - 1
  }

  private static func key(_ measure: ContrastSurvey.Measure) -> String {
    let spot = measure.spot
    return "\(spot.context.index) \(spot.pair)"
  }

  /// `on liquidGlass over white: 7.90 → 3.81, fails AA (light, iOS; 3 more places)`.
  package var text: String {
    let outcome =
      switch (pair.old.passes, pair.new.passes) {
      case (true, false): ", fails \(pair.new.need.level)"
      case (false, true): ", passes \(pair.new.need.level)"
      case (false, false): ", still fails \(pair.new.need.level)"
      case (true, true): ""
      }
    let more =
      switch others {
      case 0: ""
      case 1: "; 1 more place"
      default: "; \(others) more places"
      }
    return "on \(pair.new.spot.pair): \(Luminance.text(pair.old.ratio)) → "
      + "\(Luminance.text(pair.new.ratio))\(outcome) (\(pair.new.spot.circumstances)\(more))"
  }
}
