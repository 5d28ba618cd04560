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
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
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
  var workload: String
  var unit: String
  var ours: Sample
  var peer: Sample
  var peerName: String
  /// Ours over the peer's where more is better, the peer's over ours where less is: above 1 is
  /// faster.
  var ratios: Sample

  var row: String {
    "| \(workload) | \(brief(ours.median)) \(unit) | \(brief(peer.median)) \(unit) (\(peerName)) "
      + "| \(brief(ratios.median)) (\(brief(ratios.least))…\(brief(ratios.largest))) |"
  }

  func json(machine: String) -> String {
    "{\"workload\":\"\(workload)\",\"unit\":\"\(unit)\",\"ours\":\(ours.median),"
      + "\"peer\":\"\(peerName)\",\"peerValue\":\(peer.median),\"ratio\":\(ratios.median),"
      + "\"ratioMin\":\(ratios.least),\"ratioMax\":\(ratios.largest),"
      + "\"rounds\":\(ratios.values.count),"
      + "\"machine\":\"\(machine)\"}"
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
