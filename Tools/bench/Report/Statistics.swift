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
