/// What a workload measured: one quantity for every contestant, ours first.
struct Outcome {
  /// The data set's name.
  let data: String
  /// What was done with it.
  let work: String
  let unit: String
  let isMoreBetter: Bool
  var lanes: [Lane] = []
  /// What is worth saying besides the numbers.
  var notes: [String] = []

  /// One contestant's rounds.
  struct Lane {
    let contestant: String
    var values = Sample()
    /// By what factor we are better, round by round; empty for ourselves.
    var ratios = Sample()
    /// How many questions a round had, and how many answers each of them.
    var questions = 0
    var hits: Double?

    init(contestant: String) { self.contestant = contestant }
  }

  init(data: String, work: String, unit: String, isMoreBetter: Bool) {
    self.data = data
    self.work = work
    self.unit = unit
    self.isMoreBetter = isMoreBetter
  }

  /// Adds a round, one value a lane.
  mutating func append(_ values: [Double]) {
    guard let ours = values.first else { return }
    for (number, value) in values.enumerated() {
      lanes[number].values.append(value)
      if number > 0 { lanes[number].ratios.append(isMoreBetter ? ours / value : value / ours) }
    }
  }

  /// A line for whoever watches.
  var text: String {
    let parts = lanes.map { lane in
      let ratio = lane.ratios.values.isEmpty ? "" : " [\(lane.ratioText)]"
      return "\(lane.contestant) \(brief(lane.values.median)) \(unit)\(ratio)"
    }
    return "\(data), \(work): " + parts.joined(separator: "; ")
      + notes.map { "\n    " + $0 }.joined()
  }

  /// An object of JSON; numbers that were not measured are null.
  var json: String {
    let lanes = lanes.map { lane in
      var fields = [
        "\"contestant\":\(JSONText.quoted(lane.contestant))",
        "\"median\":\(JSONText.number(lane.values.median))",
        "\"range\":[\(JSONText.number(lane.values.least)),\(JSONText.number(lane.values.largest))]",
      ]
      if !lane.ratios.values.isEmpty {
        fields.append("\"ratio\":\(JSONText.number(lane.ratios.median))")
        fields.append(
          "\"ratioRange\":[\(JSONText.number(lane.ratios.least)),"
            + "\(JSONText.number(lane.ratios.largest))]")
      }
      if lane.questions > 0 { fields.append("\"questions\":\(lane.questions)") }
      if let hits = lane.hits { fields.append("\"hits\":\(JSONText.number(hits))") }
      return "{" + fields.joined(separator: ",") + "}"
    }
    return "{\"data\":\(JSONText.quoted(data)),\"work\":\(JSONText.quoted(work)),"
      + "\"unit\":\(JSONText.quoted(unit)),\"lanes\":[\(lanes.joined(separator: ","))],"
      + "\"notes\":[\(notes.map(JSONText.quoted).joined(separator: ","))]}"
  }
}

extension Outcome.Lane {
  /// The median ratio and its range.
  var ratioText: String {
    "\(brief(ratios.median)) × (\(brief(ratios.least))…\(brief(ratios.largest)))"
  }
}

/// The little JSON that baselines need.
enum JSONText {
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    // Six significant digits say all that a measurement knows.
    guard value != 0 else { return "0" }
    var scale = 1.0
    while abs(value) * scale < 1e5 && scale < 1e12 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
