internal import MeridianWorkspace

/// `diff`: what a document changes of its file.
package enum DiffCommand {
  /// The command.
  package static let command = Command(
    words: ["diff"], summary: "what a document's changes are, row by row",
    examples: [
      Example("diff town.gpkg", "every value that a publish would change"),
      Example("diff town.gpkg --format json", "the same for a program"),
    ],
    operands: [CommonOperands.store], formats: [.json, .table],
    notes: [
      """
      Compares the file as it was read with the working copy, the edit session laid over; edits \
      that are not saved are part of it.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      do {
        guard let changes = try document.changes() else {
          if context.format == .table { try context.output.write("Nothing to publish.\n") }
          return .done
        }
        try ChangeReportWriter(changes).write(in: context)
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }
}

/// `conflict`: what differs when two have changed a document, and what becomes of it.
package enum ConflictCommand {
  /// What is done about a conflict.
  enum Action: String, CaseIterable, Sendable {
    case show, reload
    case saveCopy = "save-copy"
    case cancel
  }

  static let action = Operand(
    "ACTION", .oneOf(Action.self),
    "show compares; reload takes theirs; save-copy puts ours into a new file; cancel keeps editing."
  )
  static let path = Operand(
    "PATH", .path, arity: .optional, "save-copy: the new file; default: a name beside the file.")

  /// The command.
  package static let command = Command(
    words: ["conflict"], summary: "base, theirs and ours, and the three ways out",
    examples: [
      Example("conflict town.gpkg show", "what differs, by layer, feature and column"),
      Example("conflict town.gpkg reload", "the file as it is now; ours is set aside"),
      Example("conflict town.gpkg save-copy", "ours beside it, under a name of its own"),
      Example("conflict town.gpkg cancel", "nothing changes; the edits stay"),
    ],
    synopsis: ["conflict STORE show|reload|save-copy [PATH]|cancel"],
    operands: [CommonOperands.store, action, path], formats: [.json, .table],
    notes: [
      """
      There is a conflict when the file has changed since it was read and there is something to \
      publish. Nothing is ever merged by itself. After save-copy and reload the document is the \
      file as it is now; ours is also kept as discarded.gpkg in the state folder until the next \
      time. Changes that cannot be read any more are set aside by reload too, which tells where \
      they are.
      """
    ]
  ) { context throws(CommandError) in
    let action = try context.arguments.required(action)
    if context.arguments[path] != nil && action != .saveCopy {
      throw CommandError(
        UsageError.combination("`conflict STORE \(action.rawValue)` takes no PATH; leave it out."))
    }
    if action == .reload, let done = try setAsideBroken(context) { return done }
    return try context.withDocument { document throws(CommandError) in
      do {
        try run(action, document, context)
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }

  /// Changes that cannot be read stand in the way of everything else.
  private static func setAsideBroken(
    _ context: CommandContext
  ) throws(CommandError) -> ExitCode? {
    let path = try context.arguments.required(CommonOperands.store)
    let kept: String?
    do throws(WorkspaceError) {
      kept = try Document.setAsideBrokenCopy(at: path, folders: context.documentFolders)
    } catch {
      throw CommandError(error)
    }
    guard let kept else { return nil }
    try PublicationWriter(path: path, word: "reloaded", kept: [kept]).write(in: context)
    return .done
  }

  private static func run(
    _ action: Action, _ document: Document, _ context: CommandContext
  ) throws {
    var writer = PublicationWriter(path: document.path, word: "kept")
    switch action {
    case .show:
      try ConflictReportWriter(try document.conflict()).write(in: context)
      return
    case .reload:
      try document.reload()
      writer.word = "reloaded"
    case .saveCopy:
      let machine = context.invocation.machine
      writer.kept = [
        try document.saveConflictCopy(
          to: context.arguments[path], device: machine.name(), date: machine.today())
      ]
      writer.word = "copied"
    case .cancel: _ = try document.conflict()
    }
    try writer.write(in: context)
  }
}
