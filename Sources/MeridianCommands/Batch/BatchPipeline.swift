internal import MeridianStore

/// How much of a batch is under way at once.
package struct BatchLimits: Sendable {
  /// Records in the first chunk; later ones are sized so that answers have about ``answerBytes``.
  package var firstRecords = 128
  /// Records in a chunk at most; below 65,536.
  package var mostRecords = 4096
  /// Bytes of a chunk's records after which it is full.
  package var chunkBytes = 1 << 18
  /// Bytes of a chunk's answers that are aimed at.
  package var answerBytes = 1 << 20
  /// Bytes of records under way after which no more are read.
  package var recordBytes = 16 << 20
  /// Chunks under way at most, for each worker.
  package var chunksPerWorker = 3
  /// Told how many chunks are under way whenever one is added; for tests.
  package var observe: (@Sendable (Int) -> Void)?

  /// The usual limits.
  package init() {}
}

/// Reader, workers and writer of a batch: chunks in, answers in the order of the records out.
///
/// The thread that calls ``run()`` reads and writes; workers only compute. At most a few chunks a
/// worker are under way, whatever the length of the input. Input that has run dry is never waited
/// for while something waits to be answered or written.
struct BatchPipeline<Worker: ChunkWorker> {
  private let context: CommandContext
  private let limits: BatchLimits
  private let jobs: Int
  private let make: @Sendable () throws(CommandError) -> Worker
  private let board: BatchBoard
  private var reader: ChunkReader
  private var size = ChunkReader.Limits()
  private var workers: [WorkerThread] = []
  /// Chunks handed to workers and chunks written.
  private var added = 0
  private var written = 0
  private var bytesUnderWay = 0
  private var end = BatchEnd()

  init(
    _ context: CommandContext, framing: ChunkReader.Framing, jobs: Int, limits: BatchLimits,
    _ make: @escaping @Sendable () throws(CommandError) -> Worker
  ) throws(CommandError) {
    guard let board = BatchBoard() else { throw BatchError.noWorkers }
    self.board = board
    self.context = context
    self.limits = limits
    self.jobs = jobs
    self.make = make
    reader = ChunkReader(context.invocation.input, framing)
    size.records = min(limits.firstRecords, limits.mostRecords)
    size.bytes = limits.chunkBytes
  }

  mutating func run() throws(CommandError) -> BatchEnd {
    do throws(CommandError) {
      let failure = try pump()
      // What stands before the fault is answered.
      while written < added { try waitAndWrite() }
      if let failure { throw failure }
    } catch {
      finish(isStopping: true)
      throw error
    }
    finish(isStopping: false)
    return end
  }

  /// Reads, hands out and writes until the input ends, by itself or by the fault that is returned.
  private mutating func pump() throws(CommandError) -> CommandError? {
    while true {
      try writeWhatIsThere()
      let underWay = added - written
      guard underWay < jobs * limits.chunksPerWorker,
        bytesUnderWay < limits.recordBytes || underWay == 0
      else {
        try waitAndWrite()
        continue
      }
      if context.invocation.isInterrupted() { throw .interrupted }
      let next: ChunkReader.Next
      do throws(CommandError) {
        next = try reader.next(size, mayWait: underWay == 0)
      } catch {
        return error
      }
      switch next {
      case .chunk(let chunk): try add(chunk)
      // More may come at any moment, and so may an answer.
      case .dry: board.waitForAnswers(nanoseconds: 200_000)
      case .end: return nil
      }
    }
  }

  private mutating func add(_ chunk: BatchChunk) throws(CommandError) {
    added += 1
    bytesUnderWay += chunk.bytes.count
    limits.observe?(added - written)
    if workers.count < min(jobs, added - written) { try startWorker() }
    board.add(chunk)
  }

  private mutating func startWorker() throws(CommandError) {
    let (board, make) = (board, make)
    let thread = WorkerThread {
      do throws(CommandError) {
        var worker = try make()
        while let (chunk, bytes) = board.next() {
          board.finish(worker.answer(chunk, into: bytes) { board.isStopped })
        }
      } catch {
        board.fail(error)
      }
    }
    if let thread {
      workers.append(thread)
    } else if workers.isEmpty {
      throw BatchError.noWorkers
    }
  }

  // MARK: Writing

  private mutating func waitAndWrite() throws(CommandError) {
    if context.invocation.isInterrupted() { throw .interrupted }
    board.waitForAnswers(nanoseconds: 100_000_000)
    try writeWhatIsThere()
  }

  private mutating func writeWhatIsThere() throws(CommandError) {
    if let error = board.failure { throw error }
    while var answers = board.takeAnswers(to: written) {
      written += 1
      bytesUnderWay -= answers.chunk.bytes.count
      end.failures += answers.failures
      end.hasFound = end.hasFound || answers.hasFound
      try context.output.write(block: answers.bytes)
      resize(answers.bytes.count, records: answers.chunk.ends.count)
      board.recycle(answers.bytes)
      answers.bytes = []
      reader.recycle(answers.chunk)
    }
  }

  /// Chunks grow while their answers are small, so that memory is bounded by bytes, not by records.
  private mutating func resize(_ bytes: Int, records: Int) {
    if bytes > 2 * limits.answerBytes {
      size.records = max(1, size.records / 2)
    } else if bytes < limits.answerBytes / 2 && records >= size.records {
      size.records = min(limits.mostRecords, size.records * 2)
    }
  }

  private mutating func finish(isStopping: Bool) {
    board.close(workers: workers.count, isStopping: isStopping)
    for worker in workers { worker.join() }
    workers = []
  }
}
