extension HitIndex {
  /// Whether a polygon part contains a place of the world, by the even-odd rule over its rings.
  ///
  /// Whole runs are skipped: above, below and left of the ray nothing can cross, and a run wholly
  /// to the right crosses an odd number of times exactly when its two ends lie on different sides.
  /// The answer is the same, bit for bit, as testing every edge.
  func contains(_ point: Coordinate, part: Int) -> Bool {
    let frame = tree.frame
    let low = (x: frame.low(point.x, frame.x), y: frame.low(point.y, frame.y))
    let high = (x: frame.high(point.x, frame.x), y: frame.high(point.y, frame.y))
    let coordinates = column.coordinates
    let boxes = runBoxes
    let runs = self.runs
    var inside = false
    for number in Int(runOffsets[part])..<Int(runOffsets[part + 1]) {
      let box = boxes[number]
      if box.w < low.y || box.y > high.y || box.z < low.x { continue }
      let start = Int(runs[number].start)
      let end = start + Int(runs[number].segments)
      if box.x > high.x {
        if (coordinates[start].y <= point.y) != (coordinates[end].y <= point.y) { inside.toggle() }
        continue
      }
      for index in start..<end
      where RayCrossing.crosses(coordinates[index], coordinates[index + 1], point) {
        inside.toggle()
      }
    }
    return inside
  }
}
