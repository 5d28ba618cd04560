/// Text of a file inside a sentence: in quotes, short, and nothing a terminal obeys.
enum Quote {
  private static let limit = 60

  static func of(_ text: String) -> String {
    let plain = plain(text)
    return "\"\(plain)\""
  }

  /// Without quotes; at most so many characters that a sentence stays one.
  static func plain(_ text: String, limit: Int = Quote.limit) -> String {
    var out = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit { return out + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Words in a list: `a, b or c`.
  static func list(_ words: [String], _ last: String = "or") -> String {
    guard let end = words.last else { return "" }
    let rest = words.dropLast()
    return rest.isEmpty ? end : rest.joined(separator: ", ") + " \(last) " + end
  }
}

/// The name that was probably meant.
enum Suggestion {
  /// Longer names are not compared.
  private static let lengthLimit = 80

  /// `; did you mean "x"?` with the nearest candidate, or `otherwise` when none is near.
  static func text(
    for name: String, among candidates: some Sequence<String>, otherwise: String
  ) -> String {
    nearest(to: name, among: candidates).map { "; did you mean \(Quote.of($0))?" } ?? otherwise
  }

  /// The candidate with the fewest letters to change, at most a third of the name's; the first of
  /// several.
  static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard wanted.count <= lengthLimit else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      let most = min(best.map { $0.distance - 1 } ?? .max, max(1, wanted.count / 3))
      guard other.count <= lengthLimit, abs(other.count - wanted.count) <= most else { continue }
      let distance = distance(wanted, other)
      if distance <= most { best = (distance, candidate) }
    }
    return best?.name
  }

  /// Letters to add, remove, change, or swap with their neighbor (optimal string alignment).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var next = [row + 1]
      for (column, second) in other.enumerated() {
        var least = min(
          last[column + 1] + 1, next[column] + 1, last[column] + (letter == second ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == second {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      before = last
      last = next
    }
    return last[other.count]
  }
}
