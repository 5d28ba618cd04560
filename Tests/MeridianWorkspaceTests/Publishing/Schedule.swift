/// One order of the steps of several actors, and the next one: a walk through all of them, by
/// running everything again from the start for each (stateless model checking).
final class Schedule {
  private let prefix: [Int]
  private var taken: [(choice: Int, options: Int)] = []

  private init(prefix: [Int]) { self.prefix = prefix }

  /// Which of so many actors takes the next step.
  func choose(of options: Int) -> Int {
    let choice = taken.count < prefix.count ? prefix[taken.count] : 0
    precondition(choice < options, "the same choices lead to the same place")
    taken.append((choice, options))
    return choice
  }

  /// The choices so far, to tell which order failed.
  var text: String { taken.map { String($0.choice) }.joined() }

  private var next: [Int]? {
    var rest = taken
    while let last = rest.popLast() {
      if last.choice + 1 < last.options { return rest.map(\.choice) + [last.choice + 1] }
    }
    return nil
  }

  /// Runs a body once for every order there is; how many there are.
  static func all(_ body: (Schedule) throws -> Void) rethrows -> Int {
    var prefix: [Int]? = []
    var count = 0
    while let start = prefix {
      let schedule = Schedule(prefix: start)
      try body(schedule)
      count += 1
      prefix = schedule.next
    }
    return count
  }
}
