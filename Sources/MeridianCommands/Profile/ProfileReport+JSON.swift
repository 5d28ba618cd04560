internal import MeridianKernel

extension ProfileReport {
  /// Writes the report as one JSON document; times are whole nanoseconds.
  func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.member("store", store)
    json.member("format", format)
    json.key("layers")
    json.beginArray()
    for layer in layers {
      json.beginObject()
      json.member("layer", layer.name)
      json.member("features", layer.features)
      json.endObject()
    }
    json.endArray()
    json.member("taps", replay.taps)
    json.member("source", source)
    if let seed { json.member("seed", seed) }
    json.member("repeat", replay.rounds)
    json.member("clockReadingNs", clockReading)
    writeStages(to: &json)
    json.key("counters")
    json.beginArray()
    for (index, name) in TapCounts.names.enumerated() {
      json.beginObject()
      json.member("counter", name)
      json.members(of: spread(ofCounter: index), suffix: "")
      json.endObject()
    }
    json.endArray()
    json.key("memory")
    json.beginObject()
    json.key("peakLoadedBytes")
    if let loaded = memory.loaded { json.integer(loaded) } else { json.null() }
    json.key("peakBytes")
    if let replayed = memory.replayed { json.integer(replayed) } else { json.null() }
    json.endObject()
    writeSlowest(to: &json)
    json.member("interruptions", SlowTap.interruptions(of: replay))
    writeRounds(to: &json)
    json.endObject()
  }

  private func writeStages(to json: inout JSONWriter) {
    json.key("stages")
    json.beginArray()
    for (name, time) in [("open", open), ("index", index)] {
      json.beginObject()
      json.member("stage", name)
      json.members(of: Percentiles([time]), suffix: "Ns")
      if name == "index" { json.member("includes", "decode") }
      json.endObject()
    }
    for stage in ProfileStage.allCases {
      json.beginObject()
      json.member("stage", stage.rawValue)
      json.members(of: spread(of: stage), suffix: "Ns")
      json.endObject()
    }
    json.beginObject()
    json.member("stage", "tap")
    json.members(of: total, suffix: "Ns")
    json.endObject()
    json.endArray()
  }

  private func writeSlowest(to json: inout JSONWriter) {
    json.key("slowest")
    json.beginArray()
    for slow in SlowTap.slowest(Self.slowest, of: replay) {
      let question = taps[slow.tap - 1]
      json.beginObject()
      json.member("tap", slow.tap)
      if let place = question.transform.unproject(question.tap)?.canonical {
        json.member("at", (place.longitude, place.latitude), decimals: 9)
      }
      json.member("zoom", question.transform.camera.zoom)
      json.member("round", slow.round)
      json.member("timeNs", slow.time)
      json.member("reason", slow.reason)
      json.endObject()
    }
    json.endArray()
  }

  /// Every round by itself: what a comparison of runs is made of.
  private func writeRounds(to json: inout JSONWriter) {
    json.key("rounds")
    json.beginArray()
    for round in 0..<replay.rounds {
      let samples = replay.samples(ofRound: round)
      json.beginObject()
      json.member("round", round + 1)
      for stage in ProfileStage.allCases {
        let sum = samples.reduce(UInt64(0)) { $0 + $1[stage] }
        json.member("\(stage.rawValue)MeanNs", Double(sum) / Double(samples.count), decimals: 1)
      }
      let sum = samples.reduce(UInt64(0)) { $0 + $1.total }
      json.member("tapMeanNs", Double(sum) / Double(samples.count), decimals: 1)
      json.members(of: Percentiles(samples.map(\.total)), suffix: "Ns")
      json.endObject()
    }
    json.endArray()
  }
}

extension JSONWriter {
  /// The members of a spread; the suffix is the unit.
  fileprivate mutating func members(of spread: Percentiles, suffix: String) {
    member("count", spread.count)
    for (name, figure) in zip(["p50", "p90", "p99", "p999", "max"], spread.figures) {
      member(name + suffix, figure)
    }
  }
}
