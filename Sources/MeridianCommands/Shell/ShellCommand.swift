/// A command as shells and manuals see it: every spelling of every option, and what to offer.
struct ShellCommand {
  /// An option with its spellings.
  struct Option {
    /// `-l` and `--layer`; the long name comes last.
    var names: [String]
    var help: String
    /// How help names its value; nil for a switch.
    var placeholder: String?
    var offer: Offer
    /// Whether it may stand several times and takes a value each time.
    var repeats: Bool
  }

  /// A word that is no option.
  struct Operand {
    var name: String
    var help: String
    var offer: Offer
    /// Whether all further words belong to it too.
    var takesRest: Bool
    var isRequired: Bool
  }

  var words: [String]
  var summary: String
  var options: [Option]
  var operands: [Operand]

  /// The words with blanks between.
  var name: String { words.joined(separator: " ") }

  init(_ command: Command) {
    words = command.words
    summary = command.summary
    options = command.allOptions.map { option in
      var seen = Option(option)
      // Of all formats only those the command writes.
      if option.name == CommonOptions.format.name, !command.formats.isEmpty {
        let names = command.formats.map(\.rawValue)
        seen.placeholder = names.joined(separator: "|")
        seen.offer = .words(names)
        seen.help = CommonOptions.formatHelp(command.formats)
      }
      return seen
    }
    operands = command.operands.map { operand in
      switch operand.arity {
      case .one:
        Operand(operand, takesRest: false, isRequired: true)
      case .optional:
        Operand(operand, takesRest: false, isRequired: false)
      case .atLeast(let count):
        Operand(operand, takesRest: true, isRequired: count > 0)
      }
    }
  }

  /// The options that may stand before the command.
  static let leading: [Option] =
    ([CommonOptions.format as any AnyOption] + CommonOptions.all).map(Option.init)
    + [
      Option(
        names: ["--version"], help: "Shows the version.", placeholder: nil, offer: .nothing,
        repeats: false)
    ]

  /// Every first word once, in the order of the table, with a summary.
  static func families(_ commands: [ShellCommand]) -> [(word: String, summary: String)] {
    var families: [(word: String, summary: String)] = []
    for command in commands where !families.contains(where: { $0.word == command.words[0] }) {
      let all = commands.filter { $0.words[0] == command.words[0] }
      let alone = all.first { $0.words.count == 1 }
      let inner = all.filter { $0.words.count > 1 }.map { $0.words[1] }.joined(separator: ", ")
      families.append((command.words[0], inner.isEmpty ? alone?.summary ?? "" : inner))
    }
    return families
  }
}

extension ShellCommand.Option {
  init(_ option: any AnyOption) {
    names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    help = option.help
    placeholder = option.placeholder
    offer = option.offer
    repeats = option.repeats && option.placeholder != nil
  }

  /// What it is good for, without defaults and details: what fits beside it in a menu.
  var brief: String {
    var end = help.endIndex
    for mark in ["; ", ": ", ". "] {
      var start = help.startIndex
      while start < end, !help[start...].hasPrefix(mark) { start = help.index(after: start) }
      end = min(end, start)
    }
    let text = help[..<end]
    return String(text.last == "." ? text.dropLast() : text)
  }
}

extension ShellCommand.Operand {
  fileprivate init(_ operand: any AnyOperand, takesRest: Bool, isRequired: Bool) {
    name = operand.name
    help = operand.help
    offer = operand.offer
    self.takesRest = takesRest
    self.isRequired = isRequired
  }
}

/// A shell that can be taught.
package enum ShellKind: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completion script for a table of commands.
  package func script(for commands: [Command]) -> String {
    let seen = commands.map(ShellCommand.init)
    return switch self {
    case .bash: BashCompletion(commands: seen).script
    case .zsh: ZshCompletion(commands: seen).script
    case .fish: FishCompletion(commands: seen).script
    }
  }
}

extension String {
  /// The text in single quotes, each of its single quotes and listed characters replaced.
  func inSingleQuotes(_ replacements: [Character: String]) -> String {
    "'" + map { replacements[$0] ?? String($0) }.joined() + "'"
  }
}
