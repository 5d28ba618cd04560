/// Every command, in the order of the overview; a new one is one file and two lines here.
package enum CommandTable {
  /// First words, in the order of the overview.
  private enum Family: String, CaseIterable {
    case info, hit, measure, query, schema, inspect, edit, status, save, publish, diff, conflict
    case layers, notes, bookmarks, `import`, export, doctor, index, profile, completion, man, help
    case version

    /// The commands that begin with the word, made when they are asked for: all together have some
    /// three hundred options and texts, and a run needs those of one.
    var commands: [Command] {
      switch self {
      case .info: [InfoCommand.command]
      case .hit: [HitCommand.command]
      case .measure: MeasureCommand.all
      case .query: [QueryCommand.command]
      case .schema: [SchemaCommand.command]
      case .inspect: [InspectCommand.command]
      case .edit: [EditCommand.command]
      case .status: [SaveCommand.status]
      case .save: [SaveCommand.save]
      case .publish: [SaveCommand.publish]
      case .diff: [DiffCommand.command]
      case .conflict: [ConflictCommand.command]
      case .layers: [LayersCommand.command]
      case .notes: [NotesCommand.command]
      case .bookmarks: [BookmarksCommand.command]
      case .import: [ImportCommand.command]
      case .export: [ExportCommand.command]
      case .doctor: [DoctorCommand.command]
      case .index: [IndexCommand.info, IndexCommand.build, IndexCommand.drop]
      case .profile: [ProfileCommand.command]
      case .completion: [CompletionCommand.command]
      case .man: [ManCommand.command]
      case .help: [HelpCommand.help]
      case .version: [HelpCommand.version]
      }
    }
  }

  /// All commands.
  package static var all: [Command] { Family.allCases.flatMap(\.commands) }

  /// All commands, none of them made yet.
  package static var choice: CommandChoice {
    CommandChoice(all: { all }) { word in Family(rawValue: word)?.commands ?? [] }
  }
}

/// The commands that a run may be of.
package struct CommandChoice: Sendable {
  /// Makes all of them, in the order of the overview.
  package let all: @Sendable () -> [Command]
  /// Makes those whose first word this is.
  package let family: @Sendable (String) -> [Command]

  /// A choice from what makes all commands and what makes those of a first word.
  package init(
    all: @escaping @Sendable () -> [Command], family: @escaping @Sendable (String) -> [Command]
  ) {
    self.all = all
    self.family = family
  }

  /// A choice from commands that are there.
  package init(_ commands: [Command]) {
    self.init(all: { commands }) { word in commands.filter { $0.words.first == word } }
  }
}
