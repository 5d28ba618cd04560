extension HitIndex {
  /// Appends the number of every feature whose rectangle shares a point with a window: what a box
  /// query of a store gives, without looking at shapes. The window's east may exceed 180.
  ///
  /// Where a whole branch of the tree lies within the window its features are taken without a
  /// further look. O(log n + found).
  public func features(
    boxesMeeting southWest: LonLat, northEast: LonLat, into found: inout [UInt32]
  ) {
    let low = WebMercator.project(southWest)
    let high = WebMercator.project(northEast)
    let window = Envelope(minX: low.x, minY: high.y, maxX: high.x, maxY: low.y)
    guard !window.isEmpty else { return }
    let first = (window.minX - geometry.extent.maxX).rounded(.up)
    let last = (window.maxX - geometry.extent.minX).rounded(.down)
    guard first <= last, last - first < 16 else { return }
    var seen = found.count
    for copy in stride(from: first, through: last, by: 1) {
      var shifted = window
      shifted.minX -= copy
      shifted.maxX -= copy
      collect(shifted, into: &found)
      if copy > first { found.removeRepeated(from: seen) }
      seen = Swift.min(seen, found.count)
    }
  }

  private func collect(_ window: Envelope, into found: inout [UInt32]) {
    features.appendPlaces(meeting: window, to: &found) {
      geometry.summaries[$0].envelope.intersects(window)
    }
  }
}

extension [UInt32] {
  /// Leaves each number once from an index on, in ascending order.
  fileprivate mutating func removeRepeated(from start: Int) {
    let rest = Set(self[start...]).sorted()
    replaceSubrange(start..., with: rest)
  }
}
