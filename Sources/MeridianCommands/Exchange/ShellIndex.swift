package import MeridianKernel

/// Finds the shell that a hole belongs to, among many.
///
/// A hole lies in a shell when the first of its vertices that is not on the shell's edge lies
/// inside, or when all of them are on it; exactly. Few holes look through all shells, O(vertices)
/// each; for many the shells stand in an index, O(n log n) to build and O(log n + shells around a
/// vertex) to ask, mostly with one vertex a hole.
package struct ShellIndex {
  private let rings: [ArraySlice<Coordinate>]
  private let boxes: [Envelope]
  /// Twice the area of each, without a sign.
  private let areas: [Double]
  private let index: PlaneIndex?

  /// More holes than these are worth an index.
  private static let fewHoles = 16

  /// Takes closed rings with finite coordinates; `holes` tells how many will be asked for.
  package init(_ rings: [ArraySlice<Coordinate>], holes: Int) {
    self.rings = rings
    boxes = rings.map { ring in ring.reduce(into: Envelope.empty) { $0.formUnion($1) } }
    areas = rings.map { RingSplitter.doubleArea($0).magnitude }
    guard holes > Self.fewHoles else {
      index = nil
      return
    }
    var builder = PlaneIndex.Builder(isGeographic: false)
    for (number, ring) in rings.enumerated() {
      builder.append(Self.polygon(ring), fid: nil, row: Int64(number))
    }
    index = builder.build()
  }

  private static func polygon(_ ring: ArraySlice<Coordinate>) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    buffer.begin(.polygon)
    buffer.beginPart(.polygon, member: 0)
    for place in ring { buffer.append(place) }
    buffer.endRing()
    buffer.endPart()
    return buffer
  }

  /// The number of the smallest shell around a hole, the first of equal ones; none is smaller than
  /// the hole, whose area may be told twice over and with a sign.
  package func smallest(around hole: ArraySlice<Coordinate>, doubleArea: Double = 0) -> Int? {
    var best: Int?
    let offer = { (shell: Int) in
      guard areas[shell] >= doubleArea.magnitude else { return }
      if let known = best, (areas[known], known) <= (areas[shell], shell) { return }
      best = shell
    }
    // Shells on whose edge all vertices lie so far.
    var undecided: Set<Int>?
    for place in hole {
      var still: Set<Int> = []
      forEachShell(at: place) { shell, location in
        guard undecided?.contains(shell) != false else { return }
        if location == .boundary { still.insert(shell) } else { offer(shell) }
      }
      undecided = still
      if still.isEmpty { break }
    }
    for shell in undecided ?? [] { offer(shell) }
    return best
  }

  /// Visits the shells that have a place inside or on their edge.
  private func forEachShell(at place: Coordinate, _ visit: (Int, PointLocation) -> Void) {
    if let index {
      return index.forEachArea(at: place) { visit(Int(index.row(of: $0).row), $1) }
    }
    for shell in rings.indices where boxes[shell].contains(place) {
      let location = Self.polygon(rings[shell]).location(of: place)
      if location != .exterior { visit(shell, location) }
    }
  }
}
