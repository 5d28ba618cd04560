internal import MeridianKernel

extension ProfileReport {
  /// Writes the report for people.
  func writeTable(in context: CommandContext) throws(CommandError) {
    try context.output.write(headline + "\n\n")
    try context.write(times())
    let reading = DurationText.brief(clockReading)
    try context.output.write(
      "Times of taps are over all rounds. Rows are decoded while layers are read, so that decode\n"
        + "is part of index; other holds the readings of the clock, \(reading) each.\n\n")
    try context.write(counters())
    try context.output.write("\n" + memoryLine + "\n\n")
    try context.output.write("The slowest taps:\n")
    try context.write(slowTaps())
    let interruptions = SlowTap.interruptions(of: replay)
    if interruptions > 0 {
      try context.output.write(
        "\(DurationText.grouped(interruptions)) of \(DurationText.grouped(replay.samples.count)) "
          + "taps tell of the machine: the program was taken off its processor meanwhile, or they\n"
          + "took twice as long as in most rounds, the first aside. They count in the percentiles, "
          + "not\namong the slowest.\n")
    }
  }

  private func times() -> TextTable {
    var table = TextTable(
      [("stage", .left), ("times", .right)]
        + Percentiles.names.map { ($0, TextTable.Alignment.right) })
    let once = [("open", open), ("index", index)]
    for (name, time) in once {
      table.append(
        [name, "1", DurationText.brief(time)]
          + Array(repeating: "–", count: Percentiles.names.count - 1))
    }
    table.append(["decode", "in index"] + Array(repeating: "–", count: Percentiles.names.count))
    for stage in ProfileStage.allCases { table.append(row(stage.rawValue, spread(of: stage))) }
    table.append(row("tap", total))
    return table
  }

  private func row(_ name: String, _ spread: Percentiles) -> [String] {
    [name, DurationText.grouped(spread.count)] + spread.figures.map(DurationText.brief)
  }

  private func counters() -> TextTable {
    var table = TextTable(
      [("a tap looks at", .left)] + Percentiles.names.map { ($0, TextTable.Alignment.right) })
    for (index, name) in TapCounts.names.enumerated() {
      table.append([name] + spread(ofCounter: index).figures.map { DurationText.grouped($0) })
    }
    return table
  }

  private var memoryLine: String {
    guard let loaded = memory.loaded, let replayed = memory.replayed else {
      return "This system does not tell how much memory a program holds."
    }
    return "Peak resident memory: \(DurationText.memory(loaded)) up to the first tap, "
      + "\(DurationText.memory(replayed)) up to the last, the profile's notes included."
  }

  private func slowTaps() -> TextTable {
    var table = TextTable([
      ("tap", .right), ("place", .left), ("zoom", .right), ("round", .right), ("time", .right),
      ("reason", .left),
    ])
    for slow in SlowTap.slowest(Self.slowest, of: replay) {
      let question = taps[slow.tap - 1]
      let place = question.transform.unproject(question.tap)?.canonical
      table.append([
        "\(slow.tap)",
        place.map {
          NumberText.fixed($0.longitude, decimals: 6) + ","
            + NumberText.fixed($0.latitude, decimals: 6)
        } ?? "above the horizon",
        NumberText.fixed(question.transform.camera.zoom, decimals: 1), "\(slow.round)",
        DurationText.brief(slow.time), slow.reason,
      ])
    }
    return table
  }
}
