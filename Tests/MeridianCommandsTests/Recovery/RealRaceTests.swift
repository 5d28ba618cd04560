import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// Two people publish to one file at the same time, while other programs write it too.
struct RealRaceTests {
  /// Another program that writes the file at some moment.
  private enum Foreign: CaseIterable {
    /// None.
    case none
    /// One that takes SQLite's locks.
    case locking
    /// One that takes none, and renames a file of its own over it.
    case renaming
  }

  /// What the other program did.
  private struct Trace {
    var hasWritten = false
    /// What the file said when a blind writer read it.
    var seen: TownContent?
  }

  @Test func `of two publishers at once nobody overwrites anybody`() throws {
    let rounds = Rounds.count(24)
    let seed = Seeds.list(1)[0]
    var random = SplitMix64(seed: seed)
    let town = try Town()
    for (person, pump) in [("a", "1"), ("b", "2")] {
      #expect(try town.run("edit", "pumps", pump, "name=by \(person)", by: person).code == 0)
      #expect(try town.run("save", by: person).code == 0)
    }
    try town.keep()
    let start = Date()
    #expect(try town.run("publish", by: "a").code == 0)
    let usual = Date().timeIntervalSince(start)
    var outcomes: [String: Int] = [:]
    var failed = 0
    for round in 0..<rounds {
      try town.restore()
      let foreign = try #require(Foreign.allCases.randomElement(using: &random))
      let people = ["a", "b"].shuffled(using: &random)
      let first = try town.start(["publish"], by: people[0])
      // Most of the times so close that they meet at every step.
      let distance = round % 4 == 0 ? usual / 2 : usual / 16
      Thread.sleep(forTimeInterval: .random(in: 0...distance, using: &random))
      let second = try town.start(["publish"], by: people[1])
      Thread.sleep(forTimeInterval: .random(in: 0...usual, using: &random))
      let trace = try write(foreign, town)
      let endings = try zip(people, [first, second]).map { person, child in
        (person, person == "a" ? Int64(1) : 2, try child.wait())
      }
      let faults = try faults(town, endings, trace)
      outcomes["\(foreign) \(endings.map { "\($0.2.code)" }.joined(separator: "+"))", default: 0] +=
        1
      if !faults.isEmpty { failed += 1 }
      #expect(faults.isEmpty, "seed \(seed), round \(round), \(foreign), \(endings), \(trace)")
    }
    print("races: seed \(seed), \(rounds) rounds, \(failed) with a fault, \(outcomes)")
  }

  /// Writes pump 3 as another program.
  private func write(_ foreign: Foreign, _ town: Town) throws -> Trace {
    let sql = "UPDATE pumps SET name = 'by c' WHERE fid = 3"
    var trace = Trace()
    switch foreign {
    case .none: break
    case .locking:
      // It may find the file locked, or moved away under it: then it knows that it has not written.
      if let connection = try? Connection(path: town.source, mode: .update) {
        trace.hasWritten = (try? connection.execute(sql)) != nil
      }
    case .renaming:
      let own = town.live + "/own.gpkg"
      try Data(contentsOf: URL(fileURLWithPath: town.source)).write(to: URL(fileURLWithPath: own))
      do {
        let connection = try Connection(path: own, mode: .update)
        try connection.execute(sql)
      }
      trace.seen = TownContent(own)
      trace.hasWritten = rename(own, town.source) == 0
    }
    return trace
  }

  private func faults(
    _ town: Town, _ endings: [(person: String, pump: Int64, ending: Ending)], _ trace: Trace
  ) throws -> [String] {
    var faults: [String] = []
    // What an interrupted publish might have left is mended by whoever comes next.
    let states = try endings.map { try town.state(by: $0.person) }
    guard let last = TownContent(town.source), last.check == "ok" else { return ["source torn"] }
    if last.rest != town.content.rest { faults.append("something else has changed") }
    // Versions that came away from the path and got a name of their own.
    let kept = town.names.filter { $0 != "town.gpkg" }
    if kept.contains(where: { $0.hasPrefix(".") || !$0.hasSuffix(".gpkg") }) {
      faults.append("left beside: \(kept)")
    }
    let versions = [last] + kept.compactMap { TownContent(town.shared + "/" + $0) }
    if trace.hasWritten, !versions.contains(where: { $0.pumps[3] == "by c|0" }) {
      faults.append("the other program's update is overwritten")
    }
    for ((person, pump, ending), state) in zip(endings, states) {
      let mark = "by \(person)|0"
      let isIn = last.pumps[pump] == mark
      switch ending.code {
      case 0:
        // A blind writer that had read the file before takes everybody's update away, by itself.
        let isTakenByBlind = trace.seen.map { $0.pumps[pump] != mark } ?? false
        if !isIn && !(isTakenByBlind && last.pumps[3] == "by c|0") {
          faults.append("\(person)'s acknowledged publish is overwritten")
        }
      case 3:
        if !ending.isOneSentence { faults.append("\(person): \(ending)") }
        // Not published: the edit waits.
        if !["conflict", "edited"].contains(state) { faults.append("\(person) is \(state)") }
        let seen = try town.run("inspect", "pumps", "\(pump)", by: person).output
        if !seen.contains("by \(person)") { faults.append("\(person)'s edit is lost") }
      default: faults.append("\(person): \(ending)")
      }
    }
    return faults
  }

  @Test func `two processes that edit one document both keep their edits`() throws {
    let seed = Seeds.list(1)[0]
    var random = SplitMix64(seed: seed)
    let town = try Town()
    var outcomes: [String: Int] = [:]
    for round in 0..<min(Rounds.count(12), 200) {
      // Every other time there is a working copy already.
      if round == 6 {
        try town.restore()
        #expect(try town.run("edit", "pumps", "5", "name=five").code == 0)
        try town.keep()
      }
      try town.restore()
      let first = try town.start(["edit", "pumps", "1", "name=one", "Id:=1"])
      Thread.sleep(forTimeInterval: .random(in: 0...0.05, using: &random))
      let second = try town.start(["edit", "pumps", "2", "name=two", "Id:=2"])
      let endings = [try first.wait(), try second.wait()]
      outcomes[endings.map { "\($0.code)" }.joined(separator: "+"), default: 0] += 1
      #expect(try town.run("save").code == 0)
      #expect(try town.run("publish").code == 0)
      let content = try #require(TownContent(town.source))
      for (ending, (fid, mark)) in zip(endings, [(Int64(1), "one|1"), (2, "two|2")]) {
        #expect(ending.code == 0 || (ending.code == 7 && ending.isOneSentence), "\(ending)")
        let expected = ending.code == 0 ? mark : town.content.pumps[fid]
        #expect(content.pumps[fid] == expected, "seed \(seed), round \(round): \(ending)")
      }
      #expect(content.check == "ok" && endings.contains { $0.code == 0 })
    }
    print("edits at once: seed \(seed), \(outcomes)")
  }
}
