internal import MeridianKernel
internal import MeridianStore

extension Program {
  /// The truth of a condition that needs no geometry, for one row.
  func truth(_ index: Index, _ row: [AttributeValue]) -> Truth {
    switch nodes[Int(index)] {
    case .constant(let truth): return truth
    case .all(let first, let count):
      var result = Truth.yes
      for operand in operands(first, count) {
        result = min(result, truth(operand, row))
        if result == .no { break }
      }
      return result
    case .any(let first, let count):
      var result = Truth.no
      for operand in operands(first, count) {
        result = max(result, truth(operand, row))
        if result == .yes { break }
      }
      return result
    case .not(let inner): return truth(inner, row).negated
    case .columnInteger(let comparison, let slot, let literal):
      guard let number = columnNumber(slot, row) else { return .unknown }
      return Truth(comparison.holds(Number.order(number, .integer(literal))))
    case .columnReal(let comparison, let slot, let literal):
      guard let number = columnNumber(slot, row) else { return .unknown }
      return Truth(comparison.holds(Number.order(number, .real(literal))))
    case .columnText(let comparison, let slot, let text):
      let literal = texts[Int(text)]
      guard Int(slot) < row.count, case .text(let value) = row[Int(slot)] else { return .unknown }
      return Truth(comparison.holds(value.withSpan { UTF8Scan.order($0, literal.span) }))
    case .flag(let slot): return flag(slot, row)
    case .isNullColumn(let slot): return Truth(isNull(slot, row))
    default: return comparisonTruth(index, row)
    }
  }

  /// The truth of a condition over values.
  private func comparisonTruth(_ index: Index, _ row: [AttributeValue]) -> Truth {
    switch nodes[Int(index)] {
    case .numbers(let comparison, let a, let b):
      guard let a = number(a, row), let b = number(b, row) else { return .unknown }
      return Truth(comparison.holds(Number.order(a, b)))
    case .texts(let comparison, let a, let b):
      guard let order = textOrder(a, b, row) else { return .unknown }
      return Truth(comparison.holds(order))
    case .instants(let comparison, let a, let b):
      guard let a = instant(a, row), let b = instant(b, row) else { return .unknown }
      return Truth(comparison.holds(Instant.order(a, b)))
    case .truths(let comparison, let a, let b):
      return Self.compare(comparison, truth(a, row), truth(b, row))
    case .numberSet(let operand, let set):
      guard let value = number(operand, row) else { return .unknown }
      return Truth(Self.holds(numberSets[Int(set)]) { Number.order($0, value) })
    case .textSet(let operand, let set):
      let list = textSets[Int(set)]
      let isIn = withText(operand, row) { text in
        Self.holds(list) { UTF8Scan.order($0.span, text) }
      }
      return isIn.map { Truth($0) } ?? .unknown
    case .instantSet(let operand, let set):
      guard let value = instant(operand, row) else { return .unknown }
      return Truth(Self.holds(instantSets[Int(set)]) { Instant.order($0, value) })
    case .like(let operand, let pattern):
      let pattern = patterns[Int(pattern)]
      return withText(operand, row) { Truth(pattern.matches($0)) } ?? .unknown
    case .isNullNumber(let operand): return Truth(number(operand, row) == nil)
    case .isNullText(let operand): return Truth(withText(operand, row) { _ in true } == nil)
    case .isUnknown(let operand): return Truth(truth(operand, row) == .unknown)
    case .temporal(let relation, let first): return temporal(relation, operands(first, 4), row)
    case .arrays(let relation, let a, let b):
      guard let a = array(a, row), let b = array(b, row) else { return .unknown }
      return Truth(relation.holds(a, b))
    default: return .unknown
    }
  }

  /// Compares two truths that are both known.
  static func compare(_ comparison: Comparison, _ a: Truth, _ b: Truth) -> Truth {
    if a == .unknown || b == .unknown { return .unknown }
    return Truth(comparison.holds(Int(a.rawValue) - Int(b.rawValue)))
  }

  /// Whether a sorted list holds a value, told by how its items are ordered to it. O(log items).
  private static func holds<Item>(_ list: [Item], _ order: (Item) -> Int) -> Bool {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      let side = order(list[middle])
      if side == 0 { return true }
      if side < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }

  /// A relation of two intervals; unknown where an end is, or where one ends before it starts.
  private func temporal(
    _ relation: TemporalRelation, _ ends: ArraySlice<Index>, _ row: [AttributeValue]
  ) -> Truth {
    let first = ends.startIndex
    guard let a = instant(ends[first], row), let b = instant(ends[first + 1], row),
      let c = instant(ends[first + 2], row), let d = instant(ends[first + 3], row),
      a <= b, c <= d
    else { return .unknown }
    return Truth(relation.holds(a...b, c...d))
  }
}

// MARK: - With geometry

extension Program {
  /// The truth of any condition for one row and its geometry.
  func truth<R: SpatialRelating>(
    _ index: Index, _ row: [AttributeValue], _ geometry: borrowing GeometryBuffer,
    hasGeometry: Bool, _ relating: inout R
  ) throws(R.Failure) -> Truth {
    guard isSpatial[Int(index)] else { return truth(index, row) }
    switch nodes[Int(index)] {
    case .all(let first, let count):
      var result = Truth.yes
      for operand in operands(first, count) {
        let next = try truth(operand, row, geometry, hasGeometry: hasGeometry, &relating)
        result = min(result, next)
        if result == .no { break }
      }
      return result
    case .any(let first, let count):
      var result = Truth.no
      for operand in operands(first, count) {
        let next = try truth(operand, row, geometry, hasGeometry: hasGeometry, &relating)
        result = max(result, next)
        if result == .yes { break }
      }
      return result
    case .not(let inner):
      return try truth(inner, row, geometry, hasGeometry: hasGeometry, &relating).negated
    case .isUnknown(let inner):
      let inner = try truth(inner, row, geometry, hasGeometry: hasGeometry, &relating)
      return Truth(inner == .unknown)
    case .truths(let comparison, let a, let b):
      let a = try truth(a, row, geometry, hasGeometry: hasGeometry, &relating)
      let b = try truth(b, row, geometry, hasGeometry: hasGeometry, &relating)
      return Self.compare(comparison, a, b)
    case .isNullGeometry: return Truth(!hasGeometry)
    case .spatial(let predicate, let literal):
      guard hasGeometry else { return .unknown }
      return Truth(try relating.holds(predicate, of: geometry, literal: Int(literal)))
    case .spatialLiterals(let predicate, let a, let b):
      return Truth(try relating.holds(predicate, of: literals[Int(a)], literal: Int(b)))
    default: return .unknown
    }
  }
}
