internal import MeridianStore

// MARK: - Moments and intervals

extension Binder {
  /// An operand of a temporal function: its two ends, and whether it is made of dates only.
  private struct Extent {
    var start: Program.Index
    var end: Program.Index
    var isDates: Bool
  }

  mutating func temporal(
    _ relation: TemporalRelation, _ a: Expression, _ b: Expression
  ) throws(FilterError) -> Program.Index {
    var left = try extent(a, relation)
    var right = try extent(b, relation)
    // A date beside a time is the whole day; beside a date it is a moment of its own resolution.
    if left.isDates != right.isDates {
      if left.isDates { left.end = dayEnd(left.end) } else { right.end = dayEnd(right.end) }
    }
    let ends = [left.start, left.end, right.start, right.end]
    return condition(.temporal(relation, first: program.link(ends)), of: ends)
  }

  private mutating func dayEnd(_ end: Program.Index) -> Program.Index {
    if case .instant(let instant) = program.nodes[Int(end)] {
      return program.add(.instant(instant.end))
    }
    return program.add(.dayEnd(end))
  }

  private mutating func extent(
    _ expression: Expression, _ relation: TemporalRelation
  ) throws(FilterError) -> Extent {
    guard case .interval(let start, let end) = expression.kind else {
      let node = try value(.instant, expression, for: relation.rawValue)
      guard !relation.needsIntervals else {
        throw error(
          "\(relation.rawValue) relates two intervals; for a single date or time use "
            + "T_INTERSECTS, T_BEFORE or T_AFTER", at: expression)
      }
      return Extent(start: node, end: node, isDates: isDate(node))
    }
    let from = try intervalEnd(start, open: .distantPast)
    let to = try intervalEnd(end, open: .distantFuture)
    if case .instant(let first) = program.nodes[Int(from)],
      case .instant(let last) = program.nodes[Int(to)], last < first
    {
      throw error("this interval ends before it starts", at: expression)
    }
    return Extent(start: from, end: to, isDates: isDateOrOpen(from) && isDateOrOpen(to))
  }

  private mutating func intervalEnd(
    _ expression: Expression, open: Instant
  ) throws(FilterError) -> Program.Index {
    if case .openEnd = expression.kind { return program.add(.instant(open)) }
    return try value(.instant, expression, for: "an end of INTERVAL")
  }

  private func isDate(_ node: Program.Index) -> Bool {
    switch program.nodes[Int(node)] {
    case .instant(let instant): instant.isDate
    case .instantColumn(let slot):
      layer.columns.first { $0.name == program.columns[Int(slot)] }?.type == .date
    default: false
    }
  }

  private func isDateOrOpen(_ node: Program.Index) -> Bool {
    if case .instant(let instant) = program.nodes[Int(node)],
      instant == .distantPast || instant == .distantFuture
    {
      return true
    }
    return isDate(node)
  }
}
