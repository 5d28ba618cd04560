/// The same batch of taps on all cores and on one, by the wall's clock.
struct Cores {
  let data: Dataset
  let rounds: Int

  func run() throws -> Outcome {
    var outcome = Outcome(
      data: data.files.name, work: "batch of taps z 15, all cores against one", unit: "taps/s",
      isMoreBetter: true)
    let sides = [MeridianBatch(data, cores: .max), MeridianBatch(data, cores: 1)]
    outcome.lanes = sides.map { Outcome.Lane(contestant: $0.title) }
    for round in -1..<rounds {
      let rates = try sides.map { side -> Double in
        let pass = try side.pass(.batch, count: data.taps.count)
        return Double(data.taps.count) / (pass?.seconds ?? .nan)
      }
      if round >= 0 { outcome.append(rates) }
    }
    say(outcome.text)
    return outcome
  }
}
