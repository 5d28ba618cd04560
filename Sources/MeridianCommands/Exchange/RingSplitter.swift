internal import MeridianKernel

/// Splits a polygon along a vertical line.
///
/// The rings fall into chains left and right of the line. The line runs inside the polygon between
/// the first and the second crossing from below, the third and the fourth, and so on; along these
/// stretches the chains of each side are joined to rings again, a hole that is crossed included.
/// O(n + c log c) for c crossings, and ``ShellIndex`` for the holes that are not crossed.
enum RingSplitter {
  /// A course on one side of the line, from one crossing to another.
  private struct Chain {
    var places: [Coordinate]
    var isRight: Bool
    /// The number of the ring that it is of.
    var ring: Int
    /// The numbers of its two crossings, from below.
    var start = 0
    var end = 0
  }

  /// The polygons on both sides of the line at `x`; the first ring of each is its shell. Shells
  /// turn counterclockwise, holes clockwise.
  static func split(_ rings: [[Coordinate]], at x: Double) -> [[[Coordinate]]] {
    guard rings.contains(where: { crosses($0, x) }) else { return [rings] }
    var chains: [Chain] = []
    var whole: [[Coordinate]] = []
    for (number, ring) in rings.enumerated() {
      if crosses(ring, x) {
        append(ring, number, x, &chains)
      } else if number > 0 {
        whole.append(ring)
      } else {
        // The shell lies on one side and a hole reaches over the line: no polygon of a map.
        return [rings]
      }
    }
    number(&chains)
    var pieces = joined(chains.filter { !$0.isRight }) + joined(chains.filter(\.isRight))
    pieces = pieces.filter { doubleArea($0).magnitude > 1e-15 }
    var polygons = pieces.map { [$0] }
    guard !whole.isEmpty else { return polygons }
    let index = ShellIndex(pieces.map { $0[...] }, holes: whole.count)
    for hole in whole {
      if let piece = index.smallest(around: hole[...]) { polygons[piece].append(hole) }
    }
    return polygons
  }

  /// Twice the signed area, positive counterclockwise; taken from the first place on, for accuracy.
  static func doubleArea(_ ring: some BidirectionalCollection<Coordinate>) -> Double {
    guard let origin = ring.first, let last = ring.last else { return 0 }
    var area = 0.0
    var previous = last - origin
    for place in ring {
      let next = place - origin
      area += previous.x * next.y - next.x * previous.y
      previous = next
    }
    return area
  }

  /// What lies on the line counts as left of it.
  private static func crosses(_ ring: [Coordinate], _ x: Double) -> Bool {
    ring.contains { $0.x > x } && ring.contains { $0.x < x }
  }

  // MARK: Chains

  private static func append(
    _ ring: [Coordinate], _ number: Int, _ x: Double, _ chains: inout [Chain]
  ) {
    var places = ring
    if places.count > 1, places.first == places.last { places.removeLast() }
    let count = places.count
    // Begin behind an edge that crosses, so that no chain is cut in two.
    let first = places.indices.first {
      (places[$0].x > x) != (places[($0 + count - 1) % count].x > x)
    }
    guard let first else { return }
    var chain = Chain(places: [], isRight: places[first].x > x, ring: number)
    chain.places.append(crossing(places[(first + count - 1) % count], places[first], x))
    for step in 0..<count {
      let place = places[(first + step) % count]
      let next = places[(first + step + 1) % count]
      chain.places.append(place)
      guard (next.x > x) != (place.x > x) else { continue }
      let crossing = crossing(place, next, x)
      chain.places.append(crossing)
      chains.append(chain)
      chain = Chain(places: [crossing], isRight: next.x > x, ring: number)
    }
  }

  private static func crossing(_ a: Coordinate, _ b: Coordinate, _ x: Double) -> Coordinate {
    if a.x == x { return a }
    if b.x == x { return b }
    return Coordinate(x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x))
  }

  /// Numbers the crossings from below; each is the end of one chain and the start of the next.
  ///
  /// Inside lies to the left of every ring: above where it crosses eastward, below where it crosses
  /// westward. So the two kinds alternate along the line, also where several fall together.
  private static func number(_ chains: inout [Chain]) {
    for isEastward in [true, false] {
      let ends = chains.indices.filter { chains[$0].isRight != isEastward }
      let ordered = ends.sorted {
        (chains[$0].places.last?.y ?? 0) < (chains[$1].places.last?.y ?? 0)
      }
      for (number, index) in ordered.enumerated() {
        chains[index].end = 2 * number + (isEastward ? 0 : 1)
      }
    }
    var first = 0
    for index in chains.indices {
      if chains[index].ring != chains[first].ring { first = index }
      let isLast = index + 1 == chains.count || chains[index + 1].ring != chains[index].ring
      if isLast { chains[first].start = chains[index].end }
      if index > first { chains[index].start = chains[index - 1].end }
    }
  }

  /// Joins the chains of one side to rings along the line.
  private static func joined(_ chains: [Chain]) -> [[Coordinate]] {
    var starts: [Int: Int] = [:]
    var ends: [Int: Int] = [:]
    for (index, chain) in chains.enumerated() {
      starts[chain.start] = index
      ends[chain.end] = index
    }
    var rings: [[Coordinate]] = []
    var isUsed = [Bool](repeating: false, count: chains.count)
    for first in chains.indices where !isUsed[first] {
      var ring: [Coordinate] = []
      var at = first
      while !isUsed[at] {
        isUsed[at] = true
        ring += chains[at].places
        // From the crossing at the chain's end, along the inside, to its partner.
        let partner = chains[at].end ^ 1
        if let next = starts[partner] {
          at = next
        } else {
          break
        }
      }
      rings.append(ring)
    }
    return rings
  }
}
