import MeridianKernel

/// All races over one data set.
struct Questions {
  let options: Options
  let rounds: Int
  let seconds: Double

  init(_ options: Options) throws {
    self.options = options
    rounds = Int(try options.number("rounds", 5, from: 5))
    seconds = try options.number("seconds", 0.4, from: 0.01)
  }

  /// What is asked of which data set.
  static func works(of data: String) -> [Work] {
    switch data {
    case "cities": [.tap(zoom: 15), .nearest, .window]
    case "shorelines": [.tap(zoom: 15), .containing, .nearest, .window]
    default:
      [
        .tap(zoom: 17), .tap(zoom: 15), .tap(zoom: 12), .containing, .nearest, .window, .batch,
      ]
    }
  }

  func run(_ files: DatasetFiles) throws -> [Outcome] {
    let works = Self.works(of: files.name).filter { options.wants("\(files.name) \($0.name)") }
    guard !works.isEmpty else { return [] }
    say("Loading \(files.name) once for each side.")
    let data = try Dataset(files)
    guard let judge = try GEOSPeer(reading: files.flat) else {
      throw Failure(text: "GEOS is not installed; install libgeos-dev.")
    }
    guard judge.count == data.count else {
      throw Failure(text: "GEOS has \(judge.count) features, Meridian \(data.count).")
    }
    let ours = MeridianPeer(data, policy: .nearest)
    let guesser = MeridianPeer(data, policy: .likelihood)
    let linked = try self.linked(files, judge)
    let outside = self.outside(files)
    return try works.compactMap { work in
      guard work == .batch || ours.canAnswer(work) else {
        say("\(files.name), \(work.name): not answered yet, left out.")
        return nil
      }
      var racers: [any Contestant] = [LinkedContestant(ours, taps: data.taps)]
      if work == .batch { racers = [MeridianBatch(data, cores: .max)] }
      if case .tap = work { racers.append(LinkedContestant(guesser, taps: data.taps)) }
      if work == .nearest {
        racers.append(LinkedContestant(ours, taps: data.taps, isSorting: true))
      }
      racers += linked.map { LinkedContestant($0, taps: data.taps) }
      racers += outside
      let race = Race(
        data: files.name, work: work, contestants: racers, rounds: rounds, budget: seconds,
        tapCount: data.taps.count)
      var outcome = try race.run()
      outcome.notes += try notes(work, outcome, ours, linked, outside, judge, data.taps)
      say(outcome.text)
      return outcome
    }
  }

  private func linked(_ files: DatasetFiles, _ judge: GEOSPeer) throws -> [any Peer] {
    guard options["linked"] != "no" else { return [] }
    var peers: [any Peer] = [judge]
    if let peer = try SQLitePeer(reading: files.flat) { peers.append(peer) }
    if let peer = try SpatiaLitePeer(files) {
      peers.append(peer)
    } else {
      say("SpatiaLite is not installed; it is left out.")
    }
    return peers
  }

  private func outside(_ files: DatasetFiles) -> [any Contestant] {
    options.all("outside").compactMap { command in
      do {
        return try OutsideContestant(command: command, stem: files.stem)
      } catch {
        say("Left out: \(error)")
        return nil
      }
    }
  }

  /// Compares everybody's answers with ours.
  private func notes(
    _ work: Work, _ outcome: Outcome, _ ours: MeridianPeer, _ linked: [any Peer],
    _ outside: [any Contestant], _ judge: GEOSPeer, _ taps: [Tap]
  ) throws -> [String] {
    if work == .batch { return try batchNotes(outcome) }
    var notes: [String] = []
    let agreement = Agreement(work: work, judge: judge)
    for peer in linked where peer.canAnswer(work) {
      let lane = outcome.lanes.first { $0.contestant == peer.title }
      let finding = try agreement.compare(
        ours, peer, taps: taps.prefix(min(lane?.questions ?? 0, 5000)))
      guard finding.differing > 0 else {
        notes.append("\(peer.title): the same on \(finding.compared) taps")
        continue
      }
      notes.append(
        "\(peer.title): other features on \(finding.differing) of \(finding.compared) taps, "
          + "\(finding.ties) of them ties on the edge")
    }
    if case .tap = work { notes.append(try ours.counters(work, taps: taps.prefix(5000))) }
    let mine = LinkedContestant(ours, taps: taps)
    for contestant in outside {
      guard work != .batch,
        let lane = outcome.lanes.first(where: { $0.contestant == contestant.title }),
        let theirs = try contestant.pass(work, count: lane.questions),
        let reference = try mine.pass(work, count: lane.questions)
      else { continue }
      notes.append(
        "\(contestant.title): \(Agreement.sums(reference, theirs)) on \(lane.questions) taps")
    }
    return notes
  }

  /// Batches are compared by how much they found, which the race has kept.
  private func batchNotes(_ outcome: Outcome) throws -> [String] {
    guard let ours = outcome.lanes.first?.hits else { return [] }
    return outcome.lanes.dropFirst().map { lane in
      let share = ((lane.hits ?? 0) / ours - 1) * 100
      return "\(lane.contestant): "
        + (share == 0 ? "as many hits" : "\(brief(share)) % more hits than ours")
    }
  }
}
