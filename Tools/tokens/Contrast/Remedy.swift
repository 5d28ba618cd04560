/// What would make a failing ink pass.
package enum Remedy: Hashable, Sendable {
  /// The nearest color that passes wherever the ink has the value that failed.
  case ink(Color)
  /// The least opacity of the material's tint with which the ink passes; no ink of its hue does.
  case tint(TokenPath, opacity: Double)
  /// The nearest color of the opaque fill with which the ink passes; no ink of its hue does.
  case fill(TokenPath, Color)
  /// Nothing of that would do, or the fill lets the material through.
  case none

  /// `measures` are all of one ink; the remedy is for the value that has the worst of them.
  package init(for measures: [ContrastSurvey.Measure], in system: DesignSystem) {
    guard let worst = measures.min(by: { $0.share < $1.share }) else {
      self = .none
      return
    }
    // A ground that several contexts share is asked once, with the strictest need.
    let concerned = measures.filter { $0.ink == worst.ink }
    let ink = InkLightness(worst.ink).moves.first { color in
      let luminance = Luminance.of(color)
      return concerned.allSatisfy { measure in
        let ground = measure.spot.ground
        let found =
          color.alpha < 1 ? ground.worst(for: color) : ground.worst(forLuminance: luminance)
        return (found?.ratio ?? .infinity) >= measure.need.ratio
      }
    }
    self =
      ink.map(Remedy.ink)
      ?? (worst.spot.fill == nil
        ? Self.tint(for: worst, among: concerned, in: system) : Self.fill(for: worst, in: system))
  }

  /// Moves the fill of the worst place, for the ink as it is there.
  private static func fill(
    for worst: ContrastSurvey.Measure, in system: DesignSystem
  ) -> Remedy {
    guard worst.spot.under == nil, let path = worst.spot.fill,
      let fill = system.color(path, in: worst.spot.context)
    else { return .none }
    let color = InkLightness(fill).moves.first { color in
      (Ground([color]).worst(for: worst.ink)?.ratio ?? 0) >= worst.need.ratio
    }
    return color.map { .fill(path, $0) } ?? .none
  }

  /// Tries the foremost tint of the worst place's material, hundredth by hundredth.
  private static func tint(
    for worst: ContrastSurvey.Measure, among measures: [ContrastSurvey.Measure],
    in system: DesignSystem
  ) -> Remedy {
    guard let under = worst.spot.under else { return .none }
    let path = under.reach.material.layers.reversed().lazy.compactMap { layer -> TokenPath? in
      switch layer {
      case .fill(let path), .system(_, let path): path
      default: nil
      }
    }.first
    guard let path else { return .none }
    let material = under.reach.material.name
    let concerned = measures.filter {
      $0.spot.under?.reach.material.name == material && $0.spot.context == worst.spot.context
    }
    guard let tint = system.color(path, in: worst.spot.context) else { return .none }
    let first = Int((min(max(tint.alpha, 0), 1) * 100).rounded(.up))
    for step in first...100 {
      var maker = GroundMaker(system)
      let opacity = Double(step) / 100
      let passes = concerned.allSatisfy { measure in
        guard let under = measure.spot.under,
          let backdrop = system.backdrops.first(where: { $0.name == under.backdrop })
        else { return true }
        let coating = Coating(
          of: under.reach.material, in: system, measure.spot.context, replacing: path,
          withOpacity: opacity)
        let ground = maker.ground(coating, over: backdrop, measure.spot.context)
        return (ground.worst(for: measure.ink)?.ratio ?? .infinity) >= measure.need.ratio
      }
      if passes { return .tint(path, opacity: opacity) }
    }
    return .none
  }

  /// The end of the gate's sentence.
  package var text: String {
    switch self {
    case .ink(let color): "\(color.hex) is the nearest ink that passes"
    case .tint(let path, let opacity):
      "no ink of this hue passes, but an opacity of \(Rounding.text(opacity)) of \(path) would do"
    case .fill(let path, let color):
      "no ink of this hue passes everywhere, but \(color.hex) as \(path) would do there"
    case .none: "no ink of this hue passes; change what it lies on"
    }
  }
}
