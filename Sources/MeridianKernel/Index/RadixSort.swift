/// Sorts 64-bit words by their upper half, keeping the order of equal ones.
enum RadixSort {
  static func sort(_ words: inout [UInt64]) {
    guard words.count > 256 else { return words.sort() }
    var other = [UInt64](repeating: 0, count: words.count)
    for shift in stride(from: 32, to: 64, by: 11) {
      var starts = [Int](repeating: 0, count: 2049)
      for word in words { starts[Int((word >> UInt64(shift)) & 2047) + 1] += 1 }
      for bucket in 1...2048 { starts[bucket] += starts[bucket - 1] }
      for word in words {
        let bucket = Int((word >> UInt64(shift)) & 2047)
        other[starts[bucket]] = word
        starts[bucket] += 1
      }
      swap(&words, &other)
    }
  }
}
