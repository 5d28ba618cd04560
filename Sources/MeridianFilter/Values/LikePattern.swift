/// A pattern of LIKE: `%` stands for any characters, `_` for one, and `\` before one of these or
/// before another `\` takes its special meaning.
struct LikePattern: Sendable {
  /// Code points, and above them all the two wildcards.
  private var units: [UInt32] = []

  private static let any: UInt32 = 0x110000
  private static let one: UInt32 = 0x110001

  init(_ pattern: Span<UInt8>) {
    var at = 0
    var isEscaped = false
    while at < pattern.count {
      let (scalar, length) = UTF8Scan.scalar(pattern, at: at)
      at += length
      let next = at < pattern.count ? pattern[at] : 0
      if isEscaped {
        units.append(scalar.value)
        isEscaped = false
      } else if scalar == "\\", [UInt8](arrayLiteral: 0x25, 0x5F, 0x5C).contains(next) {
        isEscaped = true
      } else if scalar == "%" {
        // One after another means the same.
        if units.last != Self.any { units.append(Self.any) }
      } else {
        units.append(scalar == "_" ? Self.one : scalar.value)
      }
    }
  }

  /// Whether a whole text fits the pattern. O(text · pattern) at worst.
  func matches(_ text: Span<UInt8>) -> Bool {
    var (at, unit) = (0, 0)
    // Where the last `%` was met, and how far the text was then.
    var (retry, resume): (Int, Int) = (-1, 0)
    while at < text.count {
      let (scalar, length) = UTF8Scan.scalar(text, at: at)
      if unit < units.count, units[unit] == scalar.value || units[unit] == Self.one {
        at += length
        unit += 1
      } else if unit < units.count, units[unit] == Self.any {
        retry = unit
        resume = at
        unit += 1
      } else if retry >= 0 {
        // The last `%` takes one character more.
        resume += UTF8Scan.scalar(text, at: resume).length
        at = resume
        unit = retry + 1
      } else {
        return false
      }
    }
    while unit < units.count, units[unit] == Self.any { unit += 1 }
    return unit == units.count
  }
}
