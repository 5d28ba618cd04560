/// Sorts 64-bit words by their upper half, keeping the order of equal ones.
enum RadixSort {
  /// Sorts on several threads; the order is the same for any number of them.
  static func sort(_ words: inout [UInt64], _ concurrently: Concurrently = inTurn) {
    guard words.count > 256 else { return words.sort() }
    let stretches = Stretches(words.count, length: max(words.count / 8, 32_768))
    for shift in stride(from: UInt64(32), to: 64, by: 11) {
      let source = words
      let counts = stretches.map(concurrently) { digits(of: source, $0, shift) }
      // Where the words of a digit go that a stretch has: after all smaller digits, and after the
      // same digit of the stretches before it.
      var starts = counts
      var next: UInt32 = 0
      for digit in 0..<2048 {
        for stretch in counts.indices {
          starts[stretch][digit] = next
          next += counts[stretch][digit]
        }
      }
      let firsts = starts
      words = [UInt64](filling: source.count, workers: stretches.count, concurrently) {
        stretch, sorted in
        var starts = firsts[stretch]
        for index in stretches[stretch] {
          let word = source[index]
          let digit = Int((word &>> shift) & 2047)
          sorted.set(Int(starts[digit]), word)
          starts[digit] &+= 1
        }
      }
    }
  }

  /// How many words of a stretch have each digit of eleven bits.
  private static func digits(
    of words: [UInt64], _ stretch: Range<Int>, _ shift: UInt64
  ) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: 2048)
    for index in stretch { counts[Int((words[index] &>> shift) & 2047)] &+= 1 }
    return counts
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
