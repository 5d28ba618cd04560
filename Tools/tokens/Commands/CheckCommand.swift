/// `check`: the gate over every set.
struct CheckCommand {
  private let sources: TokenSources
  private let console: Console

  init(_ sources: TokenSources, _ console: Console) {
    self.sources = sources
    self.console = console
  }

  func run(_ files: [String]) throws(CommandFailure) -> ExitCode {
    var code = ExitCode.done
    for system in try sources.systems(files) {
      if FileSystem.isInterrupted { throw .interrupted }
      let survey = ContrastSurvey(system)
      let findings = ContrastGate.findings(in: survey)
      for finding in findings { console.say(finding.description) }
      console.say(summary(of: survey, findings.count))
      if !findings.isEmpty { code = .found }
    }
    return code
  }

  private func summary(of survey: ContrastSurvey, _ findings: Int) -> String {
    let system = survey.system
    let measured =
      "\(system.name): \(Self.count(survey.inks.count, "ink")) in "
      + "\(Self.count(survey.places, "place")), "
      + "\(Self.count(system.targets.count, "target")), "
      + "\(Self.count(system.states.count, "state"))"
    guard findings == 0 else {
      return "\(measured): \(Self.count(findings, "finding"))"
    }
    let nearest = survey.inks.compactMap { ink in
      survey.worst(of: ink).map { (ink: ink, measure: $0) }
    }.min { $0.measure.share < $1.measure.share }
    guard let nearest else { return "\(measured): all pass" }
    let (ink, measure) = nearest
    return "\(measured): all pass, the nearest to failing is \(ink.token.path) on "
      + "\(measure.spot.pair) with \(Luminance.text(measure.ratio)):1 of \(measure.need.text)"
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}
