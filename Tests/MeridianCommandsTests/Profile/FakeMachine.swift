import MeridianCommands
import Synchronization

/// A machine whose clock moves by a step a reading, so that a profile is the same every time.
final class FakeMachine: Sendable {
  private let now = Mutex<UInt64>(0)
  private let readings = Mutex<Int>(0)
  private let step: @Sendable (Int) -> UInt64
  private let preemptions: @Sendable (UInt64) -> UInt64
  private let program: String?
  private let run: @Sendable (Machine.Errand) throws -> Machine.Outcome

  /// A clock that moves by `step` nanoseconds at its n-th reading; preemptions by the time.
  init(
    program: String? = nil, preemptions: @escaping @Sendable (UInt64) -> UInt64 = { _ in 0 },
    step: @escaping @Sendable (Int) -> UInt64 = { _ in 1000 },
    run: @escaping @Sendable (Machine.Errand) throws -> Machine.Outcome = { _ in
      Machine.Outcome(code: 70, output: [])
    }
  ) {
    self.preemptions = preemptions
    self.program = program
    self.step = step
    self.run = run
  }

  /// The machine as a run takes it.
  var machine: Machine {
    Machine(
      clock: { self.read() }, peakMemory: { 20 << 20 },
      preemptions: { self.preemptions(self.now.withLock { $0 }) }, program: { self.program },
      run: self.run)
  }

  private func read() -> UInt64 {
    let reading = readings.withLock { count in
      count += 1
      return count
    }
    return now.withLock { time in
      time += step(reading)
      return time
    }
  }
}
