private import CKernels

/// A disc in a tree's frame, with a margin for the roundings of `Float`.
struct FrameDisc: Sendable {
  let x: Float
  let y: Float
  let squaredRadius: Float

  /// `center` and `radius` in world widths.
  init(center: Coordinate, radius: Double, in frame: PackedRTree.Frame) {
    let dx = center.x - frame.x
    let dy = center.y - frame.y
    x = Float(dx)
    y = Float(dy)
    // Rounding the center moves it by 6e-8 of its size; box distances lose as much, and their
    // squares a little more.
    let slack = max(abs(dx), abs(dy)) * 2.5e-7 + radius * 1e-6 + 1e-30
    let reach = radius + slack
    squaredRadius = Float(reach * reach) * 1.000001
  }
}

extension PackedRTree {
  /// Fills `found` with the places of all rectangles that may come within a disc, in no order the
  /// caller may rely on; gives back how many nodes were visited. `frontier` is room to work in.
  func findNear(
    _ disc: FrameDisc, into found: inout PlaceList, _ frontier: inout PlaceList
  ) -> Int {
    unsafe walk(
      { node in
        unsafe meridian_boxes_near(node, disc.x, disc.y, disc.squaredRadius)
      }, &found, &frontier)
  }

  /// The same for a window: rectangle and window are closed.
  func findMeeting(
    _ window: Envelope, into found: inout PlaceList, _ frontier: inout PlaceList
  ) -> Int {
    let query = frame.outward(window)
    return unsafe walk(
      { node in
        unsafe meridian_boxes_meeting(node, query.x, query.y, query.z, query.w)
      }, &found, &frontier)
  }

  /// Level by level through all nodes whose entries pass `test`, which gives one bit an entry.
  ///
  /// Each node is asked for from memory when its parent is looked at, so that all nodes of a level
  /// are on their way before the first of them is needed.
  @inline(__always)
  private func walk(
    _ test: (UnsafePointer<Float>) -> UInt32, _ found: inout PlaceList,
    _ frontier: inout PlaceList
  ) -> Int {
    found.removeAll()
    let top = levels.count - 2
    guard count > 0, top >= 0 else { return 0 }
    found.append(0)
    var visited = 0
    for level in stride(from: top, through: 0, by: -1) {
      swap(&found, &frontier)
      found.removeAll()
      let start = Int(levels[level])
      // An entry of a node is a node of the level below, or at the bottom a rectangle.
      let below = level > 0 ? Int(levels[level - 1]) : 0
      visited += frontier.count
      for number in 0..<frontier.count {
        let node = frontier[number]
        let first = (start + Int(node)) * Self.nodeLength
        let mask = unsafe test(boxes.address(first, length: Self.nodeLength))
        found.append(mask, first: node &* UInt32(Self.fanOut)) { child in
          if level > 0 { prefetchNode(below + Int(child)) }
        }
      }
    }
    return visited
  }

  @inline(__always)
  func prefetchNode(_ node: Int) {
    let first = node * Self.nodeLength
    for line in 0..<4 { boxes.prefetch(first + 16 * line) }
  }

  /// Calls `visit` with the place of every rectangle that may share a point with a window, depth
  /// first; gives back how many nodes were visited.
  @inline(__always)
  func forEachMeeting(_ window: Envelope, _ visit: (Int) -> Void) -> Int {
    guard !window.isEmpty else { return 0 }
    let query = frame.outward(window)
    return unsafe descend { node, level, base in
      var mask = unsafe meridian_boxes_meeting(node, query.x, query.y, query.z, query.w)
      guard level == 0 else { return mask }
      while mask != 0 {
        visit(base + mask.trailingZeroBitCount)
        mask &= mask - 1
      }
      return 0
    }
  }

  /// The same, but a branch of the tree that lies wholly within the window is handed over as the
  /// range of its places.
  @inline(__always)
  func forEachBranch(
    meeting window: Envelope, whole: (Range<Int>) -> Void, single: (Int) -> Void
  ) {
    guard !window.isEmpty else { return }
    let outer = frame.outward(window)
    let inner = frame.inward(window)
    _ = unsafe descend { node, level, base in
      var mask = unsafe meridian_boxes_meeting(node, outer.x, outer.y, outer.z, outer.w)
      let within = unsafe mask & meridian_boxes_within(node, inner.x, inner.y, inner.z, inner.w)
      let rest = mask & ~within
      mask = within
      while mask != 0 {
        let lane = mask.trailingZeroBitCount
        // A run of neighbors at once.
        let length = (~(mask >> UInt32(lane))).trailingZeroBitCount
        mask &= ~(((UInt32(1) << UInt32(length)) &- 1) << UInt32(lane))
        let first = (base + lane) << (4 * level)
        let end = (base + lane + length) << (4 * level)
        whole(first..<Swift.max(first, Swift.min(end, count)))
      }
      guard level == 0 else { return rest }
      mask = rest
      while mask != 0 {
        single(base + mask.trailingZeroBitCount)
        mask &= mask - 1
      }
      return 0
    }
  }

  /// Depth first through the nodes: `look` sees a node, its level and the place of its first entry,
  /// and gives back one bit for every child to go on with.
  @inline(__always)
  private func descend(_ look: (UnsafePointer<Float>, Int, Int) -> UInt32) -> Int {
    let top = levels.count - 2
    guard count > 0, top >= 0, top < Self.maximumLevels else { return 0 }
    var visited = 0
    // At most fifteen siblings a level wait.
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16 * Self.maximumLevels) {
      stack in
      unsafe stack[0] = UInt64(top) << 32
      var depth = 1
      while depth > 0 {
        depth -= 1
        let entry = unsafe stack[depth]
        let level = Int(entry >> 32)
        let node = Int(entry & 0xFFFF_FFFF)
        visited += 1
        let first = (Int(levels[level]) + node) * Self.nodeLength
        var mask = unsafe look(
          boxes.address(first, length: Self.nodeLength), level, node * Self.fanOut)
        guard level > 0 else { continue }
        let below = Int(levels[level - 1])
        while mask != 0 {
          let child = node * Self.fanOut + mask.trailingZeroBitCount
          mask &= mask - 1
          unsafe stack[depth] = UInt64(level - 1) << 32 | UInt64(child)
          depth += 1
          prefetchNode(below + child)
        }
      }
    }
    return visited
  }
}
