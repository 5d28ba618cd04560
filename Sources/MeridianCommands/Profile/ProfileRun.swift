internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// One profile: opens, loads, replays, reports.
struct ProfileRun {
  private let context: CommandContext
  private let source: TapSource
  private let rounds: Int
  private let seed: UInt64
  private let recorded: TapList?
  private let timeline: OutputFile?
  private let baseline: OutputFile?

  /// Reads the words and the trace: what is wrong with them is said before a large file is read.
  init(_ context: CommandContext) throws(CommandError) {
    self.context = context
    let arguments = context.arguments
    guard let source = arguments[ProfileCommand.taps] else {
      throw CommandError(
        UsageError.combination(
          "`profile` needs taps: `--taps FILE`, `--taps N` or `--against BASELINE`."))
    }
    self.source = source
    rounds = arguments[ProfileCommand.rounds] ?? 5
    seed = UInt64(arguments[ProfileCommand.seed] ?? 1)
    var inputs = [try arguments.required(CommonOperands.store)]
    switch source {
    case .made: recorded = nil
    case .input:
      recorded = try TapList(
        reading: context.invocation.input, name: "Standard input", defaults: arguments)
    case .file(let path):
      inputs.append(path)
      recorded = try TapList(path: path, defaults: arguments)
    }
    if recorded != nil && arguments.isGiven(ProfileCommand.seed) {
      throw CommandError(
        UsageError.combination("`--seed` makes taps, and here they are read; leave it out."))
    }
    let count = if case .made(let count) = source { count } else { recorded?.questions.count ?? 0 }
    guard count * rounds <= ProfileCommand.questionLimit else {
      throw CommandError(
        UsageError.combination(
          "\(count) taps in \(rounds) rounds are \(DurationText.grouped(count * rounds)) "
            + "questions, and \(DurationText.grouped(ProfileCommand.questionLimit)) are the most; "
            + "lower `--taps` or `--repeat`."))
    }
    guard !arguments.isGiven(ProfileCommand.save) || count <= Baseline.tapLimit else {
      throw CommandError(
        UsageError.combination(
          "A baseline holds at most \(DurationText.grouped(Baseline.tapLimit)) taps; lower "
            + "`--taps`."))
    }
    timeline = try arguments[ProfileCommand.trace].map { path throws(CommandError) in
      try OutputFile(path, option: "trace", sparing: inputs)
    }
    if let path = arguments[ProfileCommand.trace] { inputs.append(path) }
    baseline = try arguments[ProfileCommand.save].map { path throws(CommandError) in
      try OutputFile(path, option: "save", sparing: inputs)
    }
  }

  /// Measures and writes everything that was asked for.
  func run() throws(CommandError) -> ExitCode {
    let clock = context.invocation.machine.clock
    let reading = clockReading(clock)
    let origin = clock()
    return try context.withDocument { document throws(CommandError) in
      let opened = clock()
      let answerer = try HitAnswerer(
        document, context, layers: context.arguments.all(ProfileCommand.layers))
      let loaded = clock()
      let memory = context.invocation.machine.peakMemory()
      let taps = try self.taps(over: answerer.snapshot)
      let replay = try Replay(
        taps.questions, rounds: rounds, answerer: answerer, since: origin, context)
      let report = ProfileReport(
        store: document.path, format: document.store.format.name,
        layers: answerer.snapshot.tester.layers.map { ($0.name, $0.index.count) },
        source: sourceName, seed: recorded == nil ? seed : nil, open: opened - origin,
        index: loaded - opened, memory: (memory, context.invocation.machine.peakMemory()),
        clockReading: reading, taps: taps.questions, replay: replay)
      try write(report)
      if let timeline {
        try write(EventTrace(report, open: 0, index: opened - origin), to: timeline)
      }
      if let baseline {
        try Baseline(of: report, taps: taps, context).write(to: baseline)
      }
      return .done
    }
  }

  private func taps(over snapshot: WorkspaceSnapshot) throws(CommandError) -> TapList {
    if let recorded { return recorded }
    return try TapList(making: count, seed: seed, over: snapshot, defaults: context.arguments)
  }

  private var count: Int { if case .made(let count) = source { count } else { 0 } }

  private var sourceName: String {
    switch source {
    case .made: "made"
    case .file(let path): path
    case .input: "standard input"
    }
  }

  /// The least time between two readings: what each of them adds to a stage.
  private func clockReading(_ clock: () -> UInt64) -> UInt64 {
    (0..<100).map { _ in
      let start = clock()
      return clock() - start
    }.min() ?? 0
  }

  private func write(_ report: ProfileReport) throws(CommandError) {
    switch context.format {
    case .table: try report.writeTable(in: context)
    case .svg: try context.output.write(LatencyDrawing(report).text)
    default:
      var json = JSONWriter()
      report.writeJSON(to: &json)
      json.endLine()
      try context.output.write(&json)
    }
  }

  private func write(_ trace: EventTrace, to file: OutputFile) throws(CommandError) {
    file.empty()
    try trace.write { bytes throws(CommandError) in try file.append(bytes) }
    let all = rounds * (recorded?.questions.count ?? count)
    if trace.taps < all {
      context.notice(
        "The timeline holds the first \(DurationText.grouped(trace.taps)) of "
          + "\(DurationText.grouped(all)) taps, what viewers open.")
    }
  }
}

extension TapList {
  /// Reads a trace from a file.
  init(path: String, defaults: ParsedArguments) throws(CommandError) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try SystemCalls.openForReading(path)
    } catch {
      throw CommandError(error)
    }
    defer { SystemCalls.closeDescriptor(descriptor) }
    try self.init(
      reading: DescriptorSource(descriptor, name: path), name: path, defaults: defaults)
  }
}
