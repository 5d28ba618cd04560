/// A profile in the Chrome trace event format, which Perfetto, speedscope and Chrome open.
///
/// The JSON object form, one complete event (`"ph":"X"`) for opening, for loading, for every tap
/// and for each of its stages; times are microseconds with nanoseconds behind the point. A stage
/// that ran several times within a tap, once a layer, is drawn as one event of the summed length.
/// Events that follow or hold one another share no moment: viewers that sort by time alone would
/// nest them wrongly, so a nanosecond is left between.
struct EventTrace {
  /// The most taps that are written: what viewers still open.
  static let limit = 50_000

  private let report: ProfileReport
  private let loaded: (open: UInt64, index: UInt64)

  /// A trace of a report; `open` and `index` are when these began, from the start of the profile.
  init(_ report: ProfileReport, open: UInt64, index: UInt64) {
    self.report = report
    loaded = (open, index)
  }

  /// How many taps of all rounds are written.
  var taps: Int { min(report.replay.samples.count, Self.limit) }

  /// Writes the trace in blocks.
  func write(_ put: ([UInt8]) throws(CommandError) -> Void) throws(CommandError) {
    var json = JSONWriter()
    json.beginObject()
    json.member("displayTimeUnit", "ns")
    json.key("otherData")
    json.beginObject()
    json.member("store", report.store)
    json.member("taps", report.replay.taps)
    json.member("rounds", report.replay.rounds)
    json.member("written", taps)
    json.endObject()
    json.key("traceEvents")
    json.beginArray()
    name("process_name", "meridian profile", to: &json)
    name("thread_name", "taps", to: &json)
    event("open", "load", start: loaded.open, length: report.open, to: &json) { _ in }
    event(
      "index", "load", start: loaded.index + 1, length: report.index - min(report.index, 1),
      to: &json
    ) { arguments in
      arguments.member("features", report.features)
    }
    for number in 0..<taps {
      tap(number, to: &json)
      if json.bytes.count >= 1 << 16 {
        try put(json.bytes)
        json.removeAll()
      }
    }
    json.endArray()
    json.endObject()
    json.endLine()
    try put(json.bytes)
  }

  private func tap(_ number: Int, to json: inout JSONWriter) {
    let sample = report.replay.samples[number]
    let counts = report.replay.counts[number % report.replay.taps]
    event("tap", "tap", start: sample.start, length: sample.total, to: &json) { arguments in
      arguments.member("tap", number % report.replay.taps + 1)
      arguments.member("round", number / report.replay.taps + 1)
      for (name, value) in zip(TapCounts.names, counts.values) { arguments.member(name, value) }
    }
    var start = sample.start
    for stage in ProfileStage.allCases {
      // An empty slice would only clutter the picture.
      if sample[stage] > 2 && stage != .other {
        event(
          stage.rawValue, "stage", start: start + 1, length: sample[stage] - 2, to: &json
        ) { _ in }
      }
      start += sample[stage]
    }
  }

  private func name(_ kind: String, _ name: String, to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", kind)
    json.member("ph", "M")
    // Speedscope asks every event for a time, the naming ones too.
    json.member("ts", 0)
    json.member("pid", 1)
    json.member("tid", 1)
    json.key("args")
    json.beginObject()
    json.member("name", name)
    json.endObject()
    json.endObject()
  }

  private func event(
    _ name: String, _ category: String, start: UInt64, length: UInt64, to json: inout JSONWriter,
    arguments: (inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.member("name", name)
    json.member("cat", category)
    json.member("ph", "X")
    json.member("ts", Double(start) / 1000, decimals: 3)
    json.member("dur", Double(length) / 1000, decimals: 3)
    json.member("pid", 1)
    json.member("tid", 1)
    json.key("args")
    json.beginObject()
    arguments(&json)
    json.endObject()
    json.endObject()
  }
}
