/// What the program tells the shell: the codes of the command line's contract.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The gate found something, or what is checked in is stale.
  case found = 1
  case usage = 2
  /// No such file, or no such token.
  case missing = 5
  /// A token file is broken or asks for what the program cannot do.
  case broken = 6
  case inputOutput = 7
  case notAllowed = 8
  case interrupted = 130
}

/// The end of a command before its time: a sentence for the error stream, and the exit code.
struct CommandFailure: Error, Hashable, Sendable {
  var text: String
  var exit: ExitCode

  init(_ text: String, _ exit: ExitCode) {
    self.text = text
    self.exit = exit
  }

  init(_ problem: FileProblem) { self.init(problem.text, problem.exit) }

  /// What is wrong with a token file.
  init(_ problem: TokenProblem) { self.init(problem.description, .broken) }

  static let interrupted = CommandFailure("Interrupted.", .interrupted)
}
