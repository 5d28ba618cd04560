/// Runs a body for every number below a count, on as many threads as it likes, and returns when all
/// have ended. The kernel knows no threads: whoever builds an index hands this in.
public typealias Concurrently = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

/// One number after the other, on the caller's thread.
func inTurn(_ count: Int, _ body: @Sendable (Int) -> Void) {
  for number in 0..<count { body(number) }
}

/// Many things cut into stretches of neighbors, the same ones whoever works on them.
///
/// Long enough that handing one out costs nothing, and so many that no worker waits long for the
/// last one.
struct Stretches: Sendable {
  /// How many things there are.
  let total: Int
  /// Things in a stretch; the last one may be shorter.
  let length: Int

  /// Cuts a number of things into stretches of `length`, or longer ones when there would be more
  /// than 256 of them; the length is a multiple of `unit`.
  init(_ total: Int, length: Int, unit: Int = 1) {
    self.total = total
    let wanted = max(length, (total + 255) / 256, 1)
    self.length = (wanted + unit - 1) / unit * unit
  }

  /// How many stretches there are.
  var count: Int { (total + length - 1) / length }

  /// The things of a stretch.
  subscript(stretch: Int) -> Range<Int> {
    (stretch * length)..<min((stretch + 1) * length, total)
  }

  /// Hands every stretch to a body.
  func forEach(
    _ concurrently: Concurrently, _ body: @escaping @Sendable (Range<Int>) -> Void
  ) {
    concurrently(count) { body(self[$0]) }
  }

  /// Hands every stretch to a body and gives back what it makes of each, in order.
  func map<Result: Sendable>(
    _ concurrently: Concurrently, _ body: @escaping @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    [Result](filling: count, workers: count, concurrently) { stretch, results in
      results.set(stretch, body(self[stretch]))
    }
  }
}

/// The elements of an array that is being made: several workers set them, each its own, once.
@safe
struct UnsetElements<Element: Sendable>: Sendable {
  /// Where they are: a number may cross threads, and every worker has elements of its own.
  private let address: UInt
  let count: Int

  init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    address = UInt(bitPattern: base)
    self.count = count
  }

  @inline(__always)
  private var base: UnsafeMutablePointer<Element> {
    // Made of a pointer, so never nil.
    unsafe UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Sets one element.
  @inline(__always)
  func set(_ index: Int, _ value: Element) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: count), "an element beyond the array")
    unsafe (base + index).initialize(to: value)
  }

  /// Sets neighbors from an index on to a stretch of another array.
  @inline(__always)
  func set(from index: Int, to source: [Element], _ range: Range<Int>) {
    precondition(index >= 0 && range.count <= count - index, "elements beyond the array")
    precondition(range.upperBound <= source.count, "elements beyond their source")
    unsafe source.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe (base + index).initialize(from: start + range.lowerBound, count: range.count)
    }
  }

  /// Lends neighbors, all of them the caller's own.
  @inline(__always)
  func with(_ range: Range<Int>, _ body: (UnsafeMutableBufferPointer<Element>) -> Void) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements beyond the array")
    unsafe body(UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}

extension Array where Element: Sendable {
  /// Makes an array of `count` values that `workers` bodies set, every element exactly once.
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

  /// Makes two arrays of `count` values side by side; the body sets every element of both exactly
  /// once.
  static func pair<Other: Sendable>(
    filling count: Int, _ body: (UnsetElements<Element>, UnsetElements<Other>) -> Void
  ) -> ([Element], [Other]) {
    var others: [Other] = []
    let elements = unsafe [Element](unsafeUninitializedCapacity: count) { first, initialized in
      unsafe others = [Other](unsafeUninitializedCapacity: count) { second, initialized in
        if let first = first.baseAddress, let second = second.baseAddress, count > 0 {
          unsafe body(
            UnsetElements(first, count: count), UnsetElements(second, count: count))
        }
        initialized = count
      }
      initialized = count
    }
    return (elements, others)
  }
}
