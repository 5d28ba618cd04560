/// Two programs, or one with two sets of options, profiled in turns.
///
/// Each turn starts both anew, so that the machine's moods, the layout of memory and the loading
/// are drawn again for both; who comes first changes from turn to turn.
struct ProfileComparison {
  private let context: CommandContext
  private let name: String
  private let baseline: Baseline
  private let turns: Int
  private let ours: Machine.Errand
  private let theirs: Machine.Errand

  /// The fewest turns whose extremes are as sure as the intervals say.
  private static let fewest = 12

  /// Reads the baseline and makes sure that it can be run again.
  init(_ path: String, _ context: CommandContext) throws(CommandError) {
    self.context = context
    name = path
    for option in [ProfileCommand.taps as any AnyOption, ProfileCommand.trace, ProfileCommand.save]
    where context.arguments.isGiven(option) {
      throw CommandError(
        UsageError.combination(
          "`--against` replays the taps of the baseline; leave out `--\(option.name)`."))
    }
    guard context.format != .svg else {
      throw CommandError(
        UsageError.combination("`--against` is told as table or json, not as svg."))
    }
    turns = context.arguments[ProfileCommand.rounds] ?? 15
    guard turns >= Self.fewest else {
      throw CommandError(
        UsageError.combination(
          "`--against` needs at least \(Self.fewest) turns; raise `--repeat`."))
    }
    baseline = try Baseline(path: path)
    try baseline.checkUnchanged()
    theirs = Self.errand(
      baseline.program, baseline.options, baseline.store, baseline.layers, baseline.taps)
    ours = Self.errand(
      try Baseline.thisProgram(context), Baseline.options(of: context),
      try Baseline.thisStore(context), context.arguments.all(ProfileCommand.layers), baseline.taps)
  }

  private static func errand(
    _ program: FileIdentity, _ options: [String], _ store: FileIdentity, _ layers: [String],
    _ taps: [UInt8]
  ) -> Machine.Errand {
    let words = ["--taps", "-", "--repeat", "2", "--format", "json", "--quiet", "--", store.path]
    return Machine.Errand(
      program: program.path, arguments: ["profile"] + options + words + layers, input: taps)
  }

  /// Runs the turns and tells the ratios.
  func run() throws(CommandError) -> ExitCode {
    if ours.program == theirs.program && ours.arguments == theirs.arguments {
      context.notice(
        "Both sides are the same program with the same options: what differs is noise.")
    }
    var pairs: [(baseline: TurnFigures, now: TurnFigures)] = []
    for turn in 0..<turns {
      try context.checkInterrupted()
      if turn % 2 == 0 {
        let first = try figures(of: theirs)
        pairs.append((first, try figures(of: ours)))
      } else {
        let first = try figures(of: ours)
        pairs.append((try figures(of: theirs), first))
      }
    }
    let seed = UInt64(context.arguments[ProfileCommand.seed] ?? 1)
    let rows = TurnFigures.names.compactMap { ComparedFigure($0, pairs, seed: seed) }
    let isSameWork = pairs.allSatisfy { $0.baseline.work == $0.now.work }
    if context.format == .table {
      try writeTable(rows, isSameWork: isSameWork)
    } else {
      try writeJSON(rows, isSameWork: isSameWork)
    }
    return .done
  }

  private func figures(of errand: Machine.Errand) throws(CommandError) -> TurnFigures {
    let outcome: Machine.Outcome
    do {
      outcome = try context.invocation.machine.run(errand)
    } catch {
      throw CommandError(error)
    }
    if context.invocation.isInterrupted() { throw .interrupted }
    guard outcome.code == 0, let figures = TurnFigures(outcome.output) else {
      let exit = ExitCode(rawValue: outcome.code) ?? .bug
      throw CommandError(
        "turnFailed",
        "The program \(ValueProblem.quoted(errand.program)) did not profile the taps (exit "
          + "\(outcome.code)); run it by itself to see why.",
        exitCode: exit == .done ? .broken : exit)
    }
    return figures
  }

  // MARK: Results

  private func writeTable(_ rows: [ComparedFigure], isSameWork: Bool) throws(CommandError) {
    try context.output.write(
      "This program against \(TextTable.printable(name)): \(turns) turns of each, in changing "
        + "order.\nA ratio below 1 is faster than the baseline; all intervals together hold "
        + "with 99 %."
        + "\n\n")
    var table = TextTable([
      ("figure", .left), ("baseline", .right), ("now", .right), ("ratio", .right),
      ("interval", .left), ("", .left),
    ])
    for row in rows {
      table.append([
        row.name, row.text(row.baseline), row.text(row.now),
        NumberText.fixed(row.ratio.median, decimals: 3),
        "\(NumberText.fixed(row.ratio.low, decimals: 3)) to "
          + NumberText.fixed(row.ratio.high, decimals: 3), row.verdict,
      ])
    }
    try context.write(table)
    if !isSameWork {
      try context.output.write(
        "\nThe two do not find or look at the same: ratios compare different work.\n")
    }
  }

  private func writeJSON(_ rows: [ComparedFigure], isSameWork: Bool) throws(CommandError) {
    var json = JSONWriter()
    json.beginObject()
    json.member("baseline", name)
    json.member("baselineProgram", theirs.program)
    json.member("program", ours.program)
    json.member("turns", turns)
    json.member("level", Bootstrap.level)
    json.member("sameWork", isSameWork)
    json.key("figures")
    json.beginArray()
    for row in rows {
      json.beginObject()
      json.member("figure", row.name)
      json.member("unit", row.isMemory ? "bytes" : "ns")
      json.member("baseline", row.baseline, decimals: 1)
      json.member("now", row.now, decimals: 1)
      json.member("ratio", row.ratio.median, decimals: 4)
      json.member("low", row.ratio.low, decimals: 4)
      json.member("high", row.ratio.high, decimals: 4)
      json.member("verdict", row.verdict)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
    try context.output.write(&json)
  }
}
