internal import MeridianStore

/// Answers packed records: columns of little-endian `Float64` in, columns out.
protocol PackedAnswerer: SendableMetatype {
  /// Numbers in an answer.
  var columns: Int { get }
  /// Whether records are answered along the curve of ``position(of:)``.
  var sortsRecords: Bool { get }
  /// Whether any answer has found something, for `-e`.
  var hasFound: Bool { get }

  /// Where a record lies, in 48 bits, on a curve on which neighbors ask for the same data.
  func position(of record: PackedRecord) -> UInt64
  /// Sets the columns of an answer, which come as NaN; false when there is none to give.
  mutating func answer(_ record: PackedRecord, into answer: inout PackedAnswer) -> Bool
}

extension PackedAnswerer {
  var sortsRecords: Bool { false }
  var hasFound: Bool { false }
  func position(of record: PackedRecord) -> UInt64 { 0 }
}

/// The numbers of one record.
struct PackedRecord {
  fileprivate let bytes: [UInt8]
  fileprivate let range: Range<Int>

  /// How many there are.
  var count: Int { range.count / 8 }

  /// One of them.
  subscript(column: Int) -> Double {
    PackedBytes.number(in: bytes, at: range.lowerBound + 8 * column)
  }
}

/// The numbers of one answer.
struct PackedAnswer {
  fileprivate var bytes: [UInt8]
  fileprivate var start = 0

  /// One of them.
  subscript(column: Int) -> Double {
    get { PackedBytes.number(in: bytes, at: start + 8 * column) }
    set { PackedBytes.set(newValue, in: &bytes, at: start + 8 * column) }
  }
}

/// Answers chunks of packed records.
struct PackedWorker<Answerer: PackedAnswerer>: ChunkWorker {
  private var answerer: Answerer
  private var order: [UInt64] = []
  private var nothing: [UInt8] = []

  init(_ answerer: Answerer) {
    self.answerer = answerer
    for _ in 0..<answerer.columns { PackedBytes.append(.nan, to: &nothing) }
  }

  mutating func answer(
    _ chunk: BatchChunk, into bytes: [UInt8], unless isStopped: () -> Bool
  ) -> BatchAnswers {
    var answers = BatchAnswers(chunk: chunk)
    var row = PackedAnswer(bytes: bytes)
    row.bytes.reserveCapacity(nothing.count * chunk.ends.count)
    for _ in chunk.ends { row.bytes += nothing }
    order.removeAll(keepingCapacity: true)
    for index in chunk.ends.indices {
      let position =
        answerer.sortsRecords ? answerer.position(of: record(index, of: chunk)) : 0
      order.append(position << 16 | UInt64(index))
    }
    if answerer.sortsRecords { order.sort() }
    for entry in order where !isStopped() {
      let index = Int(entry & 0xFFFF)
      row.start = index * nothing.count
      if !answerer.answer(record(index, of: chunk), into: &row) { answers.failures += 1 }
    }
    answers.bytes = row.bytes
    answers.hasFound = answerer.hasFound
    return answers
  }

  private func record(_ index: Int, of chunk: BatchChunk) -> PackedRecord {
    let start = index == 0 ? 0 : chunk.ends[index - 1]
    return PackedRecord(bytes: chunk.bytes, range: start..<chunk.ends[index])
  }
}

extension BatchOptions {
  /// Whether records are packed; throws when the two directions differ.
  static func isPacked(_ arguments: ParsedArguments) throws(CommandError) -> Bool {
    let input = arguments[input] ?? .ndjson
    guard (arguments[output] ?? input) == input else {
      throw CommandError(
        UsageError.combination(
          "Answers are written as records are read; give `--in f64 --out f64`, or neither."))
    }
    return input == .f64
  }
}

/// Runs a batch of packed records: exactly one answer a record, in order.
///
/// An answer that cannot be given is NaN in every column, the run goes on, and how many there were
/// is said at the end. A torn last record is an error once everything before it has been answered.
func runPackedBatch<Answerer: PackedAnswerer>(
  _ context: CommandContext, _ framing: ChunkReader.Framing, jobs: Int? = nil,
  limits: BatchLimits = BatchLimits(),
  _ make: @escaping @Sendable () throws(CommandError) -> Answerer
) throws(CommandError) -> BatchEnd {
  guard !context.invocation.isOutputTerminal else {
    throw CommandError(
      UsageError.combination(
        "`--out f64` writes bytes no terminal can show; send them to a file or a program."))
  }
  let jobs = jobs ?? context.arguments[BatchOptions.jobs] ?? Processors.count
  var pipeline = try BatchPipeline(context, framing: framing, jobs: jobs, limits: limits) {
    () throws(CommandError) in PackedWorker(try make())
  }
  let end = try pipeline.run()
  if end.failures > 0 {
    let records = end.failures == 1 ? "One record" : "\(end.failures) records"
    context.notice("\(records) could not be answered; every column of such an answer is NaN.")
  }
  return end
}
