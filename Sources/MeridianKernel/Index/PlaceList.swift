/// A list of places that is filled a node at a time and emptied without giving up its room.
struct PlaceList: Sendable {
  private var storage = [UInt32](repeating: 0, count: 64)
  private(set) var count = 0

  @inline(__always)
  subscript(index: Int) -> UInt32 { storage[index] }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ place: UInt32) {
    if count == storage.count { grow() }
    storage[count] = place
    count += 1
  }

  /// Appends `first` plus the number of every bit that is set, of sixteen.
  @inline(__always)
  mutating func append(_ mask: UInt32, first: UInt32, _ visit: (UInt32) -> Void) {
    if count + 16 > storage.count { grow() }
    var mask = mask
    var count = count
    unsafe storage.withUnsafeMutableBufferPointer { places in
      while mask != 0 {
        let place = first &+ UInt32(mask.trailingZeroBitCount)
        mask &= mask &- 1
        unsafe places[count] = place
        count &+= 1
        visit(place)
      }
    }
    self.count = count
  }

  private mutating func grow() {
    storage.append(contentsOf: repeatElement(0, count: storage.count))
  }
}
