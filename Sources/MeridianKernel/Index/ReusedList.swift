/// A list that is filled many at a time and emptied without giving up its room.
struct ReusedList<Element: BitwiseCopyable & Sendable>: Sendable {
  private var storage: [Element]
  private let filler: Element
  private(set) var count = 0

  /// An empty list; `filler` stands where nothing was written yet.
  init(filler: Element) {
    self.filler = filler
    storage = [Element](repeating: filler, count: 64)
  }

  @inline(__always)
  subscript(index: Int) -> Element { storage[index] }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == storage.count { grow(by: 1) }
    storage[count] = element
    count += 1
  }

  /// Appends at most so many: `fill` is given all there are and where new ones go, and gives back
  /// how many it wrote.
  @inline(__always)
  mutating func extend(by most: Int, _ fill: (UnsafeMutablePointer<Element>, Int) -> Int) {
    if count + most > storage.count { grow(by: most) }
    let count = count
    self.count += unsafe storage.withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return 0 }
      return unsafe fill(base, count)
    }
  }

  /// The elements where they lie.
  @inline(__always)
  func withElements(_ read: (UnsafePointer<Element>) -> Void) {
    unsafe storage.withUnsafeBufferPointer { elements in
      if let base = elements.baseAddress { unsafe read(base) }
    }
  }

  private mutating func grow(by more: Int) {
    storage.append(contentsOf: repeatElement(filler, count: max(storage.count, more)))
  }
}

/// Places in a tree's order, or numbers of its nodes.
typealias PlaceList = ReusedList<UInt32>
