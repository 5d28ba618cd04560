public import MeridianStore

/// One thing that a column asks of its values.
public enum FieldRule: Hashable, Sendable {
  /// NULL is refused.
  case notNull
  /// A text has at most so many characters, or a blob so many bytes (`TEXT(40)`).
  case length(Int64)
  /// A whole number lies within what the declared type holds (GeoPackage, table 1).
  case size(ClosedRange<Int64>)
  /// A field domain of GeoPackage's schema extension, by its name.
  case domain(name: String, ColumnConstraint)
  /// A field domain that the file names and does not have: nothing is asked.
  case missingDomain(name: String)
  /// The values of these columns together occur once; some rows may be left out of it.
  case unique(columns: [String], isPartial: Bool)
  /// A CHECK constraint of the table that speaks of the column.
  case check(TableCheck)
  /// The values of these columns are those of a row of another table.
  case reference(columns: [String], table: String, targetColumns: [String])

  /// A stable word for programs.
  public var code: String {
    switch self {
    case .notNull: "notNull"
    case .length: "length"
    case .size: "size"
    case .domain(_, .oneOf): "enum"
    case .domain(_, .range): "range"
    case .domain(_, .glob): "glob"
    case .missingDomain: "missingDomain"
    case .unique: "unique"
    case .check: "check"
    case .reference: "reference"
    }
  }

  /// The rule's name in the file, or what its declaration says, for sentences that name it.
  public var constraint: String {
    switch self {
    case .notNull: "NOT NULL"
    case .length(let most): "at most \(most)"
    case .size(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .domain(let name, _), .missingDomain(let name): name
    case .unique(let columns, _): "UNIQUE (\(columns.joined(separator: ", ")))"
    case .check(let check): check.name ?? "CHECK (\(check.condition))"
    case .reference(let columns, let table, let targets):
      "FOREIGN KEY (\(columns.joined(separator: ", "))) REFERENCES \(table) "
        + "(\(targets.joined(separator: ", ")))"
    }
  }

  /// The rule in a few words, as a form shows it.
  public var summary: String {
    switch self {
    case .notNull: "not null"
    case .length(let most): "at most \(most)"
    case .size(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .domain(let name, let constraint): "\(constraint.allowed) (\(name))"
    case .missingDomain(let name): "domain \(name) is missing"
    case .unique(let columns, let isPartial):
      (columns.count < 2 ? "unique" : "unique with \(columns.joined(separator: ", "))")
        + (isPartial ? " in part" : "")
    case .check(let check): "CHECK (\(check.condition))"
    case .reference(_, let table, let targets):
      "refers to \(table) (\(targets.joined(separator: ", ")))"
    }
  }
}

extension ColumnConstraint {
  /// What is allowed, such as `one of good, fair, poor` or `at least 0 and below 100`.
  public var allowed: String {
    switch self {
    case .oneOf(let values):
      let shown = values.prefix(12).map { Wording.short($0.value) }.joined(separator: ", ")
      return "one of " + shown + (values.count > 12 ? " and \(values.count - 12) more" : "")
    case .range(let lower, let upper):
      let from = lower.map { ($0.isInclusive ? "at least " : "above ") + Wording.number($0.value) }
      let to = upper.map { ($0.isInclusive ? "at most " : "below ") + Wording.number($0.value) }
      let sides = [from, to].compactMap { $0 }
      return sides.isEmpty ? "any number" : sides.joined(separator: " and ")
    case .glob(let pattern): return "like \(Wording.short(pattern))"
    }
  }

  /// Whether a value that is not NULL is allowed.
  public func allows(_ value: AttributeValue) -> Bool {
    switch self {
    case .oneOf(let values): values.contains { Self.isSame(value, $0.value) }
    case .range(let lower, let upper):
      lower.map { Self.isWithin(value, $0, isLower: true) } ?? true
        && upper.map { Self.isWithin(value, $0, isLower: false) } ?? true
    case .glob(let pattern):
      switch value {
      case .text(let text): GlobPattern.matches(text, pattern)
      case .integer(let number): GlobPattern.matches(String(number), pattern)
      case .real(let number): GlobPattern.matches(Wording.number(number), pattern)
      case .null, .blob: false
      }
    }
  }

  /// Domains hold texts: numbers are compared as numbers, everything else byte by byte.
  private static func isSame(_ value: AttributeValue, _ allowed: String) -> Bool {
    switch value {
    case .text(let text): text.utf8.elementsEqual(allowed.utf8)
    case .integer(let number):
      Int64(allowed) == number || Double(allowed).flatMap { Int64(exactly: $0) } == number
    case .real(let number): Double(allowed) == number
    case .null, .blob: false
    }
  }

  private static func isWithin(_ value: AttributeValue, _ bound: Bound, isLower: Bool) -> Bool {
    // Negative below the bound, 0 on it.
    let side: Int
    switch value {
    case .integer(let number):
      // A bound beyond 2⁵³ must not swallow the difference of one.
      if let exact = Int64(exactly: bound.value) {
        side = number < exact ? -1 : number > exact ? 1 : 0
      } else {
        side = Double(number) < bound.value ? -1 : 1
      }
    case .real(let number):
      guard !number.isNaN else { return false }
      side = number < bound.value ? -1 : number > bound.value ? 1 : 0
    case .null, .text, .blob: return false
    }
    return side == 0 ? bound.isInclusive : (side > 0) == isLower
  }
}

/// SQLite's GLOB (section 3.7 of its expressions): `*`, `?`, `[a-z]`, `[^a-z]`, case told apart.
enum GlobPattern {
  /// Whether a text fits. O(text × pattern).
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let text = Array(text.unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (at, place) = (0, 0)
    // The last star, and where the text after what it swallowed begins.
    var star: (pattern: Int, text: Int)?
    while true {
      if place < pattern.count, pattern[place] == "*" {
        place += 1
        star = (place, at)
      } else if at < text.count, let next = step(text[at], pattern, place) {
        at += 1
        place = next
      } else if place == pattern.count && at == text.count {
        return true
      } else if let last = star, last.text < text.count {
        star = (last.pattern, last.text + 1)
        (place, at) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
  }

  /// The place behind the element at `place` when it fits a character.
  private static func step(
    _ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ place: Int
  ) -> Int? {
    guard place < pattern.count else { return nil }
    switch pattern[place] {
    case "?": return place + 1
    case "[": return set(scalar, pattern, place + 1)
    default: return pattern[place] == scalar ? place + 1 : nil
    }
  }

  /// The same for a set; one that is not closed fits nothing.
  private static func set(
    _ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ start: Int
  ) -> Int? {
    var place = start
    var isInverted = false
    var isFound = false
    if place < pattern.count, pattern[place] == "^" {
      isInverted = true
      place += 1
    }
    var last: Unicode.Scalar?
    if place < pattern.count, pattern[place] == "]" {
      isFound = scalar == "]"
      place += 1
    }
    while place < pattern.count, pattern[place] != "]" {
      if pattern[place] == "-", let from = last, place + 1 < pattern.count,
        pattern[place + 1] != "]"
      {
        if from.value <= scalar.value && scalar.value <= pattern[place + 1].value { isFound = true }
        last = nil
        place += 2
      } else {
        if pattern[place] == scalar { isFound = true }
        last = pattern[place]
        place += 1
      }
    }
    guard place < pattern.count, isFound != isInverted else { return nil }
    return place + 1
  }
}
