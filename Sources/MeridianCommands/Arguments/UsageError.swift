/// What is wrong with a command line: names the word and the remedy in one sentence.
package enum UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No command was given.
  case noCommand
  /// A first word that is no command.
  case unknownCommand(String, nearest: String?)
  /// A command that needs a second word, which is missing or unknown.
  case unknownSubcommand(String, given: String?, choices: [String], nearest: String?)
  /// An option nobody has.
  case unknownOption(String, command: String, nearest: String?)
  /// An option that other commands have.
  case optionOfOthers(String, command: String, others: [String])
  /// Several letters behind one hyphen, or a value stuck to a letter.
  case joinedLetters(String, remedy: String)
  /// An option at the end of the line that needs a value.
  case missingValue(String, needs: String)
  /// A value for an option that takes none.
  case unwantedValue(String)
  /// A value, of an option or an operand, that is not what is needed.
  case badValue(String, needs: String, but: String)
  /// An option that stands twice and may not.
  case repeated(String)
  /// A word that must be there.
  case missingOperand(String, command: String, usage: String)
  /// A word too many.
  case unexpectedOperand(String, command: String, usage: String)
  /// A format the command does not write.
  case formatNotOffered(String, command: String, choices: [String])
  /// Anything a command finds wrong with the combination of its options.
  case combination(String)

  /// The stable word for programs.
  package var code: String {
    switch self {
    case .noCommand: "noCommand"
    case .unknownCommand, .unknownSubcommand: "unknownCommand"
    case .unknownOption, .joinedLetters: "unknownOption"
    case .optionOfOthers: "optionNotHere"
    case .missingValue: "missingValue"
    case .unwantedValue: "unwantedValue"
    case .badValue, .formatNotOffered: "badValue"
    case .repeated: "repeatedOption"
    case .missingOperand: "missingArgument"
    case .unexpectedOperand: "unexpectedArgument"
    case .combination: "badCombination"
    }
  }

  /// One sentence: what failed, on what, what to do.
  package var description: String {
    switch self {
    case .noCommand: "A command is missing; `meridian help` lists them."
    case .unknownCommand(let word, let nearest):
      (word.isEmpty
        ? "The command is an empty word; " : "There is no command \(ValueProblem.quoted(word)); ")
        + (nearest.map { "did you mean `\($0)`?" } ?? "`meridian help` lists them.")
    case .unknownSubcommand(let command, let given, let choices, let nearest):
      Self.subcommandSentence(command, given, choices, nearest)
    case .unknownOption(let option, let command, let nearest):
      "`\(command)` has no option \(ValueProblem.quoted(option)); "
        + (nearest.map { "did you mean `\($0)`?" }
          ?? "`\(command == "meridian" ? "" : "meridian ")\(command) --help` lists what it has.")
    case .optionOfOthers(let option, let command, let others):
      "`\(command)` has no option `\(option)`; it belongs to \(Self.list(others, "and"))."
    case .joinedLetters(let word, let remedy):
      "\(ValueProblem.quoted(word)) is not an option; \(remedy)."
    case .missingValue(let option, let needs): "`\(option)` needs \(needs) after it."
    case .unwantedValue(let option): "`\(option)` takes no value; write it alone."
    case .badValue(let name, let needs, let but): "`\(name)` needs \(needs), but \(but)."
    case .repeated(let option): "`\(option)` stands twice; give it once."
    case .missingOperand(let name, let command, let usage):
      "`\(command)` needs \(name); write `\(usage)`."
    case .unexpectedOperand(let word, let command, let usage):
      "`\(command)` has no use for \(ValueProblem.quoted(word)); write `\(usage)`."
    case .formatNotOffered(let format, let command, let choices):
      "`\(command)` does not write \(format); choose \(Self.list(choices, "or"))."
    case .combination(let sentence): sentence
    }
  }

  private static func subcommandSentence(
    _ command: String, _ given: String?, _ choices: [String], _ nearest: String?
  ) -> String {
    let needs = "`\(command)` needs \(list(choices, "or")) after it"
    guard let given else { return needs + "." }
    let quoted = ValueProblem.quoted(given)
    if let nearest { return "`\(command)` does not know \(quoted); did you mean `\(nearest)`?" }
    return "\(needs), not \(quoted)."
  }

  /// `a`, `b` and `c`.
  static func list(_ words: [String], _ joint: String) -> String {
    let quoted = words.map { "`\($0)`" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " \(joint) " + last
  }
}

/// Why a text is not the value it should be: what is needed, and what is there instead.
package struct ValueProblem: Error, Hashable, Sendable {
  /// What is needed, such as `a place as LON,LAT`.
  package var needs: String
  /// What is wrong with the text, a clause that follows "but".
  package var but: String

  /// Makes a problem of its two clauses.
  package init(needs: String, but: String) {
    self.needs = needs
    self.but = but
  }

  /// A word of the user within a sentence; shortened, and without control characters.
  package static func quoted(_ word: String) -> String {
    word.isEmpty ? "an empty word" : "“\(visible(word, limit: 60))”"
  }

  /// Text without characters that could steer a terminal, cut after `limit`.
  static func visible(_ text: String, limit: Int = .max) -> String {
    var visible = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if count > limit { return String(visible) + "…" }
      visible.append(TextTable.isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(visible)
  }
}
