import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Every order of the steps of publishers and other programs at one source.
///
/// The publishers of one process meet through SQLite's own account of the locks on a file (the
/// system's locks are a process's), which `DatabaseFileTests` shows to be kept.
@Suite struct `Races for a source` {
  /// Walks through all orders; how many there are, and how often the publishers ended how.
  private func race(
    _ editors: [String], _ kinds: [ForeignWriter.Kind], method: SwapMethod = .exchange,
    _ grain: PublishRace.Grain = .every
  ) throws -> (orders: Int, endings: [String: Int]) {
    var endings: [String: Int] = [:]
    let whole = WholeFiles()
    let orders = try Schedule.all { schedule in
      var race = try PublishRace(
        editors: editors, writers: kinds, method: method, whole: whole)
      try race.run(schedule, grain)
      try race.judge(schedule)
      for ending in race.endings { endings[ending, default: 0] += 1 }
    }
    let counts = endings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(
      "\(editors.count) publishers, \(kinds.map(\.rawValue)), \(method.rawValue)"
        + ", \(grain): \(orders) orders; \(counts.joined(separator: ", "))")
    return (orders, endings)
  }

  private static var isExhaustive: Bool {
    ProcessInfo.processInfo.environment["MERIDIAN_EXHAUSTIVE"] != nil
  }

  @Test func `two publishers: one publishes, the other one is told`() throws {
    let (orders, endings) = try race(["A", "B"], [])
    #expect(orders >= 200)
    #expect(endings["published"] == orders)
    #expect((endings["in use"] ?? 0) + (endings["conflict"] ?? 0) == orders)
    #expect((endings["conflict"] ?? 0) > 0 && (endings["in use"] ?? 0) > 0)
  }

  /// Without links and without an exchange, the old file has no name after the exchange, so what is
  /// still written to it through a descriptor is lost with it.
  private static let methods: [(SwapMethod, ForeignWriter.Kind)] = SwapMethod.allCases.flatMap {
    method in ForeignWriter.Kind.allCases.map { (method, $0) }
  }.filter { $0 != (.copy, .heldMemoryUpdate) }

  @Test(arguments: methods)
  func `a publisher and another program`(method: SwapMethod, kind: ForeignWriter.Kind) throws {
    let (orders, endings) = try race(["A"], [kind], method: method)
    #expect(orders >= 15)
    #expect((endings["published"] ?? 0) > 0 && endings["ended"] == nil)
  }

  /// Any two programs, in any order.
  private static let pairs: [[ForeignWriter.Kind]] = {
    let kinds = ForeignWriter.Kind.allCases
    return kinds.indices.flatMap { first in kinds[first...].map { [kinds[first], $0] } }
  }()

  /// Every step on its own takes half an hour with all pairs, so it is for `MERIDIAN_EXHAUSTIVE=1`.
  private static var grain: PublishRace.Grain { isExhaustive ? .every : .visible }

  @Test(arguments: pairs)
  func `a publisher and two other programs`(kinds: [ForeignWriter.Kind]) throws {
    let (orders, _) = try race(["A"], kinds, Self.grain)
    #expect(orders >= 30)
  }

  @Test(arguments: [SwapMethod.link, .copy], [[ForeignWriter.Kind.renameOver, .overwrite]])
  func `the same without an exchange`(method: SwapMethod, kinds: [ForeignWriter.Kind]) throws {
    let (orders, _) = try race(["A"], kinds, method: method)
    #expect(orders >= 200)
  }

  @Test(arguments: isExhaustive ? ForeignWriter.Kind.allCases : [.update, .renameOver, .overwrite])
  func `two publishers and another program`(kind: ForeignWriter.Kind) throws {
    let (orders, endings) = try race(["A", "B"], [kind], Self.grain)
    #expect(orders >= 300)
    #expect((endings["published"] ?? 0) > 0)
    #expect((endings["conflict"] ?? 0) + (endings["failed"] ?? 0) > 0)
  }

  private static let lockingOrNot: [[ForeignWriter.Kind]] = [
    [.update, .renameOver], [.heldUpdate, .overwrite],
  ]

  @Test(.enabled(if: isExhaustive), arguments: lockingOrNot)
  func `two publishers, one program that locks and one that does not`(
    kinds: [ForeignWriter.Kind]
  ) throws {
    let (orders, _) = try race(["A", "B"], kinds, .visible)
    #expect(orders >= 1000)
  }

  @Test(
    arguments: methods.filter {
      isExhaustive || $0.0 == .exchange || [.update, .overwrite].contains($0.1)
    })
  func `a publisher that is ended anywhere, and another program`(
    method: SwapMethod, kind: ForeignWriter.Kind
  ) throws {
    let (orders, endings) = try race(["A"], [kind], method: method, .deadly)
    #expect(orders >= 80)
    #expect((endings["undone"] ?? 0) > 0 && (endings["finished"] ?? 0) > 0)
  }

  @Test(.enabled(if: isExhaustive), arguments: pairs)
  func `a publisher that is ended anywhere, and two other programs`(
    kinds: [ForeignWriter.Kind]
  ) throws {
    let (orders, _) = try race(["A"], kinds, .deadly)
    #expect(orders >= 400)
  }
}
