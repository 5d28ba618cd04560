private import CPlatform
private import Synchronization

/// Work on several things at once.
enum SideBySide {
  /// What `work` makes of each part, in their order; on this thread and, where there are more
  /// processors and parts, on others beside it.
  static func map<Part: Sendable, Made: Sendable>(
    _ parts: [Part], _ work: @escaping @Sendable (Part) -> Made
  ) -> [Made] {
    let bench = Bench(parts, work)
    let helpers = max(min(parts.count, Int(clamping: cplatform_processors())) - 1, 0)
    let threads = (0..<helpers).compactMap { _ in Helper { bench.run() } }
    // What no thread could be had for is done here.
    bench.run()
    for thread in threads { thread.join() }
    return bench.finished
  }
}

/// Parts that threads take one after the other.
private final class Bench<Part: Sendable, Made: Sendable>: Sendable {
  private let parts: [Part]
  private let work: @Sendable (Part) -> Made
  private let next = Atomic(0)
  private let made = Mutex<[Int: Made]>([:])

  init(_ parts: [Part], _ work: @escaping @Sendable (Part) -> Made) {
    self.parts = parts
    self.work = work
  }

  /// Works until no part is left.
  func run() {
    while true {
      let place = next.add(1, ordering: .relaxed).oldValue
      guard place < parts.count else { return }
      let result = work(parts[place])
      made.withLock { $0[place] = result }
    }
  }

  /// What was made, in the order of the parts.
  var finished: [Made] {
    made.withLock { made in parts.indices.compactMap { made[$0] } }
  }
}

/// A thread that does one piece of work.
@safe
private struct Helper {
  private let handle: OpaquePointer

  /// Starts it; nil when the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let task = unsafe Unmanaged.passRetained(Task(body))
    guard let handle = unsafe cplatform_thread_start(run, task.toOpaque()) else {
      unsafe task.release()
      return nil
    }
    unsafe self.handle = handle
  }

  /// Waits for its end; called once.
  func join() { unsafe cplatform_thread_join(handle) }
}

/// What one thread does.
private final class Task: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A free function: C calls it on the new thread.
private func run(_ context: UnsafeMutableRawPointer) {
  unsafe Unmanaged<Task>.fromOpaque(context).takeRetainedValue().body()
}
