/// Help pages, made from the table of commands: examples first, then usage, words and options.
package enum HelpText {
  /// Columns of a page.
  package static let width = 80

  /// How the program ends, in a sentence.
  static let exitCodes = """
    Exit codes: 0 done, 1 nothing found (only with -e), 2 usage, 3 conflict, 4 some records of \
    a batch failed, 5 no such store, layer or feature, 6 data broken or not supported, 7 input \
    or output failed, 8 not allowed, 70 a defect of this program, 130 interrupted.
    """

  /// All commands, a line each.
  package static func overview(_ commands: [Command]) -> String {
    var page = """
      meridian - what is under this finger, how far is it, which features match

      Commands:

      """
    let width = (commands.map(\.name.count).max() ?? 0) + 4
    for command in commands { page += row(command.name, command.summary, width) }
    for paragraph in [
      """
      `meridian COMMAND --help` shows examples and every option. Longitude comes before latitude. \
      Lengths carry their unit: 22pt on the glass, 25m on the ground.
      """,
      """
      `meridian --scope phone COMMAND` knows only what is in the scope of the phone: looking and \
      measuring, attributes, notes, bookmarks, showing and hiding layers, saving, publishing, \
      conflicts. It has no query, import, export, doctor, index and profile, of `layers` only show \
      and hide, and no `publish --to`.
      """,
      exitCodes,
    ] {
      page += "\n" + wrap(paragraph, indent: 0, first: 0)
    }
    return page
  }

  /// The page of a command, or the list of its sub-commands; `nil` for unknown words.
  package static func page(for words: [String], _ commands: [Command]) -> String? {
    if let command = commands.first(where: { $0.words == words }) {
      let inner = commands.filter { $0.words.count > words.count && $0.words.starts(with: words) }
      return page(for: command) + (inner.isEmpty ? "" : "\nCommands:\n" + rows(inner))
    }
    let inner = commands.filter { $0.words.starts(with: words) }
    guard !words.isEmpty, !inner.isEmpty else { return nil }
    return "meridian \(words.joined(separator: " "))\n\nCommands:\n" + rows(inner)
  }

  /// The page of one command.
  package static func page(for command: Command) -> String {
    var page = wrap("meridian \(command.name) - \(command.summary)", indent: 2, first: 0)
    page += "\nExamples:\n"
    for example in command.examples {
      page += "  meridian \(example.line)\n" + wrap(example.says, indent: 6, first: 6)
    }
    page += "\nUsage:\n"
    for line in command.usageLines { page += wrap("meridian \(line)", indent: 6, first: 2) }
    if !command.operands.isEmpty {
      page += "\n"
      for operand in command.operands { page += row(operand.name, operand.help, 12) }
    }
    if !command.options.isEmpty {
      page += "\nOptions:\n"
      for option in command.options { page += entry(option) }
    }
    page += "\nCommon options:\n"
    if !command.formats.isEmpty {
      let names = command.formats.map(\.rawValue).joined(separator: "|")
      page += row("--format \(names)", CommonOptions.formatHelp(command.formats), 26)
    }
    for option in CommonOptions.all { page += entry(option) }
    for note in command.notes { page += "\n" + wrap(note, indent: 0, first: 0) }
    return page
  }

  private static func rows(_ commands: [Command]) -> String {
    let width = (commands.map(\.name.count).max() ?? 0) + 4
    return commands.map { row($0.name, $0.summary, width) }.joined()
  }

  private static func entry(_ option: any AnyOption) -> String {
    let letter = option.letter.map { "-\($0), " } ?? ""
    let value = option.placeholder.map { " \($0)" } ?? ""
    let more = option.repeats && option.placeholder != nil ? "…" : ""
    return row("\(letter)--\(option.name)\(value)\(more)", option.help, 26)
  }

  /// A term and what it means beside it, or below it when the term is long.
  private static func row(_ term: String, _ meaning: String, _ column: Int) -> String {
    let text = wrap(meaning, indent: column, first: column)
    guard term.count + 4 <= column else { return "  \(term)\n\(text)" }
    return "  " + term + String(repeating: " ", count: column - term.count - 2)
      + text.drop { $0 == " " }
  }

  /// Lines of at most ``width`` columns, the first indented by `first`, the others by `indent`.
  static func wrap(_ text: String, indent: Int, first: Int) -> String {
    var lines = ""
    var line = String(repeating: " ", count: first)
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty && line.count + 1 + word.count > width {
        lines += line + "\n"
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + line + "\n"
  }
}
