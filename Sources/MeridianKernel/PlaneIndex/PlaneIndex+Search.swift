extension PlaneIndex {
  /// Appends the number of every feature whose rectangle shares a point with a window, each once.
  /// O(log n + found).
  public func features(meeting window: Envelope, into found: inout [UInt32]) {
    features.appendPlaces(meeting: window, to: &found) {
      geometry.summaries[$0].envelope.intersects(window)
    }
  }

  /// The same for a window and, in degrees, its copies one turn east and west.
  public func features(aroundTheSeam window: Envelope, into found: inout [UInt32]) {
    guard let period else { return features(meeting: window, into: &found) }
    let start = found.count
    for turn in [0, period, -period] {
      let before = found.count
      let copy = Envelope(
        minX: window.minX + turn, minY: window.minY, maxX: window.maxX + turn, maxY: window.maxY)
      guard copy.intersects(geometry.extent) else { continue }
      features(meeting: copy, into: &found)
      guard before > start, found.count > before else { continue }
      let known = Set(found[start..<before])
      var end = before
      for index in before..<found.count where !known.contains(found[index]) {
        found[end] = found[index]
        end += 1
      }
      found.removeLast(found.count - end)
    }
  }

  /// Where a place lies on a Hilbert curve through the layer's extent: neighbors on it ask for the
  /// same data. Places outside count as on the edge, what is no place as the start.
  public func curvePosition(of place: Coordinate) -> UInt32 {
    guard place.isFinite, !geometry.extent.isEmpty else { return 0 }
    let box = geometry.extent
    let inside = Coordinate(
      min(max(place.x, box.minX), box.maxX), min(max(place.y, box.minY), box.maxY))
    return HilbertCurve.position(
      of: Envelope(minX: inside.x, minY: inside.y, maxX: inside.x, maxY: inside.y), in: box)
  }

  /// Replaces what a buffer holds by a feature's geometry as it is indexed.
  public func read(_ feature: Int, into buffer: inout GeometryBuffer) {
    geometry.read(feature, into: &buffer)
  }
}

extension PackedGeometry {
  /// Replaces what a buffer holds by a feature's geometry.
  func read(_ feature: Int, into buffer: inout GeometryBuffer) {
    buffer.begin(summaries[feature].type)
    for part in parts(of: feature) {
      buffer.beginPart(dimension(of: part), member: Int(members[part]))
      for ring in rings(of: part) {
        for index in coordinates(of: ring) { buffer.append(coordinates[index]) }
        buffer.endRing()
      }
    }
  }
}

extension GeometryBuffer {
  /// Lays lines and rings in degrees that jump more than half a turn out the short way across the
  /// seam, beyond ±180, as hits and measures take them; everything else stays as it is.
  public mutating func unwrapAcrossSeam() {
    guard envelope.width > 180 else { return }
    var builder = GeometryColumn.Builder()
    do { try builder.append(self, placement: .planeDegrees) } catch { return }
    var writer = ColumnWriter()
    let packed = PackedGeometry(builder.column, in: &writer)
    withExtendedLifetime(writer.memory) { packed.read(0, into: &self) }
  }
}
