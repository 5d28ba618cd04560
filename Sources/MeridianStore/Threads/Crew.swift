import CPlatform
import Synchronization

/// The processors of this machine.
public enum Processors {
  /// How many this process may use, at least 1.
  public static var count: Int { Int(cplatform_processors()) }
}

/// Threads of their own for long work, gone when it is done.
///
/// Not a pool's: whoever waits here may stand on a pool's thread itself, and a pool whose threads
/// all wait for it would never begin the work.
package enum Crew {
  /// Runs a body for every number below `count`, each on a thread of its own, and returns when all
  /// have ended; meanwhile `watch` is called on this thread some forty times a second.
  package static func run(
    _ count: Int, watch: () -> Void, _ body: @escaping @Sendable (Int) -> Void
  ) {
    guard let ends = Signal() else {
      for number in 0..<count { body(number) }
      return
    }
    var threads: [WorkerThread] = []
    var left: [Int] = []
    for number in 0..<count {
      let thread = WorkerThread {
        body(number)
        ends.raise()
      }
      if let thread { threads.append(thread) } else { left.append(number) }
    }
    // What no thread could be had for is done here.
    for number in left { body(number) }
    var running = threads.count
    while running > 0 {
      if ends.wait(nanoseconds: 25_000_000) { running -= 1 } else { watch() }
    }
    for thread in threads { thread.join() }
  }

  /// Runs a body for every number below `count` on `threads` threads, each taking the
  /// next number when it is done with one.
  package static func share(
    _ count: Int, threads: Int, _ body: @Sendable (Int) -> Void
  ) {
    guard min(threads, count) > 1 else {
      for number in 0..<count { body(number) }
      return
    }
    let next = Atomic(0)
    withoutActuallyEscaping(body) { body in
      let work: @Sendable (Int) -> Void = { _ in
        while true {
          let number = next.add(1, ordering: .relaxed).oldValue
          if number >= count { return }
          body(number)
        }
      }
      run(min(threads, count), watch: {}, work)
    }
  }
}
