package import MeridianKernel

/// One node of the tree that a filter's text parses to, before it knows any layer.
package struct Expression: Sendable {
  /// What a node says.
  package indirect enum Kind: Sendable {
    case and([Expression])
    case or([Expression])
    case not(Expression)
    case comparison(Comparison, Expression, Expression)
    case like(Expression, pattern: Expression)
    case between(Expression, Expression, Expression)
    case oneOf(Expression, [Expression])
    case isNull(Expression)
    case arithmetic(Arithmetic, Expression, Expression)
    case negative(Expression)
    case ignoringCase(Expression)
    case ignoringAccents(Expression)
    case spatial(SpatialPredicate, Expression, Expression)
    case temporal(TemporalRelation, Expression, Expression)
    case array(ArrayRelation, Expression, Expression)
    case property(String)
    case number(Number)
    case text(String)
    case boolean(Bool)
    case instant(Instant)
    case interval(Expression, Expression)
    /// `'..'`, an open end of an interval.
    case openEnd
    case geometry(GeometryBuffer)
    /// The sides of a BBOX: west, south, east, north.
    case box([Double])
    case list([Expression])
  }

  /// What the node says.
  package var kind: Kind
  /// The bytes of the filter that say it.
  package var range: Range<Int>
  /// How many nodes lie on the longest way down, this one included.
  package var depth: Int
  /// Whether it stands in brackets, which make a value an array of one where an array is wanted.
  package var isBracketed = false

  /// The deepest tree: evaluation and SQL built from it recurse.
  static let deepest = 150
}

/// A relation of two moments or intervals (OGC 21-065r2, 7.8).
package enum TemporalRelation: String, Sendable, CaseIterable {
  case after = "T_AFTER"
  case before = "T_BEFORE"
  case contains = "T_CONTAINS"
  case disjoint = "T_DISJOINT"
  case during = "T_DURING"
  case equals = "T_EQUALS"
  case finishedBy = "T_FINISHEDBY"
  case finishes = "T_FINISHES"
  case intersects = "T_INTERSECTS"
  case meets = "T_MEETS"
  case metBy = "T_METBY"
  case overlappedBy = "T_OVERLAPPEDBY"
  case overlaps = "T_OVERLAPS"
  case startedBy = "T_STARTEDBY"
  case starts = "T_STARTS"

  /// Whether it is defined between intervals only.
  var needsIntervals: Bool {
    switch self {
    case .after, .before, .disjoint, .equals, .intersects: false
    default: true
    }
  }

  /// Whether it holds between two closed intervals (W3C/OGC Time Ontology, after Allen 1983).
  func holds(_ a: ClosedRange<Instant>, _ b: ClosedRange<Instant>) -> Bool {
    let (s, e) = (a.lowerBound, a.upperBound)
    let (t, f) = (b.lowerBound, b.upperBound)
    return switch self {
    case .after: s > f
    case .before: e < t
    case .contains: s < t && e > f
    case .disjoint: s > f || e < t
    case .during: s > t && e < f
    case .equals: s == t && e == f
    case .finishedBy: s < t && e == f
    case .finishes: s > t && e == f
    case .intersects: s <= f && e >= t
    case .meets: e == t
    case .metBy: s == f
    case .overlappedBy: s > t && s < f && e > f
    case .overlaps: s < t && e > t && e < f
    case .startedBy: s == t && e > f
    case .starts: s == t && e < f
    }
  }
}

/// The functions that a filter may call.
enum FunctionName {
  /// Every name, for suggestions.
  static let all: [String] =
    spatial.map(\.name) + TemporalRelation.allCases.map(\.rawValue)
    + ArrayRelation.allCases.map(\.rawValue)
    + ["CASEI", "ACCENTI", "DATE", "TIMESTAMP", "INTERVAL", "BBOX"]

  /// The spatial relations by name.
  static let spatial: [(name: String, predicate: SpatialPredicate)] =
    SpatialPredicate.allCases.map { ("S_" + $0.rawValue.uppercased(), $0) }

  /// The spatial relation of a name in upper case.
  static func spatial(_ name: String) -> SpatialPredicate? {
    spatial.first { $0.name == name }?.predicate
  }
}
