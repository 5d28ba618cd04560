private import CKernels

/// A disc in a tree's frame, with a margin for the roundings of `Float`.
struct FrameDisc: Sendable {
  let x: Float
  let y: Float
  let squaredRadius: Float

  /// Nothing but its middle.
  init() { (x, y, squaredRadius) = (0, 0, 0) }

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

  fileprivate var kernelDisc: meridian_disc {
    meridian_disc(x: x, y: y, squared: squaredRadius)
  }
}

/// A window in a tree's frame, with margins for the roundings of `Float`.
struct FrameWindow: Sendable {
  fileprivate let kernelWindow: meridian_window

  @inline(__always)
  init(_ window: Envelope, in frame: PackedRTree.Frame) {
    let outer = frame.outward(window)
    kernelWindow = meridian_window(
      outer: Self.rectangle(outer), sure: Self.rectangle(Self.shrunk(outer)))
  }

  @inline(__always)
  private static func rectangle(_ sides: SIMD4<Float>) -> meridian_rectangle {
    meridian_rectangle(min_x: sides.x, min_y: sides.y, max_x: sides.z, max_y: sides.w)
  }

  /// A window so much smaller that a rectangle of the tree that meets it meets the window before
  /// either was rounded: windows and rectangles are rounded outward by 1.2e-7 of their coordinates
  /// at most.
  @inline(__always)
  private static func shrunk(_ window: SIMD4<Float>) -> SIMD4<Float> {
    func slack(_ value: Float) -> Float { abs(value) * 4e-7 + .leastNormalMagnitude }
    return SIMD4(
      window.x + slack(window.x), window.y + slack(window.y), window.z - slack(window.z),
      window.w - slack(window.w))
  }
}

extension PackedRTree {
  /// Adds to `leaves` the lowest nodes that may meet a disc; gives back how many nodes above them
  /// were visited. `frontier` is room to work in, `slabs` what else of a leaf is going to be read,
  /// if anything is.
  ///
  /// Level by level: each node is asked for from memory when its parent is looked at, so that all
  /// nodes of a level are on their way before the first of them is needed, and the leaves still are
  /// when the caller turns to another tree.
  @inline(__always)
  func findLeaves(
    _ disc: FrameDisc, slabs: RunSlabs?, into leaves: inout PlaceList, _ frontier: inout PlaceList
  ) -> Int {
    let top = levels.count - 2
    guard count > 0, top >= 0 else { return 0 }
    if top == 0 {
      leaves.append(0)
      return 0
    }
    frontier.removeAll()
    frontier.append(0)
    var visited = 0
    for level in stride(from: top, to: 0, by: -1) {
      let range = visited..<frontier.count
      visited = range.upperBound
      if level > 1 {
        unsafe frontier.extend(by: Self.fanOut * range.count) { places, end in
          unsafe open(level, disc, nil, places + range.lowerBound, range.count, places + end)
        }
      } else {
        unsafe frontier.withElements { places in
          unsafe leaves.extend(by: Self.fanOut * range.count) { children, end in
            unsafe open(
              level, disc, slabs?.bytes.base, places + range.lowerBound, range.count, children + end
            )
          }
        }
      }
    }
    return visited
  }

  /// Opens nodes of a level above the leaves; gives back the number of children.
  @inline(__always)
  private func open(
    _ level: Int, _ disc: FrameDisc, _ slabs: UnsafePointer<UInt8>?,
    _ nodes: UnsafePointer<UInt32>, _ count: Int, _ children: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let start = Int(levels[level])
    let below = Int(levels[level - 1])
    return unsafe Int(
      meridian_kernels().pointee.open_nodes(
        boxes.base + start * Self.nodeLength, nodes, Int32(count),
        levels[level + 1] - levels[level],
        disc.kernelDisc, boxes.base + below * Self.nodeLength, slabs, children))
  }

