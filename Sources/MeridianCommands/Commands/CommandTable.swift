/// Every command, in the order of the overview; a new one is one file and one line here.
package enum CommandTable {
  /// First words and their commands, which are made when they are asked for: all of them together
  /// have some three hundred options and texts, and a run needs one.
  private static let families: [(word: String, commands: @Sendable () -> [Command])] = [
    ("info", { [InfoCommand.command] }),
    ("hit", { [HitCommand.command] }),
    ("measure", { MeasureCommand.all }),
    ("query", { [QueryCommand.command] }),
    ("schema", { [SchemaCommand.command] }),
    ("inspect", { [InspectCommand.command] }),
    ("edit", { [EditCommand.command] }),
    ("status", { [SaveCommand.status] }),
    ("save", { [SaveCommand.save] }),
    ("publish", { [SaveCommand.publish] }),
    ("diff", { [DiffCommand.command] }),
    ("conflict", { [ConflictCommand.command] }),
    ("layers", { [LayersCommand.command] }),
    ("notes", { [NotesCommand.command] }),
    ("bookmarks", { [BookmarksCommand.command] }),
    ("import", { [ImportCommand.command] }),
    ("export", { [ExportCommand.command] }),
    ("doctor", { [DoctorCommand.command] }),
    ("index", { [IndexCommand.info, IndexCommand.build, IndexCommand.drop] }),
    ("profile", { [ProfileCommand.command] }),
    ("completion", { [CompletionCommand.command] }),
    ("man", { [ManCommand.command] }),
    ("help", { [HelpCommand.help] }),
    ("version", { [HelpCommand.version] }),
  ]

  /// All commands.
  package static var all: [Command] { families.flatMap { $0.commands() } }

  /// All commands, none of them made yet.
  package static let choice = CommandChoice(all: { all }) { word in
    families.filter { $0.word == word }.flatMap { $0.commands() }
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
