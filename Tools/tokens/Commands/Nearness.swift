/// The nearest of some known names to what was typed.
enum Nearness {
  /// The name that takes the fewest changes of a character, if at most a third of the word has to
  /// change; ties go to the first. A last part alone, `primary` for `ink.primary`, is near too.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    if let ending = names.first(where: { $0.lowercased().hasSuffix("." + word) }) { return ending }
    let limit = max(1, word.count / 3)
    var best: (name: String, changes: Int)?
    for name in names where abs(name.count - word.count) <= limit {
      let changes = changes(Array(word), Array(name.lowercased()))
      if changes <= limit, changes < best?.changes ?? .max { best = (name, changes) }
    }
    return best?.name
  }

  /// Characters put in, left out or exchanged, and neighbors that changed places.
  static func changes(_ one: [Character], _ other: [Character]) -> Int {
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in 1...one.count {
      var now = [row]
      for column in 1...other.count {
        let same = one[row - 1] == other[column - 1]
        var least = min(last[column], now[column - 1]) + 1
        least = min(least, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2],
          one[row - 2] == other[column - 1]
        {
          least = min(least, before[column - 2] + 1)
        }
        now.append(least)
      }
      (before, last) = (last, now)
    }
    return last[other.count]
  }
}
