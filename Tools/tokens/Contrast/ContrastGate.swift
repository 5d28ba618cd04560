/// What a design system has to hold before it may ship: every ink can be read on every material
/// over everything that can lie behind it, every control is large enough for a finger, and no state
/// is told by color alone.
package enum ContrastGate {
  /// The least side of a control in points. WCAG 2.2, 2.5.5 (level AAA).
  package static let leastTarget = 44.0

  /// All findings: inks, targets, states, each in the order of the source. One bad ink is one
  /// finding, of its worst place, with the number of the others.
  package static func findings(in system: DesignSystem) -> [Finding] {
    findings(in: ContrastSurvey(system))
  }

  /// As `findings(in:)`, of a system that has been measured already.
  package static func findings(in survey: ContrastSurvey) -> [Finding] {
    survey.inks.compactMap { contrastFinding(of: $0, in: survey) }
      + survey.system.targets.compactMap { targetFinding(of: $0, in: survey.system) }
      + cueFindings(in: survey.system)
  }

  private static func contrastFinding(
    of ink: ContrastSurvey.Ink, in survey: ContrastSurvey
  ) -> Finding? {
    let measures = survey.measures(of: ink)
    guard !measures.isEmpty else { return unmeasured(ink, in: survey) }
    let failures = measures.filter { !$0.passes }
    guard let worst = failures.min(by: { $0.share < $1.share }) else { return nil }
    let remedy = Remedy(for: measures, in: survey.system)
    let others = failures.count - 1
    let elsewhere =
      switch others {
      case 0: ""
      case 1: ", and in 1 more place"
      default: ", and in \(others) more places"
      }
    let text =
      "\(ink.token.path) (\(worst.ink.hex)) on \(worst.spot.pair) has "
      + "\(Luminance.text(worst.ratio)):1 in \(worst.spot.circumstances), fails "
      + "\(worst.need.level) (\(worst.need.text):1 for \(ink.use.text))\(elsewhere); \(remedy.text)"
    return Finding(
      kind: .contrast, name: ink.token.path.description, text: text, place: ink.token.place)
  }

  /// Of the inks that nothing can be said about, the first; that a set is empty is no success.
  private static func unmeasured(
    _ ink: ContrastSurvey.Ink, in survey: ContrastSurvey
  ) -> Finding? {
    guard
      ink.token.path == survey.inks.first(where: { survey.measures(of: $0).isEmpty })?.token.path
    else { return nil }
    let lack = survey.system.backdrops.isEmpty ? "backdrops" : "materials"
    let text =
      "\(ink.token.path) can be measured nowhere, because the set has no \(lack); add some to the "
      + "extensions of the set"
    return Finding(
      kind: .contrast, name: ink.token.path.description, text: text, place: ink.token.place)
  }

  private static func targetFinding(
    of target: TouchTarget, in system: DesignSystem
  ) -> Finding? {
    let sizes = Context.all.compactMap { context -> (context: Context, points: Double)? in
      guard case .dimension(let size) = system.token(target.size)?.value[context] else {
        return nil
      }
      return (context, size.points)
    }
    guard let least = sizes.min(by: { $0.points < $1.points }), least.points < leastTarget else {
      return nil
    }
    let text =
      "the target \(target.name) is \(Rounding.text(least.points)) pt in "
      + "\(least.context.settings), \(least.context.platform.text), and fingers need "
      + "\(Rounding.text(leastTarget)); raise \(target.size)"
    return Finding(kind: .target, name: target.name, text: text, place: target.place)
  }

  private static func cueFindings(in system: DesignSystem) -> [Finding] {
    var owners: [[String]: String] = [:]
    return system.states.compactMap { state in
      let cue = [state.symbol, state.label]
      let text: String
      if cue.allSatisfy(\.isEmpty) {
        text = "only its color tells the state \(state.name); give it a symbol or a label"
      } else if let owner = owners[cue] {
        text =
          "the states \(owner) and \(state.name) have one symbol and one label, so only color "
          + "tells them apart; change either"
      } else {
        owners[cue] = state.name
        return nil
      }
      return Finding(kind: .cue, name: state.name, text: text, place: state.place)
    }
  }
}

extension DesignToken.Role.Ink {
  /// As a sentence names it.
  package var text: String {
    switch self {
    case .text: "text"
    case .largeText: "large text"
    case .graphic: "graphics"
    }
  }
}
