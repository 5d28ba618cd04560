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
    var threads: [Thread] = []
    var left: [Int] = []
    for number in 0..<count {
      let thread = Thread {
        body(number)
        ends.raise()
      }
      if let thread { threads.append(thread) } else { left.append(number) }
    }
    // What no thread could be had for is done here.
    for number in left { body(number) }
    var running = threads.count
    while running > 0 {
      if ends.wait(milliseconds: 25) { running -= 1 } else { watch() }
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

/// A thread of the operating system.
@safe private struct Thread {
  private let handle: OpaquePointer

  /// Starts it; nil when the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let task = unsafe Unmanaged.passRetained(Task(body))
    guard let handle = unsafe cplatform_thread_start(runTask, task.toOpaque()) else {
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
private func runTask(_ context: UnsafeMutableRawPointer) {
  unsafe Unmanaged<Task>.fromOpaque(context).takeRetainedValue().body()
}

/// Something that threads wait for.
package final class Signal: Sendable {
  /// The address of C's semaphore: a number may cross threads, and a semaphore is made for it.
  private let address: UInt

  /// Makes a signal that has not been raised; nil without memory.
  package init?() {
    guard let handle = unsafe cplatform_semaphore_new() else { return nil }
    address = UInt(bitPattern: handle)
  }

  deinit {
    if let handle = unsafe OpaquePointer(bitPattern: address) {
      unsafe cplatform_semaphore_free(handle)
    }
  }

  /// Lets one who waits, now or later, go on.
  package func raise() {
    if let handle = unsafe OpaquePointer(bitPattern: address) {
      unsafe cplatform_semaphore_signal(handle)
    }
  }

  /// Waits until it is raised, at most so long; false when it was not.
  package func wait(milliseconds: Int) -> Bool {
    guard let handle = unsafe OpaquePointer(bitPattern: address) else { return false }
    return unsafe cplatform_semaphore_wait(handle, Int64(milliseconds) * 1_000_000)
  }
}
