import Foundation

/// Seeds of property tests: `SEED=n` replays one, `MERIDIAN_EXHAUSTIVE=1` tries a hundred times
/// more.
public enum Seeds {
  /// The seeds to try, `count` of them unless the environment says otherwise.
  public static func list(_ count: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["SEED"], let seed = UInt64(text) { return [seed] }
    let times = environment["MERIDIAN_EXHAUSTIVE"] == nil ? 1 : 100
    return (1...(count * times)).map { UInt64($0) }
  }

  /// The same seeds in at most twenty groups: one test case each, so that a report stays short.
  public static func batches(_ count: Int) -> [[UInt64]] {
    let seeds = list(count)
    let size = (seeds.count + 19) / 20
    return stride(from: 0, to: seeds.count, by: size).map {
      Array(seeds[$0..<min($0 + size, seeds.count)])
    }
  }
}
