import MeridianCommands
import MeridianTestSupport

/// A command that doubles numbers, for the frame around it.
enum Doubling {
  /// Doubles `x`.
  struct Answerer: BatchAnswerer {
    var sortsQuestions = false
    private(set) var hasFound = false

    init(sortsQuestions: Bool = false) { self.sortsQuestions = sortsQuestions }

    func question(from record: JSONValue) throws(CommandError) -> Double {
      guard let number = try record.number("x") else { throw JSONValue.missing("x", "a number") }
      return number
    }

    /// Any order does, as long as it is not that of the records.
    func position(of number: Double) -> UInt64 { number.bitPattern &* 0x9E37_79B9_7F4A_7C15 >> 16 }

    mutating func answer(_ number: Double, to json: inout JSONWriter) throws(CommandError) {
      // Written before the value is looked at: an error must take it back.
      json.member("op", "double")
      guard number >= 0 else {
        throw CommandError("negative", "A number must not be negative.", exitCode: .usage)
      }
      json.member("twice", number * 2)
      hasFound = true
    }
  }

  /// The command, line by line unless `jobs` says otherwise.
  static func command(
    jobs: Int = 1, limits: BatchLimits = BatchLimits(), sorts: Bool = false
  ) -> Command {
    Command(
      words: ["double"], summary: "s", examples: [], operands: [CommonOperands.batch],
      formats: [.ndjson]
    ) { context throws(CommandError) in
      try runBatch(context, jobs: jobs, limits: limits) { Answerer(sortsQuestions: sorts) }.exitCode
    }
  }

  static func run(_ input: String, terminal: Int? = nil) -> Session {
    Session(["double", "-"], input: input, terminal: terminal, commands: [command()])
  }

  static func run(
    _ source: any ByteSource, into sink: MemorySink, command: Command = command(),
    isInterrupted: @escaping () -> Bool = { false }
  ) -> (code: Int32, errors: String) {
    let errors = MemorySink()
    let invocation = Invocation(
      arguments: ["double", "-"], input: source, output: sink, errors: errors,
      isInterrupted: isInterrupted)
    return (runMeridian(invocation, commands: [command]), errors.text)
  }
}
