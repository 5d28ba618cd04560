/// `help` and `version`.
package enum HelpCommand {
  private static let topic = Operand(
    "COMMAND", .text("COMMAND", needs: "the name of a command"), arity: .atLeast(0),
    "The command, such as info; without one, all commands.")

  /// Shows the page of a command, or all commands.
  package static let help = Command(
    words: ["help"], summary: "all commands, or the page of one",
    examples: [
      Example("help", "all commands, a line each"),
      Example("help index info", "the page of one, as with `index info --help`"),
    ],
    operands: [topic]
  ) { context throws(CommandError) in
    try show(context.arguments.all(topic), context)
    return .done
  }

  /// Shows the version.
  package static let version = Command(
    words: ["version"], summary: "the version of this program",
    examples: [Example("version", "as with --version")]
  ) { context throws(CommandError) in
    try context.output.write(versionLine)
    return .done
  }

  /// What `--version` writes.
  package static let versionLine = "meridian 0.1.0\n"

  /// Writes the page of some words, or the overview for none.
  static func show(_ words: [String], _ context: CommandContext) throws(CommandError) {
    guard !words.isEmpty else {
      return try context.output.write(HelpText.overview(context.commands))
    }
    if let page = HelpText.page(for: words, context.commands) {
      return try context.output.write(page)
    }
    let names = context.commands.map(\.name) + context.commands.map { $0.words[0] }
    let name = words.joined(separator: " ")
    throw CommandError(
      UsageError.unknownCommand(name, nearest: Suggestion.nearest(to: name, among: names)))
  }
}
