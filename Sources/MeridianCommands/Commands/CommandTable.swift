/// Every command, in the order of the overview; a new one is one file and one line here.
package enum CommandTable {
  /// All commands.
  package static let all: [Command] =
    [InfoCommand.command, HitCommand.command]
    + MeasureCommand.all
    + [QueryCommand.command, SchemaCommand.command]
    + [InspectCommand.command, EditCommand.command, SaveCommand.status, SaveCommand.save]
    + [SaveCommand.publish, DiffCommand.command, ConflictCommand.command, LayersCommand.command]
    + [NotesCommand.command, BookmarksCommand.command]
    + [ImportCommand.command, ExportCommand.command, DoctorCommand.command]
    + [IndexCommand.info, IndexCommand.build, IndexCommand.drop, ProfileCommand.command]
    + [CompletionCommand.command, ManCommand.command, HelpCommand.help, HelpCommand.version]
}
