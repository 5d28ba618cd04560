internal import MeridianStore
internal import MeridianWorkspace

/// `--scope NAME` before the command: which commands there are.
///
/// A command outside the scope is unknown: to the parser, to help, to completions.
enum CommandScope {
  /// The words without the scope, and the commands that exist in it; all of them when none is
  /// named.
  static func narrow(
    _ words: [String], _ commands: CommandChoice
  ) throws(CommandError) -> (words: [String], commands: CommandChoice) {
    var rest = words
    var found: Scope?
    var at = 0
    while at < rest.count, rest[at].hasPrefix("-"), rest[at] != "--" {
      let parts = rest[at].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == "--\(name)" else {
        at += takesNext(rest[at]) ? 2 : 1
        continue
      }
      guard found == nil else { throw CommandError(UsageError.repeated("--\(name)")) }
      let isJoined = parts.count > 1
      guard isJoined || at + 1 < rest.count else {
        throw CommandError(UsageError.missingValue("--\(name)", needs: needs))
      }
      found = try scope(isJoined ? String(parts[1]) : rest[at + 1])
      rest.removeSubrange(at...(isJoined ? at : at + 1))
    }
    guard let scope = found else { return (words, commands) }
    let inside = commands.all().filter { scope.contains(capability(of: $0)) }
    return (rest, CommandChoice(inside.map { narrow($0, to: scope) }))
  }

  /// A command with what of it is in a scope: what is left out is unknown too.
  private static func narrow(_ command: Command, to scope: Scope) -> Command {
    if command.words == LayersCommand.command.words, !scope.contains(.layerLocking) {
      return LayersCommand.visibility
    }
    guard let options = options[command.name] else { return command }
    let gone = Set(options.filter { !scope.contains($0.value) }.keys)
    var narrowed = command
    narrowed.options.removeAll { gone.contains($0.name) }
    narrowed.examples.removeAll { example in
      gone.contains { example.line.holds("--\($0) ") }
    }
    return narrowed
  }

  /// What a command does, by its first word; one that is not named here only looks.
  static func capability(of command: Command) -> Capability {
    command.words.first.flatMap { capabilities[$0] } ?? .viewing
  }

  /// The commands that do more than look.
  private static let capabilities: [String: Capability] = [
    "measure": .measuring, "query": .analysis, "layers": .layerVisibility,
    "edit": .attributeEditing, "notes": .notes, "bookmarks": .bookmarks, "save": .publishing,
    "publish": .publishing, "conflict": .publishing, "import": .imports, "export": .exports,
    "doctor": .maintenance, "index": .maintenance, "profile": .maintenance,
  ]

  /// Options that do more than their command.
  private static let options: [String: [String: Capability]] = [
    "publish": [SaveCommand.to.name: .projectDuplication],
    "hit": [HitCommand.filter.name: .layerFilters],
  ]

  private static let name = "scope"
  private static var needs: String {
    "one of \(Scope.all.map(\.name).joined(separator: ", "))"
  }

  private static func scope(_ text: String) throws(CommandError) -> Scope {
    guard let scope = Scope.all.first(where: { $0.name == text }) else {
      throw CommandError(
        UsageError.badValue(
          "--\(name)", needs: needs, but: "\(ValueProblem.quoted(text)) is none of them"))
    }
    return scope
  }

  /// Whether a common option has its value in the next word.
  private static func takesNext(_ word: String) -> Bool {
    let known = [CommonOptions.format as any AnyOption] + CommonOptions.all
    return known.contains { option in
      option.placeholder != nil
        && (word == "--\(option.name)" || option.letter.map { word == "-\($0)" } ?? false)
    }
  }
}
