/// Finds a circle among tokens, however long; without recursion.
enum CycleFinder {
  /// The tokens of the first circle that can be reached from a token, or `nil`.
  static func circle(from start: Int, targets: (Int) -> [Int]) -> [Int]? {
    // The way from the start, and at each step the targets still to be visited.
    var way: [(path: Int, rest: ArraySlice<Int>)] = [(start, targets(start)[...])]
    var places = [start: 0]
    var finished: Set<Int> = []
    while var last = way.popLast() {
      guard let next = last.rest.popFirst() else {
        places[last.path] = nil
        finished.insert(last.path)
        continue
      }
      way.append(last)
      if let place = places[next] { return way[place...].map(\.path) }
      guard !finished.contains(next) else { continue }
      places[next] = way.count
      way.append((next, targets(next)[...]))
    }
    return nil
  }
}
