internal import MeridianStore
internal import Synchronization

/// What the reader, the workers and the writer of a batch share.
///
/// Never more chunks are here than the pipeline lets in, so no list grows.
final class BatchBoard: Sendable {
  private struct State {
    /// Chunks to answer, the next one last.
    var waiting: [BatchChunk] = []
    var answered: [BatchAnswers] = []
    /// Memory of answers that have been written.
    var spare: [[UInt8]] = []
    var failure: CommandError?
  }

  private static let largestSpare = 8 << 20
  private let state = Mutex(State())
  private let stopped = Atomic(false)
  private let work: Signal
  private let done: Signal

  init?() {
    guard let work = Signal(), let done = Signal() else { return nil }
    self.work = work
    self.done = done
  }

  // MARK: For the reader and writer

  /// Adds a chunk for whichever worker is free.
  func add(_ chunk: consuming BatchChunk) {
    let chunk = chunk
    state.withLock { $0.waiting.insert(chunk, at: 0) }
    work.raise()
  }

  /// The answers to a chunk, once they are there.
  func takeAnswers(to number: Int) -> BatchAnswers? {
    state.withLock { state in
      state.answered.firstIndex { $0.chunk.number == number }.map { state.answered.remove(at: $0) }
    }
  }

  /// Waits until some chunk has been answered, at most so long.
  func waitForAnswers(nanoseconds: Int64) { done.wait(nanoseconds: nanoseconds) }

  /// Why a worker could not even begin.
  var failure: CommandError? { state.withLock { $0.failure } }

  /// Takes memory back for the next answers.
  func recycle(_ bytes: consuming [UInt8]) {
    // One huge answer does not hold its memory for the rest of the run.
    guard bytes.capacity <= Self.largestSpare else { return }
    var bytes = bytes
    bytes.removeAll(keepingCapacity: true)
    let spare = bytes
    state.withLock { $0.spare.append(spare) }
  }

  /// Lets every worker end when nothing waits any more, or at once.
  func close(workers: Int, isStopping: Bool) {
    if isStopping { stopped.store(true, ordering: .relaxed) }
    for _ in 0..<workers { work.raise() }
  }

  // MARK: For workers

  /// Whether a worker should drop what it is doing.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// The next chunk and memory for its answers, waiting for one; nil when there will be none.
  func next() -> (chunk: BatchChunk, bytes: [UInt8])? {
    work.wait()
    if isStopped { return nil }
    return state.withLock { state in
      state.waiting.popLast().map { ($0, state.spare.popLast() ?? []) }
    }
  }

  /// Hands answers over to be written.
  func finish(_ answers: consuming BatchAnswers) {
    let answers = answers
    state.withLock { $0.answered.append(answers) }
    done.raise()
  }

  /// Tells that a worker cannot begin.
  func fail(_ error: CommandError) {
    state.withLock { $0.failure = error }
    done.raise()
  }
}
