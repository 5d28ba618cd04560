import Glibc

/// Seconds of processor time that this process has used.
func processorSeconds() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Seconds of a clock that never goes back.
func wallSeconds() -> Double { seconds(CLOCK_MONOTONIC) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A row of measurements of one quantity.
struct Sample {
  private(set) var values: [Double] = []

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { quantile(0.5) }
  var least: Double { values.min() ?? .nan }
  var largest: Double { values.max() ?? .nan }

  private func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let place = Double(sorted.count - 1) * share
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}

/// A number with three significant digits or so, for tables.
func brief(_ value: Double) -> String {
  if !value.isFinite { return "–" }
  if abs(value) >= 100 {
    let digits = Array("\(Int(value.rounded()))")
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
  let scale: Double = abs(value) >= 10 ? 10 : 100
  return "\((value * scale).rounded() / scale)"
}

/// One line of the table and of the baseline.
struct Outcome {
  let workload: String
  let unit: String
  let peerName: String
  private(set) var ours = Sample()
  private(set) var peer = Sample()
  /// Ours over the peer's where more is better, the peer's over ours where less is: above 1 is
  /// faster. Empty where the two do not do the same work.
  private(set) var ratios = Sample()

  init(workload: String, unit: String, peerName: String) {
    self.workload = workload
    self.unit = unit
    self.peerName = peerName
  }

  /// Adds a round; its ratio is nil when the two are not to be compared.
  mutating func append(ours: Double, peer: Double, ratio: Double?) {
    self.ours.append(ours)
    self.peer.append(peer)
    if let ratio { ratios.append(ratio) }
  }

  var row: String {
    let ratio =
      ratios.values.isEmpty
      ? "–" : "\(brief(ratios.median)) (\(brief(ratios.least))…\(brief(ratios.largest)))"
    return "| \(workload) | \(brief(ours.median)) \(unit) "
      + "| \(brief(peer.median)) \(unit) (\(peerName)) | \(ratio) |"
  }

  /// One line of JSON; numbers that were not measured are null.
  func json(machine: String) -> String {
    func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
    func range(_ name: String, _ sample: Sample) -> String {
      "\"\(name)\":\(number(sample.median)),\"\(name)Min\":\(number(sample.least)),"
        + "\"\(name)Max\":\(number(sample.largest))"
    }
    return "{\"workload\":\(quoted(workload)),\"unit\":\(quoted(unit)),\(range("ours", ours)),"
      + "\"peer\":\(quoted(peerName)),\(range("peerValue", peer)),\(range("ratio", ratios)),"
      + "\"rounds\":\(ours.values.count),\"machine\":\(quoted(machine))}"
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

/// Seeded numbers (SplitMix64, Steele, Lea and Flood 2014): the same taps on every run.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A normally distributed number (Box and Muller, 1958).
  mutating func normal() -> Double {
    let u = 1 - Double.random(in: 0..<1, using: &self)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
