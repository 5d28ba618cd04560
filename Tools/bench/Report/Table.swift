/// The table of the README: a line for a workload, a column for whoever took part in most of them.
enum Table {
  static func text(of outcomes: [Outcome]) -> String {
    let races = outcomes.filter { $0.unit == "/s" }
    let duels = outcomes.filter { $0.unit != "/s" }
    var parts: [String] = []
    if !races.isEmpty { parts.append(matrix(races)) }
    if !duels.isEmpty { parts.append(list(duels)) }
    return parts.joined(separator: "\n\n")
  }

  /// Questions a second; the ratio is how many times as many we answer, median and range.
  private static func matrix(_ outcomes: [Outcome]) -> String {
    var names: [String] = []
    for outcome in outcomes {
      for lane in outcome.lanes where !names.contains(lane.contestant) {
        names.append(lane.contestant)
      }
    }
    var lines = ["| questions a second | " + names.joined(separator: " | ") + " |"]
    lines.append("|---|" + names.map { _ in "--:|" }.joined())
    for outcome in outcomes {
      let cells = names.map { name -> String in
        guard let lane = outcome.lanes.first(where: { $0.contestant == name }) else { return "" }
        let value = brief(lane.values.median)
        return lane.ratios.values.isEmpty ? value : "\(value): \(lane.ratioText)"
      }
      lines.append("| \(outcome.data), \(outcome.work) | " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  /// One line for every pair.
  private static func list(_ outcomes: [Outcome]) -> String {
    var lines = ["| workload | Meridian | peer | we are better by |", "|---|--:|--:|--:|"]
    for outcome in outcomes {
      guard let ours = outcome.lanes.first else { continue }
      let mine = "\(brief(ours.values.median)) \(outcome.unit)"
      if outcome.lanes.count == 1 {
        lines.append("| \(outcome.data), \(outcome.work) | \(mine) | | |")
      }
      for lane in outcome.lanes.dropFirst() {
        lines.append(
          "| \(outcome.data), \(outcome.work) | \(mine) "
            + "| \(brief(lane.values.median)) \(outcome.unit) (\(lane.contestant)) "
            + "| \(lane.ratioText) |")
      }
    }
    return lines.joined(separator: "\n")
  }
}
