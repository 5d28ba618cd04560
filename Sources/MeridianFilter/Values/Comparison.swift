/// An operator that compares two values of one type.
package enum Comparison: String, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// Whether it holds of two values that are ordered so (negative, zero, positive).
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// The operator that says the same with the two sides exchanged.
  var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The operator that holds exactly where this one does not.
  var negated: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}

/// A value of three-valued logic; AND is the minimum, OR the maximum.
enum Truth: Int8, Comparable, Sendable {
  case no = 0
  case unknown = 1
  case yes = 2

  @inline(__always)
  init(_ value: Bool) { self = value ? .yes : .no }

  static func < (a: Truth, b: Truth) -> Bool { a.rawValue < b.rawValue }

  /// NOT: unknown stays unknown.
  @inline(__always)
  var negated: Truth {
    switch self {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }
}
