/// What one run of a program in a comparison measured: loading, and its second round of taps.
struct TurnFigures: Hashable, Sendable {
  /// The figures by name, in nanoseconds, memory in bytes.
  private(set) var values: [String: Double] = [:]
  /// What the run looked at and found, to tell whether two runs did the same.
  private(set) var work: [UInt64] = []

  /// The name of the one figure in bytes.
  static let memory = "peak memory"

  /// The names of the figures in the order they are told.
  static let names =
    ["open", "index"] + ProfileStage.allCases.map { "\($0.rawValue) mean" }
    + ["tap mean", "tap p50", "tap p90", "tap p99", memory]

  /// Reads a report; nil for anything else.
  init?(_ report: [UInt8]) {
    guard let document = try? JSONDocument(),
      let record = try? document.parse(report, 0..<report.count),
      let stages = record["stages"], let counters = record["counters"],
      let round = record["rounds"]?.elements.reduce(nil as JSONValue?, { $1 })
    else { return nil }
    for stage in stages.elements {
      guard let name = stage["stage"]?.string, name == "open" || name == "index" else { continue }
      values[name] = stage["p50Ns"]?.double
    }
    for stage in ProfileStage.allCases {
      values["\(stage.rawValue) mean"] = round["\(stage.rawValue)MeanNs"]?.double
    }
    values["tap mean"] = round["tapMeanNs"]?.double
    for percentile in ["p50", "p90", "p99"] {
      values["tap \(percentile)"] = round[percentile + "Ns"]?.double
    }
    values[Self.memory] = record["memory"]?["peakBytes"]?.double
    guard values["tap p50"] != nil else { return nil }
    for counter in counters.elements where counter["counter"]?.string == "hits" {
      work += ["count", "p50", "p90", "p99", "p999", "max"].map { counter[$0]?.uint64 ?? 0 }
    }
  }
}

/// One figure of a comparison.
struct ComparedFigure: Sendable {
  /// Its name, of ``TurnFigures/names``.
  var name: String
  /// The median over the baseline's turns.
  var baseline: Double
  /// The median over this program's turns.
  var now: Double
  /// This program's over the baseline's, turn by turn.
  var ratio: Bootstrap

  /// Compares a figure of paired turns; nil where a turn lacks it or has nothing to divide by.
  init?(_ name: String, _ pairs: [(baseline: TurnFigures, now: TurnFigures)], seed: UInt64) {
    let values = pairs.compactMap { pair -> (Double, Double)? in
      guard let before = pair.baseline.values[name], let after = pair.now.values[name],
        before > 0
      else { return nil }
      return (before, after)
    }
    guard values.count == pairs.count,
      let ratio = Bootstrap(
        values.map { $0.1 / $0.0 }, seed: seed, figures: TurnFigures.names.count)
    else { return nil }
    self.name = name
    self.ratio = ratio
    baseline = Bootstrap.median(of: values.map(\.0))
    now = Bootstrap.median(of: values.map(\.1))
  }

  /// Whether it is counted in bytes.
  var isMemory: Bool { name == TurnFigures.memory }

  /// A difference in time below this share is none: a copy of the same program may make as much.
  static let least = 0.01
  /// The same for memory, where it depends on the file cache how much of a program is mapped.
  static let leastMemory = 0.1

  /// What the interval allows to say.
  var verdict: String {
    let least = isMemory ? Self.leastMemory : Self.least
    if ratio.low <= 1 + least && ratio.high >= 1 - least { return "no difference" }
    if isMemory { return ratio.median < 1 ? "less" : "more" }
    return ratio.median < 1 ? "faster" : "slower"
  }

  /// A value with its unit.
  func text(_ value: Double) -> String {
    let whole = UInt64(max(value.rounded(), 0))
    return isMemory ? DurationText.memory(whole) : DurationText.brief(whole)
  }
}
