internal import MeridianStore

/// Runs a batch: one JSON record a line in, exactly one line out, in order.
///
/// The answer to a record is an object that starts with its `id` as it came (`null` without one);
/// the answerer adds the members. A line that cannot be answered becomes
/// `{"id":…,"line":17,"error":{"code":…,"message":…}}` in its place and the run goes on.
///
/// With `--jobs 1`, or results on a terminal, lines are answered one by one; otherwise chunks of
/// lines are answered on several threads, with the same bytes as the outcome. `make` is called once
/// for every worker. Memory is bounded by the longest line and a few chunks. An interrupt ends the
/// run between two lines.
package func runBatch<Answerer: BatchAnswerer>(
  _ context: CommandContext, jobs: Int? = nil, limits: BatchLimits = BatchLimits(),
  _ make: @escaping @Sendable () throws(CommandError) -> Answerer
) throws(CommandError) -> BatchEnd {
  let jobs = jobs ?? context.arguments[BatchOptions.jobs] ?? Processors.count
  if jobs == 1 || context.invocation.isOutputTerminal {
    return try runSequentialBatch(context, try make())
  }
  var pipeline = try BatchPipeline(
    context, framing: .lines(limit: JSONDocument.sizeLimit), jobs: jobs, limits: limits
  ) { () throws(CommandError) in try LineWorker(try make()) }
  return try pipeline.run()
}

/// Runs a batch line by line on this thread, for an answerer that cannot leave it.
package func runSequentialBatch(
  _ context: CommandContext, _ answerer: some BatchAnswerer
) throws(CommandError) -> BatchEnd {
  var runner = SequentialRunner(context, try LineAnswerer(answerer))
  return try runner.run()
}

/// How a batch ended.
package struct BatchEnd: Hashable, Sendable {
  /// Records that could not be answered.
  package var failures = 0
  /// Whether anything was found.
  package var hasFound = false

  /// Done, or done but for some records.
  package var exitCode: ExitCode { failures == 0 ? .done : .someFailed }
}

/// Options of every batch.
enum BatchOptions {
  static let jobs = Option(
    "jobs", ValueKind.whole(1...1024),
    "Batches: threads that answer; default: one for each processor. Answers are the same.")
  static let input = Option(
    "in", ValueKind.oneOf(BatchFormat.self),
    "Batches: how records are read, as JSON lines or packed Float64 columns; default: ndjson.")
  static let output = Option(
    "out", ValueKind.oneOf(BatchFormat.self),
    "Batches: how answers are written; default and only choice: as records are read.")

  static let all: [any AnyOption] = [jobs, input, output]
}

/// How records and answers of a batch are written.
enum BatchFormat: String, CaseIterable, Sendable {
  /// One JSON document a line.
  case ndjson
  /// Little-endian `Float64`, a fixed number of them a record.
  case f64
}

/// Answers line by line: the twin that the pipeline agrees with byte for byte.
///
/// Results are written in blocks; line by line on a terminal, and before waiting for input that is
/// not there yet.
private struct SequentialRunner<Answerer: BatchAnswerer> {
  private let context: CommandContext
  private var reader: LineReader
  private var lines: LineAnswerer<Answerer>

  init(_ context: CommandContext, _ lines: LineAnswerer<Answerer>) {
    self.context = context
    self.lines = lines
    reader = LineReader(context.invocation.input)
  }

  mutating func run() throws(CommandError) -> BatchEnd {
    let output = context.output
    let isLineByLine = context.invocation.isOutputTerminal
    while true {
      let line: LineReader.Line
      do throws(CommandError) {
        if context.invocation.isInterrupted() { throw CommandError.interrupted }
        line = try reader.next { () throws(CommandError) in try output.flush() }
      } catch {
        // What has been answered is whole and belongs to the reader.
        try output.flush()
        throw error
      }
      switch line {
      case .end:
        try output.flush()
        return BatchEnd(failures: lines.failures, hasFound: lines.answerer.hasFound)
      case .tooLong: lines.writeTooLong(number: reader.number)
      case .line(let range):
        let record = lines.read(reader.buffer, range)
        lines.write(record, number: reader.number, of: reader.buffer)
      }
      try output.write(&lines.json)
      if isLineByLine { try output.flush() }
    }
  }
}
