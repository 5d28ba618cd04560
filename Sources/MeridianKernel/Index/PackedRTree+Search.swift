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
  /// Calls `visit` with the place of every rectangle that may come within a disc; gives back how
  /// many nodes were visited. Places come in no order the caller may rely on.
  @inline(__always)
  func forEachNear(_ disc: FrameDisc, _ visit: (Int) -> Void) -> Int {
    unsafe walk(
      { node in
        unsafe meridian_boxes_near(node, disc.x, disc.y, disc.squaredRadius)
      }, visit)
  }

  /// The same for a window: rectangle and window are closed.
  @inline(__always)
  func forEachMeeting(_ window: Envelope, _ visit: (Int) -> Void) -> Int {
    guard !window.isEmpty else { return 0 }
    let query = frame.outward(window)
    return unsafe walk(
      { node in
        unsafe meridian_boxes_meeting(node, query.x, query.y, query.z, query.w)
      }, visit)
  }

  /// Depth first through all nodes whose entries pass `test`, which gives one bit an entry.
  ///
  /// The stack holds at most fifteen waiting siblings a level. Children are asked for from memory
  /// when they are pushed, so that they are on their way while others are looked at.
  @inline(__always)
  private func walk(
    _ test: (UnsafePointer<Float>) -> UInt32, _ visit: (Int) -> Void
  ) -> Int {
    let top = levels.count - 2
    guard count > 0, top >= 0, top < Self.maximumLevels else { return 0 }
    var visited = 0
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
        var mask = unsafe test(boxes.address(first, length: Self.nodeLength))
        while mask != 0 {
          let child = node * Self.fanOut + mask.trailingZeroBitCount
          mask &= mask - 1
          if level == 0 {
            if child < count { visit(child) }
            continue
          }
          unsafe stack[depth] = UInt64(level - 1) << 32 | UInt64(child)
          depth += 1
          prefetchNode(Int(levels[level - 1]) + child)
        }
      }
    }
    return visited
  }

  @inline(__always)
  private func prefetchNode(_ node: Int) {
    let first = node * Self.nodeLength
    for line in 0..<4 { boxes.prefetch(first + 16 * line) }
  }

}
