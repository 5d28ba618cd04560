internal import MeridianKernel
internal import MeridianStore
internal import Synchronization

/// The ranges of rowids that are still to be read, and what has been read of a layer.
///
/// A worker that has read its fill of a range gives the rest back in two halves, so that sparse and
/// crowded stretches of ids spread over the workers by themselves.
final class PieceQueue: Sendable {
  private struct State {
    var ranges: [ClosedRange<Int64>]
    var working = 0
    var pieces: [(first: Int64, builder: HitIndex.Builder)] = []
    var isStopped = false
    var failure: WorkspaceError?
  }

  private let state: Mutex<State>
  private let arrivals = Signal()
  private let counted = Atomic(0)
  private let stopping = Atomic(false)
  let pieceLength: Int

  init(_ ranges: [ClosedRange<Int64>], pieceLength: Int) {
    state = Mutex(State(ranges: ranges))
    self.pieceLength = pieceLength
  }

  /// Rows read so far.
  var rows: Int { counted.load(ordering: .relaxed) }

  /// Whether the workers are to end.
  var isStopped: Bool { stopping.load(ordering: .relaxed) }

  /// Counts rows that were read.
  func count(_ rows: Int) { counted.add(rows, ordering: .relaxed) }

  /// The next range to read; waits while other workers may give something back, nil when all is
  /// done.
  func next() -> ClosedRange<Int64>? {
    while !isStopped {
      let (range, isOver) = state.withLock { state -> (ClosedRange<Int64>?, Bool) in
        guard let range = state.ranges.popLast() else { return (nil, state.working == 0) }
        state.working += 1
        return (range, false)
      }
      if range != nil || isOver { return range }
      // Others may have taken what arrived, so nobody waits long.
      _ = arrivals?.wait(nanoseconds: 1_000_000)
    }
    return nil
  }

  /// Takes what was read of a range, and the rest of it after the last row if there is one.
  func finish(
    _ range: ClosedRange<Int64>, _ builder: HitIndex.Builder, rest last: Int64?
  ) {
    state.withLock { state in
      state.working -= 1
      state.pieces.append((range.lowerBound, builder))
      if let last, last < range.upperBound {
        state.ranges += Self.halves(last + 1...range.upperBound, pieceLength: pieceLength)
      }
    }
    arrivals?.raise()
  }

  /// Ends the work of all, for a reason or because the caller wishes it.
  func stop(_ failure: WorkspaceError? = nil) {
    state.withLock { state in
      if state.failure == nil { state.failure = failure }
    }
    stopping.store(true, ordering: .relaxed)
  }

  /// What ended the work before its time.
  var failure: WorkspaceError? { state.withLock { $0.failure } }

  /// All pieces in the rows' order; the queue has them no more.
  func takePieces() -> [HitIndex.Builder] {
    state.withLock { state in
      let pieces = state.pieces.sorted { $0.first < $1.first }.map(\.builder)
      state.pieces = []
      return pieces
    }
  }

  /// A range in two, or whole when it cannot hold more rows than a piece.
  private static func halves(
    _ range: ClosedRange<Int64>, pieceLength: Int
  ) -> [ClosedRange<Int64>] {
    let (width, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    if !overflows && width < Int64(pieceLength) { return [range] }
    return equal(range, count: 2)
  }

  /// A range in so many of nearly the same width, none of them empty.
  static func equal(_ range: ClosedRange<Int64>, count: Int) -> [ClosedRange<Int64>] {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let step = max(width / UInt64(max(count, 1)), 1)
    var ranges: [ClosedRange<Int64>] = []
    var first = range.lowerBound
    for _ in 1..<max(count, 1) {
      guard UInt64(bitPattern: range.upperBound &- first) > step else { break }
      let last = first &+ Int64(bitPattern: step)
      ranges.append(first...last)
      first = last + 1
    }
    return ranges + [first...range.upperBound]
  }
}
