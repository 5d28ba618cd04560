/// SQLite's GLOB patterns as regular expressions of ECMA-262, which JSON Schema uses.
package enum GlobPattern {
  /// The expression that the same texts fit, character by character of Unicode.
  package static func regularExpression(_ glob: String) -> String {
    var result = "^"
    var rest = glob.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": result += #"[\s\S]*"#
      case "?": result += #"[\s\S]"#
      case "[":
        // SQLite lets nothing fit a set that is not closed.
        guard let set = set(&rest) else { return never }
        result += set
      default: result += escaped(scalar, within: "\\^$.|?*+()[]{}/")
      }
    }
    return result + "$"
  }

  /// An expression that nothing fits.
  private static let never = "(?!)"

  /// What stands between brackets, read as SQLite reads it: `^` first turns it round, `]` first
  /// stands for itself, and `-` between two characters makes a range.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var inside = ""
    var isInverse = false
    if rest.first == "^" {
      isInverse = true
      rest.removeFirst()
    }
    if rest.first == "]" {
      inside += #"\]"#
      rest.removeFirst()
    }
    // A character that may yet begin a range, and how it is written if it does not.
    var prior: Unicode.Scalar?
    var pending = ""
    while let scalar = rest.popFirst() {
      if scalar == "]" {
        inside += pending
        if inside.isEmpty { return isInverse ? #"[\s\S]"# : never }
        return "[" + (isInverse ? "^" : "") + inside + "]"
      }
      if scalar == "-", let start = prior, let end = rest.first, end != "]" {
        rest.removeFirst()
        // A range that runs backward holds its start alone, and would be an error elsewhere.
        inside += start <= end ? range(start, end) : pending
        (prior, pending) = (nil, "")
      } else {
        inside += pending
        (prior, pending) = (scalar, escaped(scalar, within: special))
      }
    }
    return nil
  }

  private static let special = "\\]^-["

  private static func range(_ start: Unicode.Scalar, _ end: Unicode.Scalar) -> String {
    escaped(start, within: special) + "-" + escaped(end, within: special)
  }

  private static func escaped(_ scalar: Unicode.Scalar, within special: String) -> String {
    special.unicodeScalars.contains(scalar) ? "\\" + String(scalar) : String(scalar)
  }
}
