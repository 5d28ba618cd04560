extension PackedRTree {
  /// Whether every node's rectangle holds its children's and levels fold by sixteen. For tests and
  /// debugging; O(n).
  func holdsInvariants() -> Bool {
    let expected = Self.levelStarts(of: count)
    guard Array(levels) == expected else { return false }
    guard boxes.count == Int(expected.last ?? 0) * Self.nodeLength else { return false }
    for level in 1..<max(expected.count - 1, 1) {
      for child in expected[level - 1]..<expected[level] {
        let entry = Int(child - expected[level - 1])
        if !covers(parent: Int(expected[level]) + entry / Self.fanOut, entry, child: Int(child)) {
          return false
        }
      }
    }
    return true
  }

  private func covers(parent: Int, _ entry: Int, child: Int) -> Bool {
    let box = self.box(at: parent * Self.fanOut + entry % Self.fanOut)
    for lane in 0..<Self.fanOut {
      let inner = self.box(at: child * Self.fanOut + lane)
      // An unused entry is inside out and needs no cover.
      if inner[0] > inner[2] { continue }
      if inner[0] < box[0] || inner[1] < box[1] || inner[2] > box[2] || inner[3] > box[3] {
        return false
      }
    }
    return true
  }
}
