/// A peer in a process of its own.
///
/// It is started with the stem of the data set's files, and first says `ready TITLE` or
/// `absent WHY`. Then every line `WORD REACH COUNT` (see ``Work/words``) is answered by
/// `SECONDS HITS IDSUM`: the processor seconds for the first COUNT taps, how many answers they
/// have, and the sum of their ids; or by `no` when it cannot do that work.
final class OutsideContestant: Contestant {
  let title: String
  private let process: ChildProcess

  /// Starts a peer and waits until it has loaded; throws with its own word when it is absent.
  init(command: String, stem: String) throws {
    guard let process = ChildProcess(command: command, words: [stem]) else {
      throw Failure(text: "\(command) cannot be started.")
    }
    self.process = process
    guard let line = process.hear() else { throw Failure(text: "\(command) said nothing.") }
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[0] == "ready" else {
      throw Failure(text: words.count == 2 ? words[1] : "\(command) said \"\(line)\".")
    }
    title = words[1]
  }

  func pass(_ work: Work, count: Int) throws -> Pass? {
    process.say("\(work.words) \(count)")
    guard let line = process.hear() else { throw Failure(text: "\(title) has ended.") }
    if line == "no" { return nil }
    let words = line.split(separator: " ")
    guard words.count == 3, let seconds = Double(words[0]), let hits = Int(words[1]),
      let idSum = Int(words[2])
    else { throw Failure(text: "\(title) said \"\(line)\".") }
    return Pass(seconds: seconds, hits: hits, idSum: idSum)
  }
}
