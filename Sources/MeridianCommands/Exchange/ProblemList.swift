/// The features of a file that cannot be read: the first ones by name, the others counted.
struct ProblemList {
  /// How many are named.
  static let shown = 20

  private let file: String
  private(set) var count = 0
  private var sentences: [String] = []

  /// Begins the list of a file.
  init(file: String) { self.file = file }

  /// Adds a feature by its place, such as `line 7`.
  mutating func add(at place: String, _ reason: String) {
    count += 1
    guard count <= Self.shown else { return }
    sentences.append("\(file), \(place): \(reason)")
  }

  /// Says them, on standard error.
  func report(_ context: CommandContext) {
    for sentence in sentences { context.complain(sentence) }
    if count > sentences.count {
      context.complain("\(file): and \(count - sentences.count) more")
    }
  }

  /// Says them, and answers how the run ends.
  func finish(_ context: CommandContext) -> ExitCode {
    report(context)
    return count > 0 ? .someFailed : .done
  }
}

extension CommandContext {
  /// Says on standard error what `-q` does not silence: something of the input was left out.
  func complain(_ sentence: String) {
    try? invocation.errors.write(Array("meridian: \(ValueProblem.visible(sentence))\n".utf8))
  }
}
