/// Who answers the questions of a race, in this process or in another.
protocol Contestant: AnyObject {
  /// The name for people.
  var title: String { get }

  /// Answers the first taps of the shuffled taps; nil when it cannot do that work.
  func pass(_ work: Work, count: Int) throws -> Pass?
}

/// What a pass over some taps took and found.
struct Pass {
  /// Processor seconds, all threads; for a batch, seconds by the wall's clock.
  var seconds: Double
  /// How many answers in all.
  var hits: Int
  /// The sum of their ids, counted from 1 through all layers.
  var idSum: Int
}

/// A library in this process.
protocol Peer: AnyObject {
  /// The name for people.
  var title: String { get }

  /// Whether it can do that work.
  func canAnswer(_ work: Work) -> Bool

  /// Puts the ids of what answers a question into a buffer; nearest first after a tap.
  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) throws
}

/// A linked peer and the taps it answers.
final class LinkedContestant: Contestant {
  let peer: any Peer
  private let taps: [Tap]
  private let isSorting: Bool
  private var found: [UInt32] = []

  /// - Parameter isSorting: takes the taps of a pass as one batch and answers them along a
  ///   space-filling curve; sorting counts.
  init(_ peer: any Peer, taps: [Tap], isSorting: Bool = false) {
    self.peer = peer
    self.taps = taps
    self.isSorting = isSorting
  }

  var title: String { isSorting ? peer.title + ", in a batch" : peer.title }

  func pass(_ work: Work, count: Int) throws -> Pass? {
    guard peer.canAnswer(work) else { return nil }
    var pass = Pass(seconds: 0, hits: 0, idSum: 0)
    let start = processorSeconds()
    let asked = taps.prefix(count)
    let order = isSorting ? MeridianBatch.order(of: asked) : nil
    for index in asked.indices {
      let tap = asked[order?[index] ?? index]
      found.removeAll(keepingCapacity: true)
      try peer.ask(work, at: tap, into: &found)
      pass.hits &+= found.count
      for id in found { pass.idSum &+= Int(id) }
    }
    pass.seconds = processorSeconds() - start
    return pass
  }
}