  /// Adds to `found` the places in some leaves whose box, and slab where there are slabs, may meet
  /// a disc, in no order the caller may rely on.
  @inline(__always)
  func find(
    _ disc: FrameDisc, slabs: RunSlabs?, in leaves: PlaceList, _ range: Range<Int>,
    into found: inout PlaceList
  ) {
    guard !range.isEmpty else { return }
    unsafe leaves.withElements { places in
      unsafe found.extend(by: Self.fanOut * range.count) { children, end in
        unsafe Int(
          meridian_kernels().pointee.open_leaves(
            boxes.base, slabs?.bytes.base, places + range.lowerBound, Int32(range.count),
            levels[1], disc.kernelDisc, children + end))
      }
    }
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
    return descend(FrameWindow(window, in: frame)) { boxes, level, base in
      var mask = UInt32(boxes.met)
      guard level == 0 else { return mask }
      while mask != 0 {
        visit(base + mask.trailingZeroBitCount)
        mask &= mask - 1
      }
      return 0
    }
  }

  /// Appends the place of every rectangle that shares a point with a window; `decides` is asked
  /// about those that come so near to its border that `Float` cannot tell.
  ///
  /// A branch of the tree that lies wholly within the window is taken without a further look.
  @inline(__always)
  func appendPlaces(
    meeting window: Envelope, to found: inout [UInt32], _ decides: (Int) -> Bool
  ) {
    guard !window.isEmpty else { return }
    _ = descend(FrameWindow(window, in: frame)) { boxes, level, base in
      if level > 0 {
        let whole = boxes.met & boxes.within
        appendBranches(UInt32(whole), base, level, to: &found)
        return UInt32(boxes.met & ~whole)
      }
      var mask = boxes.met
      while mask != 0 {
        let lane = mask.trailingZeroBitCount
        mask &= mask - 1
        if boxes.certain >> lane & 1 == 1 || decides(base + lane) {
          found.append(UInt32(truncatingIfNeeded: base + lane))
        }
      }
      return 0
    }
  }

  /// Appends all places under some children of a node.
  @inline(__always)
  private func appendBranches(
    _ children: UInt32, _ base: Int, _ level: Int, to found: inout [UInt32]
  ) {
    var mask = children
    while mask != 0 {
      let lane = mask.trailingZeroBitCount
      // A run of neighbors at once.
      let length = (~(mask >> UInt32(lane))).trailingZeroBitCount
      mask &= ~(((UInt32(1) << UInt32(length)) &- 1) << UInt32(lane))
      let first = (base + lane) << (4 * level)
      let end = Swift.min((base + lane + length) << (4 * level), count)
      if first < end {
        found.append(
          contentsOf: UInt32(truncatingIfNeeded: first)..<UInt32(truncatingIfNeeded: end))
      }
    }
  }

  /// Depth first through the nodes: `look` sees what of a node's boxes a window meets, the node's
  /// level and the place of its first entry, and gives back one bit for every child to go on with.
  @inline(__always)
  private func descend(
    _ window: FrameWindow, _ look: (meridian_met_boxes, Int, Int) -> UInt32
  ) -> Int {
    var window = window.kernelWindow
    let top = levels.count - 2
    guard count > 0, top >= 0, top < Self.maximumLevels,
      let meet = unsafe meridian_kernels().pointee.meet_window
    else { return 0 }
    var visited = 0
    // At most fifteen siblings a level wait. In words of 32 bits they fit the stack.
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16 * Self.maximumLevels) {
      stack in
      unsafe stack[0] = UInt32(top) << 28
      var depth = 1
      while depth > 0 {
        depth -= 1
        let entry = unsafe stack[depth]
        let level = Int(entry >> 28)
        let node = Int(entry & 0xFFF_FFFF)
        visited += 1
        let first = (Int(levels[level]) + node) * Self.nodeLength
        let met = unsafe meet(boxes.address(first, length: Self.nodeLength), &window)
        var mask = look(met, level, node * Self.fanOut)
        guard level > 0 else { continue }
        let below = Int(levels[level - 1])
        while mask != 0 {
          let child = node * Self.fanOut + mask.trailingZeroBitCount
          mask &= mask - 1
          unsafe stack[depth] = UInt32(level - 1) << 28 | UInt32(child)
          depth += 1
          // The last is looked at next.
          if mask != 0 { prefetchNode(below + child) }
        }
      }
    }
    return visited
  }
}
