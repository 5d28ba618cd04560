/// `help` and `version`.
package enum HelpCommand {
  static let topic = Operand(
    "COMMAND", .text("COMMAND", needs: "the name of a command", offer: .commands),
    arity: .atLeast(0),
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

  /// The number of the version.
  package static let number = "0.1.0"

  /// The day of the version, for manual pages.
  package static let date = "2026-11-30"

  /// What `--version` writes.
  package static let versionLine = "meridian \(number)\n"

  /// Writes the page of some words, or the overview for none.
  static func show(_ words: [String], _ context: CommandContext) throws(CommandError) {
    guard !words.isEmpty else {
      return try context.output.write(HelpText.overview(context.commands))
    }
    guard let page = HelpText.page(for: words, context.commands) else {
      throw unknown(words, context.commands)
    }
    try context.output.write(page)
  }

  /// Says that there is no such command, and which is the nearest.
  static func unknown(_ words: [String], _ commands: [Command]) -> CommandError {
    let names = commands.map(\.name) + commands.map { $0.words[0] }
    let name = words.joined(separator: " ")
    return CommandError(
      UsageError.unknownCommand(name, nearest: Suggestion.nearest(to: name, among: names)))
  }
}
