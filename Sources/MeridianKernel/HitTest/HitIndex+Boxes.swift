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
    let farWest = window.minX - geometry.extent.maxX
    let farEast = window.maxX - geometry.extent.minX
    // Nearly always only the world itself is met.
    if farWest > -1 && farEast < 1 { return collect(window, into: &found) }
    let (first, last) = (farWest.rounded(.up), farEast.rounded(.down))
    guard first <= last, last - first < 16 else { return }
    let start = found.count
    for copy in stride(from: first, through: last, by: 1) {
      var shifted = window
      shifted.minX -= copy
      shifted.maxX -= copy
      let before = found.count
      collect(shifted, into: &found)
      if before > start && found.count > before { found.removeRepeated(from: start) }
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
