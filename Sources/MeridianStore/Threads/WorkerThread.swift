import CPlatform

/// A thread of the operating system that does one piece of work.
///
/// Work that computes for seconds would starve a pool of tasks, and a program that never starts a
/// thread should not pay for a pool.
@safe
package struct WorkerThread {
  private let handle: OpaquePointer

  /// Starts it; nil when the system has none to give.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let task = unsafe Unmanaged.passRetained(Task(body))
    guard let handle = unsafe cplatform_thread_start(runTask, task.toOpaque()) else {
      unsafe task.release()
      return nil
    }
    unsafe self.handle = handle
  }

  /// Waits for its end; called once.
  package func join() { unsafe cplatform_thread_join(handle) }
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
  @discardableResult
  package func wait(nanoseconds: Int64) -> Bool {
    guard let handle = unsafe OpaquePointer(bitPattern: address) else { return false }
    return unsafe cplatform_semaphore_wait(handle, nanoseconds)
  }

  /// Waits until it is raised.
  package func wait() {
    if let handle = unsafe OpaquePointer(bitPattern: address) {
      _ = unsafe cplatform_semaphore_wait(handle, -1)
    }
  }
}
