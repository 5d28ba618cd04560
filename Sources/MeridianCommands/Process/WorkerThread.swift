private import CPlatform

/// A thread of the operating system that does one piece of work.
///
/// Work that computes for seconds would starve a pool of tasks, and a program that never starts a
/// thread should not pay for a pool.
@safe final class WorkerThread {
  private let thread: OpaquePointer

  /// Starts the work; nil when the system has no thread to give.
  init?(_ work: @escaping @Sendable () -> Void) {
    let context = unsafe Unmanaged.passRetained(Work(work))
    guard let thread = unsafe cplatform_thread_start(runWork, context.toOpaque()) else {
      unsafe context.release()
      return nil
    }
    unsafe self.thread = thread
  }

  /// Waits until the work is done; called once.
  func join() { unsafe cplatform_thread_join(thread) }

  /// Processors this process may run on, at least one.
  static var processors: Int { Int(cplatform_processors()) }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A free function: C calls it on another thread.
private func runWork(_ context: UnsafeMutableRawPointer) {
  unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
}

/// Counts signals; whoever waits takes one.
final class Semaphore: Sendable {
  /// The C semaphore's address: a number may cross threads, and the semaphore is made for it.
  private let address: UInt

  /// A semaphore at zero; nil without memory.
  init?() {
    guard let semaphore = unsafe cplatform_semaphore_new() else { return nil }
    address = UInt(bitPattern: semaphore)
  }

  deinit {
    if let semaphore = unsafe OpaquePointer(bitPattern: address) {
      unsafe cplatform_semaphore_free(semaphore)
    }
  }

  /// Adds a signal.
  func signal() {
    if let semaphore = unsafe OpaquePointer(bitPattern: address) {
      unsafe cplatform_semaphore_signal(semaphore)
    }
  }

  /// Takes a signal, waiting for it at most so long; false when none came.
  @discardableResult func wait(nanoseconds: Int64? = nil) -> Bool {
    guard let semaphore = unsafe OpaquePointer(bitPattern: address) else { return false }
    return unsafe cplatform_semaphore_wait(semaphore, nanoseconds ?? -1)
  }
}
