import Foundation
import MeridianTestSupport
import Testing

/// The program is killed at random moments.
struct KillTests {
  @Test func `kill at a random moment loses nothing that was acknowledged`() throws {
    let rounds = Rounds.count(40)
    let seed = Seeds.list(1)[0]
    var random = SplitMix64(seed: seed)
    let accidents = Array(Accident.all.prefix(4))
    let towns = try accidents.map { try $0.makeTown() }
    let usual = try zip(accidents, towns).map { accident, town in
      let start = Date()
      _ = try town.start(accident.words).wait()
      return Date().timeIntervalSince(start)
    }
    var (killed, failed) = (0, 0)
    for round in 0..<rounds {
      let index = Int.random(in: 0..<accidents.count, using: &random)
      let delay = Double.random(in: 0...usual[index], using: &random)
      try towns[index].restore()
      let child = try towns[index].start(accidents[index].words)
      Thread.sleep(forTimeInterval: delay)
      child.kill()
      let ending = try child.wait()
      if ending.code == Ending.killed { killed += 1 }
      let faults = try accidents[index].faults(
        in: towns[index], after: ending, mayBeKilled: true)
      if !faults.isEmpty { failed += 1 }
      #expect(faults.isEmpty, "seed \(seed), round \(round), \(accidents[index]), \(delay) s")
    }
    print("kills: seed \(seed), \(rounds) rounds, \(killed) killed in time, \(failed) with a fault")
  }
}
