/// `man`: manual pages.
package enum ManCommand {
  private static let list = Switch(
    "list", "Writes the names of all pages instead, each with the words of its command.")

  /// Writes the manual page of a command, or of the program.
  package static let command = Command(
    words: ["man"], summary: "the manual page of the program, or of one command",
    examples: [
      Example("man hit > meridian-hit.1", "a page for man1 of the manual"),
      Example("man --list", "the name and the command of every page"),
    ],
    operands: [HelpCommand.topic], options: [list],
    notes: ["Pages are in the macros of man(7); `man -l FILE` shows one."]
  ) { context throws(CommandError) in
    let words = context.arguments.all(HelpCommand.topic)
    if context.arguments.has(list) {
      var text = "meridian\n"
      for command in context.commands {
        text += "\(ManualPage.name(of: command)) \(command.name)\n"
      }
      try context.output.write(text)
    } else if words.isEmpty {
      try context.output.write(ManualPage.overview(context.commands))
    } else if let command = context.commands.first(where: { $0.words == words }) {
      try context.output.write(ManualPage.page(for: command, among: context.commands))
    } else {
      let inner = context.commands.filter { $0.words.count > 1 && [$0.words[0]] == words }
      guard inner.isEmpty else {
        throw CommandError(
          UsageError.unknownSubcommand(
            words[0], given: nil, choices: inner.map { $0.words[1] }, nearest: nil))
      }
      throw HelpCommand.unknown(words, context.commands)
    }
    return .done
  }
}
