internal import MeridianStore

/// An answer counted by the values of a column, the most frequent first.
struct QueryGroups {
  /// One value, how often it stands there, and the sums of other columns over its rows.
  struct Group {
    var value: AttributeValue
    var count: Int
    var sums: [Double]
  }

  let column: QueryColumn
  let sums: [String]
  private(set) var groups: [Group] = []

  /// Counts all rows of a run. O(rows + values).
  init(_ run: QueryRun, _ grouping: QueryRequest.Grouping) throws(CommandError) {
    let place = try Self.place(of: grouping.column, in: run)
    let sumPlaces = try grouping.sums.map { name throws(CommandError) in
      try Self.place(of: name, in: run)
    }
    column = run.columns[place]
    sums = sumPlaces.map { run.columns[$0].name }
    var places: [AttributeValue: Int] = [:]
    var groups: [Group] = []
    try run.forEach { row in
      let value = row.values[place]
      let number = places[value] ?? groups.count
      if number == groups.count {
        places[value] = number
        groups.append(
          Group(value: value, count: 0, sums: Array(repeating: 0, count: sumPlaces.count)))
      }
      groups[number].count += 1
      for (sum, place) in sumPlaces.enumerated() {
        switch row.values[place] {
        case .integer(let whole): groups[number].sums[sum] += Double(whole)
        case .real(let real): groups[number].sums[sum] += real
        case .null, .text, .blob: break
        }
      }
      return true
    }
    // Stable: equally frequent values stand as they were met.
    self.groups = groups.enumerated().sorted { a, b in
      a.element.count != b.element.count
        ? a.element.count > b.element.count : a.offset < b.offset
    }.map(\.element)
  }

  private static func place(
    of name: String, in run: QueryRun
  ) throws(CommandError) -> Int {
    let folded = name.lowercased()
    if let place = run.columns.firstIndex(where: { $0.name == name })
      ?? run.columns.firstIndex(where: { $0.name.lowercased() == folded })
    {
      return place
    }
    let names = run.columns.map(\.name)
    let near = Suggestion.nearest(to: name, among: names)
    throw CommandError(
      "noSuchColumn",
      "The answer has no column \(ValueProblem.quoted(name)); "
        + (near.map { "did you mean “\($0)”?" } ?? "it has " + names.joined(separator: ", ") + "."),
      exitCode: .usage)
  }
}
