import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// From a file to ready for taps, each time in a fresh process.
struct Loading {
  /// The side that a process is asked to load, after --load.
  enum Side: String, CaseIterable {
    case ours
    case geos
  }

  let files: DatasetFiles
  let rounds: Int

  /// Loads one side in this process and prints seconds of the wall's clock, processor seconds, and
  /// megabytes of memory that belong to the process alone, mapped files not counted.
  static func load(_ side: Side, _ files: DatasetFiles) throws {
    let before = memory()
    let (wall, processor) = (wallSeconds(), processorSeconds())
    switch side {
    case .ours:
      let store = try openStore(at: files.store, cacheFolder: files.folder)
      let snapshot = try WorkspaceSnapshot(reading: store)
      report(wall, processor, before, count: snapshot.tester.layers.count)
    case .geos:
      let peer = try GEOSPeer(reading: files.flat)
      report(wall, processor, before, count: peer?.count ?? 0)
    }
    // What was loaded is not taken apart: that is no part of loading.
    exit(0)
  }

  private static func report(
    _ wall: Double, _ processor: Double, _ before: Double, count: Int
  ) {
    guard count > 0 else { exit(1) }
    print(wallSeconds() - wall, processorSeconds() - processor, memory() - before)
    fflush(nil)
  }

  /// Anonymous and shared memory in use, in megabytes.
  private static func memory() -> Double {
    guard let file = fopen("/proc/self/status", "r") else { return .nan }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    var sum = 0.0
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("RssAnon:") || text.hasPrefix("RssShmem:") else { continue }
      sum += Double(text.split { $0 == " " || $0 == "\t" }[1]) ?? 0
    }
    return sum / 1024
  }

  /// Three outcomes: time by the wall's clock, processor time, memory.
  func run() throws -> [Outcome] {
    let quantities = [
      ("load, all cores, wall", "s"), ("load, processor", "s"), ("load, memory", "MB"),
    ]
    var outcomes = quantities.map {
      Outcome(data: files.name, work: $0.0, unit: $0.1, isMoreBetter: false)
    }
    for number in outcomes.indices {
      outcomes[number].lanes = [
        Outcome.Lane(contestant: "Meridian"),
        Outcome.Lane(contestant: "GEOS STRtree, from a flat file"),
      ]
    }
    // The first round warms the page cache.
    for round in -1..<rounds {
      var values: [[Double]] = []
      for side in Side.allCases {
        let words = [
          CommandLine.arguments[0], "--load", side.rawValue, "--data", files.folder, "--city",
          files.name,
        ]
        guard let text = WholeProcess.answer(words) else {
          throw Failure(text: "\(files.name) cannot be loaded by \(side.rawValue).")
        }
        values.append(text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) })
      }
      guard round >= 0, values.allSatisfy({ $0.count == 3 }) else { continue }
      for number in outcomes.indices { outcomes[number].append(values.map { $0[number] }) }
    }
    for outcome in outcomes { say(outcome.text) }
    return outcomes
  }
}
