/// The nearest of some known names to what was typed.
package enum Suggestion {
  /// The known name that differs least, if it is close enough to be meant; ties go to the first.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(40))
    var best: (name: String, distance: Int)?
    for name in names {
      let known = Array(name.lowercased().unicodeScalars)
      let distance = distance(typed, known)
      let isStart = typed.count >= 3 && known.starts(with: typed)
      guard isStart || distance <= max(1, min(typed.count, known.count) / 3) else { continue }
      let weight = isStart ? min(distance, 1) : distance
      if best.map({ weight < $0.distance }) ?? true { best = (name, weight) }
    }
    return best?.name
  }

  /// Letters inserted, removed, changed or swapped with a neighbor.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in b.indices {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
