private import CKernels

/// Plain values side by side in memory that their index keeps alive: its own, or a mapped file's.
///
/// A column is a pointer and a count, copied freely and never counted, so a tap reads it without
/// bookkeeping; it is valid as long as the ``ColumnMemory`` it came from. A number beyond the end
/// reads the first value: a file that lies about its numbers may give a wrong answer, never a
/// crash, and the checks of the file say that it lies.
@safe
struct Column<Element: BitwiseCopyable & Sendable>: Sendable {
  nonisolated(unsafe) let base: UnsafePointer<Element>
  let count: Int

  /// `base` holds at least one value, even when `count` is 0.
  init(base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }
}

extension Column: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafe base[UInt(bitPattern: index) < UInt(bitPattern: count) ? index : 0]
  }

  /// The address of `length` values from `index` on, or of the first ones when there are fewer.
  @inline(__always)
  func address(_ index: Int, length: Int) -> UnsafePointer<Element> {
    unsafe base + (index >= 0 && index <= count - length ? index : 0)
  }

  /// The same memory as bytes.
  var raw: Column<UInt8> {
    unsafe Column<UInt8>(
      base: UnsafeRawPointer(base).assumingMemoryBound(to: UInt8.self),
      count: count * MemoryLayout<Element>.stride)
  }

  /// Asks the processor for a value that is needed soon.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe meridian_prefetch(base + index) }
}

/// Keeps the memory of columns.
final class ColumnMemory: Sendable {
  /// Blocks that end with this object. Only ``ColumnWriter`` adds to them, before anyone else sees
  /// the object.
  private let blocks: [Block]

  init(_ blocks: [Block]) { self.blocks = blocks }

  /// One allocation.
  @safe
  final class Block: Sendable {
    nonisolated(unsafe) let start: UnsafeMutableRawPointer

    /// Whole cache lines, so that a node never straddles one more than it must; whole pages of
    /// long columns, since the sixteen children of a node of boxes then share one; large pages of
    /// the longest: a tap reads a few lines far apart, and each would wait for a walk to its page.
    init(bytes: Int) {
      let isLong = bytes >= Self.largePage
      unsafe start = .allocate(
        byteCount: bytes, alignment: isLong ? Self.largePage : bytes < 65_536 ? 64 : 4096)
      if isLong { unsafe meridian_use_large_pages(start, UInt64(bytes)) }
    }

    private static let largePage = 1 << 21

    deinit { unsafe start.deallocate() }
  }
}

/// Makes columns and collects the memory behind them.
struct ColumnWriter {
  private var blocks: [ColumnMemory.Block] = []

  /// A column of `count` values, filled by the caller before anyone reads it.
  mutating func column<Element>(
    _ type: Element.Type = Element.self, count: Int,
    fill: (UnsafeMutableBufferPointer<Element>) -> Void
  ) -> Column<Element> {
    let stride = MemoryLayout<Element>.stride
    let bytes = Swift.max(count, 1) * stride
    let block = ColumnMemory.Block(bytes: bytes)
    blocks.append(block)
    unsafe block.start.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    let values = unsafe block.start.bindMemory(to: Element.self, capacity: Swift.max(count, 1))
    unsafe fill(UnsafeMutableBufferPointer(start: values, count: count))
    return unsafe Column(base: values, count: count)
  }

  /// A column of `count` values that `workers` bodies set, every one exactly once.
  mutating func column<Element>(
    _ type: Element.Type = Element.self, count: Int, workers: Int, _ concurrently: Concurrently,
    _ body: @escaping @Sendable (Int, UnsetElements<Element>) -> Void
  ) -> Column<Element> {
    unsafe column(count: count) { values in
      guard let base = values.baseAddress, count > 0 else { return }
      let elements = unsafe UnsetElements(base, count: count)
      concurrently(workers) { worker in body(worker, elements) }
    }
  }

  /// A column of `count` values whose stretches several workers set, each its own.
  mutating func column<Element>(
    _ type: Element.Type = Element.self, count: Int, _ stretches: Stretches,
    _ concurrently: Concurrently,
    _ body: @escaping @Sendable (Range<Int>, UnsetElements<Element>) -> Void
  ) -> Column<Element> {
    column(count: count, workers: stretches.count, concurrently) { stretch, elements in
      body(stretches[stretch], elements)
    }
  }

  /// A column with the values of an array.
  mutating func column<Element>(_ values: [Element]) -> Column<Element> {
    unsafe column(count: values.count) { target in
      _ = unsafe target.update(fromContentsOf: values)
    }
  }

  /// The owner of all columns made so far.
  var memory: ColumnMemory { ColumnMemory(blocks) }
}
