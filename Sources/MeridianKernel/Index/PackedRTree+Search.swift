extension PackedRTree {
  /// Appends the numbers of all rectangles that may share a point with the window, in no order the
  /// caller may rely on. The window and the rectangles are closed.
  func search(_ window: Envelope, into found: inout [UInt32]) {
    var stack = SearchStack()
    _ = search(window, stack: &stack, into: &found)
  }

  /// Pending nodes of a search, kept by the caller from search to search.
  struct SearchStack: Sendable {
    var nodes: [UInt64] = []
  }

  /// The same with the caller's stack; gives back how many nodes were visited.
  func search(
    _ window: Envelope, stack: inout SearchStack, into found: inout [UInt32]
  ) -> Int {
    guard !items.isEmpty, !window.isEmpty else { return 0 }
    let query = frame.outward(window)
    let columns = boxes.span
    let numbers = items.span
    var visited = 0
    stack.nodes.removeAll(keepingCapacity: true)
    stack.nodes.append(UInt64(levels.count - 2) << 32)
    while let entry = stack.nodes.popLast() {
      let level = Int(entry >> 32)
      let node = Int(entry & 0xFFFF_FFFF)
      visited += 1
      var mask = Self.mask(columns, (levels[level] + node) * Self.fanOut, query)
      while mask != 0 {
        let lane = mask.trailingZeroBitCount
        mask &= mask - 1
        let child = node * Self.fanOut + lane
        if level == 0 {
          found.append(numbers[child])
        } else {
          stack.nodes.append(UInt64(level - 1) << 32 | UInt64(child))
        }
      }
    }
    return visited
  }

  /// One bit for every entry of a node that meets the query.
  @inline(__always)
  private static func mask(
    _ columns: Span<SIMD4<Float>>, _ start: Int, _ query: SIMD4<Float>
  ) -> UInt32 {
    let bits = SIMD4<Int32>(1, 2, 4, 8)
    var mask: UInt32 = 0
    for quarter in 0..<4 {
      let x = (columns[start + quarter] .<= query.z) .& (columns[start + 8 + quarter] .>= query.x)
      let y =
        (columns[start + 4 + quarter] .<= query.w) .& (columns[start + 12 + quarter] .>= query.y)
      let meets = x .& y
      let lanes = SIMD4<Int32>.zero.replacing(with: bits, where: meets)
      mask |= UInt32(truncatingIfNeeded: lanes.wrappedSum()) << UInt32(quarter * 4)
    }
    return mask
  }
}
