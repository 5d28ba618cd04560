/// Reads a command line with the table of commands.
///
/// The rules, all of them:
/// - Common options may stand before the command; its words stand together, or the second one
///   behind the first operand (`index STORE build`); the rest in any order.
/// - `--name VALUE` and `--name=VALUE`; `-n VALUE`. An option that takes a value takes the next
///   word whatever it is. Names are written out; letters stand alone (`-l pumps`, not `-lpumps`,
///   and `-q -e`, not `-qe`), so that a forgotten hyphen is an error instead of a value.
/// - A word that looks like a number (`-0.13,51.5`, `-inf`) and a lone `-` are never options.
/// - `--` ends the options. Of a switch or a repeatable option every occurrence counts; any other
///   option stands once.
/// - Where a long value is welcome, `@PATH` reads it from a file, `-` from standard input, and
///   `@@…` is a text that starts with `@`.
package struct ArgumentParser {
  /// What a command line asks for.
  package enum Outcome {
    /// Run a command.
    case run(Command, ParsedArguments)
    /// Show the help of the words (none: the overview).
    case help([String])
    /// Show the version.
    case version
  }

  private let commands: CommandChoice
  private let readLong: (String) throws(CommandError) -> String
  private var words: ArraySlice<String>
  private var parsed = ParsedArguments()
  private var plain: [String] = []

  /// Reads `words` with the table `commands`; `readLong` reads `@PATH` (given the path) and `-`.
  package static func parse(
    _ words: [String], commands: CommandChoice,
    readLong: @escaping (String) throws(CommandError) -> String
  ) throws(CommandError) -> Outcome {
    var parser = ArgumentParser(commands: commands, readLong: readLong, words: words[...])
    return try parser.outcome()
  }

  /// Reads `words` with commands that are there.
  package static func parse(
    _ words: [String], commands: [Command],
    readLong: @escaping (String) throws(CommandError) -> String
  ) throws(CommandError) -> Outcome {
    try parse(words, commands: CommandChoice(commands), readLong: readLong)
  }

  private mutating func outcome() throws(CommandError) -> Outcome {
    while let word = words.first, isOption(word) {
      words.removeFirst()
      if word == "--version" { return .version }
      if word == "--help" || word == "-h" { return .help([]) }
      try takeOption(word, of: nil)
    }
    let command = try takeCommand()
    if let help = try takeWords(of: command) { return .help(help) }
    try assign(to: command)
    return .run(command, parsed)
  }

  private func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1 && !Numeral.looksLikeNumber(word)
  }

  // MARK: The command

  private mutating func takeCommand() throws(CommandError) -> Command {
    guard let first = words.popFirst() else { throw CommandError(UsageError.noCommand) }
    let family = commands.family(first)
    guard !family.isEmpty else { throw CommandError(unknown(first)) }
    let second = words.first
    if let second, let found = family.first(where: { $0.words == [first, second] }) {
      words.removeFirst()
      return found
    }
    // The verb may follow what it is done to, as the documents write it: `index STORE build`.
    if let third = words.dropFirst().first, !family.contains(where: { $0.words.count == 1 }),
      let found = family.first(where: { $0.words == [first, third] })
    {
      words.remove(at: words.startIndex + 1)
      return found
    }
    let choices = family.filter { $0.words.count > 1 }.map { $0.words[1] }
    let isWord = second.map { !isOption($0) && $0 != "-" && !Numeral.looksLikeNumber($0) } ?? false
    if let alone = family.first(where: { $0.words.count == 1 }) {
      if choices.isEmpty || second != nil && !isWord { return alone }
    } else if let second, second == "--help" || second == "-h" {
      return Command(words: [first], summary: "", examples: []) { _ in .usage }
    }
    let near = isWord ? second.flatMap { Suggestion.nearest(to: $0, among: choices) } : nil
    throw CommandError(
      UsageError.unknownSubcommand(
        first, given: isWord ? second : nil, choices: choices,
        nearest: near.map { "\(first) \($0)" }))
  }

  private func unknown(_ word: String) -> UsageError {
    // A second word alone, such as `area`, is most likely meant as `measure area`.
    let all = commands.all()
    if let whole = all.first(where: { $0.words.count > 1 && $0.words[1] == word }) {
      return .unknownCommand(word, nearest: whole.name)
    }
    let names = all.map { $0.words[0] }
    return .unknownCommand(word, nearest: Suggestion.nearest(to: word, among: names))
  }

  // MARK: Options

  private mutating func takeWords(of command: Command) throws(CommandError) -> [String]? {
    while let word = words.popFirst() {
      if word == "--" {
        plain += words
        words = []
      } else if isOption(word) {
        if word == "--help" || word == "-h" { return command.words }
        try takeOption(word, of: command)
      } else {
        plain.append(word)
      }
    }
    return nil
  }

  /// Takes one option and its value; without a command only the common options count.
  private mutating func takeOption(_ word: String, of command: Command?) throws(CommandError) {
    let known = command?.allOptions ?? [CommonOptions.format] + CommonOptions.all
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isLong = word.hasPrefix("--")
    let name = isLong ? String(parts[0].dropFirst(2)) : ""
    let found = known.first { option in
      isLong ? option.name == name : option.letter.map { word == "-\($0)" } ?? false
    }
    guard let option = found else {
      throw CommandError(unknown(isLong ? String(parts[0]) : word, command, known))
    }
    let shown = isLong ? "--\(name)" : word
    if parsed.isGiven(option), !option.repeats { throw CommandError(UsageError.repeated(shown)) }
    guard option.placeholder != nil else {
      if isLong && parts.count > 1 { throw CommandError(UsageError.unwantedValue(shown)) }
      return parsed.append(true, option: option.name)
    }
    guard let text = isLong && parts.count > 1 ? String(parts[1]) : words.popFirst() else {
      throw CommandError(UsageError.missingValue(shown, needs: option.needs))
    }
    for text in option.readsFiles ? [try long(text)] : [text] {
      do throws(ValueProblem) {
        parsed.append(try option.value(of: text), option: option.name)
      } catch {
        throw CommandError(UsageError.badValue(shown, needs: error.needs, but: error.but))
      }
    }
  }

  private func unknown(
    _ word: String, _ command: Command?, _ known: [any AnyOption]
  ) -> UsageError {
    let name = command?.name ?? "meridian"
    if !word.hasPrefix("--") {
      // `-limit` and `-lpumps`: say what was probably meant.
      let letters = word.dropFirst()
      if let option = known.first(where: { $0.name == letters }) {
        return .joinedLetters(word, remedy: "write `--\(option.name)`")
      }
      if letters.count > 1,
        let option = known.first(where: { $0.letter == letters.first }), let letter = option.letter
      {
        let rest = ValueProblem.visible(String(letters.dropFirst()), limit: 60)
        let remedy =
          option.placeholder == nil
          ? "write each letter behind its own hyphen, `-\(letter) -\(rest)`"
          : "write `-\(letter) \(rest)`"
        return .joinedLetters(word, remedy: remedy)
      }
    }
    let others = commands.all().filter { other in
      other.allOptions.contains { "--\($0.name)" == word || $0.letter.map { "-\($0)" } == word }
    }
    if !others.isEmpty, command != nil {
      return .optionOfOthers(word, command: name, others: others.map(\.name))
    }
    let names = known.map { "--\($0.name)" }
    let nearest = word.hasPrefix("--") ? Suggestion.nearest(to: word, among: names) : nil
    return .unknownOption(word, command: name, nearest: nearest)
  }

  // MARK: Operands

  private mutating func assign(to command: Command) throws(CommandError) {
    var rest = plain[...]
    let usage = "meridian " + (command.usageLines.first ?? command.name)
    for operand in command.operands {
      let most =
        switch operand.arity {
        case .one, .optional: 1
        case .atLeast: Int.max
        }
      while parsed.count(operand: operand.name) < most, let word = rest.popFirst() {
        try take(word, for: operand)
      }
      let least =
        switch operand.arity {
        case .one: 1
        case .optional: 0
        case .atLeast(let count): count
        }
      let count = parsed.count(operand: operand.name)
      guard count >= least else {
        let name = count == 0 ? operand.name : "\(least) of \(operand.name), not \(count)"
        throw CommandError(UsageError.missingOperand(name, command: command.name, usage: usage))
      }
    }
    if let word = rest.first {
      throw CommandError(
        UsageError.unexpectedOperand(word, command: command.name, usage: usage))
    }
  }

  /// A file for an operand that takes several words holds them with white space between.
  private mutating func take(_ word: String, for operand: any AnyOperand) throws(CommandError) {
    var texts = [word]
    // With `--in` a hyphen is a batch, not a long word.
    let isBatch = word == "-" && parsed.isGiven(BatchOptions.input)
    if operand.readsFiles, !isBatch, word.hasPrefix("@") || word == "-" {
      let text = try long(word)
      if case .atLeast = operand.arity, !word.hasPrefix("@@") {
        texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
      } else {
        texts = [text]
      }
    }
    for text in texts {
      do throws(ValueProblem) {
        parsed.append(try operand.value(of: text), operand: operand.name)
      } catch {
        throw CommandError(
          UsageError.badValue(operand.name, needs: error.needs, but: error.but))
      }
    }
  }

  private func long(_ word: String) throws(CommandError) -> String {
    if word == "-" { return try readLong("-") }
    guard word.hasPrefix("@") else { return word }
    let rest = String(word.dropFirst())
    if rest.hasPrefix("@") { return rest }
    return try readLong(rest)
  }
}
