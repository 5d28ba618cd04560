/// Runs a body for every number below a count, on as many threads as it likes, and returns when all
/// have ended. The kernel knows no threads: whoever builds an index hands this in.
public typealias Concurrently = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

/// The elements of an array that is being made: several workers set them, each its own, once.
@safe
struct UnsetElements<Element: Sendable>: Sendable {
  /// Where they are: a number may cross threads, and every worker has elements of its own.
  private let address: UInt
  private let count: Int

  fileprivate init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    address = UInt(bitPattern: base)
    self.count = count
  }

  /// Sets one element.
  @inline(__always)
  func set(_ index: Int, _ value: Element) {
    precondition(index >= 0 && index < count, "an element beyond the array")
    guard let base = unsafe UnsafeMutablePointer<Element>(bitPattern: address) else { return }
    unsafe (base + index).initialize(to: value)
  }

  /// Sets neighbors from an index on to a stretch of another array.
  @inline(__always)
  func set(from index: Int, to source: [Element], _ range: Range<Int>) {
    precondition(index >= 0 && range.count <= count - index, "elements beyond the array")
    precondition(range.upperBound <= source.count, "elements beyond their source")
    guard let base = unsafe UnsafeMutablePointer<Element>(bitPattern: address) else { return }
    unsafe source.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe (base + index).initialize(from: start + range.lowerBound, count: range.count)
    }
  }
}

extension Array where Element: Sendable {
  /// Makes an array of `count` plain values that `workers` bodies set, every element exactly once.
  ///
  /// Nothing is written before: the pages of a large array are first touched by the workers.
  init(
    filling count: Int, workers: Int, _ concurrently: Concurrently,
    _ body: @escaping @Sendable (Int, UnsetElements<Element>) -> Void
  ) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress, count > 0 {
        let elements = unsafe UnsetElements(base, count: count)
        concurrently(workers) { worker in body(worker, elements) }
      }
      initialized = count
    }
  }
}
