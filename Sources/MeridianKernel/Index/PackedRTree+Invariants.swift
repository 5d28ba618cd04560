extension PackedRTree {
  /// Whether every node's rectangle holds its children's, every item occurs once, and levels fold
  /// by sixteen. For tests and debugging; O(n).
  func holdsInvariants() -> Bool {
    guard Set(items).count == items.count else { return false }
    var expected = items.count
    for level in 0..<(levels.count - 1) {
      expected = (expected + Self.fanOut - 1) / Self.fanOut
      guard levels[level + 1] - levels[level] == expected else { return false }
    }
    for level in 1..<max(levels.count - 1, 1) {
      for child in levels[level - 1]..<levels[level] {
        let entry = child - levels[level - 1]
        let parent = levels[level] + entry / Self.fanOut
        if !covers(parent: parent, entry: entry % Self.fanOut, child: child) { return false }
      }
    }
    return items.isEmpty ? levels.count == 1 : expected == 1
  }

  private func covers(parent: Int, entry: Int, child: Int) -> Bool {
    let box = (0..<4).map { boxes[parent * Self.fanOut + $0 * 4 + entry / 4][entry % 4] }
    for lane in 0..<Self.fanOut {
      let inner = (0..<4).map { boxes[child * Self.fanOut + $0 * 4 + lane / 4][lane % 4] }
      // An unused entry is inside out and needs no cover.
      if inner[0] > inner[2] { continue }
      if inner[0] < box[0] || inner[1] < box[1] || inner[2] > box[2] || inner[3] > box[3] {
        return false
      }
    }
    return true
  }
}
