import MeridianCommands
import MeridianTestSupport

/// One run of the program within the test's process.
struct Session {
  var output: String
  var errors: String
  var code: Int32

  init(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    terminal: Int? = nil, commands: [Command]? = nil, machine: Machine = .here
  ) {
    _ = Golden.root
    let (out, err) = (MemorySink(), MemorySink())
    let invocation = Invocation(
      arguments: arguments, environment: environment, input: MemorySource(input), output: out,
      errors: err, isOutputTerminal: terminal != nil, isErrorTerminal: terminal != nil,
      terminalWidth: terminal, machine: machine)
    code = commands.map { runMeridian(invocation, commands: $0) } ?? runMeridian(invocation)
    output = out.text
    errors = err.text
  }

  static func answer(_ run: Transcript.Run) -> Transcript.Answer {
    let session = Session(
      run.arguments, input: run.input, environment: run.environment, terminal: run.terminal)
    return .init(output: session.output, errors: session.errors, code: session.code)
  }
}
