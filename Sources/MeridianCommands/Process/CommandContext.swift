/// What a command gets to work with: its words, the chosen format, and the streams.
package struct CommandContext {
  /// The run the command belongs to.
  package let invocation: Invocation
  /// Its words as values.
  package let arguments: ParsedArguments
  /// How it writes its results.
  package let format: OutputFormat
  /// The commands there are.
  package let choice: CommandChoice
  /// Where its results go.
  package let output: OutputStream

  /// Every command there is, for help.
  package var commands: [Command] { choice.all() }

  /// Says something on standard error that is no error, unless `-q` forbids it.
  package func notice(_ sentence: String) {
    guard !arguments.has(CommonOptions.quiet) else { return }
    // A message nobody can read is not worth an error.
    try? invocation.errors.write(Array("meridian: \(ValueProblem.visible(sentence))\n".utf8))
  }

  /// Whether tables are colored.
  package var isColored: Bool {
    switch arguments[CommonOptions.color] ?? .auto {
    case .always: true
    case .never: false
    case .auto:
      invocation.isOutputTerminal && (invocation.environment["NO_COLOR"] ?? "").isEmpty
        && invocation.environment["TERM"] != "dumb"
    }
  }

  /// Writes a table in the terminal's width and colors.
  package func write(_ table: TextTable) throws(CommandError) {
    try output.write(table.text(width: invocation.terminalWidth, isColored: isColored))
  }

  /// Throws when the user has asked to stop; long work calls it now and then.
  package func checkInterrupted() throws(CommandError) {
    if invocation.isInterrupted() { throw .interrupted }
  }
}
