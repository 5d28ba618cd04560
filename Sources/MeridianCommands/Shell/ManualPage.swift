/// Manual pages in the macros of man(7), made from the table of commands.
package enum ManualPage {
  /// The name of a command's page, without the section.
  package static func name(of command: Command) -> String {
    "meridian-" + command.words.joined(separator: "-")
  }

  /// The page of the program: every command in a line.
  package static func overview(_ commands: [Command]) -> String {
    var page = heading("meridian", "what is under this finger, how far is it")
    page.section("SYNOPSIS")
    page.text("meridian COMMAND [WORD]… [OPTION]…", font: .bold)
    page.section("DESCRIPTION")
    page.paragraph(
      "Meridian answers what a finger on a map meant, and how far things are. It reads GeoPackage "
        + "and SpatiaLite files as they are, and never writes to them.")
    page.paragraph(
      "Longitude comes before latitude. Lengths carry their unit: 22pt on the glass, 25m on the "
        + "ground. An option that takes a value takes the next word whatever it is.")
    page.section("COMMANDS")
    for command in commands {
      page.term([.init("meridian \(command.name)", .bold)], command.summary)
    }
    page.section("OPTIONS")
    for option in ShellCommand.leading { page.entry(option) }
    finish(&page)
    page.section("SEE ALSO")
    page.references(commands.map(name))
    return page.source
  }

  /// The page of one command.
  package static func page(for command: Command, among commands: [Command]) -> String {
    let seen = ShellCommand(command)
    var page = heading(name(of: command), command.summary)
    page.section("SYNOPSIS")
    for (index, line) in command.usageLines.enumerated() {
      if index > 0 { page.lineBreak() }
      page.text("meridian \(line)", font: .bold)
    }
    if !command.notes.isEmpty {
      page.section("DESCRIPTION")
      for note in command.notes { page.paragraph(note) }
    }
    if !seen.operands.isEmpty {
      page.section("OPERANDS")
      for operand in seen.operands { page.term([.init(operand.name, .italic)], operand.help) }
    }
    page.section("OPTIONS")
    for option in seen.options { page.entry(option) }
    page.section("EXAMPLES")
    for example in command.examples {
      page.term([.init("meridian \(example.line)", .bold)], example.says)
    }
    finish(&page)
    page.section("SEE ALSO")
    let family = commands.filter { $0.words[0] == command.words[0] && $0.words != command.words }
    page.references(["meridian"] + family.map(name))
    return page.source
  }

  private static func heading(_ name: String, _ summary: String) -> Roff {
    var page = Roff(
      title: name, date: HelpCommand.date, version: "meridian \(HelpCommand.number)")
    page.section("NAME")
    page.name(name, summary)
    return page
  }

  private static func finish(_ page: inout Roff) {
    page.section("EXIT STATUS")
    page.paragraph(HelpText.exitCodes)
    page.section("ENVIRONMENT")
    page.term([.init("XDG_CACHE_HOME", .bold)], "Caches lie in its folder meridian.")
    page.term(
      [.init("NO_COLOR", .bold)], "Set, tables have no colors unless --color asks for them.")
  }
}

extension Roff {
  /// An option with its spellings, its value and what it does.
  fileprivate mutating func entry(_ option: ShellCommand.Option) {
    var words: [Word] = []
    for name in option.names {
      if !words.isEmpty { words.append(Word(", ", .roman)) }
      words.append(Word(name, .bold))
    }
    if let placeholder = option.placeholder {
      words.append(Word(" ", .roman))
      words.append(Word(placeholder, .italic))
      if option.repeats { words.append(Word("…", .roman)) }
    }
    term(words, option.help)
  }
}
