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

  /// The same with room to work in that the caller keeps; digits that all words share cost nothing.
  static func sort(_ words: inout [UInt64], spare: inout [UInt64]) {
    guard words.count > 64 else { return sortFew(&words) }
    let (all, any) = words.reduce((UInt64.max, UInt64(0))) { ($0.0 & $1, $0.1 | $1) }
    if spare.count < words.count {
      spare.append(contentsOf: repeatElement(0, count: words.count - spare.count))
    } else {
      spare.removeLast(spare.count - words.count)
    }
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { starts in
      for shift in stride(from: UInt64(32), to: 64, by: 8) where ((all ^ any) >> shift) & 255 != 0 {
        unsafe starts.initialize(repeating: 0)
        for word in words { unsafe starts[Int((word >> shift) & 255)] += 1 }
        var next: UInt32 = 0
        for bucket in 0..<256 {
          let count = unsafe starts[bucket]
          unsafe starts[bucket] = next
          next += count
        }
        for word in words {
          let bucket = Int((word >> shift) & 255)
          spare[Int(unsafe starts[bucket])] = word
          unsafe starts[bucket] += 1
        }
        swap(&words, &spare)
      }
    }
  }

  /// By insertion: no room, and no calls.
  private static func sortFew(_ words: inout [UInt64]) {
    for next in words.indices.dropFirst() {
      let word = words[next]
      var place = next
      while place > 0 && words[place - 1] > word {
        words[place] = words[place - 1]
        place -= 1
      }
      words[place] = word
    }
  }
}
